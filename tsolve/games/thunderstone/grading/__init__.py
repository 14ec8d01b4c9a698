"""Grading a turn that was played: what each step gave away, what luck brought, which cards mattered."""
