"""Numbers, places and sentences as people read them."""
