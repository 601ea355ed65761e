"""Tables in the browser: the server of `ludo-env serve`, for programs that start their own.

>>> from ludo_env.server import Options, TableServer
>>> with TableServer(Options(port=0)) as server:  # doctest: +SKIP
...     print(server.address)

It needs the extra `web`: pip install "ludo_env[web]".
"""

from ludo_env._web.running import Options, TableServer
from ludo_env._web.server import Limits

__all__ = ["Limits", "Options", "TableServer"]
