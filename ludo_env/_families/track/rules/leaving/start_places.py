"""Pieces that start on the board.  Clause: L-14."""

from __future__ import annotations

from collections.abc import Iterator

from ludo_env._engine.errors import SpecError, nearest, quoted
from ludo_env._engine.rule import Hooks, hooks, rule
from ludo_env._families.track.pieces import placing
from ludo_env._families.track.state import RaceState
from ludo_env._families.track.tables import NOWHERE, Tables, own_table


@rule(clauses="L-14", wants="pieces that are given a place")
def start_places(board: Tables, squares: tuple[str, ...] = ("3",)) -> Hooks:
    """Some pieces of each player start on squares of the board, and the others in the yard.

    There is a line for each player: "24:2 13:5" is two pieces on square 24 and five on 13.
    """
    if len(squares) > board.players:
        raise SpecError(
            f"start_places.squares has a line for each of {board.players} players at most, "
            f"not {len(squares)}."
        )
    found = [place for player, line in enumerate(squares) for place in _places(board, player, line)]
    colours = own_table(board, [player for player, _, _ in found])
    pieces = own_table(board, [piece for _, piece, _ in found])
    places = own_table(board, [place for _, _, place in found])
    count = len(found)
    put = placing(board)

    def setup(s: RaceState) -> None:
        for number in range(count):
            put(s, colours[number], pieces[number], places[number])

    return hooks(setup=setup)


def _places(board: Tables, player: int, line: str) -> Iterator[tuple[int, int, int]]:
    """Return the player, the piece and its place, for each piece in a line."""
    index = 0
    for word in line.split():
        square, _, times = word.partition(":")
        if square not in board.names:
            known = [name for name in board.names if name]
            said = nearest(square, known)
            raise SpecError(f"start_places: unknown square {quoted(square)}; {said}")
        place = int(board.place_at[player, board.names.index(square)])
        if place in (NOWHERE, board.finish) or not (times or "1").isdigit():
            raise SpecError(
                f"start_places: {quoted(word)} is not a square on the way of player {player} with "
                "a number of pieces, such as '24:2'."
            )
        for _ in range(int(times or 1)):
            if index == int(board.markers[player]):
                raise SpecError(
                    f"start_places: {quoted(line)} places more than the {index} pieces of player "
                    f"{player}."
                )
            yield player, player * board.pieces + index, place
            index += 1
