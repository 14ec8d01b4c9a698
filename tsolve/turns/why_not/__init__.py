"""Why something is impossible, and what would make it possible: for any game.

A question is asked in a world: the position under facts that may be changed. What a world is made of the game
knows; here it is only searched, and searched again where something in it is otherwise.
"""
