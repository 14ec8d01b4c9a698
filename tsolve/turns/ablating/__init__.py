"""Which rulings of an answer are decisive: switch one off and the verdict changes.

`ablation` holds what a game has to say: how to switch a ruling off, and what would have to change. `ablate`
tries each ruling.
"""
