"""The floor: what a house runs, checked against the approval and the rules that bind it."""
