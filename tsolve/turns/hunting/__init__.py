"""Looking for the smallest position on which two ways to read the rules differ.

`walking` plays a random position under both readings at once, `shrinking` takes away what is not needed,
`expecting` writes what differs as expectations, and `hunter` puts this together. A game deals the positions.
"""
