"""Written steps read and played as a line, with all that it leaves open."""
