"""What games with decks of cards have in common. Knows no game."""
