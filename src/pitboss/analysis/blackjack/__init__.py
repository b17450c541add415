"""Blackjack games: the optimum over the shoe, whatever the rules of a hand, and charts by totals."""
