"""Puzzles as a regression suite: found, judged, remembered, compared with before, brought up to date."""
