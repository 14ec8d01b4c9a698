"""Why something cannot be done in a position, and what would make it possible.

A question searches for a line that does it (`question`, `battles`, `steps`), in any world: the position under
facts that may be changed (`world`). What stands in the way are obstacles (`obstacles`): facts of cards and
rules that can be switched off one by one.
"""
