"""What people write and read: position files, actions in words, names, descriptions."""
