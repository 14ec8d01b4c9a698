"""What is asked of a turn, in any game: lines, claims, expectations, best plays."""
