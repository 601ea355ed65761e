"""French two-dice Ludo: a bag of dice, prisons, jumps and sweeps, the special exit, obligations.

| | |
|---|---|
| Creation | `from ludo_env import french_ludo_v0; env = french_ludo_v0.env()` |
| Agents | `player_0` .. `player_3` (2 to 4); two players sit opposite each other |
| Actions | `Discrete(178)`: piece * 44 + sixes * 4 + 2 * (high die) + (low die) |
| | 176 special exit, 177 PASS; one action is one play, the agent acts until its turn ends |
| Observation | `Dict(observation, action_mask)`; styles "features", "compact" |
| Rewards | +1 to the winner, -1 to the others, 0 before |

Keywords of the game: `num_players`, `exit_sweep_includes_entry`, `unblock_scope`,
`single_pawn_scope`, `first_player`, `seats`.

Keywords of every environment: `illegal`, `action_mask`, `observation`, `backend`, `auto_pass`,
`max_steps`, `render_mode`, `render_size`, `render_theme`, `render_seconds`.

Keywords of batches: `seed`, `threads`, `autoreset_mode`, `observation`, `layout`, `copy`,
`auto_pass`, `illegal`, `max_steps`, `backend`, `render_mode`, `render_size`, `render_theme`.

The rules are in docs/rules/french.md, and in French in docs/rules/french.fr.md.

Version history: v0, the first.
"""

from ludo_env._envs.env_module import views
from ludo_env._families.track.games.french import french_ludo

env, raw_env, parallel_env, batch_env, single_env, single_batch_env = views(
    "french_ludo_v0", french_ludo
)

spec = french_ludo

__all__ = [
    "batch_env",
    "env",
    "parallel_env",
    "raw_env",
    "single_batch_env",
    "single_env",
    "spec",
]
