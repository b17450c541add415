"""Practice that brings people back: grades, ratings, what comes again when, sets."""
