"""Cards, rules and codes, looked up."""
