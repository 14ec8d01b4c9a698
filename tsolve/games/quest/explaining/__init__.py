"""Why something is impossible in a turn, and what would help, for `tsolve.turns.why_not`."""
