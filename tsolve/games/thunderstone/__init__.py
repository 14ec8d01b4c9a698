"""Thunderstone (Alderac Entertainment Group, 2009): the base game."""
