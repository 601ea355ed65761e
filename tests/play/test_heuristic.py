"""The heuristic agent: its worked positions, its clauses, and its play in three games."""
# ruff: noqa: N802  (a test bears the name of its position)

import re
from importlib import import_module
from pathlib import Path
from random import Random
from types import SimpleNamespace

import numpy as np
import pytest
from clauses import defined_on
from positions import full, place_after

from ludo_env import (
    LudoError,
    french_ludo_v0,
    game_of,
    generals_v0,
    loose_ludo_v0,
    ludo_v0,
    strict_ludo_v0,
)
from ludo_env.agents import HeuristicAgent, View, make_agent
from ludo_env.agents.heuristic_distances import BOARD_A, LUDOPY, OFF
from ludo_env.agents.heuristic_score import Candidate, Situation
from ludo_env.agents.heuristic_weights import BASES, FACTORS
from ludo_env.rules import OVER
from ludo_env.sessions import BEGIN, PLAY, SETTLE

ALL_HOME = [0, 0, 0, 0]


def scores(own, die, flags=None, **enemies):
    """Return what `evaluate` says; e1=10 is a piece of the next player on 10, e1=[..] all four."""
    seats = {int(key[1:]): spread(pieces) for key, pieces in enemies.items()}
    return HeuristicAgent(**flags or {}).evaluate(own, seats, die)


def spread(pieces):
    """Return the places of one piece, or of four."""
    return [pieces, 0, 0, 0] if isinstance(pieces, int) else pieces


def situation(own=(0, 0, 0, 0), *enemies, course=BOARD_A, **flags):
    """Return a position of the classic board; enemies are in the player's own frame."""
    return Situation(course, tuple(own), tuple(enemies), (0,) * len(enemies), **flags)


def view_of(module, position, seed=0, **flags):
    """Return the decision of a position, in plain Python."""
    game = game_of(module.spec(**flags), "python")
    record, _ = game.read(full(position))
    return View(game, record, np.random.default_rng(seed))


def choice(module, position, agent=None, **flags):
    """Return the agent's choice in words, and the last score."""
    agent = agent or HeuristicAgent(debug_scores=True)
    view = view_of(module, position, **flags)
    return view.describe(agent.act(view)), agent.get_last_score_debug()


def state(own, die, valid, **more):
    """Return a state of the kind that wrappers of LUDOpy return."""
    said = {"player_pieces": own, "enemy_pieces": [], "dice_roll": die, "valid_moves": valid}
    return SimpleNamespace(**{**said, **more})


# The worked positions


def test_C_T01_a_choice_of_two():
    """C-T01: with two at home a six leaves, and both are chosen about equally often."""
    own = [0, 0, 10, 20]
    out = ("OUT", 1, 35000)
    assert scores(own, 6) == {
        0: out,
        1: out,
        2: ("STRATEGY", 16, 1350),
        3: ("STRATEGY", 26, 1000),
    }
    picks = [HeuristicAgent(seed=n).act_from_state(state(own, 6, [0, 1, 2, 3])) for n in range(200)]
    assert set(picks) == {0, 1}
    assert 70 <= sum(picks) <= 130
    views = [view_of(ludo_v0, "p0=y,y,9,19 turn=0 dice=6", seed) for seed in range(200)]
    seen = [HeuristicAgent().act(view) for view in views]
    assert set(seen) == {0, 1}
    assert 70 <= sum(seen) <= 130


def test_C_T02_a_globe():
    """C-T02: in the midgame leaving is worth 7000, and a globe 500."""
    found = scores([0, 3, 10, 20], 6)
    assert found[0] == ("OUT", 1, 7000)
    assert found[1] == ("STRATEGY", 9, 1850)
    assert [found[piece][2] for piece in (2, 3)] == [1000, 1000]


def test_C_T04_a_capture():
    """C-T04: a lone enemy on an open square."""
    found = scores([20, 30, 40, 2], 3, e1=10)
    assert found[0] == ("CAPTURE", 23, 50000)
    assert found[3] == ("STRATEGY", 5, 1350)


def test_C_T05_a_risk():
    """C-T05: landing three steps in front of an enemy costs 3200."""
    found = scores([20, 30, 40, 2], 4, e1=8)
    assert found[0] == ("STRATEGY", 24, -2200)
    assert found[3][2] == 1350


def test_C_T06_a_flight():
    """C-T06: from a threat to a safe square; the lane is entered without being progress."""
    found = scores([20, 50, 45, 2], 2, e1=6)
    assert found[0] == ("FLEE", 22, 50000)
    assert found[1] == ("STRATEGY", 52, 1000)


def test_C_T08_nothing_overrides_winning():
    """C-T08: a threatened piece still wins; a blockade is split; another flees."""
    found = scores([51, 10, 10, 2], 6, e2=24)
    assert found[0] == ("WIN", 57, 1000000)
    assert found[1] == found[2] == ("STRATEGY", 16, 750)
    assert found[3] == ("FLEE", 8, 50000)


def test_C_T09_closing():
    """C-T09: two pieces in the lane or home make progress there urgent."""
    found = scores([53, 57, 10, 30], 2)
    assert found == {
        0: ("HOME", 55, 50000),
        2: ("STRATEGY", 12, 1350),
        3: ("STRATEGY", 32, 1000),
    }


def test_C_T10_critical():
    """C-T10: an enemy with two home makes captures worth half as much again."""
    found = scores([20, 0, 0, 2], 3, e1=10, e2=[57, 57, 0, 0])
    assert found == {0: ("CAPTURE", 23, 75000), 3: ("STRATEGY", 5, 1350)}


def test_C_T11_a_blockade_is_broken():
    """C-T11: 250 for the split and -500 for the break."""
    assert [found[2] for found in scores([10, 10, 30, 40], 3).values()] == [1100, 750, 1000, 1000]


def test_C_T12_least_advanced_onto_a_globe():
    """C-T12: 1000, 500 and 350."""
    assert scores([6, 30, 31, 40], 3)[0] == ("STRATEGY", 9, 1850)


def test_C_T14_stars():
    """C-T14: in the profile ludopy the last star leads to the goal, and 46 is an open square."""
    found = scores([45, 30, 46, 40], 6, {"profile": "ludopy"})
    assert found[0] == ("WIN", 57, 1000000)
    assert found[3] == ("FORM", 46, 3500)


def test_C_T16_risks_add_up():
    """C-T16: two enemies, three and two steps behind."""
    found = scores([20, 30, 40, 2], 5, e1=[9, 10, 0, 0], e2=12)
    assert found[0] == ("STRATEGY", 25, -6200)
    assert found[1] == ("STRATEGY", 35, 1500)
    assert found[3] == ("STRATEGY", 7, 1350)


def test_C_T18_enemies_in_their_lane():
    """C-T18: they are not a danger."""
    assert scores([20, 30, 40, 2], 4, e1=[53, 52, 0, 0])[0] == ("STRATEGY", 24, 1000)


def test_C_T20_critical_comes_first():
    """C-T20: neither opening nor closing, so nothing is multiplied."""
    found = scores([53, 57, 0, 0], 6, e1=[57, 57, 0, 0])
    assert found[0] == ("WIN", 57, 1000000)
    assert found[2] == found[3] == ("OUT", 1, 7000)


# Positions


def test_positions_of_the_owner():
    """C-1: 0 home, 51 the last ring square, 52 to 56 the lane, 57 the goal."""
    assert scores([0, 57, 51, 52], 6) == {
        0: ("OUT", 1, 7000),
        2: ("WIN", 57, 2000000),
        3: ("WIN", 57, 2000000),
    }
    with pytest.raises(LudoError, match="four positions"):
        scores([0, 0, 0, 58], 6)


def test_positions_of_other_boards():
    """C-2: the lane begins behind the gate, on any board; a piece behind it is on 52."""
    assert [BOARD_A.place_of(pos) for pos in (0, 51, 52, 57)] == [0, 51, 53, 58]
    assert [BOARD_A.pos_of(place) for place in (0, 51, 52, 53, 58)] == [0, 51, 52, 52, 57]
    words, said = choice(strict_ludo_v0, "p0=y,42 turn=0 dice=1", end_path=4)
    assert (words.split(" to ")[-1], said["from"], said["to"]) == ("h0", 43, 44)
    _, said = choice(ludo_v0, "p0=51 turn=0 dice=3")
    assert (said["from"], said["to"]) == (52, 3)


@pytest.mark.parametrize(("seat", "mine"), [(1, 23), (2, 36), (3, 49)])
def test_enemies_are_seen_in_my_frame(seat, mine):
    """C-3, C-6: an enemy on its own 10 is 13 squares further on for each seat."""
    assert BOARD_A.seen(10, 13 * seat) == mine
    assert scores([mine - 2, 0, 0, 0], 2, **{f"e{seat}": 10})[0][0] == "CAPTURE"
    assert BOARD_A.behind(mine + 4, mine) == 4
    assert BOARD_A.behind(mine - 4, mine) == 48


def test_missing_seats_leave_gaps():
    """C-3: with two players opposite each other, the enemy enters 26 squares further on."""
    words, said = choice(strict_ludo_v0, "p0=30,2 p2=9 turn=0 dice=5", num_players=2)
    assert "captures player_1" in words
    assert said["components"]["rule"] == "CAPTURE"


def test_marks_of_the_board():
    """C-4, C-10: stars, globes and entries; on board A the other entries are safe too."""
    assert LUDOPY.stars == {5, 12, 18, 25, 31, 38, 44, 51}
    assert LUDOPY.globes == BOARD_A.globes == {9, 22, 35, 48}
    assert [place for place in range(53) if LUDOPY.is_safe(place)] == [0, 1, 9, 22, 35, 48]
    safe = [place for place in range(1, 53) if BOARD_A.is_safe(place)]
    assert safe == [1, 9, 14, 22, 27, 35, 40, 48]
    assert all(BOARD_A.is_safe(place) for place in range(53, 59))


@pytest.mark.parametrize(
    ("start", "die", "landing"),
    [(1, 4, 12), (38, 6, 51), (45, 6, 57), (53, 6, 55), (56, 2, 56), (0, 6, 1), (3, 6, 9)],
)
def test_moves_of_ludopy(start, die, landing):
    """C-5: a star leads to the next, the last to the goal, and the goal bounces back."""
    assert scores([start, 57, 57, 57], die, {"profile": "ludopy"})[0][1] == landing


def test_profile_env_makes_the_moves_of_the_game():
    """C-5: in random positions legal moves, landing and score are those of the game of Ludo."""
    chance = Random(5)
    for _ in range(150):
        sides = [[chance.choice([0, *range(58)]) for _ in range(4)] for _ in range(4)]
        if any(side == [57] * 4 for side in sides):
            continue
        die = chance.randint(1, 6)
        found = HeuristicAgent().evaluate(sides[0], dict(enumerate(sides[1:], 1)), die)
        pieces = " ".join(f"p{seat}=" + ",".join(map(word, s)) for seat, s in enumerate(sides))
        view = view_of(ludo_v0, f"{pieces} turn=0 dice={die} hit=0")
        assert view.actions == (sorted(found) or [4])
        agent = HeuristicAgent(debug_scores=True)
        action = agent.act(view)
        if found:
            said = agent.get_last_score_debug()
            report = (said["components"]["rule"], said["to"], said["total"])
            assert report == found[action]
            assert said["total"] == max(score for _, _, score in found.values())


def word(pos):
    """Return a position as position texts write it."""
    return "y" if pos == 0 else place_after(pos - 1)


def test_blocks_stop_everybody():
    """C-5: without an environment the moves are those of board A: own blocks stop pieces too."""
    assert scores([20, 30, 40, 2], 4, e1=[8, 8, 0, 0]).keys() == {1, 2, 3}
    assert scores([10, 12, 12, 2], 4).keys() == {1, 2, 3}
    assert scores(ALL_HOME, 5) == {}


# Predicates


def test_enemies_off_the_ring():
    """C-7, C-42: a piece at home, in the lane or in the goal is no danger; nor is an absent one."""
    assert [BOARD_A.seen(place, 13) for place in (0, 53, 57, 58)] == [OFF] * 4
    assert BOARD_A.behind(5, OFF) == 0
    for found in (situation([20]), situation([20], (OFF,) * 4)):
        assert not found.threat(20)
        assert found.risk(20) == 0


@pytest.mark.parametrize(("far", "risk"), [(0, 0), (1, 4800), (3, 3200), (6, 800), (7, 0)])
def test_threat_and_risk(far, risk):
    """C-11, C-12: a closer enemy behind an open square is worse; each piece counts."""
    found = situation([30], (30 - far, OFF), (30 - far,))
    assert found.threat(30) == (risk > 0)
    assert found.risk(30) == 2 * risk
    assert not found.threat(35)
    assert found.risk(35) == 0
    across = situation([3], (52,))
    assert (across.threat(3), across.risk(3)) == (True, 3200)


def test_spawn_danger():
    """C-11: only on request, the squares in front of enemy entries are threatened."""
    assert not situation([15]).threat(15)
    watched = situation([15], spawn_danger=True)
    assert [place for place in range(10, 24) if watched.threat(place)] == [15, 16, 17, 18, 19, 20]
    assert watched.risk(15) == 0
    flags = {"spawn_danger": True}
    assert scores([15, 0, 2, 40], 6, flags)[0] == ("FLEE", 21, 50000)
    assert scores([15, 0, 2, 40], 3, flags)[0] == ("STRATEGY", 18, 0)


def test_captures():
    """C-13: one enemy on an open square; two of different colours are not, nor is a safe one."""
    assert scores([20, 30, 40, 2], 3, e1=10, e2=49)[0][0] == "STRATEGY"
    assert scores([20, 30, 40, 2], 2, e1=9)[0] == ("STRATEGY", 22, 1500)
    flags = {"profile": "ludopy"}
    assert scores([10, 30, 40, 2], 4, flags, e1=1)[0] == ("CAPTURE", 14, 50000)
    assert scores([20, 30, 40, 2], 2, flags, e1=9)[0][0] == "STRATEGY"
    assert scores([20, 30, 40, 2], 3, flags, e1=[10, 10, 0, 0])[0][0] == "CLUSTER"


def test_flight():
    """C-14: from a threat to a square without one; moving to another threat is no flight."""
    assert scores([20, 30, 40, 2], 6, e1=6)[0] == ("FLEE", 26, 50000)
    assert scores([20, 30, 40, 2], 1, e1=6)[0] == ("STRATEGY", 21, -4000)


def test_progress_is_within_the_lane():
    """C-15: entering the lane does not count as progress."""
    assert scores([51, 0, 30, 40], 2)[0] == ("STRATEGY", 53, 1000)
    assert scores([52, 0, 30, 40], 2)[0] == ("HOME", 54, 10000)


def test_cluster():
    """C-16: two pieces of one opponent; one each of two opponents is no block."""
    assert scores([8, 0, 30, 40], 1, e3=[22, 22, 0, 0])[0] == ("CLUSTER", 9, 4000)
    assert scores([8, 0, 30, 40], 1, e3=22, e1=48)[0] == ("STRATEGY", 9, 1850)


def test_form():
    """C-17, C-30: another own piece; in the lane too; leaving home onto one is FORM by order."""
    assert scores([0, 0, 1, 30], 6)[0] == ("FORM", 1, 3500)
    assert scores([51, 54, 30, 40], 3)[0] == ("FORM", 54, 3500)
    assert scores([51, 57, 30, 40], 6)[0][0] == "WIN"


def test_out_least_advanced_and_blockade():
    """C-18, C-19, C-20: leaving; the first of the smallest; leaving a shared square breaks it."""
    assert 0 not in scores([0, 5, 5, 57], 5)
    found = scores([0, 5, 5, 57], 1)
    assert found == {1: ("STRATEGY", 6, 1100), 2: ("STRATEGY", 6, 750)}
    assert situation([0, 58, 58, 0]).least_advanced == -1
    assert situation([0, 58, 7, 7]).least_advanced == 2


# Scores


def test_order_of_the_rules():
    """C-30: the first that matches, even if a later one is worth more."""
    found = situation([20, 23, 0, 0], (19, 9, 9, OFF))
    assert found.judge(Candidate(0, 20, 58, captures=True)).rule == "WIN"
    assert found.judge(Candidate(0, 20, 9, captures=True)).rule == "CAPTURE"
    assert found.judge(Candidate(0, 20, 9)).rule == "FLEE"
    assert found.judge(Candidate(2, 0, 9, leaves=True)).rule == "CLUSTER"
    assert found.judge(Candidate(2, 0, 23, leaves=True)).rule == "FORM"
    assert found.judge(Candidate(2, 0, 1, leaves=True)).rule == "OUT"
    assert found.judge(Candidate(1, 23, 30)).rule == "FLEE"


def test_base_values():
    """C-31: they are those of the document."""
    assert list(BASES.values()) == [1000000, 50000, 50000, 10000, 4000, 3500, 7000, 1000]


def test_strategy_bonuses():
    """C-32: a star jump, a globe, the least advanced; split and break together cost 250."""
    flags = {"profile": "ludopy"}
    assert scores([1, 10, 30, 0], 4, flags)[0] == ("STRATEGY", 12, 1000 + 5500 + 350)
    assert scores([1, 10, 33, 0], 2, flags)[2] == ("STRATEGY", 35, 1500)
    assert scores([10, 10, 30, 40], 3)[1][2] == 1000 + 250 - 500
    assert scores([52, 52, 57, 40], 1)[0][2] == 5 * 10000


def test_multipliers():
    """C-33: strategy is not multiplied in any phase."""
    assert len(FACTORS) == 5
    assert scores([8, 57, 57, 40], 1, e3=[22, 22, 57, 57])[0] == ("CLUSTER", 9, 8000)
    assert scores([52, 57, 30, 40], 5)[0][2] == 2000000
    assert scores([0, 0, 10, 20], 1)[3][2] == scores([57, 57, 10, 20], 1)[3][2] == 1000


@pytest.mark.parametrize(
    ("own", "arrived", "phase"),
    [
        ([0, 0, 53, 58], 2, "CRITICAL"),
        ([0, 0, 53, 58], 1, "OPENING"),
        ([0, 9, 53, 58], 1, "CLOSING"),
        ([0, 9, 9, 58], 0, "MIDGAME"),
        ([58, 58, 58, 58], 0, "CLOSING"),
        ([52, 52, 9, 0], 0, "MIDGAME"),
    ],
)
def test_phases(own, arrived, phase):
    """C-34: the first of critical, opening and closing; behind the gate is not in the lane."""
    assert Situation(BOARD_A, tuple(own), (), (arrived,)).phase == phase


def test_risk_is_taken_off_every_rule():
    """C-35: a capture in front of another enemy is worth less."""
    assert scores([20, 30, 40, 2], 3, e1=10, e2=48)[0] == ("CAPTURE", 23, 50000 - 800 * 6)


@pytest.mark.parametrize(
    ("override", "capture", "win", "strategy"),
    [
        ("literal", -1600, 0, -4000),
        ("except_win", -1600, 2000000, -4000),
        ("strategy_only", 48400, 2000000, -4000),
    ],
)
def test_override(override, capture, win, strategy):
    """C-36: a threatened piece that does not flee scores minus its risk, by the flag."""
    flags = {"threat_override": override}
    far = [20, 30, 40, 2]
    assert scores(far, 3, flags, e1=10, e2=44)[0] == ("CAPTURE", 23, capture)
    assert scores([51, 57, 57, 2], 6, flags, e2=24)[0] == ("WIN", 57, win)
    assert scores(far, 1, flags, e1=6)[0] == ("STRATEGY", 21, strategy)


# The agent


def test_ties_and_seeds():
    """C-37, C-38: ties are decided by the constructor's seed, never by a global generator."""
    two = state([0, 0, 10, 20], 6, [0, 1, 2, 3])
    agents = [HeuristicAgent(seed=4), HeuristicAgent(seed=4)]
    before = np.random.get_state()[1].tolist()  # noqa: NPY002
    runs = [[agent.act_from_state(two) for _ in range(30)] for agent in agents]
    assert runs[0] == runs[1]
    assert set(runs[0]) == {0, 1}
    assert np.random.get_state()[1].tolist() == before  # noqa: NPY002


def test_nothing_to_do():
    """C-39: no candidate gives 0; if only a pass is legal, the agent passes."""
    assert HeuristicAgent().act_from_state(state(ALL_HOME, 3, [])) == 0
    assert HeuristicAgent().act_from_state(state(ALL_HOME, 3, [0])) == 0
    assert choice(ludo_v0, "turn=0 dice=3")[0] == "pass"
    assert choice(ludo_v0, "turn=0 dice=3", HeuristicAgent())[0] == "pass"


def test_indices_of_states():
    """C-40: the index in `movable_pieces`; without them in `valid_moves`."""
    own = [10, 53, 3, 57]
    assert HeuristicAgent().act_from_state(state(own, 6, [0, 1, 2])) == 1
    assert HeuristicAgent().act_from_state(state(own, 6, [0, 1], movable_pieces=[2, 1])) == 1
    assert HeuristicAgent().act_from_state(state(own, 6, [1, 2], movable_pieces=None)) == 0
    near = state([20, 30, 40, 2], 3, [3, 0], enemy_pieces=[[10, 0, 0, 0]])
    assert HeuristicAgent().act_from_state(near) == 1
    rows = np.array([[10, 0, 0, 0], ALL_HOME, ALL_HOME])
    near = state(np.array([20, 30, 40, 2]), 3, np.array([3, 0]), enemy_pieces=rows)
    assert HeuristicAgent().act_from_state(near) == 1


def test_flags_and_debugging():
    """C-41: the agent's description of itself, and of its last move on request."""
    agent = HeuristicAgent(debug_scores=True)
    assert (agent.is_on_policy, agent.needs_replay_learning) == (False, False)
    assert agent.supports_score_debug
    assert not HeuristicAgent().supports_score_debug
    assert agent.get_last_score_debug() == {}
    agent.act_from_state(state([10, 53, 57, 30], 2, [0, 1, 3]))
    said = agent.get_last_score_debug()
    assert said.pop("components") == {
        "rule": "HOME",
        "phase": "CLOSING",
        "base": 10000,
        "multiplier": 5.0,
        "risk": 0,
        "overridden": False,
    }
    assert said == {"piece": 1, "from": 53, "to": 55, "die": 2, "total": 50000}
    quiet = HeuristicAgent()
    quiet.act_from_state(state([10, 53, 57, 30], 2, [0, 1, 3]))
    assert quiet.get_last_score_debug() == {}


def test_two_dice_are_candidates():
    """C-43: each die with each piece is a separate candidate."""
    words, said = choice(strict_ludo_v0, "p0=10,20 p1=12 turn=0 dice=4,5", dice=2)
    assert "captures player_1" in words
    assert said["die"] == 5


def test_sweeps_land_where_they_stop():
    """C-43: a sweep that stops at a capture gets the score for that square."""
    words, said = choice(french_ludo_v0, "p0=10,f,f,f p1=2 turn=0 dice=4,3")
    assert "captures player_1" in words
    assert (said["to"], said["components"]["rule"]) == (16, "CAPTURE")


def test_purchase_and_special_exit():
    """C-43: buying a prisoner back is OUT with base 7000; a special exit is a capture."""
    _, said = choice(french_ludo_v0, "p0=x1,f,f,30 turn=0 dice=6,1")
    assert (said["components"]["rule"], said["from"], said["to"]) == ("OUT", 0, 0)
    assert said["total"] == 7000
    words, said = choice(french_ludo_v0, "p0=y,x1,x1,f p1=39,39,39 turn=0 dice=6,6,6,2")
    assert words.startswith("special exit")
    assert (said["components"]["rule"], said["to"], said["total"]) == ("CAPTURE", 1, 50000)


def test_what_is_safe_is_the_game_s():
    """C-5, C-10: in Strict Ludo only the own entry is safe, in French Ludo it is not."""
    _, said = choice(strict_ludo_v0, "p0=0,30 p3=10 turn=0 dice=5")
    assert (said["from"], said["components"]["rule"]) == (1, "STRATEGY")
    _, said = choice(french_ludo_v0, "p0=0,f,f,f p3=10 turn=0 dice=5,5")
    assert (said["from"], said["components"]["rule"]) == (1, "FLEE")


def test_mates_are_no_enemies():
    """C-43: a partner behind is no risk, and a partner's piece is moved once one is home."""
    _, said = choice(ludo_v0, "p0=9,30 p2=35 turn=0 dice=2", mode="teams")
    assert said["components"]["risk"] == 0
    words, said = choice(ludo_v0, "p0=f,f,f,f p2=9,y p1=0 turn=0 dice=3 hit=2", mode="teams")
    assert (words.split()[-1], said["to"]) == ("12", 13)


@pytest.mark.parametrize(
    ("module", "flags"),
    [
        (ludo_v0, {}),
        (ludo_v0, {"num_players": 2}),
        (ludo_v0, {"num_players": 3}),
        (ludo_v0, {"mode": "teams"}),
        (strict_ludo_v0, {}),
        (strict_ludo_v0, {"dice": 2}),
        (french_ludo_v0, {}),
    ],
)
def test_whole_games(module, flags):
    """C-43: in each of these games it plays legal actions only."""
    game = game_of(module.spec(**flags), "python")
    session, agent = game.session(seed=3), HeuristicAgent(debug_scores=True)
    session.run(BEGIN | SETTLE, 0)
    chance = np.random.default_rng(3)
    for _ in range(400):
        if session.record["phase"][0] == OVER:
            break
        view = View(game, session.record, chance)
        action = agent.act(view)
        assert action in view.actions
        session.run(PLAY | SETTLE, action)


@pytest.mark.parametrize("name", ["mensch", "parchis", "petits_chevaux", "storm", "tock", "uckers"])
def test_other_races_on_a_ring(name):
    """C-2: boards of other rings, gates and lanes: each legal action is a candidate."""
    game = game_of(loose_ludo_v0.spec(name), "python")
    session, agent = game.session(seed=2), HeuristicAgent(debug_scores=True)
    session.run(BEGIN | SETTLE, 0)
    rules = set()
    for _ in range(150):
        view = View(game, session.record, np.random.default_rng(2))
        session.run(PLAY | SETTLE, agent.act(view))
        rules.add(agent.get_last_score_debug()["components"]["rule"])
    assert {"OUT", "STRATEGY", "FLEE"} <= rules


def test_profile_ludopy_in_a_game():
    """C-5: it can be chosen in a game, on the classic board with one die."""
    ludopy = HeuristicAgent(profile="ludopy", debug_scores=True)
    words, said = choice(ludo_v0, "p0=44,20 turn=0 dice=6 hit=0", ludopy)
    assert (words.split()[-1], said["to"], said["total"]) == ("50", 57, 1000000)
    with pytest.raises(LudoError, match="one die"):
        choice(strict_ludo_v0, "p0=44,20 turn=0 dice=6,5", ludopy, dice=2)


def test_bad_parameters_are_refused():
    """C-38, C-41: the error is a sentence that says what is allowed."""
    wrong = [
        ({"profile": "ludo"}, "did you mean 'ludopy'"),
        ({"profile": None}, "Unknown profile None"),
        ({"threat_override": "never"}, "known are except_win, literal, strategy_only"),
        ({"seed": -1}, "whole number from 0"),
        ({"seed": True}, "whole number from 0"),
        ({"debug_scores": 1}, "debug_scores is True or False"),
        ({"spawn_danger": "yes"}, "spawn_danger is True or False"),
    ]
    for keywords, sentence in wrong:
        with pytest.raises(LudoError, match=sentence):
            HeuristicAgent(**keywords)
    for enemies, sentence in (({4: ALL_HOME}, "Enemies sit"), ({1: [0]}, "four positions")):
        with pytest.raises(LudoError, match=sentence):
            HeuristicAgent().evaluate(ALL_HOME, enemies, 1)
    with pytest.raises(LudoError, match=r"A die shows 1\.\.6"):
        HeuristicAgent().evaluate(ALL_HOME, {}, 7)


def test_every_score_and_factor_is_a_parameter():
    """C-12, C-31, C-32, C-33: each has a name, in a table, as a keyword and in a text."""
    near, far = [20, 30, 40, 2], [10, 10, 30, 40]

    def worth(own, die, piece, weights, **enemies):
        return scores(own, die, {"weights": weights}, **enemies)[piece]

    assert worth(near, 3, 0, {"CAPTURE": 60000}, e1=10) == ("CAPTURE", 23, 60000)
    assert worth(near, 4, 0, {"RISK_FACTOR": 500}, e1=8) == ("STRATEGY", 24, 1000 - 4 * 500)
    assert worth(near, 4, 0, {"RISK_FACTOR": 0.25}, e1=10) == ("STRATEGY", 24, 998.5)
    assert worth([20, 50, 45, 2], 2, 0, {"FLEE": 1}, e1=6) == ("FLEE", 22, 1)
    assert worth([53, 57, 10, 30], 2, 0, {"HOME": 7, "CLOSING_HOME": 3}) == ("HOME", 55, 21)
    assert worth([53, 57, 10, 30], 4, 0, {"WIN": 7, "CLOSING_WIN": 3}) == ("WIN", 57, 21)
    cluster = {"CLUSTER": 7, "CRITICAL_CLUSTER": 3}
    crowd = [22, 22, 57, 57]
    assert worth([8, 0, 30, 40], 1, 0, cluster, e3=crowd) == ("CLUSTER", 9, 21)
    assert worth(near, 3, 0, {"CRITICAL_CAPTURE": 2}, e1=[10, 57, 57, 0])[2] == 100000
    assert worth([0, 0, 1, 30], 6, 0, {"FORM": 7})[2] == 7
    assert worth([0, 0, 10, 20], 6, 0, {"OUT": 7, "OPENING_OUT": 3})[2] == 21
    assert (
        worth([0, 3, 10, 20], 6, 1, {"STRATEGY": 7, "GLOBE_HOP": 3, "BALANCED_FRONT": 5})[2] == 15
    )
    assert worth(far, 3, 1, {"SPLIT_BLOCKADE": 3, "BLOCKADE_BREAK_PENALTY": 7})[2] == 1000 + 3 - 7
    ludopy = HeuristicAgent(profile="ludopy", star_jump=7)
    assert ludopy.evaluate([1, 10, 30, 0], {}, 4)[0] == ("STRATEGY", 12, 1000 + 7 + 350)
    for agent in (HeuristicAgent(capture=6), make_agent("heuristic:capture=6,risk_factor=0.5")):
        assert agent.weights["CAPTURE"] == 6
    assert make_agent("heuristic:GET_OUT_OF_HOME=1.5").weights["OUT"] == 1.5
    assert HeuristicAgent(weights={"get_out_of_home": np.int64(3)}).weights["OUT"] == 3
    changed = {
        name for name in HeuristicAgent().weights if name not in str(worth.__code__.co_consts)
    }
    assert changed == set(HeuristicAgent().weights)


def test_bad_weights_are_refused():
    """C-31: an unknown name gets a suggestion; non-numbers and repeated weights are refused."""
    wrong = [
        ({"weights": {"CAPTUR": 1}}, "no weight 'CAPTUR'; did you mean 'CAPTURE'"),
        ({"weights": {"zzz": 1}}, "known are BALANCED_FRONT, "),
        ({"weights": {3: 1}}, "no weight 3"),
        ({"weights": {"CAPTURE": "much"}}, "CAPTURE .* is a number .* not 'much'"),
        ({"weights": {"CAPTURE": float("nan")}}, "not nan"),
        ({"weights": {"CAPTURE": True}}, "not True"),
        ({"weights": {"CAPTURE": 10**400}}, "is a number from -1e12 to 1e12"),
        ({"weights": [("CAPTURE", 1)]}, "a table of names and numbers"),
        ({"weights": {"CAPTURE": 1, "CAPTURE_MOVE": 2}}, "CAPTURE .* given twice"),
        ({"weights": {"CAPTURE": 1}, "capture": 2}, "CAPTURE .* given twice"),
        ({"captur": 2}, "unexpected keyword argument 'captur'; did you mean 'capture'"),
    ]
    for keywords, sentence in wrong:
        with pytest.raises(LudoError, match=sentence):
            HeuristicAgent(**keywords)
    with pytest.raises(TypeError, match="unexpected keyword argument"):
        HeuristicAgent(captur=2)
    with pytest.raises(LudoError, match="has no 'captur'; did you mean 'capture'"):
        make_agent("heuristic:captur=3")
    with pytest.raises(LudoError, match=r"CAPTURE .* is a number"):
        make_agent("heuristic:capture=much")


def test_weights_change_what_is_played():
    """C-37: an agent for which captures are worth nothing does not capture the enemy."""
    place = "p0=19,5 p1=9 turn=0 dice=3"
    assert "captures" in choice(ludo_v0, place)[0]
    calm = HeuristicAgent(weights={"CAPTURE": -1}, debug_scores=True)
    words, said = choice(ludo_v0, place, calm)
    assert "captures" not in words
    assert said["components"]["rule"] != "CAPTURE"


def test_a_fallback_clears_the_debugged_score():
    """C-39, C-41: after an answer without a score there is no score of an earlier move."""
    agent = HeuristicAgent(debug_scores=True)
    own = [10, 53, 57, 30]
    for nothing in (state(own, 2, []), state(ALL_HOME, 3, [0])):
        agent.act_from_state(state(own, 2, [0, 1, 3]))
        assert agent.get_last_score_debug()["total"] == 50000
        assert agent.act_from_state(nothing) == 0
        assert agent.get_last_score_debug() == {}
    agent.act_from_state(state(own, 2, [0, 1, 3]))
    view = view_of(ludo_v0, "turn=0 dice=3")
    view.__dict__["actions"] = []
    assert agent.act(view) == 0
    assert agent.get_last_score_debug() == {}


PAGE = Path(__file__).parents[2] / "docs" / "agents" / "heuristic.md"
ORIGIN = (
    *("_get_game_phase", "_get_contextual_multipler", "_calculate_probablistic_risk"),
    *("can_break_blockade", "_calculate_move_score", "is_safe_position", "simulate_move"),
    *("get_circular_distance", "piece_is_in_blockade", "can_form_blockade", "is_at_goal"),
    *("count_pieces_at_goal", "supports_score_debug", "get_last_score_debug"),
)


@pytest.mark.parametrize("name", ORIGIN)
def test_the_page_leads_from_the_text_s_names_to_ours(name):
    """C-41: each name of the text has a row, and the names in the row exist here."""
    rows = [line for line in PAGE.read_text("utf-8").splitlines() if line.startswith(f"| `{name}`")]
    assert len(rows) == 1
    _, _, ours, *_ = rows[0].split("|")
    for path in re.findall(r"`([a-z_]+(?:\.\w+)+)`", ours):
        module, *parts = path.split(".")
        found = import_module(f"ludo_env.agents.{module}")
        for part in parts:
            found = getattr(found, part)


def test_the_page_has_every_clause():
    """C-10, C-31, C-33: 1 to 7 on positions, 10 to 20 on terms, 30 to 43 on scores."""
    clauses = {name for name in defined_on("C") if "T" not in name}
    assert clauses == {f"C-{number}" for number in (*range(1, 8), *range(10, 21), *range(30, 44))}
    assert 'profile="ludopy"' in PAGE.read_text("utf-8")


def test_by_name_and_elsewhere():
    """C-41: its name makes it; games without a ring are refused in a sentence."""
    agent = make_agent("heuristic:profile=ludopy,spawn_danger=true,seed=3")
    assert (agent.name, agent.profile, agent.spawn_danger) == ("heuristic", "ludopy", True)
    for spec in (generals_v0.spec(), loose_ludo_v0.spec("eight")):
        game = game_of(spec, "python")
        session = game.session(next(iter(game.styles)), seed=1)
        session.run(BEGIN | SETTLE, 0)
        with pytest.raises(LudoError, match="races on a ring"):
            HeuristicAgent().act(View(game, session.record, np.random.default_rng(1)))
