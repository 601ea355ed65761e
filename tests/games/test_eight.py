"""Eight, move by move: forks, a door, a portal, a loaded die, unequal players.

An action is 8 * piece + branch; the branch has a binary digit for each fork on the way, the first
fork lowest: 0 the way that the file names first, 1 the other.
"""

from functools import partial

import numpy as np
import pytest
from positions import expect_all, expect_ends, loose, on_backends

from ludo_env import IllegalActionError, Spec, SpecError, game_of, hooks, loose_ludo_v0, rule
from ludo_env.agents import View, make_agent
from ludo_env.boards import GraphBoard
from ludo_env.families import TRACK
from ludo_env.render import Yard, scene_of
from ludo_env.rules import (
    OVER,
    all_home_wins,
    blocks,
    capture_all,
    capture_lone,
    chained_die,
    dice,
    entry_blocks,
    exact_finish,
    leave_yard,
    protected_entry,
    stalled_game_draws,
)
from ludo_env.testing import check_env, check_game

eight = partial(loose, "eight")


def test_a_six_brings_a_piece_out():
    """L-14: with a six each of the three pieces may come out, onto a1."""
    expect_ends(eight("turn=0", [6]), {0: "a1", 8: "a1", 16: "a1"})


def test_any_other_number_does_not():
    """L-14: with a five the only action is PASS."""
    expect_all(eight("turn=0", [5]), {24: "pass"})


def test_the_junction_offers_both_branches():
    """L-16: from x a piece goes on by the loop a or by the loop b."""
    expect_ends(eight("p0=a11,y,y turn=0", [2]), {0: "a1", 1: "b1"})


def test_a_move_that_ends_on_the_junction_has_one_branch():
    """L-16: a move that passes no fork has no choice."""
    expect_ends(eight("p0=a10,y,y turn=0", [2]), {0: "x"})


def test_the_shortcut_is_shut_before_a_capture():
    """L-15: before any capture the way from a3 to a9 is closed, and a rule says why."""
    env = eight("p0=a2,y,y turn=0", [2])
    expect_ends(env, {0: "a4"})
    assert "doors_after_capture" in env.explain(1)
    with pytest.raises(IllegalActionError, match="doors_after_capture"):
        env.step(1)


def test_L_T10_branches_and_the_shortcut():
    """L-T10: at the junction both branches are offered; before a capture the shortcut is absent."""
    expect_ends(eight("p1=b11,y,y turn=1", [3]), {0: "a2", 1: "b2"})
    for action, mark in enumerate(eight("p1=a3,y,y turn=1", [1]).last()[0]["action_mask"]):
        assert mark == (action == 0)


def test_the_shortcut_is_open_after_a_capture():
    """L-15: a player who has captured may take it; the others still may not."""
    expect_ends(eight("p0=a2,y,y turn=0 doors=0", [2]), {0: "a4", 1: "a9"})
    expect_ends(eight("p0=a2,y,y turn=0 doors=1", [2]), {0: "a4"})


def test_a_capture_opens_the_shortcut():
    """L-19: landing on a lone enemy sends it home, and opens the doors to the captor."""
    env = eight("p0=a1,y,y p3=a4,y turn=0", [3, 1, 1, 1, 1])
    expect_all(env, {0: "piece 0: 3 from a1 to a4, captures player_3 on square a4"})
    env.step(0)
    assert "doors=0" in env.position
    assert "p3=y,y" in env.position


def test_two_forks_in_one_move():
    """L-16: a digit for each fork: from a2 by the shortcut and over x there are three ways."""
    env = eight("p0=a2,y,y turn=0 doors=0", [6])
    expect_ends(env, {0: "a8", 1: "a1", 3: "b1", 8: "a1", 16: "a1"})


def test_the_portal_carries_on():
    """L-16: a move that ends on a6 ends on b6; one that passes it does not."""
    expect_ends(eight("p1=a5,y,y turn=1", [1]), {0: "b6"})
    expect_ends(eight("p1=a5,y,y turn=1", [2]), {0: "a7"})


def test_the_portal_leads_to_a_capture():
    """L-19: a piece at the other end is captured."""
    env = eight("p1=a5,y,y p3=b6,y turn=1", [1])
    assert env.describe(0).endswith("captures player_3 on square b6")


def test_nothing_is_captured_on_the_junction():
    """L-19: x is safe: both pieces stay there."""
    env = eight("p0=a10,y,y p1=x,y,y turn=0", [2, 1])
    env.step(0)
    assert env.position.startswith("p0=x,y,y p1=x,y,y")


def test_only_the_owner_turns_into_a_lane():
    """L-8: from b2 seat 0 may turn into its lane; the others go round."""
    expect_ends(eight("p0=b1,y,y turn=0", [2]), {0: "b3", 1: "r1"})
    expect_ends(eight("p1=b1,y,y turn=1", [2]), {0: "b3"})


def test_home_needs_the_exact_number():
    """L-15: from r2 a two leads home, a three is illegal."""
    expect_ends(eight("p0=r2,y,y turn=0", [2]), {0: "home"})
    expect_all(eight("p0=r2,y,y turn=0", [3]), {24: "pass"})


def test_who_has_one_piece_wins_with_one():
    """L-6, L-9: white has a single piece, and wins when it is home."""
    env = eight("p4=w3 turn=4", [1])
    expect_all(env, {0: "piece 0: 1 from w3 to home"})
    env.step(0)
    assert env.rewards == {f"player_{i}": 1.0 if i == 4 else -1.0 for i in range(5)}


def test_players_have_three_three_two_two_and_one():
    """L-6: the numbers of pieces are as unequal as the file says."""
    words = dict(word.split("=") for word in eight("turn=0", [1]).position.split())
    assert [len(words[f"p{seat}"].split(",")) for seat in range(5)] == [3, 3, 2, 2, 1]


def test_a_six_comes_three_times_in_eight():
    """L-10: the die is loaded, and chance stays countable: each face once, with its probability."""
    env = loose_ludo_v0.env("eight", backend="python")
    env.reset(seed=1)
    game = env.game
    session = game.session("compact", 1)
    session.run(1, 0)
    chances = game.outcomes(session.record)
    shown = [game.plain.machine.shows(game.layout.unpack(session.record), o) for o, _ in chances]
    assert shown == [1, 2, 3, 4, 5, 6]
    assert [chance for _, chance in chances] == [1 / 8] * 5 + [3 / 8]


@on_backends
def test_eight_keeps_every_promise(backends):
    """Both backends agree, and an environment keeps the promises of environments."""
    spec = loose_ludo_v0.spec("eight")
    report = check_game(spec, games=4, backends=backends)
    assert report.answered["jumps.carried"] > 0
    assert report.answered["doors_after_capture.opens"] > 0
    assert check_env(partial(loose_ludo_v0.env, "eight", backend="python"), games=1) > 30


SMALL = {
    "paths": ("x > a1..a4 > x", "x > r1 > red for 0", "a2 > g1 > green for 1"),
    "entries": ("a1", "a3"),
    "homes": ("red", "green"),
}


@pytest.mark.parametrize(
    ("changes", "reported"),
    [
        ({"paths": (*SMALL["paths"], "a1 > dead")}, "cannot come to its home"),
        ({"paths": (*SMALL["paths"], "r1 > green")}, "home of seat 1"),
        ({"paths": (*SMALL["paths"], "red > x for 0")}, "rule 35"),
        ({"paths": (*SMALL["paths"], "x > a1")}, "appears twice"),
        ({"paths": (*SMALL["paths"], "x > a1 for 7")}, "seats are 0..1"),
        ({"paths": ("x",)}, "does not go from a tile to a tile"),
        ({"paths": ("a > b..c",)}, "does not count"),
        ({"paths": ("a > b1..b99999",)}, "more than 1000"),
        ({"paths": ("a > ?",)}, "is not a tile"),
        ({"paths": ("b1..b3 > b1 for 0", "c1..c3 > c1 for 1", "b2 > red", "c2 > green"),
          "entries": ("b1", "c1")}, "rule 22"),
        ({"entries": ("a1", "zz")}, "No path leads to a tile 'zz'"),
        ({"homes": ("red", "red")}, "rules 11 and 12"),
        ({"homes": ("red",)}, "entries and 1 homes"),
        ({"safe": ("nowhere",)}, "nowhere"),
        ({"points": ("x 1",)}, "two numbers"),
        ({"seats": (0, 2)}, "not on this board"),
        ({"pieces": 65}, "1 to 64 pieces"),
        ({"markers": (1,)}, "markers"),
        ({"paths": (*SMALL["paths"], "a1 > y > a2")}, "position texts"),
    ],
    ids=lambda value: str(value)[:40],
)  # fmt: skip
def test_boards_that_cannot_be(changes, reported):
    """L-5, L-8, L-15: a board on which somebody cannot play is refused, with the rule it breaks."""
    with pytest.raises(SpecError, match=reported):
        GraphBoard(**{**SMALL, **changes})


SHARED = SMALL | {"entries": ("a1", "a1")}


def shared(*rules, markers=2):
    """Return the small board on which both colours enter on a1."""
    base = (dice(), leave_yard(), exact_finish(), *rules, all_home_wins())
    return Spec("shared", TRACK, GraphBoard(**SHARED, pieces=markers), base)


def test_two_colours_may_share_an_entry():
    """L-14: rule 26, the rules say on which tile a piece enters: it may be the same for both."""
    env = loose_ludo_v0.raw_env(shared(capture_lone()), backend="python")
    env.reset(options={"position": "p0=y,y p1=a1,y turn=0 dice=6"})
    assert env.describe(0) == "piece 0: 6 from the yard to a1, captures player_1 on square a1"
    env.step(0)
    assert env.position.startswith("p0=a1,y p1=y,y")
    blocked = loose_ludo_v0.raw_env(shared(capture_lone(), blocks()), backend="python")
    blocked.reset(options={"position": "p0=y,y p1=a1,a1 turn=0 dice=6"})
    assert blocked.describe(blocked.game.pass_action) == "pass"
    assert "blocks" in blocked.explain(0)


@pytest.mark.parametrize(
    ("guard", "lands", "taken"),
    [
        ((protected_entry(), capture_lone()), False, ""),
        ((entry_blocks(), capture_lone()), False, ""),
        ((capture_all(),), True, ""),
        ((capture_lone(),), True, ", captures player_1 on square a1"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_on_a_shared_entry_each_colour_is_at_home(guard, lands, taken):
    """L-14, L-19: the entry protects each colour that shares it."""
    env = loose_ludo_v0.raw_env(shared(*guard), backend="python")
    for mover, other in ((0, 1), (1, 0)):
        env.reset(options={"position": f"p{other}=a1,y p{mover}=x,y turn={mover} dice=1"})
        assert bool(env.observe(env.agent_selection)["action_mask"][0]) == lands
        if lands:
            words = taken.replace("player_1", f"player_{other}")
            assert env.describe(0) == f"piece 0: 1 from x to a1{words}"


@on_backends
def test_a_shared_entry_keeps_every_promise(backends):
    """L-14: both backends agree, pictures have a yard for each colour, agents play it."""
    spec = shared(protected_entry(), capture_all())
    assert check_game(spec, games=3, backends=backends).decisions > 50
    assert check_game(shared(capture_lone()), games=3, backends=("python",)).decisions > 50
    game = game_of(spec, "python")
    record, _ = game.read("turn=0 dice=3")
    yards = [spot for spot in scene_of(game, record).spots if isinstance(spot.key, Yard)]
    assert len({(spot.x, spot.y) for spot in yards}) == 2
    one, other = yards
    assert abs(one.x - other.x) >= one.across + other.across or (
        abs(one.y - other.y) >= one.down + other.down
    )
    view = View(game, record, np.random.default_rng(1))
    assert make_agent("greedy").act(view) in view.actions


def stalling(*rules, die=None):
    """Return a game with one piece each: a 2 or 6 does not move it from the last lane tile."""
    base = (die or dice(faces=(2, 6)), leave_yard(), exact_finish(), capture_lone())
    return Spec("stalling", TRACK, GraphBoard(**SMALL, pieces=1), (*base, all_home_wins(), *rules))


@pytest.mark.parametrize("backend", ["python", pytest.param("numba", marks=pytest.mark.long)])
def test_nobody_can_ever_move_again(backend):
    """L-13: rule 20, once all have passed and no throw moves anybody, it is a draw."""
    env = loose_ludo_v0.raw_env(stalling(stalled_game_draws()), backend=backend)
    env.reset(seed=1, options={"position": "p0=r1 p1=g1 turn=0 dice=2"})
    for _ in range(2):
        assert not any(env.terminations.values())
        env.step(env.game.pass_action)
    assert all(env.terminations.values())
    assert not any(env.truncations.values())
    assert set(env.rewards.values()) == {0}
    record = env._session.record
    assert (record["phase"][0], record["winner"][0]) == (OVER, -1)


def test_passing_is_no_proof():
    """L-13: while some throw would move a piece, the game goes on, however many pass."""
    env = loose_ludo_v0.raw_env(stalling(stalled_game_draws()), backend="python")
    env.reset(options={"position": "p0=r1 p1=y turn=0 dice=2", "dice": [2] * 38 + [6]})
    for _ in range(39):
        env.step(env.game.pass_action)
        assert not any(env.terminations.values())
    assert env.describe(0).startswith("piece 0: 6 from the yard")


def test_without_the_rule_a_stalled_game_goes_on():
    """L-13: it can continue indefinitely if the file allows that."""
    env = loose_ludo_v0.raw_env(stalling(), backend="python")
    env.reset(seed=1, options={"position": "p0=r1 p1=g1 turn=0 dice=2"})
    for _ in range(50):
        env.step(env.game.pass_action)
    assert not any(env.terminations.values())


def test_what_cannot_be_proved_is_refused():
    """L-13: chains of throws, and rules that change by time in unknown ways, are refused."""
    with pytest.raises(SpecError, match="every throw can be tried"):
        stalling(stalled_game_draws(), die=chained_die(faces=(2, 6))).check()

    @rule(facts={"timed": True})
    def moody(board):
        """May change its mind."""
        return hooks(may_land=lambda s, colour, cell: True)

    with pytest.raises(SpecError, match="do not change by time alone"):
        stalling(stalled_game_draws(), moody()).check()


@on_backends
def test_games_with_a_draw_keep_every_promise(backends):
    """L-13: both backends agree bit for bit, and random games end."""
    spec = stalling(stalled_game_draws())
    assert check_game(spec, games=4, backends=backends).decisions > 10


def test_a_door_that_nobody_opens():
    """L-15: a door needs a rule that opens it."""
    with pytest.raises(SpecError, match="No rule opens the doors that say 'captured'"):
        loose_ludo_v0.spec("eight").without("doors_after_capture").check()
