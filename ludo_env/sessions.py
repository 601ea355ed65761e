"""Games played step by step: sessions, the operations of `Session.run`, and effects of actions.

>>> from ludo_env import game_of, ludo_v0
>>> from ludo_env.sessions import BEGIN, SETTLE, unpack_status
>>> session = game_of(ludo_v0.spec(num_players=2), "python").session(seed=7)
>>> seat, phase, legal = unpack_status(session.run(BEGIN | SETTLE, 0))
"""

from ludo_env._engine.chance import draw, stream_keys
from ludo_env._engine.effects import Effects
from ludo_env._engine.kernel import (
    AUTO_PASS,
    BEGIN,
    LOOK,
    OBSERVE,
    PLAY,
    REFUSED,
    ROLL,
    SETTLE,
    unpack_status,
)
from ludo_env._engine.session import Session
from ludo_env._families.grid.effects import GridEffects
from ludo_env._families.track.effects import Capture, Conversion, Freed, Journey, RaceEffects

__all__ = [
    "AUTO_PASS",
    "BEGIN",
    "LOOK",
    "OBSERVE",
    "PLAY",
    "REFUSED",
    "ROLL",
    "SETTLE",
    "Capture",
    "Conversion",
    "Effects",
    "Freed",
    "GridEffects",
    "Journey",
    "RaceEffects",
    "Session",
    "draw",
    "stream_keys",
    "unpack_status",
]
