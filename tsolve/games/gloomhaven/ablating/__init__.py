"""Which rules decide a turn or an attack: each is switched off, and everything judged again."""
