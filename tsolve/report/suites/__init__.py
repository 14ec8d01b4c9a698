"""Puzzles, receipts and readings compared."""
