"""What is stated of a position, judged: claims, expectations, and the rulings behind an answer."""
