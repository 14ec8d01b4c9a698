"""The best policy where chance has a say: followed, written down and played on every way."""
