"""Old countings of single games, which share nothing with what counts them now; the product knows none."""
