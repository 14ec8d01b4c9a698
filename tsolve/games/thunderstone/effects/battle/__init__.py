"""What Monsters do in the battle."""
