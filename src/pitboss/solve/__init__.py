"""The judge: any description solved plainly, by recursion over what the decider sees.

tree       the best play of a game that is said by six operations
rounds     a described game as these six operations
judge      its figures, and whether those of a fast engine are the same on a short deck
"""
