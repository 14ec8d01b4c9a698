"""What to do this turn, by playing on: candidates compared in the same games, with honest intervals."""
