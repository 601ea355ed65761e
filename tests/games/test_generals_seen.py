"""Observations in Generals: the planes of D-63, and the compact row."""

import numpy as np
import pytest
from generals_positions import (
    BOTTOM,
    BOTTOM_LEFT,
    BOTTOM_RIGHT,
    CELLS,
    DICE,
    GENERAL,
    MOAT,
    TOP,
    TOP_LEFT,
    TOP_RIGHT,
    do,
    generals,
)
from positions import random_game

from ludo_env import generals_v0

PLANES = [
    *("own units", "enemy units", "General", "Moat", "own garrisons", "enemy garrisons", "pending"),
    *("attacker", "to move", *(f"die {die}" for die in DICE)),
    *("toss", "move", "garrison", "convert", "no hits", "one hit", "two hits"),
    *("mine", "theirs", "offensive", "own count", "enemy count"),
]


def seen(env, agent=None):
    """Return an agent's planes, by name."""
    planes = env.observe(agent or env.agent_selection)["observation"]
    assert planes.shape == (len(PLANES), 10, 10)
    assert planes.dtype == np.float32
    return dict(zip(PLANES, planes, strict=True))


def ones(plane):
    """Return the marked cells of a plane."""
    assert set(np.unique(plane)) <= {0, 1}
    return {CELLS[index] for index in np.flatnonzero(plane)}


def facts(env, agent=None):
    """Return the planes that are constant and not 0."""
    constant = {name: plane for name, plane in list(seen(env, agent).items())[7:] if plane.any()}
    assert all((plane == plane[0, 0]).all() for plane in constant.values())
    return {name: pytest.approx(float(plane[0, 0])) for name, plane in constant.items()}


@pytest.mark.parametrize("attacker", [0, 1])
def test_colour_and_role_are_reported(attacker):
    """D-11: player_0 is white, player_1 black; text, infos and words tell colour and role."""
    env = generals(f"A=00,42 D=66,99 attacker={attacker} turn={attacker} die=4")
    colours = {"A": ("white", "black")[attacker], "D": ("black", "white")[attacker]}
    for info in env.infos.values():
        assert (info["white"], info["black"], info["attacker"]) == (0, 1, attacker)
        assert {type(info[name]) for name in ("white", "black", "attacker")} == {int}
    lines = env.unwrapped.picture().splitlines()
    roles = ("Attacker", "Defender")
    assert f"player_0 white {roles[attacker]}" in lines[12]
    assert f"player_1 black {roles[1 - attacker]}" in lines[13]
    painted = env.unwrapped.picture(colour=True).splitlines()
    code = {"white": "97;40", "black": "30;107"}
    assert f"\x1b[{code[colours['A']]};1m A " in painted[1]
    assert f"\x1b[{code[colours['D']]};1m D " in painted[10]
    env = generals(f"A=00,64 D=66,99 attacker={attacker} turn={attacker} die=2")
    taken = env.unwrapped.describe(4 * 64 + 3)
    assert taken == f"e4 right 2 to g4, takes a {colours['D']} unit of the Defender there"
    refused = env.unwrapped.explain(4 * 66)
    assert refused == f"no {colours['A']} unit of the Attacker is on g4"


def test_who_attacks_is_reported_when_it_is_known():
    """D-10, D-11: -1 in the infos during the toss; the players have their colours already."""
    env = generals("phase=toss turn=1")
    assert {info["attacker"] for info in env.infos.values()} == {-1}
    assert env.infos["player_0"]["black"] == 1
    lines = env.unwrapped.picture().splitlines()
    assert lines[12].split() == ["player_0", "white"]
    assert lines[13].split() == [">", "player_1", "black"]
    before = env.infos["player_1"]
    do(env, "DEFENDER")
    assert {info["attacker"] for info in env.infos.values()} == {0}
    assert before["attacker"] == -1
    lines = env.unwrapped.picture().splitlines()
    assert [word for word in lines[13].split() if word != ">"][:3] == [
        *("player_1", "black", "Defender"),
    ]


def test_the_infos_of_a_single_seat_tell_both():
    """D-11: they are the same as in the environment for all agents."""
    env = generals_v0.single_env(seat=1, opponents="random", backend="python")
    _, info = env.reset(seed=1, options={"position": "attacker=1 turn=1 die=1"})
    assert (info["white"], info["black"], info["attacker"]) == (0, 1, 1)
    info = env.step(int(np.flatnonzero(env.unwrapped._mask)[0]))[-1]
    assert (info["white"], info["black"], info["attacker"]) == (0, 1, 1)


def test_the_general_and_the_moat():
    """D-1, D-2: four cells in the middle, and the twelve around them."""
    env = generals("turn=0 die=1")
    assert ones(seen(env)["General"]) == GENERAL == {"44", "45", "54", "55"}
    assert ones(seen(env)["Moat"]) == MOAT
    assert len(MOAT) == 12


def test_the_garrisons():
    """D-3, D-4: corner triangles of six; the upper ones are the Attacker's, in either seat."""
    for attacker in (0, 1):
        env = generals(f"attacker={attacker} turn=0 die=1")
        for player in (0, 1):
            mine, theirs = (TOP, BOTTOM) if player == attacker else (BOTTOM, TOP)
            planes = seen(env, f"player_{player}")
            assert ones(planes["own garrisons"]) == mine
            assert ones(planes["enemy garrisons"]) == theirs
    for corner in (TOP_LEFT, TOP_RIGHT, BOTTOM_LEFT, BOTTOM_RIGHT):
        assert len(corner) == 6


@pytest.mark.parametrize("attacker", [0, 1])
def test_the_board_is_seen_as_it_is(attacker):
    """D-63: the top is always the Attacker's; each sees their own units first."""
    env = generals(f"A=00,42 D=66,99,97 attacker={attacker} turn={attacker} die=2")
    for player in (0, 1):
        planes = seen(env, f"player_{player}")
        own, enemy = ({"00", "42"}, {"66", "97", "99"})[:: 1 if player == attacker else -1]
        assert ones(planes["own units"]) == own
        assert ones(planes["enemy units"]) == enemy
        assert ones(planes["General"]) == GENERAL
        assert ones(planes["Moat"]) == MOAT
        assert ones(planes["pending"]) == set()


def test_the_facts_that_are_seen():
    """D-63: role, turn, die, phase, hits, rights that are left, and units as twelfths."""
    env = generals("A=00,42 D=66,99,97 turn=0 die=2 hits=2 garrison=D shot=0")
    assert facts(env) == {
        "attacker": 1, "to move": 1, "die 2": 1, "move": 1, "two hits": 1, "theirs": 1,
        "own count": 2 / 12, "enemy count": 3 / 12,
    }  # fmt: skip
    env = generals("A=33 D=99 turn=1 die=1 hits=0 garrison=AD shot=1")
    assert facts(env) == {
        "to move": 1, "die 1": 1, "move": 1, "no hits": 1, "mine": 1, "theirs": 1, "offensive": 1,
        "own count": 1 / 12, "enemy count": 1 / 12,
    }  # fmt: skip


def test_who_waits_sees_the_same_game():
    """D-63: for the viewer who is not to move, own and enemy are exchanged."""
    env = generals("A=00,42 D=66,99,97 turn=0 die=2 hits=1 garrison=D shot=0")
    waiting = facts(env, "player_1")
    assert {"attacker", "to move", "theirs"} & waiting.keys() == set()
    assert waiting["mine"] == waiting["one hit"] == 1
    assert waiting["own count"] == 3 / 12
    assert waiting["enemy count"] == 2 / 12
    assert not env.observe("player_1")["action_mask"].any()


def test_pending_choices_are_seen():
    """D-63: the unit that is being garrisoned, and the units that may be converted."""
    env = generals("A=00,05 D=99 turn=0 die=6")
    do(env, "G00")
    assert ones(seen(env)["pending"]) == {"00"}
    assert facts(env).keys() & {"toss", "move", "garrison", "convert"} == {"garrison"}
    env = generals("A=00,01,59 D=13 turn=1 die=3")
    do(env, "13>10")
    assert ones(seen(env)["pending"]) == {"00", "01"}
    assert facts(env).keys() & {"toss", "move", "garrison", "convert"} == {"convert"}


def test_the_toss_is_seen():
    """D-63: before the roles are settled there are none; both see the board like the Attacker."""
    env = generals("phase=toss turn=1")
    for agent in env.possible_agents:
        planes = seen(env, agent)
        assert ones(planes["own units"]) == TOP
        assert ones(planes["enemy units"]) == BOTTOM
        assert facts(env, agent).keys() & {"attacker", "toss", "move"} == {"toss"}
        assert ("to move" in facts(env, agent)) == (agent == "player_1")
        assert not facts(env, agent).keys() & {f"die {die}" for die in DICE}


@pytest.mark.parametrize("style", ["planes", "compact"])
def test_observations_lie_in_their_space(style):
    """D-63: at every moment of a game, for both agents."""
    env = generals(observation=style)
    for _ in random_game(env, seed=5):
        for agent in env.possible_agents:
            observation = env.observe(agent)
            assert env.observation_space(agent).contains(observation)
            if style == "compact":
                assert observation["observation"].dtype == np.int8
                assert observation["observation"].ndim == 1


@pytest.mark.parametrize("style", ["planes", "compact"])
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("A=00,42", "A=00,41"),
        ("D=66,99", "D=65,99"),
        ("A=00,42,03", "A=00,42"),
        ("D=66,99,42 A=00", "D=66,99 A=00,42"),
        ("die=2", "die=3"),
        ("hits=0", "hits=2"),
        ("garrison=AD", "garrison=D"),
        ("garrison=AD", "garrison=A"),
        ("garrison=A", "garrison=D"),
        ("shot=0 turn=1 die=1 D=99", "shot=1 turn=1 die=1 D=99"),
        ("turn=0 attacker=0", "turn=0 attacker=1"),
        ("turn=0", "turn=1"),
        ("die=6 phase=move garrison=D", "die=6 phase=garrison from=0,0 garrison=D"),
        (
            "A=00,01 die=6 garrison=D phase=garrison from=0,0",
            "A=00,01 die=6 garrison=D phase=garrison from=0,1",
        ),
    ],
)
def test_everything_is_seen(one, other, style):
    """D-63: two positions that differ look different."""
    rows = []
    for words in (one, other):
        given = {"A": "00,42", "D": "66,99", "turn": "0", "die": "2"}
        given.update(word.split("=") for word in words.split())
        position = " ".join(f"{key}={word}" for key, word in given.items())
        rows.append(generals(position, observation=style).observe("player_0")["observation"])
    assert not np.array_equal(*rows)
