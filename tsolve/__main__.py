"""`python -m tsolve`."""

from tsolve.cli import main

main()
