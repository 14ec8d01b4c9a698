"""What went wrong with an input."""
