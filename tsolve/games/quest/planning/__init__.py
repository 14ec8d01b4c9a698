"""The best line or policy of one turn."""
