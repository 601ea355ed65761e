"""Positions of Uckers, worked out from the prose of its page.

Actions: 4 times the use of the dice, plus the piece. Uses: 0 and 1 the dice, 2 the jump by both; 12
is the pass. Seats 0 and 2 play together against 1 and 3.
"""

from functools import partial

import pytest
from loose_specs import FORKED_BOARD
from positions import expect, given, on_backends, over, play, random_game

from ludo_env import SpecError, loose_ludo_v0
from ludo_env.rules import number_rolls_again, single_marker_jumps
from ludo_env.testing import check_game

PASS = 12
uckers = partial(given, loose_ludo_v0, spec="uckers", backend="python")

FORKED = {
    "name": "forked",
    "family": "track",
    "board": FORKED_BOARD,
    "rules": [
        {"rule": "dice", "count": 2, "together": True},
        {"rule": "leave_yard"},
        {"rule": "overshoot_finishes"},
        {"rule": "capture_all"},
        {"rule": "single_marker_jumps"},
        {"rule": "number_rolls_again"},
        {"rule": "all_home_wins"},
    ],
}


def test_a_six_brings_a_piece_out():
    """A six brings a piece out: the other die then moves the piece that is out, alone."""
    env = uckers("turn=0", rolls=[6, 3, 1, 2])
    expect(env, legal={0, 1, 2, 3}, thrown=1)
    assert env.describe(0) == "piece 0: 6 from the yard to 0"
    play(env, 0)
    expect(env, legal={4}, p0="0", dice="-,3")
    play(env, 4)
    expect(env, p0="3", turn=0, dice="1,2", thrown=0)


def test_two_dice_that_make_six_bring_nobody_out():
    """A six brings a piece out: on one die; 2 and 4 do not."""
    env = uckers("turn=0", rolls=[2, 4])
    expect(env, legal={PASS})
    assert env.explain(8).startswith("single_marker_jumps")


def test_the_only_piece_jumps():
    """The only piece in play takes both dice as one jump: neither die may be played alone."""
    env = uckers("p0=10 turn=0", rolls=[2, 3, 1, 2])
    expect(env, legal={8})
    assert env.describe(8) == "piece 0: 2+3 from 10 to 15"
    assert env.explain(0).startswith("single_marker_jumps")
    play(env, 8)
    expect(env, p0="15", turn=1, dice="1,2")


def test_a_jump_captures_only_where_it_ends():
    """A jump captures where it ends: the enemy two squares on is passed over, the one at 15 not."""
    env = uckers("p0=10 p3=25,28 turn=0", rolls=[2, 3, 1, 2])
    expect(env, legal={8})
    assert env.describe(8) == "piece 0: 2+3 from 10 to 15, captures player_3 on square 15"
    play(env, 8)
    expect(env, p0="15", p3="25,y", turn=1)


def test_a_jump_that_a_blob_stops():
    """The only piece jumps if it can: over a blob it cannot, and the dice are played separately."""
    env = uckers("p0=10 p1=1,1 turn=0", rolls=[2, 3, 1, 2])
    expect(env, legal={0, 4})
    assert env.describe(0) == "piece 0: 2 from 10 to 12"
    assert env.describe(4) == "piece 0: 3 from 10 to 13"
    assert env.explain(8).startswith("enemy_blocks")
    play(env, 0)
    expect(env, p0="12", turn=1, dice="1,2")


def test_nobody_else_jumps():
    """Both dice at once are for the only piece: with two in play each die moves separately."""
    env = uckers("p0=10,20 turn=0", rolls=[2, 3])
    expect(env, legal={0, 1, 4, 5})
    assert env.explain(8).startswith("single_marker_jumps")


def test_nobody_jumps_while_a_piece_can_come_out():
    """Nobody jumps while a piece can come out: 6 and 3 are played separately, unless it is shut."""
    env = uckers("p0=10 turn=0", rolls=[6, 3])
    expect(env, legal={0, 1, 2, 3, 4})
    assert env.explain(8).startswith("single_marker_jumps")
    env = uckers("p0=10 p1=39,39 turn=0", rolls=[6, 3, 1, 2])
    expect(env, legal={8})
    assert env.describe(8) == "piece 0: 6+3 from 10 to 19"
    play(env, 8)
    expect(env, p0="19", turn=0, dice="1,2")


@pytest.mark.parametrize(
    ("dice", "legal"), [((1, 2), {8}), ((2, 3), {0, 4}), ((4, 5), {PASS}), ((1, 3), {0, 4})]
)
def test_home_by_the_exact_number(dice, legal):
    """Home needs the exact number: three steps away 1+2 is a jump home, and 2+3 is not."""
    env = uckers("p0=h2 turn=0", rolls=dice)
    expect(env, legal=legal)
    if 8 in legal:
        assert env.describe(8) == "piece 0: 1+2 from h2 to home"


def test_blobs_stop_the_other_team_only():
    """A blob stops the other team: a partner passes it and stands on it."""
    env = uckers("p0=10,20 p1=1,1 turn=0", rolls=[4, 5])
    expect(env, legal={1, 5})
    assert env.explain(0).startswith("enemy_blocks")
    env = uckers("p0=10,20 p2=38,38 turn=0", rolls=[2, 3])
    expect(env, legal={0, 1, 4, 5})
    play(env, 0)
    expect(env, p0="12,20", p2="38,38")


def test_two_colours_are_no_blob():
    """Two colours on a square are no blob: a piece that lands there captures both."""
    env = uckers("p0=10,20 p1=1 p3=27 turn=0", rolls=[4, 5])
    expect(env, legal={0, 1, 4, 5})
    assert env.describe(0) == (
        "piece 0: 4 from 10 to 14, captures player_1 on square 14, captures player_3 on square 14"
    )
    play(env, 0)
    expect(env, p0="14,20", p1="", p3="")


@pytest.mark.parametrize("other", ["", " p3=26"])
def test_no_square_is_safe(other):
    """No square is safe: an enemy on their own entry is captured, alone or beside others."""
    env = uckers(f"p0=10,20 p1=0{other} turn=0", rolls=[3, 1])
    expect(env, legal={0, 1, 4, 5})
    report = "piece 0: 3 from 10 to 13, captures player_1 on square 13"
    assert env.describe(0) == report + (", captures player_3 on square 13" if other else "")
    play(env, 0)
    expect(env, p0="13,20", p1="", p3="")


def test_a_six_rolls_again_even_unplayed():
    """A throw with a six earns another, even if nothing could be played."""
    env = uckers("p0=f,f,h4,h4 turn=0", rolls=[6, 2, 1, 1])
    expect(env, legal={2, 3}, turn=0, dice="1,1", thrown=0)
    assert env.describe(2) == "piece 2: 1 from h4 to home"


def test_two_sixes_roll_again_once():
    """A throw with a six earns another: two sixes earn only one."""
    env = uckers("p0=10,20,f,f turn=0", rolls=[6, 6, 1, 2, 3, 4])
    expect(env, legal={0, 1})
    play(env, 0)
    expect(env, legal={4, 5}, p0="16,20,f,f", dice="-,6", turn=0)
    play(env, 5)
    expect(env, legal={0, 1, 4, 5}, p0="16,26,f,f", dice="1,2", turn=0)
    play(env, 0, 5)
    expect(env, p0="17,28,f,f", turn=1, dice="3,4")


def test_who_is_home_moves_his_partners_pieces():
    """A player with all pieces home moves their partner's: by the same rules, also the jump."""
    env = uckers("p0=f,f,f,f p2=10 turn=0", rolls=[2, 3, 1, 2])
    expect(env, legal={8})
    assert env.describe(8) == "piece 0: 2+3 from 10 to 15"
    play(env, 8)
    expect(env, p0="f,f,f,f", p2="15", turn=1)


def test_the_rest_of_the_dice_is_the_partners():
    """A player with all pieces home moves their partner's: already by the second die."""
    env = uckers("p0=h4,f,f,f p2=10,20 turn=0", rolls=[1, 4, 1, 2])
    expect(env, legal={0})
    play(env, 0)
    expect(env, legal={4, 5}, p0="f,f,f,f", dice="-,4", turn=0)
    assert env.describe(5) == "piece 1: 4 from 20 to 24"
    play(env, 5)
    expect(env, p2="10,24", turn=1)


def test_a_team_wins_together():
    """A team wins with all eight at home: at once, by the player who brings the last one in."""
    env = uckers("p0=f,f,f,f p2=h4,f,f,f turn=0", rolls=[1, 3])
    expect(env, legal={0})
    play(env, 0)
    assert over(env)
    assert list(env.rewards.values()) == [1, -1, 1, -1]


def test_a_jump_where_ways_part():
    """The only piece in play takes both dice as one jump: by either way that leads there."""
    env = loose_ludo_v0.raw_env(FORKED, backend="python")
    env.reset(options={"position": "p0=a1,y,y p1=y,y,y turn=0", "dice": [1, 2]})
    legal = env.observe("player_0")["action_mask"].nonzero()[0].tolist()
    assert [env.describe(action) for action in legal] == [
        "piece 0: 1+2 from a1 to b0",
        "piece 0: 1+2 by way 1 from a1 to b0",
    ]


def test_a_single_piece_a_player():
    """The only piece in play takes both dice as one jump: also if every player has only one."""
    board = {**FORKED["board"], "pieces": 1}
    env = loose_ludo_v0.raw_env({**FORKED, "board": board}, backend="python")
    env.reset(options={"position": "p0=a0 p1=y turn=0", "dice": [1, 3]})
    legal = env.observe("player_0")["action_mask"].nonzero()[0].tolist()
    assert [env.describe(action) for action in legal] == [
        "piece 0: 1+3 from a0 to b0",
        "piece 0: 1+3 by way 1 from a0 to b0",
    ]


@pytest.mark.parametrize(
    ("rule", "parameters"),
    [
        (single_marker_jumps, {"count": 1}),
        (single_marker_jumps, {"count": 5}),
        (single_marker_jumps, {"count": "2"}),
        (number_rolls_again, {"number": 0}),
        (number_rolls_again, {"number": 121}),
        (number_rolls_again, {"number": True}),
    ],
)
def test_parameters_that_cannot_be(rule, parameters):
    """A rule refuses what it cannot be given: in one sentence that names the parameter."""
    with pytest.raises(SpecError, match=f"{rule.name}.{next(iter(parameters))}"):
        uckers().spec.replace(rule(**parameters)).check()


def test_random_games_end():
    """A team wins with all eight at home: random games end that way."""
    for seed in range(5):
        assert sum(1 for _ in random_game(uckers(), seed)) > 50


@pytest.mark.parametrize("spec", ["uckers", FORKED], ids=["uckers", "forked"])
@on_backends
def test_both_backends_agree(spec, backends):
    """Both backends play the same game, on a cross and where ways part."""
    game = loose_ludo_v0.env(spec, backend="python").spec
    assert check_game(game, games=5, backends=backends).games == 5
