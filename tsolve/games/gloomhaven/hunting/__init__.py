"""Random turns of monsters, to find the smallest on which two readings differ."""
