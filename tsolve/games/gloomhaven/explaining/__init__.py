"""Why something is not possible in a turn."""
