"""Mensch ärgere Dich nicht: positions worked out by hand, and the rules that it brings along.

Square numbers: piece k steps from its entry stands on square 10 * seat + k, counted round 40.
"""

import pytest
from positions import expect, expect_all, full, loose, on_backends, over, play, random_game

from ludo_env import PositionError, SpecError, load_game, loose_ludo_v0
from ludo_env.boards import GraphBoard
from ludo_env.rules import bonus_finish, forced_entry, no_sharing, slots_filled_wins, three_tries
from ludo_env.testing import check_env, check_game

PASS = 4
MENSCH = load_game("mensch")


def mensch(position, rolls=(), spec=MENSCH):
    """Return the game in this position; pieces that are left out are in the yard."""
    return loose(spec, full(position), rolls)


def test_entering_and_clearing():
    """A six brings a piece out and rolls again; the entry is cleared while the yard holds any."""
    env = mensch("turn=0 dice=6", rolls=[3, 5])
    expect_all(env, {k: f"piece {k}: 6 from the yard to 0" for k in range(4)})
    play(env, 2)
    expect(env, p0="y,y,0,y", turn=0, dice=3)
    expect_all(env, {2: "piece 2: 3 from 0 to 3"})
    play(env, 2)
    expect(env, p0="y,y,3,y", turn=1)


def test_three_throws_to_begin():
    """A player with no piece on the ring throws up to three times, until something can move."""
    env = mensch("turn=0", rolls=[1, 2, 6])
    expect(env, turn=0, dice=6, tries=2)
    expect_all(env, {k: f"piece {k}: 6 from the yard to 0" for k in range(4)})
    expect(mensch("turn=0", rolls=[4, 6]), dice=6, tries=1)
    expect(mensch("turn=0", rolls=[6]), dice=6, tries=0)


def test_three_throws_in_vain():
    """The third useless throw is the last: the player passes, and the next one has three."""
    env = mensch("turn=0", rolls=[1, 2, 3, 5, 6])
    expect_all(env, {PASS: "pass"})
    expect(env, turn=0, dice=3, tries=2)
    play(env, PASS)
    expect(env, turn=1, dice=6, tries=1)
    expect_all(mensch("turn=0 dice=3 tries=2"), {PASS: "pass"})
    for tries in (0, 1):
        with pytest.raises(PositionError, match="the turn is over"):
            mensch(f"turn=0 dice=3 tries={tries}")


def test_no_second_try_with_a_piece_on_the_ring():
    """A player with a piece on the ring that cannot move gets no second try."""
    env = mensch("p0=39,h2,f,y turn=0", rolls=[3, 6])
    expect_all(env, {PASS: "pass"})
    assert "no_sharing" in env.explain(0)
    assert "exact_finish" in env.explain(1)
    assert "finished" in env.explain(2)
    assert "leave_yard" in env.explain(3)
    play(env, PASS)
    expect(env, turn=1, dice=6, tries=0)


def test_tries_from_the_slots():
    """Pieces in the slots are not on the ring: their owner has three throws too."""
    env = mensch("p0=h2,f,y,y turn=0", rolls=[1, 5, 6])
    expect(env, tries=2)
    expect_all(env, {k: f"piece {k}: 6 from the yard to 0" for k in (2, 3)})
    env = mensch("p0=h0,y,y,y turn=0", rolls=[4, 1, 6])
    expect_all(env, {0: "piece 0: 1 from h0 to h1"})
    play(env, 0)
    expect(env, p0="h1,y,y,y", turn=1, dice=6, tries=0)


def test_tries_end_with_the_turn():
    """Tries are counted for each turn, and an earned roll does not restart them."""
    env = mensch("turn=0", rolls=[1, 2, 6, 4, 3, 3, 3])
    play(env, 0)
    expect(env, turn=0, dice=4, tries=2)
    expect_all(env, {0: "piece 0: 4 from 0 to 4"})
    play(env, 0)
    expect(env, turn=1, dice=3, tries=2)


def test_a_piece_must_come_out():
    """With a six a piece must leave the yard if any is there."""
    env = mensch("p0=10,y,34,y turn=0 dice=6", rolls=[1])
    expect_all(env, {k: f"piece {k}: 6 from the yard to 0" for k in (1, 3)})
    assert "forced_entry" in env.explain(0)
    assert "forced_entry" in env.explain(2)
    play(env, 1)
    expect(env, p0="10,0,34,y", turn=0, dice=1)
    expect_all(env, {1: "piece 1: 1 from 0 to 1"})


def test_a_six_with_the_entry_taken():
    """If an own piece is on the entry, that piece moves on by the six."""
    env = mensch("p0=0,12,y,y turn=0 dice=6", rolls=[2])
    expect_all(env, {0: "piece 0: 6 from 0 to 6"})
    assert "forced_entry" in env.explain(1)
    assert "no_sharing" in env.explain(2)
    play(env, 0)
    expect(env, p0="6,12,y,y", turn=0, dice=2)


def test_the_entry_is_cleared_first():
    """While the yard is not empty a piece on the entry moves before all others, if it can."""
    env = mensch("p0=0,12,y,y turn=0 dice=3")
    expect_all(env, {0: "piece 0: 3 from 0 to 3"})
    assert "forced_entry" in env.explain(1)
    env = mensch("p0=0,3,12,y turn=0 dice=3")
    expect_all(env, {1: "piece 1: 3 from 3 to 6", 2: "piece 2: 3 from 12 to 15"})
    assert "no_sharing" in env.explain(0)


def test_no_duty_with_an_empty_yard():
    """With an empty yard every piece can move freely, also one on the entry."""
    moves = {0: (0, 4), 1: (3, 7), 2: (12, 16), 3: (20, 24)}
    expect_all(
        mensch("p0=0,3,12,20 turn=0 dice=4"),
        {k: f"piece {k}: 4 from {here} to {there}" for k, (here, there) in moves.items()},
    )


def test_entering_captures():
    """A piece that leaves the yard sends home an enemy on the entry."""
    env = mensch("p1=30 turn=0 dice=6", rolls=[1])
    out = "6 from the yard to 0, captures player_1 on square 0"
    expect_all(env, {k: f"piece {k}: {out}" for k in range(4)})
    play(env, 3)
    expect(env, p0="y,y,y,0", p1="", turn=0)


@pytest.mark.parametrize(
    ("here", "enemy", "square"), [(10, "p1=4", 14), (16, "p2=0", 20), (26, "p3=0", 30)]
)
def test_capture(here, enemy, square):
    """Landing on an enemy sends it back, on any square of the ring, and earns no roll."""
    env = mensch(f"p0={here} {enemy} turn=0 dice=4", rolls=[6])
    victim, there = enemy[1], here + 4
    said = f"piece 0: 4 from {here} to {there}, captures player_{victim} on square {square}"
    expect_all(env, {0: said})
    play(env, 0)
    expect(env, **{"p0": str(there), f"p{victim}": "", "turn": 1})


def test_a_capture_is_no_duty():
    """Captures are voluntary: every other move is also legal."""
    env = mensch("p0=10,20,30,35 p1=4 turn=0 dice=4")
    capture = "piece 0: 4 from 10 to 14, captures player_1 on square 14"
    moves = {1: (20, 24), 2: (30, 34), 3: (35, 39)}
    others = {k: f"piece {k}: 4 from {here} to {there}" for k, (here, there) in moves.items()}
    expect_all(env, {0: capture, **others})


def test_one_piece_on_a_square():
    """No square takes two pieces of a colour."""
    env = mensch("p0=10,14,20,30 turn=0 dice=4")
    moves = {1: (14, 18), 2: (20, 24), 3: (30, 34)}
    expect_all(
        env, {k: f"piece {k}: 4 from {here} to {there}" for k, (here, there) in moves.items()}
    )
    assert "no_sharing" in env.explain(0)


def test_pieces_are_jumped():
    """Own and other pieces are jumped and stay where they are."""
    env = mensch("p0=10,12,20,30 p1=3 turn=0 dice=4", rolls=[2])
    moves = {0: (10, 14), 1: (12, 16), 2: (20, 24), 3: (30, 34)}
    expect_all(
        env, {k: f"piece {k}: 4 from {here} to {there}" for k, (here, there) in moves.items()}
    )
    play(env, 0)
    expect(env, p0="14,12,20,30", p1="3", turn=1)


@pytest.mark.parametrize(
    ("die", "said"),
    [
        (1, {2: "piece 2: 1 from h0 to h1", 3: "piece 3: 1 from 20 to 21"}),
        (2, {0: "piece 0: 2 from 39 to h1", 2: "piece 2: 2 from h0 to h2", 3: "20 to 22"}),
        (3, {0: "39 to h2", 1: "38 to h1", 2: "piece 2: 3 from h0 to home", 3: "20 to 23"}),
        (4, {0: "piece 0: 4 from 39 to home", 1: "38 to h2", 3: "20 to 24"}),
        (5, {1: "38 to home", 3: "20 to 25"}),
        (6, {3: "20 to 26"}),
    ],
)
def test_four_slots(die, said):
    """Lane and home are four slots of one piece each, reached exactly; pieces there are jumped."""
    env = mensch(f"p0=39,38,h0,20 turn=0 dice={die}")
    words = {
        action: text if text.startswith("piece") else f"piece {action}: {die} from {text}"
        for action, text in said.items()
    }
    expect_all(env, words)


def test_why_a_slot_is_refused():
    """A slot that is taken, the last one too, is refused; so is a number that is too large."""
    env = mensch("p0=39,f,h0,20 turn=0 dice=4")
    expect_all(env, {3: "piece 3: 4 from 20 to 24"})
    assert "no_sharing" in env.explain(0)
    assert "exact_finish" in env.explain(2)
    assert "pass only when" in env.explain(PASS)


@pytest.mark.parametrize(
    ("pieces", "die", "said"),
    [
        ("37,h0,h1,h2", 6, "piece 0: 6 from 37 to home"),
        ("39,h1,h2,f", 1, "piece 0: 1 from 39 to h0"),
    ],
)
def test_the_win(pieces, die, said):
    """A player wins as soon as all four of their slots are filled, in any order."""
    env = mensch(f"p0={pieces} turn=0 dice={die}")
    expect_all(env, {0: said})
    play(env, 0)
    assert over(env)
    assert list(env.rewards.values()) == [1, -1, -1, -1]


def test_no_position_is_won_already():
    """Four filled slots end the game: such a position is refused."""
    with pytest.raises(PositionError, match="already won"):
        mensch("p0=h0,h1,h2,f turn=0")


def test_a_six_rolls_again():
    """A six that was played rolls again; one that cannot be played earns nothing."""
    env = mensch("p0=10,20,30,5 turn=0 dice=6", rolls=[2, 6])
    moves = {0: (10, 16), 1: (20, 26), 2: (30, 36), 3: (5, 11)}
    expect_all(
        env, {k: f"piece {k}: 6 from {here} to {there}" for k, (here, there) in moves.items()}
    )
    play(env, 0)
    expect(env, p0="16,20,30,5", turn=0, dice=2)
    play(env, 0)
    expect(env, turn=1)
    env = mensch("p0=39,h0,h1,f turn=0 dice=6", rolls=[6])
    expect_all(env, {PASS: "pass"})
    play(env, PASS)
    expect(env, turn=1)


def test_every_player_alike():
    """Each colour counts from its own entry: player 3 walks past square 39 into their slots."""
    expect_all(
        mensch("p3=8,39 p0=2 turn=3 dice=4"),
        {
            0: "piece 0: 4 from 8 to 12, captures player_0 on square 12",
            1: "piece 1: 4 from 39 to home",
        },
    )


@on_backends
def test_games_end(backends):
    """Random games end with one winner, are the same on both backends, and keep every promise."""
    report = check_game(MENSCH, games=5, backends=backends)
    assert report.decisions > 200
    assert {"three_tries.stuck", "forced_entry.prune"} <= set(report.answered)
    env = loose_ludo_v0.raw_env("mensch", backend="python")
    assert sum(1 for _ in random_game(env, seed=3)) > 50
    assert sorted(env.rewards.values()) == [-1, -1, -1, 1]


def test_the_environment_keeps_every_promise():
    """Masks, refusals, positions, copies, ends and seeds are checked."""
    assert check_env(lambda **more: loose_ludo_v0.env("mensch", backend="python", **more), games=1)


def test_no_clearing():
    """Without `clear` the entry is a square like others; coming out is still a duty."""
    spec = MENSCH.replace(forced_entry(clear=False))
    expect(mensch("p0=0,12,y,y turn=0 dice=3", spec=spec), legal={0, 1})
    expect(mensch("p0=5,12,y,y turn=0 dice=6", spec=spec), legal={2, 3})


def test_other_numbers_of_tries():
    """There are as many throws as the file says."""
    spec = MENSCH.replace(three_tries(count=2))
    env = mensch("turn=0", rolls=[1, 2], spec=spec)
    expect(env, legal={PASS}, dice=2, tries=1)
    with pytest.raises(PositionError, match="tries=2"):
        mensch("turn=0 tries=2", spec=spec)


@pytest.mark.parametrize(("mate", "won"), [("h0,h1,h2,f", True), ("h0,h1,h2,39", False)])
def test_a_side_fills_all_its_slots(mate, won):
    """A side has won when the slots of all its colours are filled."""
    data = MENSCH.to_dict()
    data["board"]["teams"] = [0, 1, 0, 1]
    spec = type(MENSCH).from_dict(data)
    env = mensch(f"p0=39,h1,h2,f p2={mate} turn=0 dice=1", rolls=[6], spec=spec)
    play(env, 0)
    assert over(env) == won
    if won:
        assert list(env.rewards.values()) == [1, -1, 1, -1]


def test_pieces_that_are_missing_take_no_slot():
    """A colour with fewer pieces has all its slots for them."""
    data = MENSCH.to_dict()
    data["board"]["markers"] = [3, 4, 4, 4]
    spec = type(MENSCH).from_dict(data)
    env = loose_ludo_v0.raw_env(spec, backend="python")
    env.reset(options={"position": "p0=39,h0,h1 turn=0 dice=4"})
    expect_all(env, {0: "piece 0: 4 from 39 to home"})
    play(env, 0)
    assert over(env)
    check_game(spec, games=2, backends=("python",))


@pytest.mark.parametrize("count", [1, 0, -3, 101])
def test_a_wrong_number_of_tries(count):
    """There must be at least two throws."""
    with pytest.raises(SpecError, match="2 to 100 throws"):
        three_tries(count=count)


@pytest.mark.parametrize(
    ("make", "parameters", "reported"),
    [
        (three_tries, {"count": "3"}, "a whole number"),
        (three_tries, {"tries": 3}, "no parameter 'tries'"),
        (forced_entry, {"clear": 1}, "true or false"),
        (no_sharing, {"slots": "yes"}, "true or false"),
        (slots_filled_wins, {"count": 4}, "it has none"),
    ],
)
def test_wrong_parameters(make, parameters, reported):
    """An unknown parameter, or one of another type, is refused in a sentence."""
    with pytest.raises(SpecError, match=reported):
        make(**parameters)


def test_too_few_slots():
    """There must be as many slots of one piece each as pieces."""
    data = MENSCH.to_dict()
    data["board"]["lane"] = 2
    with pytest.raises(SpecError, match="4 pieces need as many slots"):
        type(MENSCH).from_dict(data)


def test_on_a_graph():
    """The rules use places, not distances: they work on tiles of any shape."""
    board = GraphBoard(
        paths=("x > a1..a9 > x", "a4 > r1 > red for 0", "a9 > g1 > green for 1"),
        entries=("a5", "x"),
        homes=("red", "green"),
        pieces=2,
    )
    rules = [rule for rule in MENSCH.rules if rule.name != "bonus_six"]
    spec = type(MENSCH)("small", MENSCH.family, board, (*rules, bonus_finish()))
    check_game(spec, games=2, backends=("python",))
    env = loose_ludo_v0.raw_env(spec, backend="python")
    env.reset(options={"position": "p0=a5,y p1=y,y turn=0 dice=3"})
    expect_all(env, {0: "piece 0: 3 from a5 to a8"})
