"""Games as files: they are read back as written, and all errors are reported at once."""

import copy
import dataclasses
import json
import re
import sys
import textwrap
from functools import partial

import numpy as np
import pytest

from ludo_env import (
    Spec,
    SpecError,
    french_ludo_v0,
    generals_v0,
    hooks,
    loose_ludo_v0,
    ludo_v0,
    make_vec,
    rule,
    strict_ludo_v0,
)
from ludo_env.__main__ import main as cli_main
from ludo_env.catalogue import games
from ludo_env.rules import placing
from ludo_env.testing import check_env, complaints_about, read_game

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

FILES = {name: game.file for name, game in sorted(games().items()) if game.file is not None}
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
    """Return the data of a small race with some keys changed."""
    return {**copy.deepcopy(RACE), **changes}


@pytest.mark.parametrize("suffix", [".toml", ".json"])
@pytest.mark.parametrize("name", SPECS)
def test_files_round_trip(name, suffix, tmp_path):
    """L-1: a spec that was written and read is equal, with the same text."""
    path = tmp_path / f"game{suffix}"
    SPECS[name].dump(path)
    assert Spec.load(path) == SPECS[name]
    assert Spec.load(path).key == SPECS[name].key
    assert Spec.load(path).to_dict() == SPECS[name].to_dict()


@pytest.mark.parametrize("suffix", [".toml", ".json"])
@pytest.mark.parametrize("name", ["\N{MATHEMATICAL FRAKTUR SMALL L}udo", "größe", "x" * 500])
def test_files_round_trip_under_any_name(name, suffix, tmp_path):
    """L-1: this includes letters that a text escapes as two units."""
    path = tmp_path / f"game{suffix}"
    spec = dataclasses.replace(SPECS["ludo"], name=name)
    spec.dump(path)
    assert Spec.load(path) == spec


def test_a_file_has_a_line_for_each_value(tmp_path):
    """A list of squares is on one line, and each rule is a separate table."""
    path = tmp_path / "game.toml"
    SPECS["ludo open"].dump(path)
    lines = path.read_text("utf-8").splitlines()
    assert "safe = [3, 16]" in lines
    assert lines.count("[[rules]]") == len(SPECS["ludo open"].rules)


@pytest.mark.parametrize("name", SPECS)
def test_plain_data_round_trips(name):
    """L-1: plain data survives JSON."""
    data = json.loads(json.dumps(SPECS[name].to_dict()))
    assert data == SPECS[name].to_dict()
    assert Spec.from_dict(data) == SPECS[name]


@pytest.mark.parametrize(
    ("name", "module"),
    [("strict", strict_ludo_v0), ("ludo", ludo_v0), ("french", french_ludo_v0)],
)
def test_a_preset_is_the_named_game(name, module, tmp_path):
    """As a name, as data and as a file the same spec gives the same games, in every view."""
    plain = {"backend": "python"}
    module.spec().dump(tmp_path / "game.toml")
    others = [
        loose_ludo_v0.env(name, **plain),
        loose_ludo_v0.env(module.spec().to_dict(), **plain),
        loose_ludo_v0.env(str(tmp_path / "game.toml"), **plain),
        loose_ludo_v0.env(module.spec(), **plain),
    ]
    env = module.env(**plain)
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
    envs = make_vec("loose_ludo_v0", 4, spec=name, seed=4, **plain)
    seen = make_vec(module.__name__.rsplit(".", 1)[-1], 4, seed=4, **plain).reset()[0]
    assert envs.reset()[0].tolist() == seen.tolist()


def test_a_small_race_keeps_every_promise():
    """A game from a file has correct masks, refusals, positions, copies, ends and seeds."""
    assert check_env(partial(loose_ludo_v0.env, race(), backend="python"), games=1) > 30


@pytest.mark.parametrize("name", FILES)
def test_the_files_that_come_along(name):
    """Every game of the library passes the validator, and names its source and its differences."""
    path = FILES[name]
    spec, wrong = read_game(tomllib.loads(path.read_text("utf-8")))
    assert wrong == []
    assert spec == loose_ludo_v0.spec(name)
    head = path.read_text().split("\nname = ")[0]
    assert "# Source: " in head
    assert "# Differences" in head


@pytest.mark.parametrize("dice", [1, 2])
@pytest.mark.parametrize("end_path", [4, 5])
@pytest.mark.parametrize("corners", [False, True])
def test_L_T01_strict_from_a_file(dice, end_path, corners, tmp_path):
    """L-T01: a file of each kind of Strict Ludo plays the games of the named environment."""
    flags = {"dice": dice, "end_path": end_path, "corners": corners}
    plays_the_same(strict_ludo_v0, flags, tmp_path / "game.toml")


@pytest.mark.parametrize(
    "flags", [{}, {"mode": "teams"}, {"num_players": 2}, {"num_players": 3}], ids=str
)
def test_L_T02_ludo_from_a_file(flags, tmp_path):
    """L-T02: a file of each kind of Ludo plays the games of the named environment."""
    plays_the_same(ludo_v0, flags, tmp_path / "game.toml")


@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_L_T03_french_from_a_file(num_players, tmp_path):
    """L-T03: a file of French Ludo plays the games of the named environment."""
    plays_the_same(french_ludo_v0, {"num_players": num_players}, tmp_path / "game.json")


def plays_the_same(module, flags, path):
    """Check that a game written and read back equals the named game, die by die."""
    module.spec(**flags).dump(path)
    named, filed = module.env(backend="python", **flags), loose_ludo_v0.env(path, backend="python")
    assert filed.spec == named.spec
    rng = np.random.default_rng(1)
    for env in (named, filed):
        env.reset(seed=12)
    for _ in range(400):
        assert named.position == filed.position
        mask = named.last()[0]["action_mask"]
        assert mask.tolist() == filed.last()[0]["action_mask"].tolist()
        if not mask.any():
            break
        action = int(rng.choice(np.flatnonzero(mask)))
        named.step(action)
        filed.step(action)


@rule()
def unlucky(board):
    """Who lands anywhere loses a piece that was home."""
    place, finish, pieces = placing(board), board.finish, board.pieces

    def react(s, hits, colour, piece, cell):
        for other in range(colour * pieces, colour * pieces + pieces):
            if other != piece and s.progress[other] == finish:
                place(s, colour, other, -1)
        return hits

    return hooks(react=react)


@rule()
def careless(board):
    """Who lands on a square writes where nobody has declared a field."""

    def react(s, hits, colour, piece, cell):
        s.nonsense = 1
        return hits

    return hooks(react=react)


@rule()
def cheating(board):
    """Who lands moves a piece without telling the crowd."""

    def react(s, hits, colour, piece, cell):
        s.progress[piece] = 3
        return hits

    return hooks(react=react)


@pytest.mark.parametrize(
    ("own", "report"),
    [(unlucky, "rule 35"), (careless, "nonsense"), (cheating, "without place()")],
    ids=lambda value: getattr(value, "name", value),
)
def test_L_T08_a_rule_that_does_harm_is_found_by_trial(own, report):
    """L-T08: what is home stays home, fields are declared, and pieces are moved by `place`."""
    spec = Spec.from_dict(RACE).with_rules(own())
    (complaint,) = complaints_about(spec)
    assert report in complaint


TRIALS = [
    ({"rules": [{"rule": "dice", "faces": [1, 2, 3]}, *RACE["rules"][1:]]}, "rule 25"),
    ({"rules": [{"rule": "dice", "faces": [3]}, *RACE["rules"][1:]]}, "rule 15"),
    (
        {
            "rules": [{"rule": "dice", "faces": [4, 6]}, *RACE["rules"][1:]],
            "board": {"kind": "ring", "length": 40, "lane": 5, "seats": [0, 2]},
        },
        "rule 27",
    ),
    (
        {
            "board": {
                "kind": "graph",
                "paths": ["a1..a4 > a1", "a2 > ra", "a3 > rb", "c1..c4 > c1 for 2", "c2 > rc"],
                "entries": ["a1", "a4", "c1"],
                "homes": ["ra", "rb", "rc"],
            }
        },
        "rule 22",
    ),
    ({"board": {"kind": "cross", "arms": 25}}, "1 to 24 arms"),
    ({"board": {"kind": "cross", "seats": [0]}}, "rule 32"),
    ({"board": {"kind": "cross", "pieces": 0}}, "A colour has 1 to 64 pieces"),
    ({"board": {"kind": "cross", "markers": [4, 4, 4, 0]}}, "markers gives each of 4 players"),
    ({"rules": [*RACE["rules"], {"rule": "blocks", "during": "storm"}]}, "begins the phase"),
    ({"rules": [*RACE["rules"], {"rule": "blocks", "during": "a storm"}]}, "A phase is a word"),
    ({"rules": [*RACE["rules"], {"rule": "blocks", "size": "two"}]}, "a whole number"),
    ({"rules": [*RACE["rules"], {"rule": "jumps", "tiles": ["99 > 1"]}]}, "unknown square '99'"),
]


@pytest.mark.parametrize(("changes", "report"), TRIALS, ids=lambda value: str(value)[-50:])
def test_games_that_nobody_could_play(changes, report):
    """L-5, L-6, L-10, L-14, L-15: unreachable exits, rings and homes are refused by their rule."""
    with pytest.raises(SpecError, match=re.escape(report)):
        Spec.from_dict(race(**changes))


def test_L_T04_without_an_exit_rule():
    """L-T04: without a rule that lets pieces out, the refusal names rule 25."""
    rules = [line for line in RACE["rules"] if line["rule"] != "leave_yard"]
    with pytest.raises(SpecError, match="rule 25"):
        Spec.from_dict(race(rules=rules))


def test_L_T06_a_seat_apart():
    """L-T06: if seat 2 can reach no tile that seat 0 can, the refusal names rule 22."""
    board = {
        "kind": "graph",
        "paths": ["a1..a6 > a1", "a2 > ra", "c1..c4 > c1", "c2 > rc", "a4 > rb for 1"],
        "entries": ["a1", "a3", "c1"],
        "homes": ["ra", "rb", "rc"],
        "seats": [0, 2],
    }
    with pytest.raises(SpecError, match="rule 22"):
        Spec.from_dict(race(board=board))


def test_L_T09_a_home_out_of_reach():
    """L-T09: a home that one seat cannot reach is refused with rule 27."""
    board = {
        "kind": "graph",
        "paths": ["a1..a6 > a1", "a2 > ra for 0", "b1 > rb"],
        "entries": ["a1", "a4"],
        "homes": ["ra", "rb"],
    }
    with pytest.raises(SpecError, match="rule 27"):
        Spec.from_dict(race(board=board))


def test_too_many_actions_are_refused():
    """L.2: a board of so many forks that the action space passes 2^16 is refused."""
    forks = [f"t{i} > t{(i + 2) % 24}" for i in range(24)]
    board = {
        "kind": "graph",
        "paths": ["t0..t23 > t0", *forks, "t3 > ra for 0", "t9 > rb for 1"],
        "entries": ["t0", "t12"],
        "homes": ["ra", "rb"],
    }
    rules = [{"rule": "dice", "faces": [6, 20]}, *RACE["rules"][1:]]
    with pytest.raises(SpecError, match="at most 65535 can be"):
        Spec.from_dict(race(board=board, rules=rules))


@pytest.mark.parametrize(
    ("data", "report"),
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
def test_what_is_wrong_is_reported(data, report):
    """L-1: the place, the loose rule that is broken, and a suggestion; never a crash."""
    spec, wrong = read_game(data)
    text = "; ".join(wrong)
    assert all(word in text for word in report), text
    with pytest.raises(SpecError):
        Spec.from_dict(data)
    assert spec is None or wrong


def test_all_errors_are_reported_at_once():
    """One check of a file with four mistakes reports all four."""
    data = race(nmae="x", name="a b", board={"kind": "cros"}, rules=[{"rule": "blokcs"}])
    assert len(read_game(data)[1]) == 4


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
    """Each is refused with an error, without a crash."""
    with pytest.raises(SpecError, match="cannot be read"):
        loose_ludo_v0.env("nowhere.toml")
    with pytest.raises(SpecError, match="did you mean 'strict'"):
        loose_ludo_v0.env("strickt")
    with pytest.raises(ValueError, match="arguments"):
        loose_ludo_v0.env()


def test_code_in_a_file_runs_only_when_trusted(tmp_path, monkeypatch):
    """A user's own rule is stored by its import path; an untrusted file runs no code."""
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
    with pytest.raises(SpecError, match="cannot be found again"):
        Spec.from_dict(race(rules=[*RACE["rules"], {"rule": "own_rules:nothing"}]), trust=True)


def test_rules_command(tmp_path, capsys):
    """list, show and check print the size of the action space, or every error on a line."""
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
