"""`phase`: phases that come and go, and rules that hold until one begins."""

import sys
from pathlib import Path
from random import Random

import pytest
from phase_games import DIE, TAKING_TURNS, at, data, first, night
from positions import described, expect, legal_set, words_of

from ludo_env import SpecError, loose_ludo_v0
from ludo_env.rules import (
    blocks,
    dice,
    phase,
)
from ludo_env.testing import check_rule, read_game

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib


def test_turns():
    """L-2: a phase begins after three turns for two turns, repeatedly."""
    env = at("p0=10,y p2=30,y turn=0 dice=1", night("after 3 turns", "after 2 turns", repeats=True),
             rolls=[1] * 12)  # fmt: skip
    seen = []
    for _ in range(12):
        seen.append((words_of(env)["night"], words_of(env)["night_count"]))
        assert {info["night"] for info in env.infos.values()} == {int(seen[-1][0])}
        first(env)
    assert seen[:6] == [("0", "0"), ("0", "1"), ("0", "2"), ("1", "0"), ("1", "1"), ("0", "0")]
    assert seen[5:10] == seen[:5]


def test_once():
    """L-2: a phase that does not repeat ends for good."""
    env = at("p0=10,y p2=30,y turn=0 dice=1", night("after 2 turns", "after a turn"), rolls=[1] * 9)
    seen = [words_of(env)["night"]] + [first(env)["night"] for _ in range(8)]
    assert seen == ["0", "0", "1", *"000000"]


def test_from_the_start():
    """L-2: a phase can last from the start; a position without a key is in it."""
    spec = data(night("at the start", "after 2 turns"))
    env = loose_ludo_v0.raw_env(spec, backend="python")
    env.reset(seed=1)
    assert env.infos["player_0"]["night"] == 1
    env = at("p0=10,y p2=30,y turn=0 dice=1", night("at the start", "after 2 turns"), rolls=[1] * 9)
    assert [words_of(env)["night"]] + [first(env)["night"] for _ in range(4)] == [*"11000"]


def test_captures():
    """L-2: captures of all players since the last change are counted."""
    table = night("after 2 captures", "after a capture", repeats=True)
    env = at("p0=10,14 p2=38,39 turn=0 dice=2", table, rolls=[6, 2, 6, 1])
    first(env)
    expect(env, night=0, night_count=1)
    env = at("p0=10,14 p2=38,39 turn=0 dice=2 night_count=1", table, rolls=[1])
    first(env)
    expect(env, night=1, night_count=0)
    env = at("p0=10,14 p2=38,39 turn=0 dice=2 night=1", table, rolls=[1])
    first(env)
    expect(env, night=0, night_count=0)


def test_homes():
    """L-2: pieces of any colour that come home are counted."""
    table = night("after 2 homes")
    env = at("p0=h4,y p2=h4,y turn=0 dice=1", table, rolls=[1, 1])
    assert first(env)["night_count"] == "1"
    assert first(env)["night"] == "1"


def test_throws():
    """L-2: throws that show a number are counted; two dice that show it are one throw."""
    two = DIE + "count = 2\n"
    table = night("after 2 throws of 6", "after a throw of 1", repeats=True)
    env = at("p0=10,y p2=30,y turn=0 dice=1,2", table, rolls=[6, 6, 6, 5, 1, 1], mechanism=two)
    first(env, 2)
    expect(env, night=0, night_count=1, turn=2)
    while words_of(env)["turn"] == "2":
        first(env)
    expect(env, night_count=2)  # thrown, but the turn is still to be played
    while words_of(env)["turn"] == "0":
        first(env)
    expect(env, night=1, night_count=1, dice="1,1")


def test_two_phases():
    """L-2: several phases in one game, each with its own count."""
    env = at("p0=10,y p2=30,y turn=0 dice=1", night("after 2 turns"),
             night("after 3 turns", name="frost"), rolls=[1] * 5)  # fmt: skip
    seen = [(first(env)["night"], words_of(env)["frost"]) for _ in range(4)]
    assert seen == [("0", "0"), ("1", "0"), ("1", "1"), ("1", "1")]


def test_until():
    """L-2: a rule can apply until a phase begins, and again after it ends."""
    table = night("after 9 turns", "after a turn", repeats=True)
    block = 'rule = "blocks"\nuntil = "night"'
    where = "p0=10,y p2=38,38 turn=0 dice=4"
    assert described(at(f"{where} night=0", table, block)) == {"pass"}
    assert described(at(f"{where} night=1", table, block)) == {"piece 0: 4 from 10 to 14"}


def test_edits_of_rules_that_share_a_name():
    """Rules of one name are distinguished by their phase, or by the phase that they begin."""
    spec = TAKING_TURNS["dice and dice"]
    assert [rule.name for rule in spec.without("dice during night").rules].count("dice") == 1
    assert "dice" not in [rule.name for rule in spec.without("dice").rules]
    changed = spec.replace(dice(count=3).during("night"))
    assert [rule for rule in changed.rules if rule.name == "dice"] == [
        dice(), dice(count=3).during("night"),
    ]  # fmt: skip
    with pytest.raises(SpecError, match="has several rules 'dice': 'dice', 'dice during night'"):
        spec.replace(dice().during("day"))


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (night("after six turns"), 'phase.begins is "at the start", "after 12 turns"'),
        (night("after 3 throws"), "phase.begins is"),
        (night("after 3 turns of 6"), "phase.begins is"),
        (night("after 0 turns"), "phase.begins counts from 1 to 1000000, not 0 as in"),
        (night("after 2000000 turns"), "phase.begins counts from 1 to 1000000"),
        (night("after 2 turns", "later"), 'phase.ends is "never", "after 12 turns"'),
        (night("at the start"), "the whole game; leave it out"),
        (night("after a turn", repeats=True), "happens once"),
        (night("at the start", "after a turn", repeats=True), "happens once"),
        (night("after a turn", name="to night"), "A phase is a word"),
        ('rule = "phase"\nbegins = 3', "phase.begins is a text, not 3"),
        ('rule = "phase"\nuntil = "night"', "waits for the phase 'night', its own"),
        (
            'rule = "blocks"\nduring = "nigth"',
            "No rule begins the phase 'nigth' that blocks(size=2",
        ),
        (
            'rule = "blocks"\nduring = "a"\nuntil = "b"',
            "during a phase or until one begins, not both",
        ),
        ('rule = "blocks"\nuntil = 3', "A phase is a word of letters, digits and single _ between"),
        ('rule = "blocks"\nuntil = "to night"', "A phase is a word"),
        ('rule = "blocks"\nuntil = "__class__"', "A phase is a word"),
        ('rule = "blocks"\nuntil = "night_"', "A phase is a word"),
        (night("after a turn", name="_night"), "A phase is a word"),
    ],
)
def test_phases_that_cannot_be(wrong, said):
    """L-2: one sentence, with the place in the file."""
    _, complaints = read_game(data(night("after 9 turns", name="frost"), wrong))
    (complaint,) = complaints
    assert complaint.startswith("rules[6]: ")
    assert said in complaint
    assert len(complaint) < 300


def test_a_suggestion():
    """A misspelt name gets a suggestion."""
    _, (complaint,) = read_game(data(night("after 9 turns"), 'rule = "blocks"\nduring = "nigth"'))
    assert "did you mean 'night'?" in complaint


def test_a_phase_by_throws_needs_a_mechanism_that_shows_numbers():
    """A phase that counts throws is refused in a game with cards only."""
    spec = loose_ludo_v0.spec("tock").with_rules(phase(begins="after a throw of 6"))
    with pytest.raises(
        SpecError, match=r"Rule 'phase' needs an answer to 'thrown'.*in place of cards"
    ):
        spec.check()


def test_phase_is_a_rule_like_others():
    """Any game can have it; a phase with nothing to count is refused."""
    for change in ("after 10 turns", "after 2 captures", "after a home", "after a throw of 6"):
        check_rule(phase(begins=change, ends="after 3 turns"), games=2, backends=("python",))
    assert phase(name="frost").label == "phase frost"
    assert blocks().until("frost").label == "blocks until frost"
    assert repr(blocks().until("frost")) == f"{blocks()!r}.until('frost')"
    assert blocks().until("frost") != blocks().during("frost")


def test_the_page_says_what_is_so():
    """L-2: the tables on the page make a game, and the night of the page begins and ends."""
    page = (Path(__file__).parents[2] / "docs" / "loose.md").read_text("utf-8")
    section = page.split("## Phases")[1].split("\n## ")[0]
    tables, mechanisms = section.split("```toml\n")[1:]
    die, two = tomllib.loads(mechanisms.split("```")[0])["rules"]
    said = data()
    rules = [line for line in said["rules"] if line["rule"] != "dice"]
    said["rules"] = [die, two, *rules, *tomllib.loads(tables.split("```")[0])["rules"]]
    env = loose_ludo_v0.raw_env(said, backend="python")
    env.reset(seed=1)
    random, lasted = Random(1), []
    for _ in range(60):
        env.step(random.choice(sorted(legal_set(env))))
        lasted.append(words_of(env)["night"])
        assert len(words_of(env)["dice"].split(",")) == 1 + int(words_of(env)["night"])
    assert set(lasted) == {"0", "1"}
