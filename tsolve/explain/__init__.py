"""Why something is impossible, and what would make it possible: questions about any feasibility oracle.

Nothing here knows a game. An oracle says whether a thing is possible when certain obstacles are left out, or
when so much of something is added; each answer given here rests on such calls, never on a formula.
"""
