"""What people write and read: position files, steps, descriptions."""
