"""Observations in words: every column of every style, in all games, in plain Python."""

import math

import numpy as np
import pytest
import tiny_family

from ludo_env import LudoError, env_of, field, hooks, load_game, loose_ludo_v0, ludo_v0, rule
from ludo_env._engine.game import game_of
from ludo_env._engine.kernel import BEGIN, OBSERVE, PLAY, SETTLE, unpack_status
from ludo_env._envs.observation_text import explained
from ludo_env._families.track.board import Board
from ludo_env.catalogue import game_names
from ludo_env.rules import OVER

DECISIONS = 60
RINGS = [name for name in game_names() if isinstance(load_game(name).board, Board)]
PLACES = {"y": "yard", "f": "finished"}


def rows(game, style, seed):
    """Play a random game and yield each state with the row of each player."""
    session = game.session(style, seed)
    status = session.run(BEGIN | SETTLE | OBSERVE, 0)
    choices = np.random.default_rng(seed)
    for _ in range(DECISIONS):
        for viewer in range(game.players):
            session.look(viewer)
            yield viewer, session.record, session.row.copy()
        if unpack_status(status)[1] >= OVER:
            return
        action = int(choices.choice(np.flatnonzero(session.mask)))
        status = session.run(PLAY | SETTLE | OBSERVE, action)


def said(columns):
    """The meanings of a row by column."""
    return {column.name: column.meaning for column in columns}


@pytest.mark.parametrize("name", game_names())
def test_every_column_is_in_words_and_at_its_place(name):
    """Names, places and numbers are those of the style."""
    game = game_of(load_game(name), "python")
    for style, seen in game.styles.items():
        for _, _, row in rows(game, style, seed=3):
            columns = explained(game, style, row)
            assert [(c.name, c.stop - c.start) for c in columns] == list(seen.columns)
            at = 0
            for column in columns:
                assert column.start == at
                assert column.values == tuple(row.reshape(-1)[at : column.stop].tolist())
                assert any(letter.isalpha() for letter in column.meaning), column
                assert str(column).startswith(f"[{at}:{column.stop}] {column.name}: ")
                at = column.stop
            assert at == math.prod(seen.shape)


@pytest.mark.parametrize("name", game_names())
def test_styles_say_the_same(name):
    """What two styles of a game both have means the same in both."""
    game = game_of(load_game(name), "python")
    styles = [style for style in game.styles if style != "flat80"]
    played = [list(rows(game, style, seed=5)) for style in styles]
    shared = set.intersection(*({name for name, _ in game.styles[s].columns} for s in styles))
    assert shared
    for states in zip(*played, strict=True):
        meanings = [
            said(explained(game, style, row))
            for style, (_, _, row) in zip(styles, states, strict=True)
        ]
        for column in shared:
            assert len({meaning[column] for meaning in meanings}) == 1, column


@pytest.mark.parametrize("name", RINGS)
def test_places_are_those_of_the_position_text(name):
    """The place of each piece can be read back from the row."""
    game = game_of(load_game(name), "python")
    board = game.spec.board
    for viewer, record, row in rows(game, "compact", seed=7):
        keys = dict(word.split("=", 1) for word in game.position(record).split())
        place = said(explained(game, "compact", row))["place"]
        arms = dict(part.split(": ") for part in place.partition(": ")[2].split("; "))
        for seat in board.seats:
            offset = (seat - board.seats[viewer]) % board.arms
            words = arms[f"arm {offset}" if offset else "own"].split(", ")
            for word, written in zip(words, keys[f"p{seat}"].split(","), strict=False):
                # A prisoner is in no place of its own; the yard is where it will go.
                expected = "yard" if written[0] == "x" else PLACES.get(written, written)
                assert word == expected.partition("@")[0]


def test_units_are_those_of_the_position_text():
    """The units can be read back from the row in all three styles."""
    game = game_of(load_game("generals"), "python")
    for style in game.styles:
        for viewer, record, row in rows(game, style, seed=2):
            board = dict(word.split("=", 1) for word in game.position(record).split())["board"]
            attacks = int(record["attacker"][0]) in {viewer, -1}
            letters = {"own": "AD"[not attacks], "enemy": "DA"[not attacks]}
            meaning = said(explained(game, style, row))
            for whose, letter in letters.items():
                cells = " ".join(
                    f"{r},{c}"
                    for r, line in enumerate(board.split("/"))
                    for c, unit in enumerate(line)
                    if unit == letter
                )
                if style == "compact":
                    assert f"{whose} units: {cells or 'none'}" in meaning["cells"]
                else:
                    assert meaning[whose] == f"cells with {whose} units: {cells or 'none'}"


def test_words_of_ludo():
    """One position, seen by the player to act and by the other."""
    env = ludo_v0.env(num_players=2, backend="python", observation="features")
    env.reset(options={"position": "p0=10,y,h3,f p1=12,12,y,y turn=1 dice=6 hit=0 sixes=0,2"})
    words = said(env.explain_observation(env.observe("player_1")))
    assert words["ring"].endswith(": own: 2 on 12; arm 3: 1 on 49")
    assert words["progress"].endswith(
        ": own: 12, 12, 0, 0; arm 1: 0, 0, 0, 0; arm 2: 0, 0, 0, 0; arm 3: 10, 0, 54, 56"
    )
    assert (
        "arm 2: nobody, nobody, nobody, nobody; arm 3: ring, yard, lane, finished" in words["zone"]
    )
    assert words["dice"] == "kept by the rule dice: 6"
    assert words["sixes"] == "kept by the rule three_sixes: own: 2; arm 1: 0; arm 2: 0; arm 3: 0"
    assert words["has_captured"].endswith(": own: no; arm 1: no; arm 2: no; arm 3: yes")
    assert words["to_act"] == "player to act: own"
    hidden = said(env.explain_observation(env.observe("player_0")))
    assert hidden["dice"].endswith("nothing, or hidden from players who are not to act")
    assert hidden["to_act"] == "player to act: arm 1"


@rule(
    fields=(
        field("tolls", per="player", high=9, observe="value"),
        field("mood", high=3, observe="levels"),
        field("guest", high=4, observe="player"),
        field("wind", high=4, observe="onehot"),
        field("marks", per="piece", high=40, shown=5, observe="value"),
    )
)
def toll(board):
    """A rule that only remembers."""
    return hooks()


@pytest.mark.parametrize("style", ["features", "compact"])
def test_fields_of_rules_of_your_own_are_in_words(style):
    """Fields of all kinds, also with an empty seat."""
    game = game_of(ludo_v0.spec(num_players=3).with_rules(toll()), "python")
    session = game.session(style, 1)
    session.run(BEGIN | SETTLE | OBSERVE, 0)
    state = game.layout.unpack(session.record)
    state.tolls[2], state.mood, state.guest, state.wind, state.marks[4] = 5, 2, 2, 3, 7
    row = np.zeros(game.styles[style].shape, game.styles[style].dtype)
    game.styles[style].write(state, 2, session.mask, row)
    words = said(explained(game, style, row))
    assert words["tolls"] == "kept by the rule toll: own: 5; arm 1: 0; arm 2: 0; arm 3: 0"
    assert words["mood"] == "kept by the rule toll: 2"
    assert words["guest"] == "kept by the rule toll: arm 3"
    assert words["wind"] == "kept by the rule toll: 3"
    assert "; arm 3: 5 or more, 0, 0, 0" in words["marks"]


def test_columns_of_a_family_of_your_own_are_numbers():
    """A family without words still has its columns."""
    game = game_of(tiny_family.tiny(), "python")
    columns = explained(game, "features", np.array([3, 12.5, 6], np.float32))
    assert [column.meaning for column in columns] == ["3, 12.5", "6"]
    assert columns[0].values == (3.0, 12.5)


@pytest.mark.parametrize(
    "row", [None, "text", [1, 2], [[0] * 26], [float("nan")] * 26, {}, [1j] * 26]
)
def test_what_is_no_observation_is_refused(row):
    """The error says what is accepted."""
    env = ludo_v0.env(backend="python", observation="compact")
    with pytest.raises(
        LudoError, match="takes an observation of the style 'compact', which is 26 "
    ):
        env.explain_observation(row)


def test_all_views_say_the_same():
    """AEC, parallel, batch and single environments read the same row alike."""
    position = {"position": "p0=10,y,h3,f p1=12,12,y,y turn=1 dice=6"}
    keywords = {"num_players": 2, "backend": "python", "observation": "compact"}
    aec = ludo_v0.env(**keywords)
    aec.reset(options=position)
    expected = aec.explain_observation(aec.observe("player_1"))
    assert aec.explain_observation(aec.observe("player_1")["observation"]) == expected
    together = ludo_v0.parallel_env(**keywords)
    seen, _ = together.reset(options=position)
    assert together.explain_observation(seen["player_1"]) == expected
    for layout in ("rows", "columns"):
        batch = ludo_v0.batch_env(3, **keywords, layout=layout)
        many, _ = batch.reset(options=position)
        assert batch.explain_observation(many[2] if layout == "rows" else many[:, 2]) == expected
        batch.close()
    single = ludo_v0.single_env(seat=1, **keywords)
    alone, _ = single.reset(options=position)
    assert single.unwrapped.explain_observation(alone) == expected


def test_planes_are_read_with_or_without_their_shape():
    """Shaped and flat planes are the same observation."""
    env = env_of(load_game("generals"), backend="python", observation="planes")
    env.reset(seed=1)
    row = env.last()[0]["observation"]
    assert env.explain_observation(row) == env.explain_observation(row.reshape(-1))
    with pytest.raises(LudoError, match="27 x 10 x 10"):
        env.explain_observation(row[0])


def test_a_game_of_your_own_is_in_words():
    """A game of plain data has words like a named one."""
    env = loose_ludo_v0.env({**load_game("mensch").to_dict(), "name": "mine"}, backend="python")
    env.reset(seed=1)
    meanings = said(env.explain_observation(env.last()[0]))
    assert meanings["tries"].startswith("kept by the rule three_tries: ")
