"""Attacks without a map: their results with drawn cards, and with those that may be drawn."""
