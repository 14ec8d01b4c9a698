"""Planning a turn: finding the best line by a goal with optimisation problems, and proving it.

Actions that reveal cards or move the Hall are searched in the engine (`situations`). The rest, who carries,
eats and attacks what, is stated as a problem (`attack`, `village`) and solved; the solution becomes actions
that the engine plays (`realise`). `plan` puts this together, `lines` describes the result, `turns` chooses
between kinds of turn.
"""
