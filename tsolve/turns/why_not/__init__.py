"""Why something is impossible, and what would make it possible, in any game.

A question is asked in a world: the position, with facts that may be changed. The game knows what a world
consists of. This package only searches it, and searches again with some of its facts changed.
"""
