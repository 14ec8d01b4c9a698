"""What is possible, and what if: why-not, decisive rulings, readings compared and hunted."""
