"""What Thunderstone and Thunderstone Quest have in common: Heroes, Monsters in a Dungeon, a Village."""
