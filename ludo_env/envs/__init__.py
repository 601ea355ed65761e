"""The environment modules: one for each game, and one for games of your own.

What their functions return: `BoardEnv` (AEC), `ParallelBoardEnv`, `SeatEnv`, `SeatBatchEnv` and
`BatchEnv`. What they take besides the keywords of a game is in `Settings`; for batches, in
`VectorSettings`, and for batches of single seats in `SeatBatchSettings`.
"""

from ludo_env._envs.aec import BoardEnv
from ludo_env._envs.parallel import ParallelBoardEnv
from ludo_env._envs.seat_statistics import RecordSeatStatistics
from ludo_env._envs.seat_vector import SeatBatchEnv
from ludo_env._envs.settings import SeatBatchSettings, Settings, VectorSettings
from ludo_env._envs.single import SeatEnv
from ludo_env._envs.vector import BatchEnv

__all__ = [
    "BatchEnv",
    "BoardEnv",
    "ParallelBoardEnv",
    "RecordSeatStatistics",
    "SeatBatchEnv",
    "SeatBatchSettings",
    "SeatEnv",
    "Settings",
    "VectorSettings",
]
