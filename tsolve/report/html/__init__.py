"""An answer as one page for a browser: no network, no script, everything escaped."""
