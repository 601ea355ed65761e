"""Rules of Loose Ludo that no other page tests: turns, players, owners, order, choice."""

import numpy as np
import pytest
from positions import expect, expect_all, loose

from ludo_env import Spec, loose_ludo_v0, strict_ludo_v0
from ludo_env.boards import cross
from ludo_env.families import TRACK
from ludo_env.rules import all_home_wins, capture_lone, dice, exact_finish, leave_yard

SIMPLE = (dice(), leave_yard(), exact_finish(), capture_lone(), all_home_wins())


@pytest.mark.parametrize("name", ["mensch", "tock", "eight"])
def test_one_player_acts_at_a_time(name):
    """L-3: only the player whose turn it is has legal actions."""
    env = loose_ludo_v0.env(name, backend="python")
    env.reset(seed=2)
    rng = np.random.default_rng(0)
    for _ in range(60):
        masks = {agent: env.observe(agent)["action_mask"] for agent in env.agents}
        assert [agent for agent, mask in masks.items() if mask.any()] == [env.agent_selection]
        env.step(int(rng.choice(np.flatnonzero(masks[env.agent_selection]))))


@pytest.mark.parametrize("players", range(2, 13))
def test_any_number_of_players(players):
    """L-4: two to twelve players, each with a colour of their own, take turns round the table."""
    env = loose_ludo_v0.env(Spec("many", TRACK, cross(arms=players), SIMPLE), backend="python")
    env.reset(options={"dice": [5] * (2 * players)})
    turns = []
    for _ in range(2 * players):
        turns.append(env.agent_selection)
        env.step(env.game.pass_action)
    assert turns == 2 * [f"player_{player}" for player in range(players)]


def test_a_piece_that_another_moves_stays_its_owners():
    """L-7: a five of Tock moves an opponent's piece; it remains theirs, and goes their way."""
    env = loose("tock", "p0=10,y,y,y p1=20,y,y,y turn=0 dice=5 hands=5/9/-/-")
    five = 4 * 16 + 4  # the card, and the first piece of the next player
    assert env.describe(five) == "piece 0 of player_1: 5 from 20 to 25"
    env.step(five)
    expect(env, p0="10,y,y,y", p1="25,y,y,y")


@pytest.mark.parametrize(
    ("first", "dice_to_come", "agent"),
    [("fixed", [3], "player_0"), ("roll", [2, 5, 5, 1, 3, 6, 4], "player_2")],
)
def test_the_order_of_play(first, dice_to_come, agent):
    """L-11: the first player is fixed, or has the highest roll, where tied players roll again."""
    env = strict_ludo_v0.env(first_player=first, backend="python")
    env.reset(options={"dice": dice_to_come})
    assert env.agent_selection == agent


def test_extra_turns_and_tries():
    """L-12: in Mensch a six that is played gives another roll, and an empty ring three tries."""
    env = loose("mensch", "p0=10,y,y,y p1=y,y,y,y turn=0", [6, 2, 3, 4])
    env.step(1)
    expect(env, turn=0, dice=2)
    env = loose("mensch", "turn=0", [1, 2, 3, 5])
    expect(env, turn=0, dice=3, tries=2)


def test_any_own_piece_may_be_chosen():
    """L-17: any of four pieces that can move may move."""
    env = loose("storm", "p0=1,5,20,h0 turn=0", [2])
    ends = {0: "1 to 3", 1: "5 to 7", 2: "20 to 22", 3: "h0 to h2"}
    expect_all(env, {piece: f"piece {piece}: 2 from {way}" for piece, way in ends.items()})


def test_what_is_home_stays():
    """L-20: no move, no capture and no storm takes a piece out of its home again."""
    env = loose("storm", "p0=f,f,f,20 p1=f,10,y,y turn=1 storm=1", [6, 3, 6, 2])
    assert "is finished" in env.explain(0)
    for _ in range(4):
        env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))
        assert "p0=f,f,f," in env.position
        assert "p1=f," in env.position
