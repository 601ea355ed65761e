"""The conformance kit: check a rule, a game or an environment of your own.

>>> from ludo_env import ludo_v0
>>> from ludo_env.testing import check_game
>>> check_game(ludo_v0.spec(num_players=2), games=1, backends=("python",)).games
1
"""

from ludo_env._engine.game_files import read as read_game
from ludo_env.testing.environments import check_env
from ludo_env.testing.games import Report, check_game, check_rule

__all__ = ["Report", "check_env", "check_game", "check_rule", "read_game"]
