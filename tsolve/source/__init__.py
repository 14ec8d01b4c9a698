"""From bytes to structs: limited YAML trees with spans, type-driven decoding, and the schema of the types.

The only room that knows YAML.
"""
