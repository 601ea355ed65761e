"""Observations: the whole state, rotated so that the viewer's own arm comes first.

Players are ordered by the place where they sit, counted in arms clockwise from the viewer; an arm
without a player stays empty. Ring squares are counted from the viewer's entry. Dice are shown to
the player who is to play them; otherwise nothing is hidden. The styles:

features  float32, everything in 0..1, one-hot where a network benefits
    ring      arms x ring        pieces of that arm on that square / pieces (if they can change
                                 their owners, / all pieces of the game)
    progress  arms x pieces      steps from the yard / steps to home
    zone      arms x pieces x 4  yard, ring, lane, finished; all 0 for an empty arm
    (fields)  what the rules remember, in the order of the rules
    to_act    arms               whose turn it is
    teams     1                  1 in a team game

compact   int8, one number per fact
    place     arms x pieces      -1 nobody, 0 yard, 1.. ring square + 1, then lane, then finished
    (fields)  what the rules remember
    to_act    1                  number of arms from the viewer to the player to act
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ludo_env._engine.family import DECIDE, Style
from ludo_env._engine.features import field_columns, field_writer, offsets, total
from ludo_env._engine.state import Layout
from ludo_env._families.track.board_kinds import RaceBoard
from ludo_env._families.track.occupancy import counting
from ludo_env._families.track.owners import owning
from ludo_env._families.track.rules.mechanisms.dice import DiceState
from ludo_env._families.track.state import RaceState
from ludo_env._families.track.tables import NOWHERE, YARD, Tables

Array = Callable[..., Any]

ZONES = 4


def features(board: RaceBoard, tables: Tables, layout: Layout, array: Array) -> Style:
    """The row for a network: floats in 0..1."""
    arms, pieces, ring = board.arms, board.pieces, board.ring
    columns = (
        ("ring", arms * ring),
        ("progress", arms * pieces),
        ("zone", arms * pieces * ZONES),
        *field_columns(layout, arms, scaled=True),
        ("to_act", arms),
        ("teams", 1),
    )
    start = offsets(columns)
    order = array(board.table_order())
    write_fields = field_writer(layout, start, order, arms, scaled=True)
    count_on, owner_of = counting(tables), owning(tables)
    arm_of = array([[(seat - own) % arms for seat in board.seats] for own in board.seats])
    cell_of, seen_from = tables.cell, tables.place_at
    owners, most = tables.owners, tables.most
    at_progress, at_zone = start["progress"], start["zone"]
    at_act, at_teams = start["to_act"], start["teams"]
    teams = int(board.players != len(set(board.sides)))
    share, zone, ring_place = (array(column) for column in _by_progress(tables))

    def write(s: RaceState, viewer: int, mask: Any, row: Any) -> None:
        for arm in range(arms):
            colour = order[viewer, arm]
            if colour != NOWHERE:
                for index in range(pieces):
                    write_piece(s, viewer, arm, colour * pieces + index, index, row)
                if colour == s.seat:
                    row[at_act + arm] = 1
        write_fields(s, viewer, row)
        row[at_teams] = teams

    def write_piece(s: RaceState, viewer: int, arm: int, piece: int, index: int, row: Any) -> None:
        """Write the columns of a piece; off the ring, the first number is overwritten at once.

        A processor can hardly predict where a piece is, so the code has no branch for that.
        """
        progress, colour = s.progress[piece], owner_of(s, piece)
        here = arm * pieces + index
        on_ring = ring_place[1 + progress]
        cell = cell_of[colour, max(on_ring, 0)]
        whose = arm if not owners else arm_of[viewer, colour]
        square = whose * ring + seen_from[viewer, cell]
        slot = square if on_ring > YARD else at_progress + here
        row[slot] = count_on(s, colour, cell) / most
        row[at_progress + here] = share[1 + progress]
        row[at_zone + here * ZONES + zone[1 + progress]] = 1

    return Style(np.float32, (total(columns),), 0, 1, columns, write)


def _by_progress(tables: Tables) -> tuple[list[float], list[int], list[int]]:
    """Return for each progress from YARD on: its share of the way, its zone, its ring square."""
    ring, finish, home_steps = tables.ring, tables.finish, tables.gate + 1 + tables.lane
    lane_lead = ring - tables.gate - 1
    on_ring = [place / home_steps for place in range(ring)]
    in_lane = [(place - lane_lead) / home_steps for place in range(ring, finish + 1)]
    zones = [0, *[1] * ring, *[2] * (finish - ring), 3]
    squares = [YARD, *range(ring), *[YARD] * (finish + 1 - ring)]
    return [0.0, *on_ring, *in_lane], zones, squares


def compact(board: RaceBoard, layout: Layout, array: Array) -> Style:
    """The smallest row with complete information: small whole numbers."""
    arms, pieces = board.arms, board.pieces
    columns = (
        ("place", arms * pieces),
        *field_columns(layout, arms, scaled=False),
        ("to_act", 1),
    )
    start = offsets(columns)
    gaps = board.players < arms
    # Unsigned where possible: a compiler then knows that a player is never a negative index.
    order = array(board.table_order(), np.int8 if gaps else np.uint8)
    write_fields = field_writer(layout, start, order, arms, scaled=False)
    at_act = start["to_act"]

    def write(s: RaceState, viewer: int, mask: Any, row: Any) -> None:
        for arm in range(arms):
            colour = order[viewer, arm]
            if gaps and colour == NOWHERE:
                for index in range(pieces):
                    row[arm * pieces + index] = NOWHERE
            else:
                for index in range(pieces):
                    row[arm * pieces + index] = s.progress[colour * pieces + index] + 1
            if colour == s.seat:
                row[at_act] = arm
        write_fields(s, viewer, row)

    # A field that names a player shows the arm.
    seen = [
        arms if field.observe == "player" else field.shown or field.high
        for field in layout.fields.values()
        if field.observe
    ]
    high = max(board.finish + 1, arms, *seen)
    kind = np.int8 if high <= 127 else np.int16
    return Style(kind, (total(columns),), NOWHERE, high, columns, write)


def flat80(tables: Tables) -> Style:
    """The 80 floats of PettingZoo-Ludo; not Markov, for comparison.

    52 occupied squares; 16 pieces: 0 yard, (square + 1) / 52, 0.8 + index / 30 in the lane, 1 home;
    die / 6, "I am to act", five zeros, and the action mask once more. Nothing is rotated.
    """
    columns = (
        ("occupied", 52),
        ("pieces", 16),
        ("die", 1),
        ("to_act", 1),
        ("unused", 5),
        ("mask", 5),
    )
    ring, finish, cell_of = tables.ring, tables.finish, tables.cell
    players, pieces = tables.players, tables.pieces

    def write(s: DiceState, viewer: int, mask: Any, row: Any) -> None:
        for colour in range(players):
            for piece in range(colour * pieces, colour * pieces + pieces):
                progress = s.progress[piece]
                if progress == finish:
                    row[52 + piece] = 1
                elif progress >= ring:
                    row[52 + piece] = 0.8 + (progress - ring) / 30
                elif progress != YARD:
                    row[cell_of[colour, progress]] = 1
                    row[52 + piece] = (cell_of[colour, progress] + 1) / 52
        row[68] = s.dice[0] / 6
        if viewer == s.seat and s.phase == DECIDE:
            row[69] = 1
            for action in range(5):
                row[75 + action] = mask[action]

    return Style(np.float32, (80,), 0, 1, columns, write)
