"""Many hands looked at: dealt, shared out to workers, added up exactly. Knows no game."""
