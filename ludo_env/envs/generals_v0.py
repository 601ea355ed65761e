"""Generals: an attacker and a defender, a die and a grid.

| | |
|---|---|
| Creation | `from ludo_env import generals_v0; env = generals_v0.env()` |
| Agents | `player_0`, `player_1`; who attacks is tossed for, and chosen |
| Actions | `Discrete(602)`: 0-399 cell * 4 + (up, down, left, right), as far as the die says; |
| | 400-499 garrison from a cell; 500-599 a target cell; 600, 601 be the Attacker, the Defender |
| | with `diagonal=True` 1002: moves are 0-799, cell * 8 + way, and all others 400 higher |
| Observation | `Dict(observation, action_mask)`; styles "planes", "features", "compact" |
| Rewards | +1 to the winner, -1 to the loser, 0 before, in a draw and after `max_turns` |

Keywords of the game: `role_choice`, `diagonal`, `offensive_consumes_turn`, `convert_inside`,
`adjudicate_hopeless`, `max_turns`.

Keywords of every environment: `illegal`, `action_mask`, `observation`, `backend`, `auto_pass`,
`max_steps`, `render_mode`, `render_size`, `render_theme`, `render_seconds`.

Keywords of batches: `seed`, `threads`, `autoreset_mode`, `observation`, `layout`, `copy`,
`auto_pass`, `illegal`, `max_steps`, `backend`, `render_mode`, `render_size`, `render_theme`.

The rules are in docs/rules/generals.md. `infos[agent]["stalemate_rerolls"]` counts the dice of the
present turn with which nothing could be done; `["attacker"]` is the player who attacks (-1: not
known yet), `["white"]` and `["black"]` the players of these colours.

`max_turns=None` sets no limit: a game continues until somebody has won. The default is 1000.

Version history: v0, the first.
"""

from ludo_env._envs.env_module import views
from ludo_env._families.grid.games.generals import generals

env, raw_env, parallel_env, batch_env, single_env, single_batch_env = views("generals_v0", generals)

spec = generals

__all__ = [
    "batch_env",
    "env",
    "parallel_env",
    "raw_env",
    "single_batch_env",
    "single_env",
    "spec",
]
