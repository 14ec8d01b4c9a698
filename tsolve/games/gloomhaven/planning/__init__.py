"""The best turn of a character and the best round: a search over choices and chance, with bounds."""
