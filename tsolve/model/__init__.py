"""Frozen structs that all packages above share: rulings, traces, verdicts, answers."""
