"""Which rulings of an answer are decisive: switched off, the verdict is another one.

`ablation` is what a game says of it: how a ruling is switched off, and what would have to change. `ablate`
tries each ruling.
"""
