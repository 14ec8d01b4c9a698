"""Frozen structs that every room above may hand around: rulings, traces, verdicts, answers."""
