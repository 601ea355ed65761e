"""Small rules together, on both backends."""

import pytest
from positions import on_backends
from rule_positions import STORM, graph, race

from ludo_env import Spec
from ludo_env.boards import cross
from ludo_env.rules import (
    blocks,
    bonus_capture,
    bounce_back,
    capture_back,
    capture_by_passing,
    capture_by_swapping,
    chained_die,
    dice,
    doors_after_capture,
    jumps,
    phase_after_capture,
    phase_after_homes,
    phase_after_turns,
    spinner,
    stop_before_home,
    turn_limit,
)
from ludo_env.testing import check_game

COMPILED = {
    "ring chain": (
        race(
            *(jumps(), capture_by_passing(), capture_back(), bonus_capture()),
            *(phase_after_capture(), blocks(size=3).during("war")),
            die=chained_die(),
            exit_number=5,
            last=bounce_back(),
            board=cross(seats=(0, 1, 3), safe=(8, 21)),
        )
    ),
    "ring spinner": race(
        *(capture_by_swapping(), phase_after_turns(turns=20), bonus_capture().during("late")),
        die=spinner(),
        last=stop_before_home(),
    ),
    "graph spinner": race(
        *(capture_by_passing(), capture_by_swapping(), jumps(tiles=("a2 > a9",)), turn_limit()),
        die=spinner(values=(1, 2, 3, 6, -1, 0), weights=(1, 1, 1, 2, 1, 1)),
        last=bounce_back(),
        board=graph("e0 > a0", entries=("e0", "a6"), markers=(2, 1)),
    ),
    "graph doors": race(
        *(capture_back(steps=3), doors_after_capture(), phase_after_homes(count=1)),
        *(blocks().during("storm"), turn_limit(turns=300)),
        die=dice(count=2, weights=(1, 1, 1, 1, 1, 3)),
        last=stop_before_home(),
        board=graph("a3 > a9 if captured"),
    ),
    "storm": race(*STORM, board=cross(pieces=4)),
}


@pytest.mark.parametrize("name", COMPILED)
@on_backends
def test_both_backends_agree(name, backends):
    """Whole games are equal bit for bit, and every rule takes part."""
    spec = COMPILED[name]
    report = check_game(spec, games=3, backends=backends)
    assert report.decisions > 50
    spoken = {key.split(".")[0] for key in report.answered}
    assert {rule.name for rule in spec.rules} <= spoken | {"blocks", "bonus_capture"}
    assert Spec.from_dict(spec.to_dict()) == spec
