"""Why something cannot be done in a position, and what would make it possible.

A question searches for a line that does it (`question`, `battles`, `steps`), in any world: the position,
perhaps with changed facts (`world`). What prevents it is an obstacle (`obstacles`): a fact of a card or a
rule that can be switched off by itself.
"""
