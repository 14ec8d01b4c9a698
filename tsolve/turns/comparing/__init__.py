"""One position under several readings: what holds under each, what differs, and which reading matters.

`verdict` says what holds, `relevance` which readings can matter at all, `dependence` which ones do, and
`between` which of them make the difference between two sets of readings.
"""
