"""One attack on one figure: modifier cards, damage and chances, without a map. (GH-6.7 to GH-6.20)"""
