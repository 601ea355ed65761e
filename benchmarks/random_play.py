"""Results of Generals with random play on both sides: `python benchmarks/random_play.py [games]`.

Each choice is uniform among the legal actions. Roles are by lot, everything else is at its default.
"""

from __future__ import annotations

import math
import statistics
import sys

from ludo_env import game_of
from ludo_env._families.grid.games.generals import generals
from ludo_env.rules import OVER


def main() -> None:
    """Play the games under both direction rules and print how they ended."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    for diagonal in (False, True):
        print(f"{'diagonal' if diagonal else 'orthogonal'}, {games} games:")
        for line in _summary(*_played(diagonal, games)):
            print(f"  {line}")


def _played(diagonal: bool, games: int) -> tuple[list[int], list[int], int]:
    """Return the wins of the Attacker (1, 0), the turns of each game, and how many were cut off."""
    game = game_of(generals("random", diagonal=diagonal), "numba")
    session = game.session(seed=1)
    record, won, turns, cut = session.record, [], [], 0
    for _ in range(games):
        game.playout(session, 1)
        cut += int(record["phase"][0] != OVER)
        won.append(int(record["winner"][0] == record["attacker"][0]))
        turns.append(int(record["turns"][0]))
    return won, turns, cut


def _summary(won: list[int], turns: list[int], cut: int) -> list[str]:
    low, high = wilson(sum(won), len(won))
    return [
        f"the Attacker wins {sum(won) / len(won):.2%} (95 %: {low:.2%} to {high:.2%})",
        f"cut off after 1000 turns: {cut}",
        f"turns: median {statistics.median(turns):.0f}, longest {max(turns)}",
    ]


def wilson(won: int, games: int, z: float = 1.96) -> tuple[float, float]:
    """Return the Wilson interval of a share."""
    share = won / games
    middle = share + z * z / (2 * games)
    width = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    scale = 1 + z * z / games
    return (middle - width) / scale, (middle + width) / scale


if __name__ == "__main__":
    main()
