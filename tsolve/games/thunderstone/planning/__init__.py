"""Planning a turn: which line is best by a goal, stated as optimisation problems and proved.

What reveals cards or moves the Hall is searched in the engine (`situations`); what remains, who carries,
eats and attacks what, is stated as a problem (`attack`, `village`) and solved; the solution becomes
actions that the engine plays (`realise`). `plan` ties it together, `lines` tells what was found, `turns`
chooses between kinds of turn.
"""
