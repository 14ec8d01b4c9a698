"""Looking for the smallest position on which two ways to read the rules differ.

`table` holds a position as plain lists, `dealing` makes random ones, `walking` plays them under both
readings at once, `shrinking` takes away what is not needed, and `hunt` puts this together.
"""
