"""Judging what people wrote: lines step by step, claims, expectations."""
