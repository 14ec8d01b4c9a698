"""Rule texts, citations, interpretations, printings, names in any language, and the loading of rulesets.

This room knows no game: a game brings its own card type, and this room brings what all games share.
"""
