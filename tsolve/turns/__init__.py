"""What people ask about a turn, in any game: lines, claims, expectations, best plays."""
