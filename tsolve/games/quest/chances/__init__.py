"""The chances of a hand of the deck."""
