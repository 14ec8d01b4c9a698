"""Attacks without a map: what they come to by the cards that were drawn, and by those that may be."""
