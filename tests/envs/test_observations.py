"""G-8, A-56, B-63: a learner sees the whole state from their seat; it is read back to prove it."""

import itertools
import random

import numpy as np
import pytest
from oracle import ludo_model, strict_model

from ludo_env import ludo_v0, strict_ludo_v0

# `test_properties` compares compiled rows; a kernel for each game would take a minute.
PLAIN = {"backend": "python"}
PLAIN = {"backend": "python"}
GAMES = {
    "ludo": (ludo_v0, {}),
    "ludo teams": (ludo_v0, {"mode": "teams"}),
    "ludo 3": (ludo_v0, {"num_players": 3, **PLAIN}),
    "strict": (strict_ludo_v0, {}),
    "strict two dice": (strict_ludo_v0, {"dice": 2}),
    "strict 2 short": (strict_ludo_v0, {"num_players": 2, "end_path": 4, "corners": True, **PLAIN}),
}


def texts(module, own, count):
    """Return random positions of a game, including rare ones."""
    rng = random.Random(8)
    own = dict(own)
    players = own.pop("num_players", 4)
    own.pop("backend", None)
    if module is ludo_v0:
        mode = own.get("mode", "ffa")
        return [ludo_model.random_position(rng, players, mode) for _ in range(count)]
    return [strict_model.random_position(rng, players, **own) for _ in range(count)]


def parts(style, row):
    """Return the columns of a row, by name."""
    cuts = np.cumsum([0, *(width for _, width in style.columns)])
    named = zip(style.columns, itertools.pairwise(cuts), strict=True)
    return {name: row[start:stop] for (name, _), (start, stop) in named}


def place_word(board, number):
    """Return the word of a position text for a progress number + 1, as "compact" writes it."""
    if number == 0:
        return "y"
    progress = number - 1
    if progress == board.finish:
        return "f"
    return f"h{progress - board.ring}" if progress >= board.ring else str(progress)


def decoded(env, agent, columns):
    """Return the position text that an observation shows, as far as the observer may see it."""
    board = env.spec.board
    mine = board.seats[env.possible_agents.index(agent)]
    known = {}
    for arm, numbers in enumerate(columns["place"].reshape(board.arms, board.pieces)):
        seat = (mine + arm) % board.arms
        if seat not in board.seats:
            assert (numbers == -1).all()
            continue
        known[f"p{seat}"] = ",".join(place_word(board, int(number)) for number in numbers)
    acting = (mine + int(columns["to_act"][0])) % board.arms
    known["turn"] = str(acting)
    if acting == mine:
        known["dice"] = ",".join(str(int(die)) if die else "-" for die in columns["dice"])
    if "has_captured" in columns:
        flags = np.roll(columns["has_captured"], mine)
        known["hit"] = ",".join(str(seat) for seat in board.seats if flags[seat]) or "-"
        sixes = np.roll(columns["sixes"], mine)
        known["sixes"] = ",".join(str(int(sixes[seat])) for seat in board.seats)
    return known


@pytest.mark.parametrize("name", GAMES)
def test_compact_can_be_read_back(name):
    """Every observer can restore the position text from the compact row (dice: if they act)."""
    module, own = GAMES[name]
    env = module.env(observation="compact", **{**own, **PLAIN})
    style = env.game.styles["compact"]
    for text in texts(module, own, 150):
        env.reset(options={"position": text})
        truth = dict(word.split("=") for word in env.position.split())
        for agent in env.possible_agents:
            row = env.observe(agent)["observation"]
            report = decoded(env, agent, parts(style, row))
            assert report.items() <= truth.items()
            assert ("dice" in report) == (agent == env.agent_selection)


@pytest.mark.parametrize("name", GAMES)
def test_features_say_the_same_as_compact(name):
    """The columns of the features, read index by index, give the compact row."""
    module, own = GAMES[name]
    own = {**own, **PLAIN}
    env, small = module.env(**own), module.env(observation="compact", **own)
    board = env.spec.board
    steps = board.gate + 1 + board.lane
    for text in texts(module, own, 150):
        env.reset(options={"position": text})
        small.reset(options={"position": text})
        for agent in env.possible_agents:
            row = env.observe(agent)["observation"]
            assert row.min() >= 0
            assert row.max() <= 1
            seen = parts(env.game.styles["features"], row)
            compact = parts(small.game.styles["compact"], small.observe(agent)["observation"])
            zones = seen["zone"].reshape(-1, 4).argmax(1)
            somebody = compact["place"] >= 0
            assert seen["zone"].reshape(-1, 4).sum(1).tolist() == somebody.tolist()
            progress = np.rint(seen["progress"] * steps).astype(int)
            back = np.where(zones == 0, 0, progress + 1)
            back += np.where(zones >= 2, board.ring - board.gate - 1, 0)
            assert back.tolist() == np.maximum(compact["place"], 0).tolist()
            ring = np.rint(seen["ring"] * board.pieces).astype(int).reshape(board.arms, -1)
            assert ring.tolist() == crowds(env, agent, compact["place"]).tolist()
            for field in ("has_captured", "sixes"):
                if field in seen:
                    high = compact[field].max(initial=1) if field == "has_captured" else 2
                    assert np.rint(seen[field] * high).tolist() == compact[field].tolist()
            dice = seen["dice"].reshape(-1, 6)
            faces = np.where(dice.any(1), dice.argmax(1) + 1, 0)
            assert faces.tolist() == compact["dice"].tolist()
            assert seen["to_act"].argmax() == compact["to_act"][0]
            assert seen["to_act"].sum() == 1
            assert seen["teams"][0] == (own.get("mode") == "teams")


def crowds(env, agent, places):
    """Return how many pieces of each arm are on each square, from the observer's entry on."""
    board = env.spec.board
    mine = board.seats[env.possible_agents.index(agent)]
    counts = np.zeros((board.arms, board.ring), int)
    for piece, number in enumerate(places):
        arm, progress = piece // board.pieces, int(number) - 1
        if 0 <= progress < board.ring:
            away = board.entries[(mine + arm) % board.arms] - board.entries[mine]
            counts[arm, (progress + away) % board.ring] += 1
    return counts


def test_where_the_others_sit_can_be_seen():
    """G-8: two players on neighbouring arms see that one sits behind and the other ahead."""
    env = ludo_v0.env(num_players=2, backend="python")
    rows = []
    for turn in (0, 1):
        env.reset(options={"position": f"turn={turn} dice=3"})
        rows.append(env.last()[0]["observation"])
    assert not np.array_equal(*rows)


def test_flat80():
    """A-56: the 80 floats of the origin, index by index."""
    env = ludo_v0.env(observation="flat80", backend="python")
    env.reset(options={"position": "p0=10,y,h3,f p1=0,51,y,y hit=0 turn=0 dice=5"})
    row = env.last()[0]["observation"]
    expected = np.zeros(80, np.float32)
    expected[[10, 13, 12]] = 1
    expected[[52, 54, 55]] = [11 / 52, 0.8 + 3 / 30, 1]
    expected[[56, 57]] = [14 / 52, 13 / 52]
    expected[68], expected[69] = 5 / 6, 1
    expected[75:80] = [1, 0, 1, 0, 0]
    assert row == pytest.approx(expected)
    other = env.observe("player_1")["observation"]
    assert other[69] == 0
    assert not other[75:].any()


def test_the_global_state_shows_the_dice():
    """state() is the first player's view, with the dice of the player to act."""
    env = ludo_v0.env()
    env.reset(options={"position": "turn=2 dice=4"})
    seen = parts(env.game.styles["features"], env.state())
    assert seen["dice"].tolist() == [0, 0, 0, 1, 0, 0]
    assert seen["to_act"].tolist() == [0, 0, 1, 0]


def test_observations_are_the_callers_own():
    """An observation does not change when play goes on."""
    env = ludo_v0.env()
    env.reset(seed=1)
    seen = env.last()[0]
    kept = {key: value.copy() for key, value in seen.items()}
    for _ in range(20):
        env.step(int(env.last()[0]["action_mask"].argmax()))
    assert all((seen[key] == kept[key]).all() for key in seen)
