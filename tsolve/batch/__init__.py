"""Much work of one kind, shared out to workers. Knows no game."""
