"""Loose Ludo: your own game, as a spec, a dictionary, a file, or a name.

| | |
|---|---|
| Creation | `from ludo_env import loose_ludo_v0; env = loose_ludo_v0.env("my_game.toml")` |
| Agents | `player_0` .. as many as the board seats |
| Actions | as the rules have it; PASS is the last in races |
| Observation | `Dict(observation, action_mask)`; styles "features", "compact" |
| Rewards | +1 to the winners, -1 to the others, 0 before |

`spec` is a `Spec`, a dictionary, a path to a `.toml` or `.json` file, or a name: "backgammon",
"caravans", "ebb", "eight", "french", "generals", "ludo", "mensch", "parchis", "petits_chevaux",
"storm", "strict", "tock", "uckers", "ur_blitz", "ur_finkel", "ur_masters".
`trust=True` lets a file name rules of your own, which are code.

Keywords of every environment: `illegal`, `action_mask`, `observation`, `backend`, `auto_pass`,
`max_steps`, `render_mode`, `render_size`, `render_theme`, `render_seconds`.

Keywords of batches: `seed`, `threads`, `autoreset_mode`, `observation`, `layout`, `copy`,
`auto_pass`, `illegal`, `max_steps`, `backend`, `render_mode`, `render_size`, `render_theme`.

The format is in docs/loose.md.

Version history: v0, the first.
"""

from ludo_env._envs.env_module import views
from ludo_env.catalogue import load_game as spec

env, raw_env, parallel_env, batch_env, single_env, single_batch_env = views("loose_ludo_v0", spec)

__all__ = [
    "batch_env",
    "env",
    "parallel_env",
    "raw_env",
    "single_batch_env",
    "single_env",
    "spec",
]
