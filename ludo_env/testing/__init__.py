"""The conformance kit: check a rule, a game or an environment of your own.

>>> from ludo_env.testing import check_game
>>> from ludo_env._families.track.games.ludo import ludo
>>> check_game(ludo(num_players=2), games=1, backends=("python",)).games
1
"""

from ludo_env.testing.environments import check_env
from ludo_env.testing.games import Report, check_game, check_rule

__all__ = ["Report", "check_env", "check_game", "check_rule"]
