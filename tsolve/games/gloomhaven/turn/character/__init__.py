"""The turn of a character: two cards, and what each ability leaves to its player."""
