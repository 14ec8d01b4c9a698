"""An answer as one page for a browser: no network, no script (but for coverage), everything escaped."""
