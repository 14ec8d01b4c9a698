"""Why something cannot be done in a turn, and what would make it possible.

A question searches for what is asked in any world (`battles`, `steps`); a world is the position, perhaps with
changed facts (`world`). What prevents it is an obstacle (`obstacles`). `queries` reads the texts of
questions.
"""
