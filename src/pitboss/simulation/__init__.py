"""Monte Carlo of the games and of jackpot meters, reproducible for a seed whatever the number of workers."""
