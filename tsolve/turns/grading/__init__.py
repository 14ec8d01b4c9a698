"""Grading a turn that was played: what each step gave away, what luck brought, which cards mattered.

`grading` is what a game says of its turns, `prospects` looks ahead, `events` takes a line apart, `steps`
judges it step by step, and `grade` puts this together.
"""
