"""A position made in a dialogue: what is asked, how a line is read, and what becomes of it.

A game says what lies on its table; whoever talks with the person is given.
"""
