"""Games as files: they come back as they were written, and every error is told at once."""

import copy
import json
import sys
import textwrap

import numpy as np
import pytest

from ludo_env import (
    Spec,
    SpecError,
    french_ludo_v0,
    generals_v0,
    loose_ludo_v0,
    ludo_v0,
    make_vec,
    strict_ludo_v0,
)
from ludo_env.cli import main as cli_main
from ludo_env.core.files import read
from ludo_env.testing import check_env

SPECS = {
    "ludo": ludo_v0.spec(),
    "ludo 2": ludo_v0.spec(2, seats=(1, 3), exact_finish=True),
    "ludo teams": ludo_v0.spec(mode="teams", share_when_stuck=True, sixes_reset="turn"),
    "ludo open": ludo_v0.spec(safe_squares=(3, 16), extra_roll_on_finish=True),
    "strict": strict_ludo_v0.spec(3, dice=2, end_path=4, corners=True),
    "french": french_ludo_v0.spec(unblock_scope="all", single_pawn_scope="two"),
    "generals": generals_v0.spec(diagonal=True, max_turns=None, adjudicate_hopeless=True),
}
RACE = {
    "name": "small",
    "family": "track",
    "board": {"kind": "cross", "seats": [0, 2]},
    "rules": [
        {"rule": "dice", "count": 1},
        {"rule": "leave_yard"},
        {"rule": "exact_finish"},
        {"rule": "capture_lone"},
        {"rule": "all_home_wins"},
    ],
}


def race(**changes):
    """The data of a small race with some keys changed."""
    return {**copy.deepcopy(RACE), **changes}


@pytest.mark.parametrize("suffix", [".toml", ".json"])
@pytest.mark.parametrize("name", SPECS)
def test_files_round_trip(name, suffix, tmp_path):
    """L-1: a spec that was written and read is the same value, with the same text."""
    path = tmp_path / f"game{suffix}"
    SPECS[name].dump(path)
    assert Spec.load(path) == SPECS[name]
    assert Spec.load(path).key == SPECS[name].key
    assert Spec.load(path).to_dict() == SPECS[name].to_dict()


@pytest.mark.parametrize("name", SPECS)
def test_plain_data_round_trips(name):
    """L-1: so does its plain data, through JSON and back."""
    data = json.loads(json.dumps(SPECS[name].to_dict()))
    assert data == SPECS[name].to_dict()
    assert Spec.from_dict(data) == SPECS[name]


@pytest.mark.parametrize(
    ("name", "module"),
    [("strict", strict_ludo_v0), ("ludo", ludo_v0), ("french", french_ludo_v0)],
)
def test_a_preset_is_the_named_game(name, module, tmp_path):
    """The same spec under a name, as data and in a file: the same games, in every view."""
    module.spec().dump(tmp_path / "game.toml")
    others = [
        loose_ludo_v0.env(name),
        loose_ludo_v0.env(module.spec().to_dict()),
        loose_ludo_v0.env(str(tmp_path / "game.toml")),
        loose_ludo_v0.env(module.spec()),
    ]
    env = module.env()
    assert {other.spec for other in others} == {env.spec}
    for other in (env, *others):
        other.reset(seed=4)
    rng = np.random.default_rng(0)
    for _ in range(60):
        action = int(rng.choice(np.flatnonzero(env.last()[0]["action_mask"])))
        for other in others:
            assert other.position == env.position
            other.step(action)
        env.step(action)
    envs = make_vec("loose_ludo_v0", 4, spec=name, seed=4)
    seen = make_vec(module.__name__.rsplit(".", 1)[-1], 4, seed=4).reset()[0]
    assert envs.reset()[0].tolist() == seen.tolist()


def test_a_small_race_keeps_every_promise():
    """A game that only a file knows: masks, refusals, positions, copies, ends and seeds."""
    assert check_env(lambda **more: loose_ludo_v0.env(race(), **more), games=1) > 30


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (race(nmae="x"), ["nmae", "'name'"]),
        (race(name="two words"), ["name", "two words"]),
        (race(family="cards"), ["family", "cards", "grid, track"]),
        (race(family=None), ["family", "None", "grid, track"]),
        (race(board={"kind": "cros"}), ["board.kind", "did you mean 'cross'"]),
        (race(board={"kind": "cross", "saef": [1]}), ["board.saef", "did you mean 'safe'"]),
        (race(board={"kind": "cross", "safe": [99]}), ["board", "99", "0..51"]),
        (race(board={"ring": 52}), ["board.entries", "must be given"]),
        (race(board=5), ["board", "table"]),
        (race(rules=[]), ["rules", "rule 1"]),
        (race(rules=[{"rule": "blokcs"}]), ["rules[0]", "did you mean 'blocks'"]),
        (race(rules=["blocks"]), ["rules[0]", "table"]),
        (race(rules=[{"rule": "blocks", "sise": 2}]), ["rules[0]", "did you mean 'size'"]),
        (race(rules=[*RACE["rules"], {"rule": "dice"}]), ["rules[5]", "twice"]),
        (race(rules=[{"rule": "os:system"}]), ["rules[0]", "os:system", "trust"]),
        (race(rules=RACE["rules"][1:]), ["rules", "'take'"]),
        (race(rules=RACE["rules"][:1] + RACE["rules"][2:]), ["rule 25"]),
        (race(rules=RACE["rules"][:2] + RACE["rules"][3:]), ["rule 27"]),
        (race(rules=RACE["rules"][:3] + RACE["rules"][4:]), ["rule 32"]),
        ("a text", ["table", "str"]),
    ],
    ids=lambda value: str(value)[-40:],
)
def test_what_is_wrong_is_told(data, told):
    """L-T04, L-T09: the place, the loose rule that is broken, and a suggestion; never a crash."""
    spec, wrong = read(data)
    text = "; ".join(wrong)
    assert all(word in text for word in told), text
    with pytest.raises(SpecError):
        Spec.from_dict(data)
    assert spec is None or wrong


def test_all_errors_are_told_at_once():
    """One look at a file with four mistakes tells all four."""
    data = race(nmae="x", name="a b", board={"kind": "cros"}, rules=[{"rule": "blokcs"}])
    assert len(read(data)[1]) == 4


@pytest.mark.parametrize("text", ["", "name = ", "[rules", "{", "\x00", "name = 3"])
@pytest.mark.parametrize("suffix", [".toml", ".json"])
def test_damaged_files(text, suffix, tmp_path):
    """A file that is none of ours is refused in one sentence."""
    path = tmp_path / f"game{suffix}"
    path.write_text(text)
    with pytest.raises(SpecError) as refusal:
        loose_ludo_v0.env(path)
    assert "\n" not in str(refusal.value).rstrip()


def test_a_missing_file_and_an_unknown_name():
    """Neither is a crash."""
    with pytest.raises(SpecError, match="cannot be read"):
        loose_ludo_v0.env("nowhere.toml")
    with pytest.raises(SpecError, match="did you mean 'strict'"):
        loose_ludo_v0.env("strickt")
    with pytest.raises(ValueError, match="arguments"):
        loose_ludo_v0.env()


def test_code_in_a_file_runs_only_when_trusted(tmp_path, monkeypatch):
    """A rule of the user's own is stored by its import path; a stranger's file runs nothing."""
    (tmp_path / "own_rules.py").write_text(
        textwrap.dedent(
            '''
            """Rules of a user."""
            from ludo_env import hooks, rule
            print("imported")

            @rule()
            def generous(board, also=0):
                """Who brings a piece home rolls again."""

                def again(s, steps, hits, arrived):
                    return arrived

                return hooks(again=again)
            '''
        )
    )
    monkeypatch.syspath_prepend(tmp_path)
    data = race(rules=[*RACE["rules"], {"rule": "own_rules:generous", "also": 2}])
    with pytest.raises(SpecError, match="trust"):
        loose_ludo_v0.env(data)
    assert "own_rules" not in sys.modules
    env = loose_ludo_v0.env(data, trust=True, backend="python")
    assert env.spec.rules[-1].parameters == (("also", 2),)
    env.spec.dump(tmp_path / "game.toml")
    assert 'rule = "own_rules:generous"' in (tmp_path / "game.toml").read_text()
    assert Spec.load(tmp_path / "game.toml", trust=True) == env.spec
    with pytest.raises(SpecError, match="cannot be had"):
        Spec.from_dict(race(rules=[*RACE["rules"], {"rule": "own_rules:nothing"}]), trust=True)


def test_rules_command(tmp_path, capsys):
    """list, show and check: the size of the action space, or every error, a line each."""
    path = tmp_path / "game.toml"
    Spec.from_dict(RACE).dump(path)
    assert cli_main(["rules", "check", str(path)]) == 0
    assert "small, 2 players, 5 actions" in capsys.readouterr().out
    path.write_text(path.read_text().replace("capture_lone", "capture_loan") + "x = 1\n")
    assert cli_main(["rules", "check", str(path)]) == 1
    assert len(capsys.readouterr().err.splitlines()) == 2
    assert cli_main(["rules", "list"]) == 0
    assert "capture_lone" in capsys.readouterr().out
    assert cli_main(["rules", "show", "blocks"]) == 0
    shown = capsys.readouterr().out
    assert "A-" in shown
    assert "may_pass" in shown
    assert cli_main(["rules", "show", "blokcs"]) == 2
    assert "did you mean 'blocks'" in capsys.readouterr().err
