"""Make the films of the README, by day and by night: `python docs/gallery/film.py`.

The film shows the middle of a seeded game of Ludo between greedy agents.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from ludo_env import load_game, ludo_v0
from ludo_env.agents import View, make_agent
from ludo_env.play import Table, replayed, write_film
from ludo_env.render import DAY, NIGHT

HERE = Path(__file__).parent
FILES = {HERE / "ludo.gif": DAY, HERE / "ludo_night.gif": NIGHT}
SEED = 5
BEFORE, MOVES = 130, 30
SIZE, SECONDS = 320, 0.45


def main() -> None:
    """Write the film in both themes."""
    spec, agent = load_game("ludo"), make_agent("greedy")
    table = Table(spec, ["greedy"] * 4, SEED, backend="python")
    for _ in range(BEFORE):
        table.play(table.choose())
    start = table.game.position(table.record)
    env = ludo_v0.raw_env(backend="python")
    env.reset(seed=SEED, options={"position": start})
    random, actions = np.random.default_rng(SEED), []
    while len(actions) < MOVES and env.agents:
        actions.append(agent.act(View(env.game, env.record, random)))
        env.step(actions[-1])
    replay = replayed(spec, SEED, actions, position=start)
    for file, theme in FILES.items():
        write_film(replay, file, SIZE, SECONDS, theme)


if __name__ == "__main__":
    main()
