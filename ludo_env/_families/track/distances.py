"""The distance home from every place of a colour."""

from __future__ import annotations

from ludo_env._families.track.tables import HOMEWARD, NOWHERE, Tables


def steps_home(board: Tables) -> tuple[int, ...]:
    """Return [colour * (finish + 1) + place] -> the fewest steps home with all doors open."""
    return tuple(steps for colour in range(board.players) for steps in _steps_of(board, colour))


def _steps_of(board: Tables, colour: int) -> list[int]:
    far = board.finish + 1
    steps = [far] * far
    steps[board.finish] = 0
    for _ in range(far):
        before = list(steps)
        # Backwards, because most steps lead to the next place.
        for place in reversed(range(board.finish)):
            for ahead in _ahead(board, colour, place):
                steps[place] = min(steps[place], steps[ahead] + 1)
        if steps == before:
            break
    return steps


def _ahead(board: Tables, colour: int, place: int) -> list[int]:
    """Return the places that one step can lead to."""
    if not board.width:
        following = [int(board.path[HOMEWARD, place])]
    else:
        ways = range(int(board.forks[colour, place]))
        following = [int(board.onward[colour, place * board.width + way]) for way in ways]
    return [ahead for ahead in following if ahead != NOWHERE]
