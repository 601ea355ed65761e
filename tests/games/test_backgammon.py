"""Backgammon, move by move: opening, doubles, bar, hits, bearing off, and forced moves.

An action is 15 * use + number of the checker. The clauses are those of docs/rules/backgammon.md.
"""

import json
from dataclasses import replace
from functools import partial
from itertools import pairwise
from random import Random

import pytest
from lockstep import play_games, play_positions
from oracle.backgammon_model import BackgammonModel
from positions import expect, legal_set, loose, on_backends, over, play, random_game, words_of

from ludo_env import PositionError, SpecError, game_of, loose_ludo_v0
from ludo_env.arena import match
from ludo_env.arena.log_game import GameCheck
from ludo_env.arena.plan import Plan
from ludo_env.render import key_text, scene_of
from ludo_env.rules import doubling_cube, gammons, start_places
from ludo_env.testing import check_env, check_game, complaints_about

backgammon = partial(loose, "backgammon")
SPEC = loose_ludo_v0.spec("backgammon")
PASS = 30
FIFTEEN = "f,f,f,f,f,f,f,f,f,f,f,f,f,f,f"


def row(places):
    """Return fifteen checkers: "6x2,4" are two on 6 and one on 4; the others are off."""
    words = []
    for word in places.split(","):
        place, _, times = word.partition("x")
        words += [place] * int(times or 1)
    return ",".join([*words, *["f"] * (15 - len(words))])


def at(first, second, more):
    """Return a position of these checkers."""
    return f"p0={row(first)} p1={row(second)} {more}"


def moves(env):
    """Return every legal move as (die, from, to), for any number of checkers on a point."""
    words = [env.describe(action) for action in sorted(legal_set(env))]
    said = [word.partition(", ")[0].split() for word in words]
    return {(int(word[2]), word[-3], word[-1]) for word in said if word[0] == "piece"}


def test_the_opening_is_played_with_a_die_of_each():
    """Clause 3: equal dice are thrown again; the higher begins, and plays both."""
    env = backgammon("", [4, 4, 2, 5])
    expect(env, turn=1, dice="5,2")
    expect(env, p0="24,24,13,13,13,13,13,8,8,8,6,6,6,6,6")
    expect(env, p1="1,1,12,12,12,12,12,17,17,17,19,19,19,19,19")
    env = backgammon("", [6, 1])
    expect(env, turn=0, dice="6,1", legal={0, 2, 7, 15, 22, 25})


def test_each_die_is_a_decision():
    """Clause 4: two dice are two actions, and then the other player throws."""
    env = backgammon("", [3, 1, 2, 5])
    play(env, 7)  # 8 to 5
    expect(env, turn=0, dice="-,1")
    play(env, 25)  # 6 to 5
    expect(env, turn=1, dice="2,5", p0="24,24,13,13,13,13,13,5,8,8,5,6,6,6,6")


def test_a_double_is_four_moves():
    """Clause 4: a position writes a die for each move that is left."""
    env = backgammon("turn=0", [3, 3, 1, 2])
    for left in ("3,3,3,3", "3,3,3", "3,3", "3,-"):
        expect(env, turn=0, dice=left)
        play(env, 2 if left == "3,3,3,3" else min(legal_set(env)))
    expect(env, turn=1, dice="1,2")


def test_held_points_are_passed_and_not_entered():
    """Clause 5: two on a point keep the other player off it, but can be passed."""
    env = backgammon(at("24", "20x2,21x2", "turn=0 dice=4,6"))
    assert moves(env) == {(6, "24", "18")}
    assert "enemy_blocks" in env.explain(0)


def test_a_lone_checker_is_hit():
    """Clause 6: it goes to the bar."""
    env = backgammon(at("24", "20,3", "turn=0 dice=4,2"), [1, 1])
    assert env.describe(0) == "piece 0: 4 from 24 to 20, captures player_1 on square 20"
    play(env, 0)
    expect(env, p0=row("20"), p1=row("y,3"), turn=0)


def test_the_bar_comes_first():
    """Clause 7: while a checker is on the bar no other moves; it enters as far as the die says."""
    env = backgammon(at("6,yx2", "1,19x2", "turn=0 dice=6,3"), [2, 5])
    assert legal_set(env) == {16}
    assert "enemy_blocks" in env.explain(1)
    assert "yard_first" in env.explain(15)
    play(env, 16)
    expect(env, p0=row("6,22,y"), turn=1)  # the six cannot be played: 19 is held


def test_nobody_comes_in_against_six_points():
    """Clause 7: the only action is a pass."""
    env = backgammon(at("y,6", "19x2,20x2,21x2,22x2,23x2,24x2", "turn=0 dice=1,2"), [3, 4])
    expect(env, legal={PASS})
    play(env, PASS)
    expect(env, turn=1)


def test_bearing_off_waits_for_all():
    """Clause 8: with one checker outside, or on the bar, none can be borne off."""
    env = backgammon(at("7,5,4", "1", "turn=0 dice=5,4"))
    assert moves(env) == {(5, "7", "2"), (4, "7", "3"), (4, "5", "1")}
    assert "bear_off" in env.explain(1)


def test_a_larger_number_takes_the_furthest():
    """Clause 8: this needs that no checker is further behind."""
    env = backgammon(at("4,3,1", "1", "turn=0 dice=6,1"))
    assert (6, "4", "home") in moves(env)
    assert (6, "3", "home") not in moves(env)
    assert "bear_off" in env.explain(1)
    env = backgammon(at("6,3", "1", "turn=0 dice=4,4,4,4"))
    assert moves(env) == {(4, "6", "2")}
    env = backgammon(at("6,3", "2x2", "turn=0 dice=4,4,4,4"))
    assert legal_set(env) == {PASS}


def test_both_dice_must_be_played():
    """Clause 9: a move that makes the other die unplayable is refused, and the rule says why."""
    env = backgammon(at("20,8", "2x2,13x2", "turn=0 dice=6,1"))
    assert moves(env) == {(6, "20", "14"), (1, "8", "7")}
    assert "play_most_dice" in env.explain(15)  # 20 to 19: no six is left then


def test_one_die_first_where_the_other_is_blocked():
    """Clause 9: the six goes by way of the four."""
    env = backgammon(at("20", "14x2", "turn=0 dice=6,4"), [1, 1])
    assert moves(env) == {(4, "20", "16")}
    play(env, 15)
    assert moves(env) == {(6, "16", "10")}


def test_of_dice_that_exclude_each_other_the_larger_is_played():
    """Clause 9: either can be played, but not both."""
    env = backgammon(at("20", "9x2", "turn=0 dice=5,6"), [1, 1])
    assert moves(env) == {(6, "20", "14")}
    assert "play_most_dice" in env.explain(0)
    play(env, 15)
    expect(env, turn=1)


def test_checkers_on_one_point_are_one_choice():
    """Clause 10: that of the lowest number moves."""
    env = backgammon("turn=0 dice=2,1")
    assert 2 in legal_set(env)
    assert not {3, 4, 5, 6} & legal_set(env)
    assert "first_of_pile" in env.explain(3)


def test_the_last_checker_wins():
    """Clause 11: the game ends at once, whatever dice are left."""
    env = backgammon(at("2", "24", "turn=0 dice=6,5"))
    play(env, 0)
    assert env.terminations == {"player_0": True, "player_1": True}
    assert env.rewards == {"player_0": 1, "player_1": -1}
    expect(env, p0=FIFTEEN)


@pytest.mark.parametrize("dice", ["3,3,3,4", "3,3,3,3,3", "3", "7,1", "-,-"])
def test_dice_that_cannot_be(dice):
    """A position has two dice, or up to four equal ones."""
    with pytest.raises(PositionError, match="dice="):
        backgammon(f"turn=0 dice={dice}")


def test_a_position_leaves_out_what_is_as_at_the_start():
    """Checkers that are not named are where they begin."""
    env = backgammon(f"p1={row('1')} turn=0 dice=2,1")
    expect(env, p0="24,24,13,13,13,13,13,8,8,8,6,6,6,6,6")


@on_backends
def test_the_file_passes_its_own_trial(backends):
    """The file passes the trial of all game files, and both backends play it alike."""
    assert complaints_about(SPEC) == []
    report = check_game(SPEC, games=3, backends=backends)
    assert report.silent == {}
    check_env(lambda **how: loose_ludo_v0.env("backgammon", backend="python", **how))


@pytest.mark.parametrize(
    ("squares", "said"),
    [
        (("25:2",), "unknown square '25'"),
        (("24:x",), "'24:x' is not a square"),
        (("off0:1",), "'off0:1' is not a square"),
        (("24:16",), "'24:16' places more than the 15 pieces of player 0"),
        (("24", "1", "2"), "a line for each of 2 players"),
    ],
)
def test_starts_that_cannot_be(squares, said):
    """Wrong squares are refused in a sentence."""
    with pytest.raises(SpecError, match=said):
        SPEC.replace(start_places(squares=squares)).check()


# Gammons and the cube

COUNTING = SPEC.with_rules(gammons())
DOUBLING = SPEC.with_rules(doubling_cube(), after="first_player_rolls").with_rules(gammons())
ROLL, DOUBLE, TAKE, DROP = 30, 31, 32, 33


@pytest.mark.parametrize(
    ("loser", "stake"),
    [("24x14", 1), ("18x15", 2), ("7x15", 2), ("6,18x14", 3), ("y,18x14", 3), ("1,7x13", 1)],
)
def test_gammons(loser, stake):
    """Clause 12: double with nothing borne off; triple with one on the bar or in the home board."""
    env = loose(COUNTING, at("2", loser, "turn=0 dice=6,5"))
    play(env, 0)
    assert env.rewards == {"player_0": stake, "player_1": -stake}


def test_a_double_that_is_taken():
    """Clause 13: the stake is doubled, its taker alone may double again, the doubler rolls."""
    env = loose(DOUBLING, "turn=0 cube=1", [3, 1, 2, 6])
    expect(env, dice="-", cube=1, owner=0, asked=0, legal={ROLL, DOUBLE})
    assert [env.describe(action) for action in (ROLL, DOUBLE)] == ["roll", "double the stake"]
    play(env, DOUBLE)
    expect(env, turn=1, dice="-", legal={TAKE, DROP})
    play(env, TAKE)
    expect(env, turn=0, dice="3,1", cube=2, owner=2)
    play(env, 7, 25)
    expect(env, turn=1, dice="-", legal={ROLL, DOUBLE})
    play(env, ROLL)
    expect(env, turn=1, dice="2,6")
    while words_of(env)["turn"] == "1":
        play(env, min(legal_set(env)))
    assert not {ROLL, DOUBLE} & legal_set(env)  # the cube is the other's: the dice fall at once


def test_a_double_that_is_dropped():
    """Clause 13: it costs the stake before it was doubled, and is no gammon."""
    env = loose(DOUBLING, "turn=0 cube=4 owner=1", [])
    play(env, DOUBLE, DROP)
    assert env.rewards == {"player_0": 4, "player_1": -4}


def test_a_cube_at_its_highest_is_not_offered():
    """Clause 13: no player is asked, and the dice are thrown."""
    env = loose(DOUBLING, "turn=0 cube=64 owner=1", [3, 1])
    expect(env, turn=0, dice="3,1")


def test_the_cube_multiplies_gammons():
    """Clauses 12, 13: stakes are multiplied."""
    env = loose(DOUBLING, at("2", "18x15", "turn=0 dice=6,5 cube=4 owner=2 asked=5"), [])
    play(env, 0)
    assert env.rewards == {"player_0": 8, "player_1": -8}


def test_games_with_the_cube_hold_together():
    """Both rules pass the trial, and every position of a game with them can be read back."""
    assert complaints_about(DOUBLING) == []
    env = loose_ludo_v0.raw_env(DOUBLING, backend="python")
    doubled = []
    for before, action in random_game(env, 5):
        now = words_of(env)
        if action == TAKE:
            doubled.append((now["cube"], before["cube"]))
        elif action != DROP:
            assert now["cube"] == before["cube"]
        if not over(env):
            record, _ = env.game.read(env.position)
            assert env.game.position(record) == env.position
    assert doubled
    assert all(int(after) == 2 * int(before) for after, before in doubled)


@pytest.mark.parametrize("rule", [gammons, doubling_cube])
def test_they_are_for_two(rule):
    """In other games they are refused by name."""
    with pytest.raises(SpecError, match=f"{rule.name} is for two players, not 4"):
        loose_ludo_v0.spec("ludo").with_rules(rule()).check()


def test_a_log_of_games_with_stakes_goes_on(tmp_path):
    """Games whose wins count several times are read back from the log of a run."""
    played = {"seed": 3, "backend": "python", "out": tmp_path}
    match(["random", "random"], COUNTING, 3, **played)
    lines = (tmp_path / "games.jsonl").read_text("utf-8").splitlines()[1:]
    assert [max(json.loads(line)["returns"]) for line in lines] == [1, 1, 3]
    match(["random", "random"], COUNTING, 4, **played)


@pytest.mark.parametrize("returns", [[4, -3], [-4, -4], [2, 0]])
def test_returns_that_no_stake_explains(returns):
    """Both sides have the same stake, and one of them has won it."""
    check = GameCheck(Plan(COUNTING, ("random", "random"), 1, backend="python"))
    line = {"game": 0, "seating": [0, 1], "returns": returns, "decisions": [9, 9]}
    with pytest.raises(ValueError, match="no game ends with that"):
        check.played({**line, "seconds": [0.0, 0.0], "winners": [0] if returns[0] > 0 else []})


# What it looks like

BAR = at("yx2,24,18x2,13,8x2,6x7", "y,1,12x3,17x3,19x5,20x2", "turn=0 dice=3,3,3")
TEXT = """
 13 14 15 16 17 18    19 20 21 22 23 24
 G  .  .  .  Y  G  G  Y  Y  .  .  .  G   o
             Y  G  G  Y  Y
             Y        Y
                      Y
                      Y



                      7G
                      G
 Y                    G
 Y           G        G
 Y  .  .  .  G  .  Y  G  .  .  .  .  Y   o
 12 11 10 9  8  7     6  5  4  3  2  1
"""


def test_the_text_is_the_board_that_people_know():
    """Columns begin at the points, the bar is in the middle; of seven on a point five are shown."""
    env = loose_ludo_v0.raw_env("backgammon", backend="python", render_mode="ansi")
    env.reset(options={"position": BAR})
    assert env.render().startswith(TEXT[1:])


def test_checkers_are_drawn_in_columns():
    """They are in a row from the foot of the point, smaller if there are many; none beside it."""
    game = game_of(SPEC, "python")
    items = {key_text(item.key): item for item in scene_of(game, game.read(BAR)[0]).items}
    column = [items[f"piece 0 {number}"] for number in range(8, 15)]
    assert len({item.x for item in column}) == 1
    rows = [item.y for item in column]
    assert rows == sorted(rows, reverse=True)
    assert {round(a - b, 3) for a, b in pairwise(rows)} == {0.743}
    first, second = items["piece 0 0"], items["piece 0 1"]
    assert (first.x, round(second.y - first.y, 2)) == (second.x, 0.94)


@pytest.mark.parametrize(
    ("point", "said"),
    [
        ("13 0 0 inwards", "is not a tile with two numbers"),
        ("@2 6 0 down", "No yard is called '@2'"),
    ],
)
def test_points_that_cannot_be(point, said):
    """A direction is one of four, and a yard is that of a seat."""
    with pytest.raises(SpecError, match=said):
        replace(SPEC.board, points=(point,))


# Against the slow model


def compared(games, positions, seed):
    """Compare games and stretches from random positions to the slow model; return the decisions."""
    env, model = loose_ludo_v0.raw_env("backgammon", backend="python"), BackgammonModel()
    decisions = play_games(env, model, games, seed)
    return decisions + play_positions(env, model, anywhere, positions, seed)


def anywhere(rng: Random):
    """Return a position with checkers anywhere, no mixed point, and one to play on both sides."""
    points, rows = rng.sample(range(1, 25), 24), []
    near = rng.random() < 0.4
    for seat, share in enumerate((points[:12], points[12:])):
        home = [p for p in share if (p <= 6) == (seat == 0)] if near else share
        places = [str(p) for p in home or share]
        few = rng.sample(places, min(len(places), rng.randint(1, 8)))
        words = [rng.choice([*few, "f"] if near else few) for _ in range(14)]
        rows.append(",".join([*words, rng.choice(["y", few[0], few[0]])]))
    return f"p0={rows[0]} p1={rows[1]} turn={rng.randrange(2)}"


def test_the_slow_model_plays_the_same():
    """Position, legal actions, turn, end and rewards agree at every decision."""
    assert compared(games=2, positions=60, seed=0) > 600


@pytest.mark.long
@pytest.mark.parametrize("seed", range(10))
def test_the_slow_model_plays_the_same_for_long(seed):
    """The same is true for 200 games and 2 000 stretches."""
    assert compared(games=20, positions=200, seed=100 * seed) > 5_000
