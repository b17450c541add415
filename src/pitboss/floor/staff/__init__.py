"""The people of a floor: cards, PINs, sessions, and what takes two of them."""
