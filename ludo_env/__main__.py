"""`python -m ludo_env` is `ludo-env`; `main` runs a command line from Python."""

import sys

from ludo_env._cli.main import main

__all__ = ["main"]

if __name__ == "__main__":
    sys.exit(main())
