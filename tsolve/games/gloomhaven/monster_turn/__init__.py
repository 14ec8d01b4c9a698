"""What the rules make a monster do: its focus, where it goes, and whom it attacks. (GH-12.6 to GH-12.28)"""
