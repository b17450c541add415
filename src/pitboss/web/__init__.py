"""Pages for players, dealers, supervisors, displays and the laboratory."""
