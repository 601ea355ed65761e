"""The table of the 37 rules in docs/loose.md: its examples are played, or refused as it says."""

import re
import sys
from pathlib import Path

import pytest

from ludo_env import loose_ludo_v0
from ludo_env.testing import read_game

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "loose.md").read_text("utf-8")
MINE = PAGE.split("```toml")[1].split("```")[0]
ROWS = [
    (int(line.split("|")[1]), line.split("|")[4].strip().strip("`"))
    for line in PAGE.splitlines()
    if re.match(r"\| \d+ \|", line)
]


def report(example):
    """Return what an example says, and the game that it makes."""
    said = tomllib.loads(f"example = {{{example}}}")["example"]
    if "game" in said:
        return said, loose_ludo_v0.spec(said["game"]).to_dict()
    data = tomllib.loads(MINE)
    data["board"] = said.get("board", data["board"])
    data["rules"] = [line for line in data["rules"] if line["rule"] not in said.get("drop", ())]
    data["rules"] += [said["add"]] if "add" in said else []
    if "board" in said:  # the safe squares are those of the cross
        data["board"].pop("safe", None)
    return said, data


def test_the_table_has_all_rules():
    """L-1: all 37, in their order, each with an example."""
    assert [number for number, _ in ROWS] == list(range(1, 38))
    assert all(example for _, example in ROWS)


@pytest.mark.parametrize(("number", "example"), ROWS, ids=lambda value: str(value)[:30])
def test_its_examples_are_played_or_refused(number, example):
    """L-1: what the table says of each rule is so."""
    said, data = report(example)
    spec, complaints = read_game(data)
    if "refused" in said:
        assert said["refused"] in " ".join(complaints)
        assert f"rule {number}" in " ".join(complaints) or number in {5, 11, 34}
        return
    assert complaints == []
    env = loose_ludo_v0.raw_env(spec, backend="python")
    env.reset(seed=number)
    pieces = re.findall(r"p\d+=(\S+)", env.position)
    assert {word for line in pieces for word in line.split(",")} <= {"y", "f"}
    for step in range(30):
        if not env.agents or env.terminations[env.agent_selection]:
            break
        mask = env.observe(env.agent_selection)["action_mask"]
        legal = mask.nonzero()[0]
        env.step(int(legal[step % len(legal)]))


def test_clauses_are_defined_where_they_are_cited():
    """L-1: every L- clause that code or a page cites stands in the table of clauses."""
    defined = set(re.findall(r"^\| (L-\d+) \|", PAGE, re.MULTILINE))
    files = [*(ROOT / "ludo_env").rglob("*.py"), *(ROOT / "docs").rglob("*.md")]
    cited = {name for path in files for name in re.findall(r"\bL-\d+\b", path.read_text("utf-8"))}
    assert defined == {f"L-{number}" for number in range(1, 21)}
    assert cited <= defined
