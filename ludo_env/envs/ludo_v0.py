"""Ludo: capture before home, blocks, three sixes, teams.

| | |
|---|---|
| Creation | `from ludo_env import ludo_v0; env = ludo_v0.env()` |
| Agents | `player_0` .. `player_3` (2 to 4) |
| Actions | `Discrete(5)`: 0-3 move that piece, 4 PASS (legal only when no piece can move) |
| Observation | `Dict(observation, action_mask)`; styles "features", "compact", "flat80" |
| Rewards | +1 to the winner or the winning team, -1 to the others, 0 before |

Keywords of the game: `num_players`, `mode`, `safe_squares`, `exact_finish`, `extra_roll_on_six`,
`extra_roll_on_capture`, `extra_roll_on_finish`, `share_when_stuck`, `sixes_reset`, `first_player`,
`seats`.

Keywords of every environment: `illegal`, `action_mask`, `observation`, `backend`, `auto_pass`,
`max_steps`, `render_mode`, `render_size`, `render_theme`, `render_seconds`.

Keywords of batches: `seed`, `threads`, `autoreset_mode`, `observation`, `layout`, `copy`,
`auto_pass`, `illegal`, `max_steps`, `backend`, `render_mode`, `render_size`, `render_theme`.

The rules are in docs/rules/ludo.md.

Version history: v0, the first.
"""

from ludo_env._envs.env_module import views
from ludo_env._families.track.games.ludo import ludo

env, raw_env, parallel_env, batch_env, single_env, single_batch_env = views("ludo_v0", ludo)

spec = ludo

__all__ = [
    "batch_env",
    "env",
    "parallel_env",
    "raw_env",
    "single_batch_env",
    "single_env",
    "spec",
]
