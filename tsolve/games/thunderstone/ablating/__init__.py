"""How the rulings of Thunderstone are switched off, for `tsolve.turns.ablating`."""
