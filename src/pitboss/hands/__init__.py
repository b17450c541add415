"""Ranking of hands: poker, solitaire runs, blackjack totals; suit-canonical forms."""
