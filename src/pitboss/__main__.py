"""`python -m pitboss`, for a checkout whose scripts are not on the path."""

from pitboss.cli import main

main()
