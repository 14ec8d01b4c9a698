"""Questions of one line, such as people ask at a table: read in words, turned into a position with a claim.

The words that every game shares stand here; a game brings its own and says what position is meant.
"""
