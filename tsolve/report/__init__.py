"""Answers as text, JSON and annotations. Made from results only: nothing here computes a number."""
