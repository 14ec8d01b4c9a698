"""What cards do: how the engine carries it out, what it contributes, how it reads.

One module for each place where an effect can stand on a card; the large ones are folders with a module for
each idea. A class is a kind of effect: `kind: double_health` in a card file is `DoubleHealth`.
"""
