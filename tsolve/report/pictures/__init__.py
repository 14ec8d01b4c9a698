"""Pictures for a forum: SVG documents that need nothing else."""
