"""Hunts for the smallest position on which two ways to read the rules differ.

A game deals the positions. `walking` plays one at random under both readings, `shrinking` takes away what is
not needed, `expecting` writes the difference as expectations, and `hunter` runs the hunt.
"""
