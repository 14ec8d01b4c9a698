"""Which rulings of an answer are decisive: switched off, the verdict is another one.

`lifts` says how a ruling is switched off, `verdict` what would have to change, `weigh` tries each ruling.
"""
