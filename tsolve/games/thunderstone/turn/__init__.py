"""The rules of a turn: its steps, the battle, the Hall, the Village."""
