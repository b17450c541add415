"""Five-card hands as the games that rank them count them."""
