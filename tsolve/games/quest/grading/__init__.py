"""Judging a turn that was played, step by step."""
