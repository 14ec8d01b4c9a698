"""Settle table-top rules questions by computation: legal actions, best lines with proof, cited rulings."""

__version__ = "0.1.0"
