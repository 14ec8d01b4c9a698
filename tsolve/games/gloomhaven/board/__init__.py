"""The map as geometry: hexes, walls, steps and sight. Nothing here knows figures or terrain."""
