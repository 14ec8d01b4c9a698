"""The protocol that every game implements, and what works with any such game."""
