"""mypy sees the fields of a state: it names a misspelt field in a rule."""

import ast
import os
from dataclasses import dataclass
from pathlib import Path
from typing import get_type_hints

import pytest
from mypy import api

import ludo_env
from ludo_env import catalogue
from ludo_env._families.grid.state import GridState
from ludo_env._families.track.rules.mechanisms.double_six_bag import BagState
from ludo_env._families.track.state import Numbers, RaceState

PACKAGE = Path(ludo_env.__file__).parent
RULE = '''
from typing import Protocol

from ludo_env import field, hooks, rule
from ludo_env.rules import Board, Hooks, Numbers, RaceState


class TollState(RaceState, Protocol):
    """A race with this rule: what each player has paid."""

    paid: Numbers


@rule(fields=(field("paid", per="player", high=100),))
def toll(board: Board, square: int = 10) -> Hooks:
    """A piece on the square stays there until its player has paid."""
    dice_in = board.ask.dice_in

    def may_use(s: TollState, colour: int, piece: int, use: int) -> bool:
        return s.progress[piece] != square or s.paid[colour] > dice_in(s, use)

    return hooks(may_use=may_use)
'''
SKIPPED = (
    "numpy.*", "gymnasium.*", "pettingzoo.*", "pygame.*", "numba.*", "llvmlite.*",
    "ludo_env.agents.*", "ludo_env._envs.*", "ludo_env._render.*", "ludo_env.envs.*",
    "ludo_env.catalogue",
)  # fmt: skip


@dataclass(frozen=True)
class Checked:
    """The output of mypy for a text."""

    errors: str
    status: int


@pytest.fixture(scope="module")
def mypy(tmp_path_factory):
    """Return a check of a text by strict mypy, in a folder of its own, with a cache."""
    folder = tmp_path_factory.mktemp("typed")
    config = f"[mypy]\nstrict = true\n[mypy-{','.join(SKIPPED)}]\nfollow_imports = skip\n"
    (folder / "mypy.ini").write_text(config)

    def check(text):
        (folder / "mine.py").write_text(text)
        before, path = Path.cwd(), os.environ.get("MYPYPATH")
        os.chdir(folder)
        os.environ["MYPYPATH"] = str(PACKAGE.parent)
        try:
            said, _, status = api.run(
                ["--config-file=mypy.ini", "--follow-imports=silent", "--cache-dir=kept", "mine.py"]
            )
        finally:
            os.chdir(before)
            del os.environ["MYPYPATH"]
            if path is not None:
                os.environ["MYPYPATH"] = path
        return Checked(said, status)

    return check


def test_a_rule_passes(mypy):
    """Its own field and those of every race have types, and so do questions to other rules."""
    assert mypy(RULE) == Checked("Success: no issues found in 1 source file\n", 0)


@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [
        ("s.progress[", "s.progres[", '"TollState" has no attribute "progres"'),
        ("s.paid[", "s.payed[", '"TollState" has no attribute "payed"'),
        ("s.paid[colour]", "s.paid", "Unsupported operand types"),
        ("ask.dice_in", "ask.dicein", '"Asked" has no attribute "dicein"'),
        ("dice_in(s, use)", "dice_in(s)", "Too few arguments"),
        ("ludo_env.rules", "ludo_env.rules.generals", 'has no attribute "RaceState"'),
    ],
)
def test_a_mistake_is_named(mypy, right, wrong, said):
    """A misspelt field or question, and a wrong use of one, is an error of mypy."""
    found = mypy(RULE.replace(right, wrong))
    assert found.status == 1
    assert said in found.errors


@pytest.mark.parametrize(
    ("protocol", "family"), [(RaceState, "track"), (GridState, "grid")], ids=["track", "grid"]
)
def test_the_protocol_has_the_fields_of_the_family(protocol, family):
    """Each is one number, or one per piece and the like, as the family declares it."""
    typed = get_type_hints(protocol)
    declared = {}
    for name in catalogue.game_names():
        spec = catalogue.load_game(name)
        if spec.family.name == family:
            of_rules = {field.name for field in spec.fields}
            fields = spec.layout.fields.values()
            declared |= {field.name: field for field in fields if field.name not in of_rules}
    assert set(typed) - {"crowds"} == set(declared) - {"crowds"}
    for name, field in declared.items():
        assert typed[name] == (int if field.per == "game" else Numbers), name


def test_a_rule_extends_the_protocol():
    """Its protocol has the fields that it declares, and those of the family."""
    own = set(get_type_hints(BagState)) - set(get_type_hints(RaceState))
    assert own == {"bag_sixes", "bag_high", "bag_low"}


RULES = sorted(PACKAGE.glob("_families/*/rules/**/*.py"))


@pytest.mark.parametrize("path", RULES, ids=lambda path: path.stem)
def test_every_hook_of_the_library_types_its_state(path):
    """No function takes a state of which mypy knows nothing."""
    tree = ast.parse(path.read_text("utf-8"))
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    states = [argument for one in functions for argument in one.args.args if argument.arg == "s"]
    for argument in states:
        assert isinstance(argument.annotation, ast.Name), f"{path}:{argument.lineno}"
        assert argument.annotation.id.endswith("State"), f"{path}:{argument.lineno}"
        assert argument.annotation.id != "State", f"{path}:{argument.lineno}"
