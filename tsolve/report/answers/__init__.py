"""Answers about a position: verdicts, what is legal, why not, targets, points."""
