"""The conformance kit: check a rule, a game, a family, an agent or an environment of your own.

`complaints_about` says what is wrong with a spec without raising; `perft` and `divide` count all
ways to play on from a state, to compare two engines.

>>> from ludo_env import ludo_v0
>>> from ludo_env.testing import check_game
>>> check_game(ludo_v0.spec(num_players=2), games=1, backends=("python",)).games
1

With pytest, fixtures of the same names are the same functions; `pytest --ludo-games 100` sets how
many games each plays, unless a call sets it.
"""

from ludo_env._engine.game_check import complaints_about
from ludo_env._engine.game_data import read as read_game
from ludo_env._engine.perft import divide, perft
from ludo_env.testing.agents import check_agent
from ludo_env.testing.environments import check_env
from ludo_env.testing.families import check_family
from ludo_env.testing.games import Report, check_game, check_rule
from ludo_env.testing.promises import BrokenPromiseError

__all__ = [
    "BrokenPromiseError",
    "Report",
    "check_agent",
    "check_env",
    "check_family",
    "check_game",
    "check_rule",
    "complaints_about",
    "divide",
    "perft",
    "read_game",
]
