"""What puzzles expect of the answers that go beyond one line, a module for each kind."""
