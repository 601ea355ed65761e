"""`python -m ludo_env` is `ludo-env`."""

import sys

from ludo_env.cli import main

sys.exit(main())
