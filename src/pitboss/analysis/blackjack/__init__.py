"""Blackjack Switch: its optimum over the shoe, its charts and its side bets."""
