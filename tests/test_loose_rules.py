"""The small rules of Loose Ludo: what each sentence says, in positions worked out by hand."""

import pytest
from batches import marked_long
from positions import described, expect, legal_set, loose_and_back, words_of

from ludo_env import LudoError, PositionError, Spec, SpecError, game_of, hooks, loose_ludo_v0, rule
from ludo_env._engine.chance import draw, stream_keys
from ludo_env._engine.kernel import BEGIN, SETTLE
from ludo_env._engine.session import STREAM_LAYOUT
from ludo_env._families.track.board import cross
from ludo_env._families.track.family import TRACK
from ludo_env._families.track.graph.board import GraphBoard
from ludo_env.rules import (
    ROLL_AGAIN,
    all_home_wins,
    blocks,
    bonus_capture,
    bounce_back,
    capture_back,
    capture_by_passing,
    capture_by_swapping,
    capture_lone,
    chained_die,
    dice,
    doors_after_capture,
    exact_finish,
    jumps,
    leave_yard,
    others_turn_back,
    phase_after_capture,
    phase_after_homes,
    phase_after_turns,
    spinner,
    stop_before_home,
    turn_limit,
)
from ludo_env.testing import check_game

# Two players on a cross: 52 squares, gate 50, h0..h4. Square q is place q of seat 0, and place
# q - 26 (or q + 26) of seat 2.
CROSS = cross(seats=(0, 2))
# Two players on a loop a0..a11 with a by-way from a8; red turns off at a11, green at a5.
LOOP = (
    "a0..a11 > a0",
    "a8 > a10",
    "a11 > r0..r2 > red for 0",
    "a5 > g0..g2 > green for 1",
)


def graph(*paths, entries=("a0", "a6"), **more):
    """The loop with more ways, two pieces a player."""
    homes = ("red", "green")
    return GraphBoard(paths=(*LOOP, *paths), entries=entries, homes=homes, pieces=2, **more)


def race(*rules, board=CROSS, die=None, exit_number=6, last=None):
    """A race of one die, the exact number home, and these rules."""
    base = (die or dice(), leave_yard(number=exit_number), last or exact_finish())
    return Spec("small", TRACK, board, (*base, *rules, all_home_wins()))


def at(position, *rules, rolls=(), **how):
    """The environment in a position; pieces that are not named are in the yard."""
    spec = race(*rules, **how)
    words = dict(word.split("=") for word in position.split())
    for player, seat in enumerate(spec.board.seats):
        named = [place for place in words.get(f"p{seat}", "").split(",") if place]
        rest = ["y"] * (spec.board.counts[player] - len(named))
        words[f"p{seat}"] = ",".join([*named, *rest])
    words.setdefault("turn", "0")
    text = " ".join(f"{key}={value}" for key, value in words.items())
    return loose_and_back(spec, text, rolls)


def only(env):
    """Play the only legal action."""
    (action,) = legal_set(env)
    env.step(action)
    return words_of(env)


# A number too large


@pytest.mark.parametrize(
    ("place", "number", "said"),
    [
        ("h3", 2, "from h3 to home"),
        ("h3", 3, "from h3 to h4"),
        ("h3", 5, "from h3 to h2"),
        ("h4", 6, "from h4 to h0"),
        ("h4", 7, "from h4 to 50"),
        ("h4", 8, "from h4 to 49"),
        ("h4", 57, "from h4 to 0"),
        ("h4", 58, None),
    ],
)
def test_bounce_back_on_a_ring(place, number, said):
    """Home, and back by the rest: through the lane, over the gate, never past the own entry."""
    die = dice(faces=(*range(1, 9), 57, 58))
    env = at(f"p0={place},f,f,f dice={number}", capture_lone(), die=die, last=bounce_back())
    assert described(env) == {f"piece 0: {number} {said}" if said else "pass"}


def test_bounce_back_captures_and_is_blocked():
    """Where it ends it lands like any piece: on a lone enemy, or not at all on a block."""
    die, rules = dice(faces=tuple(range(1, 9))), (blocks(), capture_lone())
    env = at("p0=h4 p2=23 dice=8", *rules, die=die, last=bounce_back())
    assert described(env) == {"piece 0: 8 from h4 to 49, captures player_1 on square 49"}
    env = at("p0=h4 p2=23,23 dice=8", *rules, die=die, last=bounce_back())
    assert described(env) == {"pass"}
    assert "blocks" in env.explain(0)


@pytest.mark.parametrize(
    ("place", "number", "there"),
    [
        ("r1", 2, "home"),
        ("r1", 5, "r0"),
        ("r2", 5, "a11"),
        ("r2", 8, None),
        ("r2", 7, None),
        ("r1", 4, "r1"),
    ],
)
def test_bounce_back_on_a_graph(place, number, there):
    """Back along the only way; to a10 lead two, so nobody goes back from there."""
    die = dice(faces=(1, 2, 4, 5, 6, 7, 8))
    env = at(
        f"p0={place},f dice={number}", capture_lone(), board=graph(), die=die, last=bounce_back()
    )
    going = f"piece 0: {number} from {place} to {there}"
    if there == place:
        going = f"piece 0: {number}"
    assert described(env) == {going if there else "pass"}


def test_bounce_back_over_the_gate_of_a_graph():
    """r2 and a 6: one step home, then r2, r1, r0, a11, a10."""
    env = at("p0=r2,f dice=6", capture_lone(), board=graph(), last=bounce_back())
    assert described(env) == {"piece 0: 6 from r2 to a10"}


@pytest.mark.parametrize(
    ("place", "number", "there"),
    [("h1", 4, "home"), ("h1", 5, "h4"), ("h4", 1, "home"), ("h4", 3, None), ("h0", 4, "h4")],
)
def test_stop_before_home_on_a_ring(place, number, there):
    """To h4 at most; from h4 only a 1 moves it."""
    env = at(f"p0={place} dice={number}", capture_lone(), last=stop_before_home())
    assert described(env) == {f"piece 0: {number} from {place} to {there}" if there else "pass"}
    if there is None:
        assert "stop_before_home" in env.explain(0)


@pytest.mark.parametrize(
    ("place", "number", "there"),
    [("r0", 3, "home"), ("r0", 4, "r2"), ("r2", 1, "home"), ("r2", 2, None)],
)
def test_stop_before_home_on_a_graph(place, number, there):
    """To r2 at most, the tile before red."""
    env = at(f"p0={place},f dice={number}", capture_lone(), board=graph(), last=stop_before_home())
    assert described(env) == {f"piece 0: {number} from {place} to {there}" if there else "pass"}


def test_stop_before_home_where_two_ways_lead_home():
    """No tile is the last one before home: the number must be exact."""
    board = graph("a11 > q0 > red for 0")
    assert described(at("p0=q0,f dice=2", board=board, last=stop_before_home())) == {"pass"}
    env = at("p0=q0,f dice=1", board=board, last=stop_before_home())
    assert described(env) == {"piece 0: 1 from q0 to home"}


# Captures


@pytest.mark.parametrize(
    ("enemies", "captured"),
    [
        ("38", [12]),
        ("37,39", [11, 13]),
        ("38,38", []),  # not alone
        ("41", []),  # 15, where the piece lands
        ("36", []),  # 10, where it started
        ("40", []),  # 14 is safe
    ],
)
def test_capture_by_passing(enemies, captured):
    """From 10 by 5: lone enemies on 11, 12 and 13 are gone, 14 is safe, 15 is landed on."""
    env = at(
        f"p0=10 p2={enemies} dice=5", capture_by_passing(), board=cross(seats=(0, 2), safe=(14,))
    )
    hit = "".join(f", captures player_1 on square {square}" for square in captured)
    assert described(env) == {f"piece 0: 5 from 10 to 15{hit}"}


def test_capture_by_passing_counts():
    """It is a capture like any other: another rule rolls again for it, and landing counts too."""
    rules = (capture_by_passing(), capture_lone(), bonus_capture())
    env = at("p0=10 p2=38,41,0 dice=5", *rules, rolls=[2])
    after = only(env)
    assert (after["p0"], after["p2"], after["turn"]) == ("15,y,y,y", "y,y,0,y", "0")
    assert env.explain(1)


def test_capture_by_passing_on_a_graph():
    """Red goes from a0 over a1 to a3, or green stands behind it."""
    env = at("p0=a0,f p1=a1,a11 dice=3", capture_by_passing(), board=graph())
    assert described(env) == {"piece 0: 3 from a0 to a3, captures player_1 on square a1"}


@pytest.mark.parametrize(
    ("here", "number", "enemy", "said"),
    [
        ("10", 5, "41", "from 10 to 15, player_1 from 41 to 36"),
        ("24", 3, "1", "from 24 to 27, player_1 from 1 to 50"),
        ("25", 3, "2", "from 25 to 28, captures player_1 on square 28"),  # behind its gate
        ("10", 5, "41,41", "from 10 to 15"),
        ("10", 4, "40", "from 10 to 14"),  # safe
        ("14", 2, "42", "from 14 to 16, player_1 from 42 to 40"),  # from a safe square
        ("y", 6, "26", "from the yard to 0, captures player_1 on square 0"),
    ],
)
def test_capture_by_swapping(here, number, enemy, said):
    """The enemy comes to where the piece was; to its yard if it cannot stand there."""
    board = cross(seats=(0, 2), pieces=2, safe=(14,))
    env = at(f"p0={here},f p2={enemy} dice={number}", capture_by_swapping(), board=board)
    assert described(env) == {f"piece 0: {number} {said}"}


def test_capture_by_swapping_out_of_a_lane():
    """h1, h0, 50, 49, 48: nobody else can stand on h1."""
    env = at("p0=h1 p2=22 dice=-4", capture_by_swapping(), die=spinner(values=(1, 6, -4)))
    assert described(env) == {"piece 0: -4 from h1 to 48, captures player_1 on square 48"}


def test_capture_by_swapping_is_a_capture_and_leaves_nothing_behind():
    """It earns another roll, and the next move of a piece out of the yard does not swap."""
    env = at("p0=10 p2=41,26 dice=5", capture_by_swapping(), bonus_capture(), rolls=[6])
    after = only(env)
    assert (after["p0"], after["p2"], after["turn"]) == ("15,y,y,y", "36,26,y,y", "0")
    assert "piece 1: 6 from the yard to 0, captures player_1 on square 0" in described(env)


def test_capture_by_swapping_on_a_graph():
    """Tiles change hands, unless green can never come to the tile: e0 is red's alone."""
    board = graph("e0 > a0", entries=("e0", "a6"))
    env = at("p0=a2,f p1=a4 dice=2", capture_by_swapping(), board=board)
    assert described(env) == {"piece 0: 2 from a2 to a4, player_1 from a4 to a2"}
    env = at("p0=e0,f p1=a2 dice=3", capture_by_swapping(), board=board)
    assert described(env) == {"piece 0: 3 from e0 to a2, captures player_1 on square a2"}


@pytest.mark.parametrize(
    ("here", "number", "enemy", "steps", "said"),
    [
        ("10", 5, "41", 6, "from 10 to 15, player_1 from 41 to 35"),
        ("10", 5, "41", 40, "from 10 to 15, player_1 from 41 to 1"),
        ("10", 5, "41", 41, "from 10 to 15, player_1 from 41 to 0"),
        ("10", 5, "41", 42, "from 10 to 15, captures player_1 on square 15"),
        ("27", 3, "4", 6, "from 27 to 30, captures player_1 on square 30"),
        ("10", 5, "41,41", 6, "from 10 to 15"),
    ],
)
def test_capture_back(here, number, enemy, steps, said):
    """So many steps back on its own way; back over its entry into the yard."""
    env = at(f"p0={here} p2={enemy} dice={number}", capture_back(steps=steps))
    assert described(env) == {f"piece 0: {number} {said}"}


@pytest.mark.parametrize(
    ("here", "number", "enemy", "steps", "said"),
    [
        ("a1", 2, "a3", 2, "from a1 to a3, player_1 from a3 to a1"),
        ("a1", 2, "a3", 4, "from a1 to a3, player_1 from a3 to a11"),
        ("a1", 2, "a3", 6, "from a1 to a3, captures player_1 on square a3"),  # a10: two ways back
        ("a5", 2, "a7", 1, "from a5 to a7, player_1 from a7 to a6"),
        ("a5", 2, "a7", 2, "from a5 to a7, captures player_1 on square a7"),  # past a6, its entry
    ],
)
def test_capture_back_on_a_graph(here, number, enemy, steps, said):
    """Back tile by tile, into the yard from the entry or where the way back is not unique."""
    env = at(f"p0={here},f p1={enemy} dice={number}", capture_back(steps=steps), board=graph())
    assert described(env) == {f"piece 0: {number} {said}"}


def test_capture_back_refuses():
    """Steps are a number from 1."""
    with pytest.raises(SpecError, match=r"capture_back.steps is a number 1\.\.1000, not 0"):
        race(capture_back(steps=0)).check()


# Mechanisms


@pytest.mark.parametrize(
    ("rolls", "thrown", "there"),
    [([4], "4", 14), ([6, 4], "6,4", 20), ([6, 6, 1], "6,6,1", 23), ([6, 6, 6], "6,6,6", 28)],
)
def test_chained_die(rolls, thrown, there):
    """A six is thrown again, twice at most, and the sum is one move."""
    env = at("p0=10", capture_lone(), die=chained_die(), exit_number=5, rolls=[*rolls, 3, 2])
    expect(env, dice=thrown)
    said = f"piece 0: {thrown.replace(',', '+')} from 10 to {there}"
    assert described(env) == {said}
    env = at(f"p0=10 dice={thrown}", capture_lone(), die=chained_die(), exit_number=5, rolls=[3])
    assert described(env) == {said}
    after = only(env)
    assert (after["p0"], after["turn"], after["dice"]) == (f"{there},y,y,y", "2", "3")


def test_chained_die_passes_over():
    """All throws are one move: what stands where the six alone would end is not hit."""
    env = at("p0=10 p2=42 dice=6,4", capture_lone(), die=chained_die(), exit_number=5)
    assert described(env) == {"piece 0: 6+4 from 10 to 20"}
    env = at("p0=10 p2=46 dice=6,4", capture_lone(), die=chained_die(), exit_number=5)
    assert described(env) == {"piece 0: 6+4 from 10 to 20, captures player_1 on square 20"}


def test_chained_die_thrown_anew():
    """Who may throw again because nothing could be played begins a new chain."""

    @rule()
    def patient(board):
        """Who cannot move rolls again."""
        return hooks(stuck=lambda s, player: ROLL_AGAIN)

    die, rolls = chained_die(most=2), [6, 1, 6, 6, 2, 6, 5, 5]
    env = at("turn=0", capture_lone(), patient(), die=die, exit_number=5, rolls=rolls)
    expect(env, dice="5")
    assert len(described(env)) == 4


@pytest.mark.parametrize("text", ["6", "4,6", "4,4", "6,6,6,1", "7", "6,-", "6,6"])
def test_chained_die_refuses_throws_that_cannot_be(text):
    """Only a six is thrown again, and always but for the third time."""
    with pytest.raises(PositionError, match="dice="):
        at(f"p0=10 dice={text}", capture_lone(), die=chained_die())


@pytest.mark.parametrize(
    ("wrong", "refusal"),
    [
        ({"on": 7}, "one of its faces"),
        ({"most": 0}, "1 to 120 times"),
        ({"most": 30}, "up to 180 steps"),
        ({"weights": (1,)}, "6 faces"),
        ({"faces": (6,)}, "rule 15"),
        ({"weights": (0, 0, 0, 0, 0, 1)}, "rule 15"),
        ({"weights": (1, 1, 1, 1, 1, -1)}, "from 0"),
        ({"on": "6"}, "whole number"),
    ],
)
def test_chained_die_refuses(wrong, refusal):
    """Chains that cannot be."""
    with pytest.raises(SpecError, match=refusal):
        chained_die(**wrong)


UNFAIR = (
    (dice(faces=(6, 3, 9), weights=(2, 1, 0)), 9),
    (dice(weights=(1, 1, 0, 1, 1, 1)), 3),
    (dice(count=2, weights=(0, 1, 1, 1, 1, 1)), 1),
    (chained_die(weights=(1, 1, 0, 1, 1, 2)), 3),
    (spinner(values=(6, 2, -3, 0), weights=(1, 1, 0, 1)), -3),
)


@pytest.mark.parametrize(
    ("die", "never", "backend"),
    [
        *((*case, "python") for case in UNFAIR),
        (*UNFAIR[0], "numba"),
        *(pytest.param(*case, "numba", marks=pytest.mark.long) for case in UNFAIR[1:]),
    ],
    ids=str,
)
def test_a_face_of_weight_0_never_comes_up(die, never, backend):
    """L-10: rule 16, no chance need be fair; a position may show it, a list of dice may not."""
    game = game_of(race(capture_lone(), die=die), backend)
    session, seen = game.session(seed=3), set()
    for _ in range(60):
        session.run(BEGIN | SETTLE, 0)
        text = dict(word.split("=") for word in game.position(session.record).split())
        seen |= set(map(int, text["dice"].split(",")))
    assert len(seen) > 1
    assert never not in seen
    session.run(BEGIN, 0)
    scripted = 3 if never < 0 else never  # a spinner's outcomes are numbered
    assert game.outcome_of(session.record, scripted) == -1
    words = f"{never},{never}" if game.facts["dice"] == 2 else str(never)
    env = loose_ludo_v0.raw_env(game.spec, backend=backend)
    env.reset(options={"position": f"p0=10,y,y,y turn=0 dice={words}"})
    assert f"dice={words}" in env.position
    with pytest.raises(LudoError, match="dice"):
        env.reset(options={"dice": [scripted]})


def test_L_T14_weights_are_probabilities():
    """L-T14: each face once, with its probability; and so it is drawn."""
    loaded = (1, 1, 1, 1, 1, 3)
    for die in (dice(weights=loaded), chained_die(weights=loaded)):
        game = game_of(race(capture_lone(), die=die), "python")
        record, _ = game.read("turn=0")
        found = game.outcomes(record)
        assert found == [*((face, 1 / 8) for face in range(5)), (5, 3 / 8)]
        state, shows = game.layout.unpack(record), game.plain.machine.shows
        stream = STREAM_LAYOUT.unpack(STREAM_LAYOUT.new())
        stream.key0, stream.key1 = stream_keys(14)
        sides = state.sides
        sixes = sum(shows(state, draw(stream, sides)) == 6 for _ in range(80_000))
        # 80 000 draws of 3/8: 30 000, and sigma is the root of 80 000 * 3/8 * 5/8 = 136.9.
        assert abs(sixes - 30_000) < 5 * 137


WHEEL = spinner(values=(1, 6, -4, 0, -6), weights=(1, 1, 2, 3, 1))


@pytest.mark.parametrize(
    ("place", "value", "there"),
    [
        ("10", 1, "11"),
        ("10", -4, "6"),
        ("4", -4, "0"),
        ("2", -4, "50"),  # 1, 0, 51, 50
        ("1", -4, "49"),
        ("h1", -4, "48"),
        ("51", 1, "h1"),  # a square behind the gate counts as so many of the lane
        ("10", 0, None),
        ("y", -6, None),
        ("y", 6, "0"),
    ],
)
def test_spinner(place, value, there):
    """Forwards, backwards round the ring and out of the lane, or nothing at all."""
    board = cross(seats=(0, 2), pieces=2)
    env = at(f"p0={place},f dice={value}", capture_lone(), die=WHEEL, board=board, rolls=[1])
    start = "the yard" if place == "y" else place
    assert described(env) == {f"piece 0: {value} from {start} to {there}" if there else "pass"}
    assert only(env)["turn"] == "2"


def test_spinner_outcomes():
    """Scripted dice number the outcomes, and chance gives each with its weight."""
    env = at("p0=10 p2=20", capture_lone(), die=WHEEL, rolls=[3, 4])
    expect(env, dice="-4")
    assert described(env) == {"piece 0: -4 from 10 to 6"}
    assert only(env)["dice"] == "0"
    game = game_of(env.spec, "python")
    found = game.outcomes(game.read("turn=0")[0])
    assert [part for _, part in found] == [1 / 8, 1 / 8, 2 / 8, 3 / 8, 1 / 8]
    with pytest.raises(LudoError, match="out of range"):
        at("p0=10", capture_lone(), die=WHEEL, rolls=[6])
    with pytest.raises(PositionError, match="one of 1,6,-4,0,-6"):
        at("p0=10 dice=2", capture_lone(), die=WHEEL)


def test_spinner_on_a_graph():
    """Back along the only way, through the own lane; not over a10, to which two ways lead."""
    die, board = spinner(values=(1, 6, -3, -4)), graph()
    env = at("p0=a2,f dice=-3", capture_lone(), die=die, board=board)
    assert described(env) == {"piece 0: -3 from a2 to a11"}
    env = at("p0=r1,f dice=-3", capture_lone(), die=die, board=board)
    # Going back past the fork on a11 still counts its ways, so the move stands there twice.
    assert "piece 0: -3 from r1 to a10" in described(env)
    env = at("p0=a1,f dice=-4", capture_lone(), die=die, board=board)
    assert described(env) == {"pass"}


@pytest.mark.parametrize(
    ("wrong", "refusal"),
    [
        ({"values": (1, 1)}, "different numbers"),
        ({"values": (1, 121)}, "different numbers"),
        ({"values": (1,)}, "rule 15"),
        ({"values": (1, 2), "weights": (1,)}, "2 values"),
        ({"values": (1, 2), "weights": (0, 1)}, "rule 15"),
        ({"values": (1, 2), "weights": (-1, 1)}, "Weights"),
        ({"values": 3}, "list of whole numbers"),
    ],
)
def test_spinner_refuses(wrong, refusal):
    """Spinners that cannot be."""
    with pytest.raises(SpecError, match=refusal):
        spinner(**wrong)


# Jumps and doors


@pytest.mark.parametrize(
    ("position", "said"),
    [
        ("p0=3 dice=2", "2 from 3 to 17"),
        ("p0=3 dice=3", "3 from 3 to 6"),  # passing is not ending
        ("p0=15 dice=2", "2 from 15 to 17"),
        ("p0=3 p2=43 dice=2", "2 from 3 to 17, captures player_1 on square 17"),
        ("p0=3 p2=31 dice=2", "2 from 3 to 17"),  # an enemy on 5 is left alone
        ("p0=7 dice=2", "2 from 7 to 25"),
        ("p2=29 turn=2 dice=2", "2 from 29 to 43"),
        ("p2=33 turn=2 dice=2", "2 from 33 to 35"),  # 25 is behind the gate of seat 2
        ("p0=16 dice=5", "5 from 16 to 5"),  # back to the start of another: not carried twice
    ],
)
def test_jumps_on_a_ring(position, said):
    """Who ends on 5 stands on 17 afterwards."""
    env = at(position, jumps(tiles=("5 > 17", "9 > 25", "21 > 5")), capture_lone())
    assert described(env) == {f"piece 0: {said}"}


def test_jumps_on_a_graph():
    """By the names of tiles; out of a lane too; not to where a colour cannot come."""
    board = graph("e0 > a0", entries=("e0", "a6"))
    rules = (jumps(tiles=("a2>a9", "r1 > a3", "a4 > e0")), capture_lone())
    assert described(at("p0=a1,f dice=1", *rules, board=board)) == {"piece 0: 1 from a1 to a9"}
    assert described(at("p0=r0,f dice=1", *rules, board=board)) == {"piece 0: 1 from r0 to a3"}
    assert described(at("p0=a3,f dice=1", *rules, board=board)) == {"piece 0: 1 from a3 to e0"}
    env = at("p1=a3,f turn=1 dice=1", *rules, board=board)
    assert described(env) == {"piece 0: 1 from a3 to a4"}


@pytest.mark.parametrize(
    ("board", "tiles", "refusal"),
    [
        (CROSS, ("57 > 3",), "rule 35"),
        (CROSS, ("3 > 52",), "rule 12"),
        (CROSS, ("3 > 57",), "rule 12"),
        (CROSS, ("3 > 99",), "unknown square '99'"),
        (CROSS, ("3 - 9",), "'5 > 17'"),
        (CROSS, ("3 > 9 > 11",), "'5 > 17'"),
        (CROSS, ("3 >",), "'5 > 17'"),
        (CROSS, ("3 > 3",), "to itself"),
        (CROSS, (), "one or more"),
        (CROSS, ("3 > 9", "3 > 11"), "different squares"),
        (graph(), ("red > a1",), "rule 35"),
        (graph(), ("a1 > r0",), "rule 12"),
        (graph(), ("a1 > green",), "rule 12"),
        (graph(), ("a1 > gren",), "did you mean 'green'"),
        (graph(), ("a1 > ",), "'5 > 17'"),
    ],
)
def test_jumps_refuse(board, tiles, refusal):
    """Jumps that cannot be, in one sentence."""
    with pytest.raises(SpecError, match=refusal):
        race(jumps(tiles=tiles), capture_lone(), board=board).check()


def test_doors_after_capture():
    """The way a3 > a9 is there for red once it has captured, and for green not."""
    board = graph("a3 > a9 if captured")
    rules = (capture_lone(), doors_after_capture())
    env = at("p0=a2,f dice=2", *rules, board=board)
    assert described(env) == {"piece 0: 2 from a2 to a4"}
    env = at("p0=a2,f dice=2 doors=1", *rules, board=board)
    assert described(env) == {"piece 0: 2 from a2 to a4"}
    env = at("p0=a2,f dice=2 doors=0", *rules, board=board)
    assert described(env) == {"piece 0: 2 from a2 to a4", "piece 0: 2 by way 1 from a2 to a9"}
    env = at("p0=a0,f p1=a3,a2 dice=2", *rules, board=board, rolls=[1])
    after = only(env)
    assert (after["p0"], after["p1"], after["doors"]) == ("a2,f", "a3,y", "0")
    assert described(env) == {"piece 0: 1 from a3 to a4"}


def test_doors_refuse():
    """Doors are on graphs, and say something."""
    with pytest.raises(SpecError, match="for graphs"):
        race(capture_lone(), doors_after_capture()).check()
    with pytest.raises(SpecError, match="there are no doors"):
        race(doors_after_capture(), board=graph()).check()
    board = graph("a3 > a9 if captured")
    spec = race(capture_lone(), doors_after_capture(word="capture"), board=board)
    with pytest.raises(SpecError, match=r"captured"):
        spec.check()


# Turns and phases


def test_turn_limit():
    """After two turns the game is broken off: truncated, not terminated."""
    env = at("p0=10 p2=20", capture_lone(), turn_limit(turns=2), rolls=[1, 2])
    assert only(env)["turns"] == "1"
    env.step(min(legal_set(env)))
    assert list(env.truncations.values()) == [True, True]
    assert list(env.terminations.values()) == [False, False]
    expect(env, turns=2)
    for turns in (0, -1, 10**7):
        with pytest.raises(SpecError, match=r"turn_limit.turns is a number 1\.\.1000000"):
            turn_limit(turns=turns)


def test_turn_limit_counts_turns_and_not_rolls():
    """A roll that was earned belongs to the turn."""
    env = at("p0=10 p2=41", capture_lone(), bonus_capture(), turn_limit(turns=9), rolls=[5, 1, 6])
    assert only(env)["turns"] == "0"
    assert only(env)["turns"] == "1"


STORM = (
    capture_lone(),
    phase_after_homes(),
    others_turn_back().during("storm"),
    turn_limit(),
)


def test_the_storm():
    """L-2: the third piece home begins it; the others go back, and that colour goes on."""
    env = at("p0=f,f,50,20 p2=10,h1 dice=6", *STORM, rolls=[3, 3, 2])
    assert env.infos["player_0"]["storm"] == 0
    assert "piece 2: 6 from 50 to home" in described(env)
    env.step(2)
    expect(env, storm=1)
    assert env.infos[env.agent_selection]["storm"] == 1
    assert described(env) == {"piece 0: 3 from 10 to 7", "piece 1: 3 from h1 to 49"}
    env.step(0)
    assert described(env) == {"piece 3: 3 from 20 to 23"}
    env.step(3)
    assert described(env) == {"piece 0: 2 from 7 to 5", "piece 1: 2 from h1 to 50"}


def test_before_the_storm():
    """Two pieces home begin nothing, and nobody turns back."""
    env = at("p0=f,50,y,y p2=10 dice=6", *STORM, rolls=[3])
    env.step(1)
    expect(env, p0="f,f,y,y", storm=0)
    assert described(env) == {"piece 0: 3 from 10 to 13"}


def test_a_phase_counts_the_pieces_that_a_colour_has():
    """Of three pieces one home is one, though the fourth that others have was never there."""
    board = cross(seats=(0, 2), markers=(3, 4))
    rules = (capture_lone(), phase_after_homes(count=2))
    env = at("p0=50,10 dice=6", *rules, board=board, rolls=[1])
    env.step(0)
    expect(env, storm=0)
    env = at("p0=50,f dice=6", *rules, board=board, rolls=[1])
    env.step(0)
    expect(env, storm=1)
    env = at(
        "p0=10,f storm=1 dice=4",
        *(*rules, others_turn_back(count=1).during("storm"), turn_limit()),
        board=board,
    )
    assert described(env) == {"piece 0: 4 from 10 to 14"}
    env = at(
        "p0=10 storm=1 dice=4",
        *(*rules, others_turn_back(count=1).during("storm"), turn_limit()),
        board=board,
    )
    assert described(env) == {"piece 0: 4 from 10 to 6"}


def test_phase_after_turns():
    """Two turns, then it lasts."""
    env = at("p0=10 p2=30", phase_after_turns(turns=2), blocks().during("late"), rolls=[1, 1, 1, 1])
    seen = [(words_of(env)["late"], words_of(env)["turns_gone"])]
    seen += [(only(env)["late"], words_of(env)["turns_gone"]) for _ in range(3)]
    assert seen == [("0", "0"), ("0", "1"), ("1", "2"), ("1", "2")]
    assert env.infos[env.agent_selection]["late"] == 1


def test_phase_after_capture():
    """The first capture begins it; a move without one does not."""
    rules = (capture_lone(), phase_after_capture(name="war"), blocks().during("war"))
    env = at("p0=10,12,12 p2=41,41,41,42", *rules, rolls=[3, 1, 3])
    assert "piece 0: 3 from 10 to 13" in described(env)  # over 12, which blocks nobody yet
    env = at("p0=10,12,12 war=1 dice=3", *rules)
    assert described(env) == {"piece 1: 3 from 12 to 15", "piece 2: 3 from 12 to 15"}
    env = at("p0=10 p2=41,0 dice=4", *rules, rolls=[1])
    assert only(env)["war"] == "0"
    env = at("p0=10 p2=41,0 dice=5", *rules, rolls=[1])
    assert only(env)["war"] == "1"


@pytest.mark.parametrize(
    "maker", [phase_after_homes, phase_after_turns, phase_after_capture], ids=lambda m: m.name
)
def test_phases_refuse_names_that_are_none(maker):
    """A phase is a word."""
    for name in ("two words", "", "1st", "a-b"):
        with pytest.raises(SpecError, match="A phase is a word"):
            maker(name=name)


def test_phases_refuse_numbers():
    """Pieces that nobody has, and values that are not turns."""
    for made in (phase_after_homes(count=5), phase_after_homes(count=0), others_turn_back(count=5)):
        with pytest.raises(SpecError, match=r"count is a number of pieces 1\.\.4"):
            race(capture_lone(), made).check()
    with pytest.raises(SpecError, match=r"phase_after_turns\.turns"):
        phase_after_turns(turns=0)


# On both backends


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


@pytest.mark.parametrize(
    "name", marked_long(COMPILED, ["ring chain", "graph spinner", "graph doors"])
)
def test_both_backends_agree(name):
    """Whole games, bit for bit; and every rule has its say."""
    spec = COMPILED[name]
    report = check_game(spec, games=3)
    assert report.decisions > 50
    spoken = {key.split(".")[0] for key in report.answered}
    assert {rule.name for rule in spec.rules} <= spoken | {"blocks", "bonus_capture"}
    assert Spec.from_dict(spec.to_dict()) == spec
