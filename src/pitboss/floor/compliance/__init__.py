"""Whether a floor may open: each rule's findings, with severity and place."""
