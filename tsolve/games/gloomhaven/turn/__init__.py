"""The rules of a turn, a file for each of its parts."""
