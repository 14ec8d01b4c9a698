"""How the rulings of Thunderstone Quest are switched off, for `tsolve.turns.ablating`."""
