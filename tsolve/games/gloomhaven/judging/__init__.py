"""Judging what people wrote: lines, claims, expectations, and the options of a turn."""
