"""The files of `ludo-env rules new`: a copy of a game, and a rule of your own beside it."""

from __future__ import annotations

import re
from pathlib import Path

from ludo_env._engine.errors import LudoError, cut_path, quoted
from ludo_env._engine.spec import Spec
from ludo_env._engine.toml_writer import to_toml
from ludo_env._engine.whole_file import write_whole
from ludo_env.catalogue import game_names, games, load_game

# A rule to start from, by the family of the game: its name, its parameter, and its code.
_RULES = {
    "track": (
        "slippery",
        "square = 10",
        '''from ludo_env import hooks, rule


@rule()
def slippery(board, square=10):
    """Nobody may stop on the slippery square."""

    def may_land(s, colour, cell):
        return cell != square

    return hooks(may_land=may_land)
''',
    ),
    "grid": (
        "long_game",
        "turns = 500",
        '''from ludo_env import field, hooks, rule


@rule(fields=lambda turns: (field("turns_done", high=turns),), wants="a game of so many turns")
def long_game(board, turns=500):
    """After a number of turns the game is aborted without a winner."""

    def turn_ends(s):
        s.turns_done = min(s.turns_done + 1, turns)

    def stops(s):
        return s.turns_done == turns

    return hooks(turn_ends=turn_ends, stops=stops)
''',
    ),
}


def write_new_game(name: str, origin: str, *, trust: bool = False) -> dict[str, str]:
    """Write NAME.toml and NAME_rules.py; return a description of each file, the game first."""
    if not (name.isascii() and name.isidentifier()):
        raise LudoError(f"The name of a game has letters, digits and _, unlike {quoted(name)}.")
    if name in game_names():
        raise LudoError(f"There is a game {quoted(name)} already; choose another name.")
    spec = load_game(origin, trust=trust)
    module = f"{name}_rules"
    texts = {f"{name}.toml": _game(name, origin, spec)}
    said = {f"{name}.toml": f"a copy of {cut_path(origin)}, for you to change"}
    if spec.family.name in _RULES:
        texts[f"{module}.py"] = _module(name, spec.family.name)
        said[f"{module}.py"] = "a rule of your own, not in the game yet; the game's file says how"
    for file in texts:
        if Path(file).exists():
            raise LudoError(f"{file} exists already and is not overwritten; choose another name.")
    for file, text in texts.items():
        write_whole(Path(file), text)
    return said


def _game(name: str, origin: str, spec: Spec) -> str:
    """Return the text of the game: the original with its comments, under the new name."""
    text = _text(origin, spec)
    line = f'name = "{name}"'
    renamed, named = re.subn(r"^name\s*=.*$", line, text, count=1, flags=re.MULTILINE)
    if not named:
        renamed = re.sub(r"^(?!#)", f"{line}\n", text, count=1, flags=re.MULTILINE)
    head = f"# {name}: a copy of {cut_path(origin)}; its description follows.\n#\n"
    return head + renamed.rstrip("\n") + "\n" + _own_rule(name, spec.family.name)


def _text(origin: str, spec: Spec) -> str:
    """Return the text of the TOML file of a game, which is made if the game has no such file."""
    known = games().get(origin)
    path = known.file if known else Path(origin)
    # Trust is safe here: `load_game` has refused an untrusted file with code before.
    if path is not None and path.suffix == ".toml" and load_game(path, trust=True) == spec:
        return path.read_text("utf-8").replace("\r\n", "\n")
    return to_toml(spec.to_dict())


def _own_rule(name: str, family: str) -> str:
    if family not in _RULES:
        return ""
    rule, parameter, _ = _RULES[family]
    return (
        f"\n# A rule of your own, from {name}_rules.py beside this file. To use it, remove the #\n"
        "# from the next lines, and give --trust to commands or trust=True in Python: it is code.\n"
        f'# [[rules]]\n# rule = "{name}_rules:{rule}"\n# {parameter}\n'
    )


def _module(name: str, family: str) -> str:
    """Return the text of the module of rules."""
    head = f'"""Rules of {name}; `ludo-env rules hooks` lists what a rule can answer."""\n\n'
    return head + _RULES[family][2]
