"""Any number of players and of pieces: all remaining limits are the library's own.

Loose Ludo, rules 4 and 8; clauses L-4 and L-6.
"""

import os
import warnings

import numpy as np
import pygame
import pytest
from batches import same, trail
from pettingzoo.test import api_test, parallel_api_test, seed_test
from positions import on_backends
from small_races import CROWD, alone, crowd, few_and_many

import ludo_env
from ludo_env import Spec, SpecError, game_of, loose_ludo_v0
from ludo_env.boards import MOST_PIECES, MOST_PLAYERS, cross, ring
from ludo_env.families import TRACK
from ludo_env.play import Table
from ludo_env.render import THEMES, Look, draw_text, scene_of
from ludo_env.testing import check_game


@pytest.fixture(autouse=True)
def quiet():
    """Ignore the warning of api_test for any environment whose observations are dictionaries."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


# Limits


def test_limits_are_the_librarys():
    """No rule of Loose Ludo is cited for them."""
    for wrong in (
        lambda: cross(arms=MOST_PLAYERS + 1),
        lambda: cross(arms=0),
        lambda: cross(pieces=MOST_PIECES + 1),
        lambda: ring(length=40, lane=3, arms=25),
    ):
        with pytest.raises(SpecError, match="limit of this library") as refused:
            wrong()
        assert "rule" not in str(refused.value).replace("rules", "")


# Environments


@few_and_many
def test_pettingzoo(spec):
    """PettingZoo's own tests pass."""
    api_test(loose_ludo_v0.env(spec, backend="python"), num_cycles=60)
    parallel_api_test(loose_ludo_v0.parallel_env(spec, backend="python"), num_cycles=40)
    seed_test(lambda: loose_ludo_v0.env(spec, backend="python"), 30)


@few_and_many
def test_positions_and_states(spec):
    """A position contains everything, and a record can be restored from it."""
    game = game_of(spec, "python")
    table = Table(spec, [], 5, backend="python")
    for _ in range(60):
        if table.over:
            break
        text = game.position(table.record)
        record, _ = game.read(text)
        assert game.position(record) == text
        assert game.audit(table.record) == ""
        table.play(table.choose())


@pytest.mark.parametrize("style", ["features", "compact"])
@few_and_many
def test_observations_are_in_their_space(spec, style):
    """This is true for each player, and each sees another picture of the same state."""
    env = loose_ludo_v0.raw_env(spec, backend="python", observation=style)
    env.reset(seed=4)
    for _ in range(40):
        if not env.agents or any(env.terminations.values()):
            break
        for agent in env.possible_agents:
            assert env.observation_space(agent).contains(env.observe(agent))
        mask = env.observe(env.agent_selection)["action_mask"]
        env.step(int(np.flatnonzero(mask)[-1]))
    seen = {env.observe(agent)["observation"].tobytes() for agent in env.possible_agents}
    assert len(seen) == spec.players


@few_and_many
def test_a_single_seat(spec):
    """A learner plays a seat to the end, alone or against all the others."""
    env = loose_ludo_v0.single_env(spec=spec, backend="python")
    seen, info = env.reset(seed=2)
    terminated = truncated = False
    while not (terminated or truncated):
        assert env.observation_space.contains(seen)
        action = int(np.flatnonzero(info["action_mask"])[0])
        seen, reward, terminated, truncated, info = env.step(action)
        assert terminated == (reward != 0)
    assert terminated == (spec.players == 1)  # alone it is lost by the clock, else truncated


@pytest.mark.long
def test_batches_and_both_backends():
    """Compiled code plays one and twenty-four players like plain Python, bit for bit."""
    for spec in (alone(), crowd(pieces=1)):
        assert check_game(spec, games=2).decisions > 20
    compiled, plain = (
        ludo_env.make_vec("loose_ludo_v0", 4, spec=spec, backend=backend)
        for backend in ("numba", "python")
    )
    same(trail(compiled, 100, seed=1), trail(plain, 100, seed=1))


@on_backends
def test_many_pieces_on_both_backends(backends):
    """64 pieces of a colour may be on one square, and are counted."""
    spec = Spec("pile", TRACK, cross(arms=2, pieces=MOST_PIECES), CROWD)
    assert check_game(spec, games=1, backends=backends).decisions > 100
    game = game_of(spec, "python")
    pile = ",".join(["5"] * MOST_PIECES)
    record, _ = game.read(f"p0={pile} turn=0 dice=3")
    assert int(record["crowds"][0].max()) == MOST_PIECES
    assert game.audit(record) == ""
    env = loose_ludo_v0.raw_env(spec, backend="python")
    env.reset(seed=0, options={"position": f"p0={pile} turn=0 dice=3"})
    assert env.observe("player_0")["action_mask"].sum() == MOST_PIECES
    home = ",".join(["f"] * 63)
    env.reset(seed=0, options={"position": f"p0={home},h4 turn=0", "dice": [1]})
    env.step(63)
    assert env.rewards == {"player_0": 1, "player_1": -1}


@pytest.mark.parametrize("agent", ["random", "greedy", "heuristic", "lookahead", "mcts", "rollout"])
def test_agents_alone(agent):
    """Every agent plays a race for one to its end, and wins it in its last turn."""
    table = Table(alone(), [agent], 3, backend="python")
    table.dealer.start(None, {"position": "p0=f,h2 turn=0 dice=2 clock=38", "dice": [1]})
    while not table.over:
        table.play(table.choose())
    assert table.moves == 2
    assert table.game.returns(table.record) == [1]


@pytest.mark.parametrize("agent", ["greedy", "heuristic"])
def test_agents_among_many(agent):
    """Twenty-four agents play in turn."""
    table = Table(crowd(), [agent] * MOST_PLAYERS, 3, backend="python")
    turns = []
    for _ in range(3):
        turns.append(table.turn)
        table.play(table.choose())
    assert turns == [0, 1, 2]


def test_an_agent_among_many_captures():
    """Of twenty-three opponents one can be captured, and is."""
    table = Table(crowd(), ["heuristic"] * MOST_PLAYERS, 3, backend="python")
    ring_length = 13 * MOST_PLAYERS
    yards = " ".join(f"p{player}=y,y" for player in range(2, MOST_PLAYERS))
    behind = ring_length - 13 + 8  # the place of player 1 on which player 0 counts 8
    table.dealer.start(None, {"position": f"p0=20,5 p1={behind},y {yards} turn=0 dice=3"})
    assert table.choose() == 1


# Pictures


def test_the_clock_is_shown():
    """The number of turns left is shown beside the player."""
    game = game_of(alone(), "python")
    record, _ = game.read("p0=f,0 turn=0 dice=2 clock=12")
    assert "1/2 home, turns left: 28" in str(scene_of(game, record, Look()))


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_colours_of_all_players_differ(theme):
    """No two seats look alike, in any theme, on any background of pieces."""
    seats = [np.array(theme.colour(f"seat {seat}")[:3], float) for seat in range(MOST_PLAYERS)]
    for number, one in enumerate(seats):
        for other in seats[:number]:
            assert np.linalg.norm(one - other) > 38


@few_and_many
def test_the_window_shows_it(spec, monkeypatch):
    """A picture has each seat's colour, in the window as well, and the text shows the board."""
    monkeypatch.setitem(os.environ, "SDL_VIDEODRIVER", "dummy")
    shown = {}
    for mode in ("rgb_array", "human", "ansi"):
        env = loose_ludo_v0.env(spec, backend="python", render_mode=mode)
        env.reset(seed=1)
        shown[mode] = env.render()
        if mode == "human":
            shown[mode] = pygame.surfarray.array3d(pygame.display.get_surface()).swapaxes(0, 1)
        env.close()
    colours = {tuple(pixel) for pixel in np.unique(shown["rgb_array"].reshape(-1, 3), axis=0)}
    theme = THEMES["day"]
    assert {theme.colour(f"seat {seat}")[:3] for seat in range(spec.players)} <= colours
    assert np.array_equal(shown["human"], shown["rgb_array"])
    assert shown["ansi"] == draw_text(game_of(spec, "python"), env.unwrapped._session.record)
