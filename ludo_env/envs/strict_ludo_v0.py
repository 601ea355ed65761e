"""Strict Ludo: one or two dice, protected entries, every enemy on a square captured.

| | |
|---|---|
| Creation | `from ludo_env import strict_ludo_v0; env = strict_ludo_v0.env(dice=2)` |
| Agents | `player_0` .. `player_3` (2 to 4); two players sit opposite each other |
| Actions | `Discrete(5)`: 0-3 that piece, 4 PASS |
| | two dice: `Discrete(9)`: die * 4 + piece, 8 PASS |
| Observation | `Dict(observation, action_mask)`; styles "features", "compact", "flat80" |
| Rewards | +1 to the winner, -1 to the others, 0 before |

Keywords of the game: `num_players`, `dice`, `end_path`, `corners`, `protected_landing`,
`end_path_stack`, `first_player`, `seats`.

Keywords of every environment: `illegal`, `action_mask`, `observation`, `backend`, `auto_pass`,
`max_steps`, `render_mode`, `render_size`, `render_theme`, `render_seconds`.

Keywords of batches: `seed`, `threads`, `autoreset_mode`, `observation`, `layout`, `copy`,
`auto_pass`, `illegal`, `max_steps`, `backend`, `render_mode`, `render_size`, `render_theme`.

After `reset` the infos hold `turn_order_rolls`: round by round, what each player rolled for the
first turn (0: did not roll). The rules are in docs/rules/strict.md.

Version history: v0, the first.
"""

from ludo_env._envs.env_module import views
from ludo_env._families.track.games.strict import strict_ludo

env, raw_env, parallel_env, batch_env, single_env, single_batch_env = views(
    "strict_ludo_v0", strict_ludo
)

spec = strict_ludo

__all__ = [
    "batch_env",
    "env",
    "parallel_env",
    "raw_env",
    "single_batch_env",
    "single_env",
    "spec",
]
