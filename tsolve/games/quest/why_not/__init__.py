"""Why something cannot be done in a turn, and what would make it possible.

A question says what is asked for and searches for it in any world (`battles`, `steps`); a world is the
position with other facts (`world`). What stands in the way are obstacles (`obstacles`). `queries` reads what
people ask.
"""
