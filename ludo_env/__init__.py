"""Race and dice board games as PettingZoo environments, 1.9 million compiled decisions a second.

For people who train or study agents in games of chance for one to 24 players: Ludo, Backgammon,
Generals and others, or a game of your own, a file with a board and a list of rules. 3.45 million
decisions of random four-player Ludo take 1.8 seconds on one core.

>>> from ludo_env import ludo_v0
>>> env = ludo_v0.env(num_players=2)
>>> env.reset(seed=7)
>>> env.agent_selection
'player_0'
"""

from ludo_env._engine.errors import (
    ActionRangeError,
    IllegalActionError,
    LudoError,
    OrderError,
    PositionError,
    SpecError,
)
from ludo_env._engine.game import Game, game_of
from ludo_env._engine.rule import Rule, field, hooks, rule
from ludo_env._engine.spec import Spec
from ludo_env._envs.env_module import env_of
from ludo_env._envs.registration import make_vec, register_all
from ludo_env._moved import install
from ludo_env._version import __version__
from ludo_env.catalogue import load_game
from ludo_env.envs import french_ludo_v0, generals_v0, loose_ludo_v0, ludo_v0, strict_ludo_v0

__all__ = [
    "ActionRangeError",
    "Game",
    "IllegalActionError",
    "LudoError",
    "OrderError",
    "PositionError",
    "Rule",
    "Spec",
    "SpecError",
    "__version__",
    "env_of",
    "field",
    "french_ludo_v0",
    "game_of",
    "generals_v0",
    "hooks",
    "load_game",
    "loose_ludo_v0",
    "ludo_v0",
    "make_vec",
    "rule",
    "strict_ludo_v0",
]

install()
register_all()
