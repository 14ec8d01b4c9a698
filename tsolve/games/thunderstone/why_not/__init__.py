"""Why something cannot be done in a position, and what would make it possible.

A question says what is asked for and searches for a line in any world (`question`, `battles`, `steps`); a
world is the position under facts that may be changed (`world`). What stands in the way are obstacles
(`obstacles`): facts of cards and rules that can be switched off one by one.
"""
