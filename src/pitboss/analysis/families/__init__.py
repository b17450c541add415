"""Engines that solve any game of a family from its description, in integer counts."""
