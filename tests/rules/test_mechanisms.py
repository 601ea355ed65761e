"""Rules that speak of dice and sixes, with every mechanism for which they mean something.

Each test is a race on the cross: a mechanism, a way out of the yard, a capture, and the rule that
is looked at. An action is 4 * use + piece; with the bag it is 44 * piece + use. Cards have the use
of their kind: 2 for a three, 5 for a six.
"""

from dataclasses import replace

import pytest
from positions import expect, expect_all, full, legal_set, play

from ludo_env import SpecError, env_of, load_game
from ludo_env.rules import (
    all_home_wins,
    automatic_combined_exit,
    bonus_dice,
    capture_lone,
    cards,
    chained_die,
    dice,
    double_six_bag,
    doubles_roll_again,
    enemy_blocks,
    exact_finish,
    exit_with_a_six,
    forced_unblocking,
    leave_yard,
    lock_after_capture,
    number_rolls_again,
    prison,
    single_marker_jumps,
    single_pawn,
    special_exit,
    spinner,
    sweep,
    three_sixes,
)
from ludo_env.testing import check_game

MECHANISMS = {
    "die": dice(),
    "two": dice(count=2, together=True),
    "owed": bonus_dice(),
    "chain": chained_die(),
    "bag": double_six_bag(),
    "spinner": spinner(),
    "cards": cards(),
}


def race(mechanism, *more, leave=None, capture=None):
    """The spec of a race with this mechanism and these rules."""
    rules = (
        exact_finish(),
        enemy_blocks(),
        capture or capture_lone(),
        MECHANISMS[mechanism],
        leave or leave_yard(),
        all_home_wins(),
        *more,
    )
    return replace(load_game("ludo"), name=f"race of {mechanism}", rules=rules)


def given(spec, position, rolls=()):
    """A raw environment of the spec, in this position."""
    env = env_of(spec, backend="python", illegal="raise")
    env.reset(seed=1, options={"position": full(position), "dice": list(rolls)})
    return env


# A six buys a captive back

BUYS = "{} buys it back from prison"


@pytest.mark.parametrize(
    ("mechanism", "shown", "said"),
    [
        ("die", "6", {0: BUYS.format(6), 1: "6 from 10 to 16"}),
        ("die", "5", {1: "5 from 10 to 15"}),
        (
            "two",
            "6,3",
            {0: BUYS.format(6), 1: "6 from 10 to 16", 5: "3 from 10 to 13", 9: "6+3 from 10 to 19"},
        ),
        ("two", "4,2", {1: "4 from 10 to 14", 5: "2 from 10 to 12", 9: "4+2 from 10 to 16"}),
        ("owed", "6,3", {0: BUYS.format(6), 1: "6 from 10 to 16", 5: "3 from 10 to 13"}),
        ("chain", "6,3", {0: BUYS.format("6+3"), 1: "6+3 from 10 to 19"}),
        ("chain", "3", {1: "3 from 10 to 13"}),
        (
            "bag",
            "6,3",
            {
                4: BUYS.format(6),
                46: "3 from 10 to 13",
                48: "6 from 10 to 16",
                50: "6+3 combined from 10 to 19",
            },
        ),
        ("spinner", "6", {0: BUYS.format(6), 1: "6 from 10 to 16"}),
        ("spinner", "5", {1: "5 from 10 to 15"}),
        ("cards", "6,3", {9: "3 from 10 to 13", 20: BUYS.format(6), 21: "6 from 10 to 16"}),
    ],
)
def test_prison(mechanism, shown, said):
    """A six buys a captive back, alone where dice can be parted; no sum and no other die does."""
    env = given(race(mechanism, capture=prison()), f"p0=x1,10,f,f turn=0 dice={shown}")
    piece = {action: action // 44 if mechanism == "bag" else action % 4 for action in said}
    expect_all(env, {action: f"piece {piece[action]}: {what}" for action, what in said.items()})


def test_ludo_with_a_prison():
    """In Ludo a six is spent on buying back into the yard; it rolls again, as any six does."""
    ludo = load_game("ludo").without("capture_lone").with_rules(prison(), after="blocks")
    env = given(ludo, "p0=10 p1=1 turn=0 dice=4", rolls=[6, 5, 6, 1])
    play(env, 0)  # captures, and rolls again
    expect(env, p1="x0", turn=0, dice=6)
    env = given(ludo, "p0=14 p1=x0,3,3,4 turn=1 dice=5", rolls=[2])
    expect(env, legal={1, 2, 3})
    assert env.explain(0) == (
        "prison: A lone enemy on an open square goes to the captor's prison; "
        "one six buys it back home."
    )
    env = given(ludo, "p0=14 p1=x0,f,f,f turn=1 dice=6", rolls=[6, 3])
    expect_all(env, {0: "piece 0: 6 buys it back from prison"})
    play(env, 0)
    expect(env, p1="y,f,f,f", turn=1, dice=6)
    expect_all(env, {0: "piece 0: 6 from the yard to 0"})


# Dice in one move stop at the first enemy


@pytest.mark.parametrize(
    ("mechanism", "shown", "ends"),
    [
        ("die", "6", {0: "16"}),
        ("two", "4,2", {0: "14", 4: "12", 8: "14"}),
        ("two", "5,2", {0: "15", 4: "12", 8: "14"}),
        ("owed", "5,2", {0: "15", 4: "12"}),
        ("chain", "5", {0: "15"}),
        ("chain", "6,2", {0: "14"}),
        ("bag", "5,2", {1: "12", 2: "15", 3: "14"}),
        ("spinner", "6", {0: "16"}),
        ("cards", "5,6", {16: "15", 20: "16"}),
    ],
)
def test_sweep(mechanism, shown, ends):
    """Only dice that are combined stop at an enemy on their way; one alone goes over it."""
    env = given(race(mechanism, sweep()), f"p0=10,f,f,f p1=1 turn=0 dice={shown}")
    expect(env, legal=set(ends))
    for action, end in ends.items():
        assert env.describe(action).split(" to ")[-1].split(",")[0] == end


# Who blocks the last piece of another player


@pytest.mark.parametrize(
    ("mechanism", "shown", "legal"),
    [
        ("die", "2", {0, 1}),
        ("two", "2,1", {0, 1, 4, 5, 8, 9}),
        ("owed", "2,1", {0, 1, 4, 5}),
        ("chain", "2", {0, 1}),
        ("bag", "2,1", {1, 2, 3, 45, 46, 47}),
        ("spinner", "2", {0, 1}),
        ("cards", "2,3", {4, 5, 8, 9}),
    ],
)
def test_forced_unblocking(mechanism, shown, legal):
    """The pile on 19 stands before the last piece of player 1: its pieces must be moved."""
    spec = race(mechanism, forced_unblocking())
    env = given(spec, f"p0=19,19,30,3 p1=5,f,f,f turn=0 dice={shown}")
    expect(env, legal=legal)
    struck = 90 if mechanism == "bag" else min(legal) + 2
    assert env.explain(struck).startswith("forced_unblocking: ")
    free = given(spec, f"p0=19,19,30,3 p1=5,7,f,f turn=0 dice={shown}")
    assert legal < legal_set(free)


def test_forced_unblocking_in_ludo():
    """In Ludo with its blocks; a pile that cannot move obliges nobody."""
    ludo = load_game("ludo").with_rules(forced_unblocking())
    expect(given(ludo, "p0=19,19,30,3 p1=5,f,f,f turn=0 dice=2"), legal={0, 1})
    expect(given(ludo, "p0=19,19,30,3 p1=5,f,f,f p2=46,46 turn=0 dice=3"), legal={2, 3})
    expect(given(ludo, "p0=19,19,30,3 p1=6,f,f,f turn=0 dice=2"), legal={0, 1, 2, 3})


def test_team_mates_oblige_nobody():
    """A pile before the last piece of a team-mate may stay."""
    ludo = load_game("ludo").with_rules(forced_unblocking())
    teams = replace(ludo, board=replace(ludo.board, teams=(0, 0, 1, 1)))
    expect(given(teams, "p0=19,19,30,3 p1=5,f,f,f turn=0 dice=2"), legal={0, 1, 2, 3})


# One piece in play takes the most dice


@pytest.mark.parametrize(
    ("mechanism", "shown", "pieces", "legal"),
    [
        ("die", "2", "10", {0}),
        ("two", "3,1", "10", {8}),
        ("two", "3,1", "10,12", {0, 1, 4, 5, 8, 9}),
        ("two", "6,1", "10,f,f,y", {0, 3, 4, 8}),
        ("two", "-,1", "10", {4}),
        ("owed", "3,1", "10", {0, 4}),
        ("chain", "6,3", "10", {0}),
        ("bag", "3,1", "10", {3}),
        ("bag", "6,1", "10,f,f,y", {2, 4, 6, 136}),
        ("spinner", "2", "10", {0}),
    ],
)
def test_single_pawn(mechanism, shown, pieces, legal):
    """With nothing to bring out, the only piece in play takes as many dice as it can."""
    spec = race(mechanism, single_pawn())
    expect(given(spec, f"p0={pieces} turn=0 dice={shown}"), legal=legal)


def test_single_pawn_with_two_dice_only():
    """`scope="two"` obliges nobody while more than two dice are left."""
    three = replace(race("two", single_pawn(scope="two")), name="three dice").replace(
        dice(count=3, together=True)
    )
    expect(given(three, "p0=10 turn=0 dice=1,2,4"), legal={0, 4, 8, 12})
    every = three.replace(single_pawn())
    expect(given(every, "p0=10 turn=0 dice=1,2,4"), legal={12})
    assert given(every, "p0=10 turn=0 dice=1,2,4").explain(0).startswith("single_pawn: ")


@pytest.mark.parametrize(
    ("mechanism", "shown", "legal"),
    [("two", "3,1", {8}), ("bag", "3,1", {3}), ("chain", "6,3", {0}), ("owed", "3,1", {0, 4})],
)
def test_single_marker_jumps(mechanism, shown, legal):
    """The only piece in play must jump by all dice, whatever number that use has."""
    spec = race(mechanism, single_marker_jumps())
    expect(given(spec, f"p0=10 turn=0 dice={shown}"), legal=legal)


# A six brings a piece out, and takes other dice along


@pytest.mark.parametrize(
    ("mechanism", "shown", "ends"),
    [
        ("die", "6", {3: "0"}),
        ("die", "5", {4: ""}),
        ("two", "6,3", {3: "0", 11: "3"}),
        ("two", "4,2", {12: ""}),
        ("owed", "6,3", {3: "0", 11: "3"}),
        ("owed", "4,2", {20: ""}),
        ("chain", "6,3", {3: "3"}),
        ("chain", "6,6,1", {3: "7"}),
        ("bag", "6,3", {136: "0", 138: "3"}),
        ("spinner", "6", {3: "0"}),
        ("cards", "6,3", {23: "0"}),
    ],
)
def test_exit_with_a_six(mechanism, shown, ends):
    """One six, never a sum; dice that are played with it carry the piece on."""
    env = given(race(mechanism, leave=exit_with_a_six()), f"p0=f,f,f,y turn=0 dice={shown}")
    expect(env, legal=set(ends))
    for action, end in ends.items():
        assert end in ("", env.describe(action).split(" to ")[-1])


@pytest.mark.parametrize(
    ("mechanism", "shown", "pieces", "legal"),
    [
        ("die", "6", "f,f", {2, 3}),
        ("two", "6,3", "f,f", {10, 11}),  # nobody else could use the three
        ("two", "6,3", "f,f,10", {2, 3, 6, 10, 11}),  # piece 2 could
        ("two", "6,6", "f,f", {2, 3, 10, 11}),  # the other six brings the other piece out
        ("two", "6,6", "f,f,f", {11}),
        ("two", "6,3", "f,f,f,x1", {3}),  # a purchase is no exit
        ("owed", "6,3", "f,f", {10, 11}),
        ("chain", "6,3", "f,f", {2, 3}),
        ("bag", "6,3", "f,f", {94, 138}),
        ("bag", "6,3", "f,f,10", {90, 92, 94, 136, 138}),
        ("bag", "6,6,2", "f,f,f", {142}),
    ],
)
def test_automatic_combined_exit(mechanism, shown, pieces, legal):
    """If no other piece can use what is left after the six, the exit takes it along."""
    rules = {"leave": exit_with_a_six(), "capture": prison()}
    spec = race(mechanism, automatic_combined_exit(), **rules)
    expect(given(spec, f"p0={pieces} turn=0 dice={shown}"), legal=legal)


def test_the_combined_exit_needs_no_prison():
    """Without a rule that holds captives nobody is one."""
    spec = race("two", automatic_combined_exit(), leave=exit_with_a_six())
    env = given(spec, "p0=f,f turn=0 dice=6,3")
    expect(env, legal={10, 11})
    assert env.explain(2).startswith("automatic_combined_exit: ")


@pytest.mark.parametrize(
    ("mechanism", "shown", "special", "left"),
    [
        ("die", "6", None, ""),
        ("spinner", "6", None, ""),
        ("two", "6,5", None, ""),
        ("two", "6,6", 12, ""),
        ("owed", "6,6", 20, ""),
        ("chain", "6,6,3", 4, ""),  # all throws are one move: the three goes with the sixes
        ("bag", "6,6,3", 176, "3"),
    ],
)
def test_special_exit(mechanism, shown, special, left):
    """Two sixes break the block on the own entry: a prisoner and a piece of the house come out."""
    rules = {"leave": exit_with_a_six(), "capture": prison()}
    spec = race(mechanism, lock_after_capture(), special_exit(), **rules)
    env = given(spec, f"p0=10,x1 p1=39,39 turn=0 dice={shown}")
    if special is None:
        assert not any("special" in env.describe(action) for action in legal_set(env))
        return
    assert special in legal_set(env)
    play(env, special)
    expect(env, p0="10,0,0", p1="x0,x0", turn=0 if left else 1)
    if left:
        expect(env, dice=left, locked="1,2")


# What a throw shows


@pytest.mark.parametrize(
    ("mechanism", "rolls", "thrown"),
    [
        ("die", [6], 1),
        ("die", [5], 0),
        ("two", [2, 6], 1),
        ("two", [5, 1], 0),
        ("chain", [6, 6, 6], 1),
        ("chain", [6, 2], 0),  # the last throw of the chain
        ("bag", [6, 2], 1),
        ("bag", [6, 6, 3, 2], 0),  # the last throw again
        ("spinner", [6], 1),  # the sixth value is a six
        ("spinner", [7], 0),  # and the seventh goes two steps back
    ],
)
def test_number_rolls_again(mechanism, rolls, thrown):
    """A six in the last throw earns another, whichever mechanism shows it."""
    env = given(race(mechanism, number_rolls_again()), "p0=20,30 turn=0", rolls)
    expect(env, turn=0, thrown=thrown)


@pytest.mark.parametrize(
    ("mechanism", "rolls", "doubles"),
    [
        ("two", [4, 4], 1),
        ("two", [4, 3], 0),
        ("owed", [5, 5], 1),
        ("bag", [3, 3], 1),
        ("bag", [3, 2], 0),
        ("bag", [6, 6, 2, 2], 1),
        ("bag", [6, 6, 6, 2], 0),
    ],
)
def test_doubles_roll_again(mechanism, rolls, doubles):
    """Equal dice in the last throw are a double."""
    env = given(race(mechanism, doubles_roll_again()), "p0=20,30 turn=0", rolls)
    expect(env, turn=0, doubles=doubles)


def test_three_sixes_on_a_spinner_with_other_values():
    """What counts is a six, not the sixth outcome of the wheel."""
    spec = race("spinner", three_sixes()).replace(spinner(values=(6, 1, 2, 3, 4, 5)))
    expect(given(spec, "p0=20,30 turn=0 sixes=2,0,0,0", [1]), turn=1)
    expect(given(spec, "p0=20,30 turn=0 sixes=2,0,0,0", [6]), turn=0, sixes="0,0,0,0")


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
    """A rule that needs what these dice never show is named, with what it asks."""
    with pytest.raises(SpecError, match=message):
        spec.check()


@pytest.mark.parametrize(
    "mechanism", ["bag", *(pytest.param(name, marks=pytest.mark.long) for name in ("two", "chain"))]
)
def test_all_of_them_on_both_backends(mechanism):
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
    report = check_game(spec, games=2)
    assert report.decisions > 200
    spoken = {"prison.held", "special_exit.offers", "automatic_combined_exit.prune"}
    assert spoken <= set(report.answered)
