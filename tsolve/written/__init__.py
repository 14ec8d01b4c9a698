"""What people write in any game: files, names of cards, sentences, questions of one line."""
