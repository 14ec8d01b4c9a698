"""What every game brings: its position, how steps are read, numbers, changes, and who answers."""
