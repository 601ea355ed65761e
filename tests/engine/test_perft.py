"""Perft with chance: the number of ways to make a number of decisions, over every die.

The stored counts come from the slow models; a small one is counted afresh by both.
"""

import pytest
from batches import marked_long
from oracle.french_model import FrenchModel
from oracle.generals_model import GeneralsModel
from oracle.generals_model import perft as generals_perft
from oracle.ludo_model import LudoModel
from oracle.strict_model import StrictModel

from ludo_env import french_ludo_v0, game_of, generals_v0, ludo_v0, strict_ludo_v0
from ludo_env._engine.kernel import BEGIN, PLAY
from ludo_env._engine.perft import divide, perft

MODELS = {ludo_v0: LudoModel, strict_ludo_v0: StrictModel, french_ludo_v0: FrenchModel}

# name: (module, keywords, position, counts after 1, 2, 3.. decisions)
POSITIONS = {
    "start with a six": (ludo_v0, {}, "turn=0 dice=6", [4, 36, 384, 4196]),
    "blocks and captures": (
        ludo_v0,
        {},
        "p0=10,20,y,h3 p1=12,3,y,y p2=37,37,1,y p3=5,50,y,y hit=0,3 turn=0 dice=3",
        [2, 28, 497, 8642],
    ),
    "third six ahead": (
        ludo_v0,
        {},
        "p0=0,7,y,y p1=40,y,y,y sixes=2,2,1,0 turn=0 dice=6",
        [4, 106, 1304, 14941],
    ),
    "last lap": (
        ludo_v0,
        {"num_players": 2},
        "p0=51,50,h4,f p1=51,49,h0,f hit=0 turn=0 dice=2",
        [3, 54, 864, 14424],
    ),
    "helping the mate": (
        ludo_v0,
        {"mode": "teams"},
        "p0=f,f,f,f p1=10,22,y,y p2=23,36,h1,y p3=0,y,y,y hit=0,2 turn=0 dice=5",
        [3, 42, 708, 9596],
    ),
    "protected entries": (
        strict_ludo_v0,
        {},
        "p0=10,23,y,50 p1=0,0,y,y p2=39,y,y,y p3=0,38,y,y turn=0 dice=3",
        [2, 28, 252, 3440],
    ),
    "two dice": (
        strict_ludo_v0,
        {"dice": 2},
        "p0=10,48,h1,y p1=1,1,y,y p2=0,30,y,y p3=45,y,y,y turn=0 dice=6,4",
        [5, 14, 1901, 15832],
    ),
    "a bag of four": (
        french_ludo_v0,
        {},
        "p0=10,y,x1,h2 p1=0,23,y,y p2=39,39,y,y p3=5,y,y,y turn=0 dice=6,6,4,3",
        [9, 34, 55, 30],
    ),
    "a special exit": (
        french_ludo_v0,
        {},
        "p0=y,x1,20,f p1=39,39,5,y p2=6,y,y,y turn=0 dice=6,6,2,1",
        [13, 40, 48, 22],
    ),
    "short lanes with corners": (
        strict_ludo_v0,
        {"num_players": 2, "end_path": 4, "corners": True},
        "p0=46,40,h0,h3 p2=22,24,y,y turn=2 dice=2",
        [2, 22, 303, 3343],
    ),
}


class _NoMoreDiceError(Exception):
    """The model asked for a die that has not been chosen yet."""


def model_perft(model, depth, chance=True):
    """The same count by a slow model, which is replayed for every list of dice it asks for."""
    if model.over or depth == 1:
        return len(model.legal())
    total = 0
    for action in model.legal():
        lists = [[]]
        while lists:
            dice = lists.pop()
            after = model.copy()
            source = iter([*dice, None])

            def roll(source=source):
                face = next(source)
                if face is None:
                    raise _NoMoreDiceError
                return face

            try:
                after.play(action, roll)
            except _NoMoreDiceError:
                if not chance:
                    continue
                lists += [[*dice, face] for face in range(1, 7)]
            else:
                total += model_perft(after, depth - 1, chance)
    return total


def chance_of(name):
    """Return whether to branch over dice: not in French Ludo, where 6+6 could go on without end."""
    return POSITIONS[name][0] is not french_ludo_v0


def at(name, backend):
    """The environment at a stored position."""
    module, keywords, position, _ = POSITIONS[name]
    env = module.raw_env(backend=backend, **keywords)
    env.reset(options={"position": position})
    return env


# By default the kernels that other tests use, too.
COMPILED = {"start with a six", "blocks and captures", "third six ahead"}


@pytest.mark.parametrize("name", marked_long(POSITIONS, COMPILED))
def test_compiled_counts(name):
    """The compiled engine counts the same as the slow model, for as many decisions."""
    env = at(name, "auto")
    stored = POSITIONS[name][3]
    assert [
        perft(env.game, env.record, 1 + depth, chance_of(name)) for depth in range(len(stored))
    ] == stored


@pytest.mark.parametrize("name", POSITIONS)
def test_plain_counts(name):
    """Plain Python counts the same, to three decisions."""
    env = at(name, "python")
    stored = POSITIONS[name][3][:3]
    assert [
        perft(env.game, env.record, 1 + depth, chance_of(name)) for depth in range(len(stored))
    ] == stored


@pytest.mark.parametrize("name", POSITIONS)
def test_model_counts(name):
    """The stored counts are those of the slow model, to two decisions."""
    module, keywords, position, counts = POSITIONS[name]
    model = MODELS[module](**keywords)
    model.load(position, None)
    assert [model_perft(model, depth, chance_of(name)) for depth in (1, 2)] == counts[:2]


def test_divide():
    """The counts under the first actions add up to the whole."""
    env = at("blocks and captures", "auto")
    parts = divide(env.game, env.record, 3)
    assert set(parts) == set(divide(env.game, env.record, 1))
    assert sum(parts.values()) == POSITIONS["blocks and captures"][3][2]


def test_chance_is_explicit():
    """G-1: a pending die has six outcomes of equal probability, a decision has none."""
    env = at("two dice", "python")
    assert env.game.outcomes(env.record) == []
    session = env.game.session()
    session.load(env.record)
    for _ in range(2):
        session.run(PLAY, int(session.mask.argmax()))
    assert env.game.outcomes(session.record) == [(face, 1 / 6) for face in range(6)]


# Generals before its first roll: what the slow model counted, to three decisions.
GENERALS_COUNTS = {False: [78, 5930, 458_160], True: [124, 13_868, 1_699_938]}


def generals_start(backend, **flags):
    """The state of Generals before the first roll."""
    game = game_of(generals_v0.spec(role_choice="fixed", **flags), backend)
    session = game.session()
    session.run(BEGIN, 0)
    return game, session.record.copy()


@pytest.mark.long
@pytest.mark.parametrize("diagonal", [False, True])
def test_generals_counts(diagonal):
    """D-13, D-15, D-31: every die and every victim is branched over, compiled."""
    game, start = generals_start("auto", diagonal=diagonal)
    assert [perft(game, start, depth) for depth in (1, 2, 3)] == GENERALS_COUNTS[diagonal]


@pytest.mark.parametrize("diagonal", marked_long([False, True], [False]))
def test_plain_generals_counts(diagonal):
    """D-13, D-15, D-31: the same in plain Python, to two decisions."""
    game, start = generals_start("python", diagonal=diagonal)
    assert [perft(game, start, depth) for depth in (1, 2)] == GENERALS_COUNTS[diagonal][:2]


@pytest.mark.parametrize("diagonal", [False, True])
def test_generals_counts_are_the_models(diagonal):
    """The stored counts are what the slow model counts."""
    model = GeneralsModel(diagonal=diagonal)
    model.start(None)
    assert [generals_perft(model, depth) for depth in (1, 2)] == GENERALS_COUNTS[diagonal][:2]
