"""`python -m ludo_env` is `ludo-env`."""

import sys

from ludo_env._cli.main import main

sys.exit(main())
