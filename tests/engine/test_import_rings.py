"""No module imports itself through others, neither at the top of a file nor in a function."""

import ast
import pathlib

import ludo_env

PACKAGE = pathlib.Path(ludo_env.__file__).parent
# `Spec.load`, `from_dict` and `dump` are calls of the file reader, which makes specs; the reader
# tries a game, which is made of a spec.
ALLOWED = {
    ("ludo_env._engine.spec", "ludo_env._engine.game_data"),
    ("ludo_env._engine.spec", "ludo_env._engine.game_files"),
}


def modules():
    """Return the file of each module."""
    found = {}
    for path in PACKAGE.rglob("*.py"):
        parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
        found[".".join(parts).removesuffix(".__init__")] = path
    return found


def imports(tree):
    """Yield every import that is executed, including those in functions."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        else:
            yield from imports(node)


def graph():
    """Return the modules that each module imports."""
    known = modules()
    found = {}
    for name, path in known.items():
        named = imports(ast.parse(path.read_text("utf-8")))
        found[name] = {
            target if target in known else target.rpartition(".")[0]
            for target in named
            if target in known or target.rpartition(".")[0] in known
        } - {name}
    return found


def in_rings(found):
    """Return the modules of a graph that are in rings: the rest when all ends are removed."""
    left = dict(found)
    while True:
        ends = {name for name, targets in left.items() if not targets & left.keys()}
        ends |= left.keys() - set().union(*left.values())
        if not ends:
            return set(left)
        left = {name: targets for name, targets in left.items() if name not in ends}


def test_there_are_no_rings():
    """There are no rings, apart from the few allowed imports, each with its reason."""
    found = graph()
    assert len(found) > 300
    assert "ludo_env._engine.game_files" in in_rings(found)
    without = {name: {to for to in found[name] if (name, to) not in ALLOWED} for name in found}
    assert in_rings(without) == set()


def test_a_ring_is_found():
    """Three modules in a ring, and one that leads to it, which is not in it."""
    ring = {"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}, "e": set()}
    assert in_rings(ring) == {"a", "b", "c"}
