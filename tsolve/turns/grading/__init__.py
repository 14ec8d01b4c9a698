"""Grades a turn that was played: what each step gave away, what luck brought, which cards mattered.

`grading` holds what a game has to say about its turns. `prospects` looks ahead, `events` takes a line apart,
`steps` judges it step by step, and `grade` puts the parts together.
"""
