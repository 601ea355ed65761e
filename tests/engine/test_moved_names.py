"""Old names of modules: they still work, with a warning, and lead to the same objects."""

import importlib
import pathlib
import subprocess
import sys
import types
import warnings

import pytest

from ludo_env._moved import MOVED, RENAMED


@pytest.fixture(autouse=True)
def _forgotten():
    """Forget the old modules before and after each test."""
    old = {name.rpartition(".")[0] for name in MOVED} | {*MOVED}
    before = {name: module for name, module in sys.modules.items() if name in {*MOVED}}
    for name in before:
        del sys.modules[name]
    kept = set(sys.modules)
    yield
    for name in [name for name in sys.modules if name in old and name not in kept]:
        del sys.modules[name]


def names_of(module):
    """Return the public names of a module."""
    return [name for name in vars(module) if not name.startswith("_")]


@pytest.mark.parametrize("old", sorted(MOVED))
def test_an_old_name_warns_and_gives_the_same_objects(old):
    """One warning, and every public name of the new module."""
    new = importlib.import_module(MOVED[old])
    with pytest.warns(
        DeprecationWarning, match=f"^{old} has moved, and the next release"
    ) as caught:
        module = importlib.import_module(old)
    assert len(caught) == 1
    assert module.__name__ == old
    renamed = {now: before for before, now in RENAMED.get(old, {}).items()}
    names = names_of(new)
    assert names
    for name in names:
        assert getattr(module, renamed.get(name, name)) is getattr(new, name), name
    for before, now in RENAMED.get(old, {}).items():
        assert getattr(module, before) is getattr(new, now)
    with pytest.raises(AttributeError):
        module.no_such_name  # noqa: B018


@pytest.mark.parametrize("old", sorted(MOVED))
def test_the_name_that_the_warning_gives_exists(old):
    """The advice of the warning can be followed."""
    with pytest.warns(DeprecationWarning, match=old) as caught:
        importlib.import_module(old)
    advice = str(caught[0].message).rpartition("; use ")[2].removesuffix(".")
    if advice.startswith("ludo_env."):
        importlib.import_module(advice)
    else:
        assert advice in {"the spec() of an environment module", "what ludo_env itself exports"}


@pytest.mark.parametrize("old", ["ludo_env.core.rule", "ludo_env.track.rules", "ludo_env.games"])
def test_names_are_imported_from_an_old_module(old):
    """The warning points at the line that imports, once."""
    new = importlib.import_module(MOVED[old])
    name = names_of(new)[-1]
    renamed = {now: before for before, now in RENAMED.get(old, {}).items()}
    space = {}
    with pytest.warns(DeprecationWarning, match=old) as caught:
        exec(f"from {old} import {renamed.get(name, name)} as found", space)
    assert space["found"] is getattr(new, name)
    assert caught[0].filename == "<string>"  # the line to change
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # it warns once
        exec(f"import {old}", space)


@pytest.mark.parametrize("old", sorted(MOVED))
def test_all_public_names_are_imported_by_a_star(old):
    """This also holds where the new module lists no names of its own."""
    new = importlib.import_module(MOVED[old])
    space = {}
    with pytest.warns(DeprecationWarning, match=old):
        exec(f"from {old} import *", space)
    renamed = {now: before for before, now in RENAMED.get(old, {}).items()}
    for name in getattr(new, "__all__", names_of(new)):
        if not isinstance(getattr(new, name), types.ModuleType):
            assert space[renamed.get(name, name)] is getattr(new, name)


@pytest.mark.parametrize(
    "name",
    [
        "ludo_env.core.nothing",
        "ludo_env.nothing",
        "ludo_env.track.nothing",
        "ludo_env.track.rules.nothing",
        "ludo_env.grid.games.nothing",
        "ludo_env.play.nothing",
    ],
)
def test_an_unknown_old_name_is_not_found(name):
    """Packages that are no more do not hide mistakes."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        with pytest.raises(ModuleNotFoundError, match=name):
            importlib.import_module(name)


def test_importing_the_library_warns_of_nothing():
    """The library itself uses no old name."""
    code = "import ludo_env, ludo_env.agents, ludo_env.arena, ludo_env.play, ludo_env.render\n"
    code += "import ludo_env.rules, ludo_env.rules.generals, ludo_env.testing, sys\n"
    code += "from ludo_env._moved import MOVED\n"
    code += "print(sorted(name for name in sys.modules if name in MOVED))"
    option = "error::DeprecationWarning:ludo_env"
    done = subprocess.run(
        [sys.executable, "-W", "always", "-W", option, "-c", code],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout.strip() == "[]"
    assert "has moved" not in done.stderr


def test_no_module_of_the_library_has_an_old_name():
    """An old name cannot hide a module that exists."""
    package = pathlib.Path(importlib.import_module("ludo_env").__file__).parent
    for old in MOVED:
        path = package.parent.joinpath(*old.split("."))
        assert not path.with_suffix(".py").exists(), old
        assert not (path / "__init__.py").exists(), old


def test_the_game_screen_has_its_old_name_for_one_release():
    """`Desk` is `GameScreen`, with a warning, in `ludo_env.play` and in its old module."""
    from ludo_env import play

    with pytest.warns(DeprecationWarning, match="is now GameScreen"):
        assert play.Desk is play.GameScreen
    with pytest.warns(DeprecationWarning, match="has moved"):
        assert importlib.import_module("ludo_env.play.desk").Desk is play.GameScreen
