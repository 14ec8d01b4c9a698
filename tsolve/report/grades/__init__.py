"""A played turn, judged."""
