"""Rules about dice and sixes: those that a mechanism cannot answer are refused."""

import pytest
from mechanism_races import race
from positions import on_backends

from ludo_env import SpecError
from ludo_env.rules import (
    automatic_combined_exit,
    dice,
    doubles_roll_again,
    exit_with_a_six,
    forced_unblocking,
    leave_yard,
    lock_after_capture,
    prison,
    single_pawn,
    special_exit,
    spinner,
    sweep,
    three_sixes,
)
from ludo_env.testing import check_game


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        (
            race("die", leave=leave_yard(number=4), capture=prison()).replace(
                dice(faces=(1, 2, 3, 4))
            ),
            r"Rule 'prison' needs an answer to 'six_use' .* dice with other parameters",
        ),
        (race("cards", three_sixes()), "Rule 'three_sixes' needs an answer to 'thrown' "),
        (race("cards", single_pawn()), "Rule 'single_pawn' needs an answer to 'dice_left' "),
        (race("cards", special_exit()), "Rule 'special_exit' needs an answer to 'sixes_left' "),
        (
            race("die", doubles_roll_again()),
            "Rule 'doubles_roll_again' needs an answer to 'is_double' ",
        ),
        (
            race("spinner", special_exit()).replace(spinner(values=(1, 2, 3))),
            "Rule 'special_exit' needs an answer to 'sixes_left' ",
        ),
    ],
)
def test_what_dice_cannot_show_is_refused(spec, message):
    """A rule that needs what these dice never show is named, with its question."""
    with pytest.raises(SpecError, match=message):
        spec.check()


@pytest.mark.parametrize("mechanism", ["bag", "two", "chain"])
@on_backends
def test_all_of_them_on_both_backends(mechanism, backends):
    """All these rules together, compiled and plain, bit for bit."""
    spec = race(
        mechanism,
        sweep(),
        lock_after_capture(),
        special_exit(),
        forced_unblocking(scope="all"),
        single_pawn(),
        automatic_combined_exit(),
        leave=exit_with_a_six(),
        capture=prison(),
    )
    report = check_game(spec, games=2, backends=backends)
    assert report.decisions > 200
    spoken = {"prison.held", "special_exit.offers", "automatic_combined_exit.prune"}
    assert spoken <= set(report.answered)
