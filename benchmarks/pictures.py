"""Pictures per second, as arrays of 640 x 640 pixels: `python benchmarks/pictures.py`.

After each random step the environment is rendered; only the rendering is timed. All games of the
catalogue take turns in one run, and the best turn of each counts. For comparison: PettingZoo's
`connect_four_v3` in its own size, and copying a finished picture of 640 x 640.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import pygame
from pettingzoo.classic import connect_four_v3

from ludo_env import french_ludo_v0, generals_v0, loose_ludo_v0, ludo_v0, strict_ludo_v0
from ludo_env.catalogue import game_names

SIDE = 640
ROUNDS = 6
FRAMES = 150
COPY = "copy of a picture"
YARDSTICK = "connect_four_v3"


def main() -> None:
    """Measure everything and print a table."""
    how = {"render_mode": "rgb_array", "render_size": (SIDE, SIDE), "backend": "python"}
    rounds: dict[str, Callable[[], float]] = {
        COPY: copies,
        YARDSTICK: rendered(connect_four_v3.env(render_mode="rgb_array")),
        "ludo": rendered(ludo_v0.env(**how)),
        "strict, 2 dice": rendered(strict_ludo_v0.env(dice=2, **how)),
        "french": rendered(french_ludo_v0.env(**how)),
        "generals": rendered(generals_v0.env(**how)),
    }
    others = sorted(set(game_names()) - set(rounds) - {"strict"})
    rounds |= {name: rendered(loose_ludo_v0.env(name, **how)) for name in others}
    best = dict.fromkeys(rounds, 0.0)
    for _ in range(ROUNDS):
        for name, measure in rounds.items():
            best[name] = max(best[name], measure())
    print(f"{'':20} {'pictures/s':>10}  {'of ' + YARDSTICK:>20}  {'of the copy':>11}")
    for name, rate in best.items():
        ratios = f"{rate / best[YARDSTICK]:19.1f}x  {rate / best[COPY]:10.0%}"
        print(f"{name:20} {rate:10,.0f}  {ratios}")


def rendered(env: object) -> Callable[[], float]:
    """Run a round of steps, each rendered; return pictures per second."""

    def measure() -> float:
        spent, count = 0.0, 0
        while count < FRAMES:
            env.reset(seed=count)
            env.render()
            for agent in env.agent_iter():
                observation, _, over, broken_off, _ = env.last()
                if over or broken_off or count == FRAMES:
                    break
                env.step(env.action_space(agent).sample(observation["action_mask"]))
                start = time.perf_counter()
                env.render()
                spent += time.perf_counter() - start
                count += 1
        return count / spent

    return measure


def copies() -> float:
    """Copy the pixels of a surface repeatedly; return pictures per second."""
    surface = pygame.Surface((SIDE, SIDE), 0, 32)
    start = time.perf_counter()
    for _ in range(FRAMES):
        pygame.image.tobytes(surface, "RGB")
    return FRAMES / (time.perf_counter() - start)


if __name__ == "__main__":
    main()
