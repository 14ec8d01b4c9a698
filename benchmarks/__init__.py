"""Measurements, not tests: ratios taken in one run. `python -m benchmarks` prints them and writes
RESULTS.md.
"""
