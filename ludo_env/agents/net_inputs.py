"""The inputs of a network, computed from a state as the player to act sees it.

For a race: the places of pieces, pairs, gates, the progress, and the probability that each enemy's
next throw hits each piece (exposures). For any other game: the numbers of its observation style
"features". The inputs follow from the board and the fields of the rules, so they work for any race.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ludo_env._engine.features import field_columns, field_writer, offsets, total
from ludo_env._engine.game import Game
from ludo_env._engine.network import Inputs
from ludo_env._engine.rule import Hook
from ludo_env._families.track.tables import NOWHERE, Tables
from ludo_env.agents.evaluation import MOST_REACH, array_of, exposing, gate_of
from ludo_env.agents.evaluation_tables import reach_of, reach_size, steps_home

# The first piece in a place, the second, and all others have separate inputs; the first two have
# one input with the gate open and one with the gate shut.
_KINDS = 5
# Inputs of each arm: its gate is open; it can hit somebody (gate open, gate shut); its progress.
_MARKS = 4


def inputs_of(game: Game) -> Inputs:
    """Return the inputs of a game."""
    fields, board = game.layout.fields, game.plain.tables
    race = "progress" in fields and "owner" not in fields
    if race and reach_size(board) <= MOST_REACH:
        return _race_inputs(game)
    return _row_inputs(game)


def _race_inputs(game: Game) -> Inputs:
    """Return the inputs of a race: fields, places and exposures."""
    parts = game.plain if game.backend == "python" else game.arrays
    array, board, arms = array_of(game), parts.tables, game.spec.board.arms
    order = array(game.spec.board.table_order())
    columns = field_columns(game.layout, arms, scaled=True)
    width = total(columns)
    write_fields = field_writer(game.layout, offsets(columns), order, arms, scaled=True)
    players, pieces, places = board.players, board.pieces, board.finish + 2
    # The inputs: fields, players, marks and places of each arm, exposures of each pair of arms.
    at_player = width
    at_marks = at_player + players
    at_place = at_marks + arms * _MARKS
    at_exposed = at_place + arms * _KINDS * places
    inputs = at_exposed + arms * (arms - 1) * places
    side, cell_of, progress_of = board.side, board.cell, board.place_at
    exposed, (is_open, _) = exposing(game, board), gate_of(game)
    way = array(_ways(game.plain.tables))
    known = reach_of(game.plain.tables, game.facts)
    missing, kinds, rows = array(1.0 - known.table), known.kinds, known.places
    # `work` begins with the fields, then the arm, place and cell of each exposed piece.
    at_targets = width
    first: int = at_targets + 3 * players * pieces

    def encode(s: Any, work: Any) -> int:
        for at in range(width):
            work[at] = 0.0
        write_fields(s, s.seat, work)
        end = first
        for at in range(width):
            if work[at] != 0.0:
                work[end] = at
                work[end + 1] = work[at]
                end += 2
        work[end] = at_player + s.seat
        work[end + 1] = 1.0
        end += 2
        for arm in range(arms):
            colour = order[s.seat, arm]
            if colour >= 0:
                end = encode_arm(s, work, arm, colour, end)
        targets = list_targets(s, work)
        for arm in range(arms):
            colour = order[s.seat, arm]
            if colour >= 0:
                end = encode_hits(s, work, arm, colour, targets, end)
        return end

    def encode_arm(s: Any, work: Any, arm: int, colour: int, end: int) -> int:
        """Write the places of the pieces of an arm; return the new end."""
        shut = 0 if is_open(s, colour) else 1
        gone = 0.0
        for piece in range(colour * pieces, colour * pieces + pieces):
            place, before = s.progress[piece], 0
            for other in range(colour * pieces, piece):
                before += s.progress[other] == place
            kind = 4 if before > 1 else 2 * before + shut
            work[end] = at_place + (arm * _KINDS + kind) * places + place + 1
            work[end + 1] = 1.0
            end += 2
            gone += way[colour, place + 1]
        work[end] = at_marks + arm * _MARKS + 3
        work[end + 1] = gone
        if shut == 0:
            end += 2
            work[end] = at_marks + arm * _MARKS
            work[end + 1] = 1.0
        return end + 2

    def list_targets(s: Any, work: Any) -> int:
        """List the exposed pieces; return the end of the list."""
        end = at_targets
        for arm in range(arms):
            colour = order[s.seat, arm]
            if colour < 0:
                continue
            for piece in range(colour * pieces, colour * pieces + pieces):
                place = s.progress[piece]
                if exposed(s, colour, place):
                    work[end] = arm
                    work[end + 1] = place
                    work[end + 2] = cell_of[colour, place]
                    end += 3
        return end

    def encode_hits(s: Any, work: Any, arm: int, hunter: int, targets: int, end: int) -> int:
        """Write the chances of an arm's next throw to hit each target; return the new end."""
        shut = 0 if is_open(s, hunter) else 1
        row = (shut * kinds + hunter % kinds) * rows + 1
        missed = 1.0
        for k in range(at_targets, targets, 3):
            other = int(work[k]) - arm
            if other == 0 or side[order[s.seat, int(work[k])]] == side[hunter]:
                continue
            target = progress_of[hunter, int(work[k + 2])]
            if target == NOWHERE:
                continue
            left = 1.0
            for own in range(hunter * pieces, hunter * pieces + pieces):
                left *= missing[row + s.progress[own], target]
            if left < 1.0:
                at = arm * (arms - 1) + (other if other > 0 else other + arms) - 1
                work[end] = at_exposed + at * places + int(work[k + 1]) + 1
                work[end + 1] = 1.0 - left
                end += 2
                missed *= left
        if missed < 1.0:
            work[end] = at_marks + arm * _MARKS + 1 + shut
            work[end + 1] = 1.0 - missed
            end += 2
        return end

    most = width + 1 + players * (pieces + 3) + players * (players - 1) * pieces
    words = ", ".join(
        [
            *(f"{name} {size}" for name, size in columns),
            f"players {players} of {arms}",
            f"places {places}",
            f"pieces {pieces}",
            f"sides {''.join(str(int(one)) for one in game.plain.tables.side)}",
        ]
    )
    return Inputs(encode, first, most, inputs, arms, order, side, words)


def _ways(board: Tables) -> Any:
    """Return [colour, place + 1] -> the share of its whole way that a piece has gone."""
    found = np.zeros((board.players, board.finish + 2))
    for colour in range(board.players):
        left = steps_home(board, colour)
        for place in range(board.finish + 1):
            share = 1 - left[place] / max(left[0], 1)
            found[colour, place + 1] = (0.1 + 0.9 * max(0.0, share)) / board.pieces
    return found


def _row_inputs(game: Game) -> Inputs:
    """Return the inputs of any game: the numbers of its style "features" that are not 0."""
    parts = game.plain if game.backend == "python" else game.arrays
    array, players = array_of(game), game.players
    style = parts.styles["features"]
    write: Hook = style.write
    width = style.width
    order = array(
        [[(seat + offset) % players for offset in range(players)] for seat in range(players)]
    )
    sides = list(game.spec.board.sides)

    def encode(s: Any, work: Any) -> int:
        for at in range(width):
            work[at] = 0.0
        write(s, s.seat, work, work)
        end = width
        for at in range(width):
            if work[at] != 0.0:
                work[end] = at
                work[end + 1] = work[at]
                end += 2
        return end

    words = ", ".join(f"{name} {size}" for name, size in style.columns)
    return Inputs(encode, width, width, width, players, order, array(sides), words)
