"""The value of states, and the best action by it, in one call for many states."""

import numpy as np
import pytest
from batches import marked_long
from oracle import appraisal_model

from ludo_env import Spec, french_ludo_v0, game_of, hooks, load_game, ludo_v0, rule, strict_ludo_v0
from ludo_env._engine.family import DECIDE
from ludo_env._engine.kernel import BEGIN, PLAY, SETTLE
from ludo_env._families.track import seating
from ludo_env.agents import Simulator
from ludo_env.agents.evaluation import WEIGHTS, appraisal_of, exposing
from ludo_env.boards import ring

SPECS = {
    "ludo": ludo_v0.spec(),
    "teams": ludo_v0.spec(mode="teams"),
    "strict": strict_ludo_v0.spec(dice=2),
    "french": french_ludo_v0.spec(),
    "backgammon": load_game("backgammon"),
    "ebb": load_game("ebb"),
    "eight": load_game("eight"),
    "tock": load_game("tock"),
}


def played(game, count, seed=0):
    """The states of some decisions and ends of random games."""
    session, random = game.session(seed=seed), np.random.default_rng(seed)
    found = []
    session.run(BEGIN | SETTLE, 0)
    while len(found) < count:
        found.append(session.record.copy())
        actions = np.flatnonzero(session.mask)
        if len(actions):
            session.run(PLAY | SETTLE, int(random.choice(actions)))
        else:
            session.run(BEGIN | SETTLE, 0)
    return np.concatenate(found)


def test_values_of_ludo_are_those_of_the_page():
    """In many positions the values are those of a model that shares nothing with the library."""
    game = game_of(SPECS["ludo"], "python")
    records = played(game, 400)
    running = records[records["phase"] == DECIDE]
    found = appraisal_of(game).scores(running)
    for record, values in zip(running, found, strict=True):
        pieces = record["progress"].reshape(4, 4).tolist()
        opened = (record["has_captured"] != 0).tolist()
        wanted = appraisal_model.scores(pieces, int(record["seat"]), opened, WEIGHTS)
        assert values.tolist() == pytest.approx(wanted, abs=1e-12)


@pytest.mark.parametrize("name", SPECS)
def test_the_best_action_is_the_best_of_all_that_are_played(name):
    """Every legal action is played and valued; among equals the lowest number wins."""
    game = game_of(SPECS[name], "python")
    appraisal, records = appraisal_of(game), played(game, 30 if name == "tock" else 90)
    simulator = Simulator(game, sound=[records[i : i + 1] for i in range(len(records))])
    choices = 0
    for at, action in enumerate(appraisal.best(records)):
        record = records[at : at + 1]
        actions = simulator.legal(record)
        if not actions:
            assert action == -1
            continue
        after = np.concatenate(simulator.plays(record, actions))
        values = appraisal.scores(after)[:, int(record["seat"][0])]
        assert action == actions[int(np.argmax(values))]
        choices += len(actions) > 1
    assert choices > 3


@pytest.mark.parametrize("name", marked_long(SPECS, ["ludo"]))
def test_both_backends_agree(name):
    """The same values to the last bit, and the same actions."""
    plain, compiled = game_of(SPECS[name], "python"), game_of(SPECS[name], "numba")
    records = played(plain, 200)
    ours, theirs = appraisal_of(plain), appraisal_of(compiled)
    assert np.array_equal(ours.scores(records), theirs.scores(records))
    assert np.array_equal(ours.best(records), theirs.best(records))
    assert np.array_equal(theirs.best(records[3::2]), theirs.best(records)[3::2])


def test_states_are_not_changed():
    """The input stays as it is."""
    game = game_of(SPECS["ludo"], "python")
    records = played(game, 20)
    before = records.tobytes()
    appraisal_of(game).best(records)
    appraisal_of(game).scores(records)
    assert records.tobytes() == before


def test_very_large_boards_are_played_out():
    """A table of a thousand places squared is not made."""
    spec = SPECS["ludo"]
    board = ring(length=1000, lane=5)
    game = game_of(Spec("far", spec.family, board, spec.rules), "python")
    assert appraisal_of(game) is None


def test_wide_boards_are_valued_as_narrow_ones(monkeypatch):
    """Where colours are counted one by one, company protects as well."""
    spec = SPECS["ludo"]
    narrow = game_of(spec, "python")
    records = played(narrow, 150)
    monkeypatch.setattr(seating, "_PACKED_PIECES", 0)
    wide = game_of(Spec("ludo, wide", spec.family, spec.board, spec.rules), "python")
    assert "crowds" in wide.layout.fields
    texts = [narrow.position(record) for record in np.split(records, len(records))]
    same = np.concatenate([wide.read(text)[0] for text in texts])
    found = appraisal_of(narrow).scores(records)
    assert np.array_equal(appraisal_of(wide).scores(same), found)


def test_what_is_exposed_is_declared_by_rules():
    """A user's own rule that protects entries is known by its fact, whatever its name is."""

    @rule(facts={"entry_safe": True})
    def door_guard(board):
        """No enemy lands where a piece has just entered."""
        return hooks()

    for more, safe in (((), False), ((door_guard(),), True)):
        game = game_of(load_game("ur_blitz").with_rules(*more), "python")
        record, _ = game.read("p0=9,1,y,y,y p1=y,y,y,y,y turn=0 dice=1")
        state, exposed = game.layout.unpack(record), exposing(game, game.plain.tables)
        assert exposed(state, 0, 0) is not safe
        assert exposed(state, 0, state.progress[1])
