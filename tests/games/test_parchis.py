"""Positions of Parchis, worked out from the prose of its page.

Actions: 4 times the use of the dice, plus the piece. Uses: 0 and 1 the dice, 2 both together, 3 the
20 steps of a capture, 4 the 10 steps of a homecoming; 20 is the pass.
"""

from functools import partial

import pytest
from loose_specs import FORKED_BOARD
from positions import expect, given, on_backends, over, play, random_game

from ludo_env import PositionError, Spec, SpecError, loose_ludo_v0
from ludo_env.rules import blocks, bonus_dice, capacity, doubles_roll_again
from ludo_env.testing import check_game

PASS = 20
parchis = partial(given, loose_ludo_v0, spec="parchis", backend="python")

# Two ways part at `a1` and meet again: all rules of this page on a board that is not a ring.
FORKED = {
    "name": "forked",
    "family": "track",
    "board": {**FORKED_BOARD, "safe": ["a0", "b0"]},
    "rules": [
        {"rule": "leave_yard", "number": 5},
        {"rule": "overshoot_finishes"},
        {"rule": "blocks", "where": "everywhere"},
        {"rule": "capacity"},
        {"rule": "capture_lone"},
        {"rule": "capture_on_entry"},
        {"rule": "bonus_dice", "capture": 3, "finish": 2, "count": 3},
        {"rule": "doubles_roll_again", "third": "send_back"},
        {"rule": "all_home_wins"},
    ],
}


def test_a_five_on_one_die_brings_a_piece_out():
    """A five brings a piece out: the 5 is used up by it, and the 3 moves the piece that is out."""
    env = parchis("turn=0", rolls=[5, 3, 1, 2])
    expect(env, legal={0, 1, 2, 3})
    assert env.describe(1) == "piece 1: 5 from the yard to 0"
    assert env.explain(4).startswith("leave_yard")
    play(env, 1)
    expect(env, legal={5}, p0="y,0", dice="-,3", turn=0)
    play(env, 5)
    expect(env, p0="y,3", turn=1, dice="1,2")


def test_two_dice_that_make_five_bring_a_piece_out():
    """A five brings a piece out: 2 and 3 together do, and move no piece that is out."""
    env = parchis("turn=0", rolls=[2, 3, 1, 2])
    expect(env, legal={8, 9, 10, 11})
    assert env.describe(8) == "piece 0: 2+3 from the yard to 0"
    play(env, 8)
    expect(env, p0="0", turn=1, dice="1,2")
    env = parchis("p0=10 turn=0", rolls=[2, 3])
    expect(env, legal={0, 4, 9, 10, 11})
    assert env.explain(8).startswith("bonus_dice")
    assert env.describe(4) == "piece 0: 3 from 10 to 13"


def test_a_block_stops_everyone_on_a_safe_square_too():
    """Two of one colour stop everybody: nobody lands on them or passes, on a safe square either."""
    env = parchis("p0=10 p1=63,63 turn=0", rolls=[2, 4])
    expect(env, legal={PASS})
    assert env.explain(0).startswith("blocks")
    assert env.explain(4).startswith("blocks")


def test_a_block_stops_its_own_colour():
    """Two of one colour stop everybody: the third piece of the same colour as well."""
    env = parchis("p0=10,12,12 turn=0", rolls=[2, 4])
    expect(env, legal={1, 2, 5, 6})
    assert env.describe(6) == "piece 2: 4 from 12 to 16"


def test_a_square_holds_two():
    """No square holds more than two: two colours on square 12 can be passed, but not joined."""
    env = parchis("p0=10 p1=63 p2=46 turn=0", rolls=[2, 4])
    expect(env, legal={4})
    assert env.explain(0).startswith("capacity")
    assert env.describe(4) == "piece 0: 4 from 10 to 14"
    play(env, 4)
    expect(env, legal={0}, p0="14", dice="2,-")


def test_a_capture_owes_twenty():
    """A capture owes 20 steps: any one piece in play goes them, before or after the other die."""
    env = parchis("p0=10,30 p2=47 turn=0", rolls=[3, 6])
    expect(env, legal={0, 1, 4, 5})
    assert env.describe(0) == "piece 0: 3 from 10 to 13, captures player_2 on square 13"
    play(env, 0)
    expect(env, legal={4, 5, 12, 13}, p0="13,30", p2="", dice="-,6,capture")
    assert env.describe(13) == "piece 1: 20 for a capture from 30 to 50"
    assert env.explain(14).startswith("bonus_dice")
    play(env, 12)
    expect(env, legal={4, 5}, p0="33,30", dice="-,6", turn=0)


def test_twenty_steps_may_capture_again():
    """A capture owes 20 steps: if they capture, another 20 are owed."""
    env = parchis("p0=10 p2=47 p3=50 turn=0", rolls=[3, 6])
    play(env, 0)
    expect(env, legal={4, 12})
    assert env.describe(12) == (
        "piece 0: 20 for a capture from 13 to 33, captures player_3 on square 33"
    )
    play(env, 12)
    expect(env, legal={4, 12}, p0="33", p3="", dice="-,6,capture")


def test_nothing_is_captured_on_a_safe_square():
    """Safe squares are shared: a lone enemy who is joined there stays, and nothing is owed."""
    env = parchis("p0=10 p2=46 turn=0", rolls=[2, 6])
    expect(env, legal={0, 4})
    assert env.describe(0) == "piece 0: 2 from 10 to 12"
    play(env, 0)
    expect(env, legal={4}, p0="12", p2="46", dice="-,6")


def test_coming_out_captures_on_the_entry():
    """Coming out captures: a lone enemy on the safe entry goes back, which owes 20 steps."""
    env = parchis("p2=34 turn=0", rolls=[5, 6])
    expect(env, legal={0, 1, 2, 3})
    assert env.describe(0) == "piece 0: 5 from the yard to 0, captures player_2 on square 0"
    play(env, 0)
    expect(env, legal={4, 12}, p0="0", p2="", dice="-,6,capture")


def test_only_the_owner_captures_on_an_entry():
    """Coming out captures: a piece that walks onto another colour's entry shares it."""
    env = parchis("p1=48 p2=34 turn=1", rolls=[3, 1])
    expect(env, legal={0, 4})
    assert env.describe(0) == "piece 0: 3 from 48 to 51"
    play(env, 0)
    expect(env, legal={4}, p1="51", p2="34", dice="-,1")


def test_a_full_entry_is_shut():
    """A full entry cannot be entered: with two colours on it, or with two of one's own."""
    env = parchis("p2=34 p3=17 turn=0", rolls=[5, 6])
    expect(env, legal={PASS})
    assert env.explain(0).startswith("capacity")
    env = parchis("p0=0,0 turn=0", rolls=[5, 6])
    expect(env, legal={0, 1, 4, 5})
    assert env.describe(1) == "piece 1: 5 from 0 to 5"


def test_coming_home_owes_ten():
    """A piece that comes home earns 10 steps: by the exact number, for any piece in play."""
    env = parchis("p0=h6,20 turn=0", rolls=[1, 2, 1, 2])
    expect(env, legal={0, 1, 5})
    assert env.describe(0) == "piece 0: 1 from h6 to home"
    assert env.explain(4).startswith("exact_finish")
    play(env, 0)
    expect(env, legal={5, 17}, p0="f,20", dice="-,2,finish")
    play(env, 5)
    expect(env, legal={17}, dice="-,-,finish", turn=0)
    assert env.describe(17) == "piece 1: 10 for coming home from 22 to 32"
    play(env, 17)
    expect(env, p0="f,32", turn=1, dice="1,2")


def test_what_cannot_be_gone_is_lost():
    """What nobody can go is lost: with one piece left, in the yard, 2 and 10 end with the turn."""
    env = parchis("p0=h6,f,f turn=0", rolls=[1, 2, 5, 4])
    expect(env, legal={0})
    play(env, 0)
    expect(env, legal={0, 1, 2, 3}, p0="f,f,f", turn=1, dice="5,4")


def test_the_lane():
    """The lane begins behind 63: from there 1 leads to its first square and 6 to its sixth."""
    env = parchis("p0=63 turn=0", rolls=[1, 6])
    expect(env, legal={0, 4})
    assert env.describe(0) == "piece 0: 1 from 63 to h0"
    assert env.describe(4) == "piece 0: 6 from 63 to h5"


def test_doubles_roll_again():
    """Equal dice roll again: after both were played, or when neither can be played."""
    env = parchis("p0=10 turn=0", rolls=[3, 3, 1, 2])
    expect(env, legal={0}, doubles=1)
    play(env, 0)
    expect(env, legal={4}, p0="13", dice="-,3")
    play(env, 4)
    expect(env, legal={0, 4}, p0="16", turn=0, dice="1,2", doubles=0)
    env = parchis("turn=0", rolls=[3, 3, 1, 2])
    expect(env, legal={PASS}, turn=0, dice="1,2", doubles=0)


def test_the_third_double_sends_the_leader_back():
    """The third double is not played: the piece furthest on, in the lane too, goes to the yard."""
    env = parchis("p0=10,40,h2,f turn=0 doubles=2", rolls=[4, 4, 1, 2])
    expect(env, p0="10,40,y,f", turn=1, dice="1,2", doubles=0)
    env = parchis("p0=f turn=0 doubles=2", rolls=[4, 4, 1, 2])
    expect(env, p0="f", turn=1)
    env = parchis("p0=10 turn=0", rolls=[3, 3, 4, 4, 6, 6, 1, 2])
    play(env, 0, 4)
    expect(env, legal={0}, dice="4,4", doubles=2)
    play(env, 0, 4)
    expect(env, p0="", turn=1, dice="1,2", doubles=0)


def test_the_leader_where_ways_part():
    """The third double is not played: the fewest steps from home count, on either way."""
    env = loose_ludo_v0.raw_env(FORKED, backend="python")
    position = "p0=b2,b3,d0 p1=y,y,y turn=0 doubles=2"
    env.reset(options={"position": position, "dice": [4, 4, 4, 1, 2, 4]})
    assert env.position.startswith("p0=b2,y,d0 p1=y,y,y turn=1")


@pytest.mark.parametrize(("third", "turn", "dice"), [("skip", 1, "1,2"), ("play", 0, "4,4")])
def test_other_third_doubles(third, turn, dice):
    """The third double is not played: a game may only end the turn, or play on without limit."""
    spec = parchis().spec.replace(doubles_roll_again(third=third))
    count = 1 if third == "play" else 2
    env = parchis(f"p0=10,40 turn=0 doubles={count}", rolls=[4, 4, 1, 2], spec=spec)
    expect(env, p0="10,40", turn=turn, dice=dice)


def test_the_last_piece_home_wins():
    """All four at home win: at once, whatever is still owed or unspent."""
    env = parchis("p0=h6,f,f,f turn=0", rolls=[1, 2])
    expect(env, legal={0})
    play(env, 0)
    assert over(env)
    assert list(env.rewards.values()) == [1, -1, -1, -1]


def test_what_is_owed_stands_in_the_position():
    """What is owed follows the dice in a position, and is read back."""
    position = "p0=10,30 turn=0 dice=-,6,capture,finish"
    env = parchis(position)
    expect(env, legal={4, 5, 12, 13, 16, 17}, dice="-,6,capture,finish")
    again = parchis()
    again.reset(options={"position": env.position})
    assert again.position == env.position


@pytest.mark.parametrize("dice", ["-,-", "1", "1,2,bonus", "-,capture", "7,1"])
def test_dice_that_cannot_be(dice):
    """What is owed follows the dice: everything else is refused."""
    with pytest.raises(PositionError):
        parchis(f"p0=10 turn=0 dice={dice}")


@pytest.mark.parametrize(
    ("rule", "parameters"),
    [
        (bonus_dice, {"count": 1}),
        (bonus_dice, {"capture": -1}),
        (bonus_dice, {"finish": 121}),
        (bonus_dice, {"capture": "20"}),
        (capacity, {"most": 0}),
        (capacity, {"most": True}),
        (blocks, {"where": "nowhere"}),
        (doubles_roll_again, {"third": "burn"}),
    ],
)
def test_parameters_that_cannot_be(rule, parameters):
    """A rule refuses what it cannot be given: in one sentence that names the parameter."""
    with pytest.raises(SpecError, match=f"{rule.name}.{next(iter(parameters))}"):
        parchis().spec.without(*_names_like(rule)).with_rules(rule(**parameters)).check()


def test_blocks_on_open_squares_are_as_they_were():
    """Two of one colour stop everybody: on open squares only, unless the game says everywhere."""
    spec = parchis().spec.replace(blocks())
    env = parchis("p0=10 p1=63,63 turn=0", rolls=[2, 4], spec=spec)
    expect(env, legal={4})


@pytest.mark.parametrize("teams", [(), (0, 1, 0, 1)])
def test_blocks_of_three_everywhere(teams):
    """Two of one colour stop everybody: or three, partners counted together."""
    data = parchis().spec.to_dict()
    data["board"]["teams"] = list(teams)
    spec = Spec.from_dict(data).replace(blocks(size=3, where="everywhere"))
    spec = spec.without("capacity")
    env = parchis("p0=10 p1=63,63 p3=29 turn=0", rolls=[2, 4], spec=spec)
    expect(env, legal={PASS} if teams else {0, 4})


def test_random_games_end():
    """All four at home win: random games end that way."""
    for seed in range(5):
        assert sum(1 for _ in random_game(parchis(), seed)) > 50


@pytest.mark.parametrize("spec", ["parchis", FORKED], ids=["parchis", "forked"])
@on_backends
def test_both_backends_agree(spec, backends):
    """Both backends play the same game, on a ring and where ways part."""
    game = loose_ludo_v0.env(spec, backend="python").spec
    assert check_game(game, games=5, backends=backends).games == 5


def _names_like(rule):
    return [known.name for known in parchis().spec.rules if known.name == rule.name]
