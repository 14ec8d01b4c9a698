"""The best policy under chance: followed, written down, and played on every branch."""
