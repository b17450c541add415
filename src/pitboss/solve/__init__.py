"""Any description solved plainly, by recursion over what the decider sees, or bounded by samples of it.

tree       the best play of a game that is said by six operations
rounds     a described game as these six operations
judge      its figures, and whether those of a fast engine are the same on a short deck
samples    rows of dealt cards, and the ways in which they go on
bulk       rounds of a described game, for all rows of a sample at once
bounds     an upper and a lower bound of the best play, from trees of such rounds
"""
