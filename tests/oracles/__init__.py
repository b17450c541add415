"""Countings of old that nothing in the product depends on: second methods for what is counted today."""
