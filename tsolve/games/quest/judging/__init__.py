"""Judging what was played: lines, claims, expectations."""
