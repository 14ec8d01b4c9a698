"""Hunting for Thunderstone.

`table` holds a position as plain lists, `dealing` makes random ones, `parts` says what may be left out of
them, and `hunter` how they are played and written.
"""
