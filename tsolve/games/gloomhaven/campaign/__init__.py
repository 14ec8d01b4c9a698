"""The campaign between scenarios: what people have, what they do with it, and what it costs. (GH-15)"""
