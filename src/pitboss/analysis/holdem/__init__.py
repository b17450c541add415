"""Ultimate Texas Hold'em: its optimum, its net results and its side bets."""
