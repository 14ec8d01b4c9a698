"""What cards do: how the engine carries it out, what it contributes, how it reads.

One module for each place where effects can stand on a card, two or three for the large ones. A class is a
kind of effect: `kind: double_health` in a card file is `DoubleHealth`.
"""
