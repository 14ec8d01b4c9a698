"""The best play, its plan, and what else could be done."""
