"""Every keyword of an environment is visible in signatures, docstrings and stubs."""

import ast
import inspect
import pathlib
import pickle
import re
import typing
from dataclasses import fields

import pytest
from load_script import load_script

import ludo_env
from ludo_env import LudoError, loose_ludo_v0, ludo_v0, make_vec
from ludo_env.catalogue import ENVIRONMENTS, NAMED, game_names
from ludo_env.envs import SeatBatchSettings, Settings, VectorSettings

MODULES = [getattr(ludo_env, entry.module) for entry in ENVIRONMENTS]
FUNCTIONS = ("env", "raw_env", "parallel_env", "batch_env", "single_env", "single_batch_env")
KINDS = {"batch_env": VectorSettings, "single_batch_env": SeatBatchSettings}
OWN = {
    "batch_env": ["num_envs"],
    "single_env": ["opponents", "seat"],
    "single_batch_env": ["num_envs", "opponents", "seat", "max_episode_steps"],
}
DOCS = pathlib.Path(__file__).parents[2] / "docs"
EVERY = [(module, name) for module in MODULES for name in FUNCTIONS]


def stubs():
    """Return the script that writes the stubs."""
    return load_script(DOCS / "stubs.py")


def kind_of(name):
    """Return the settings of a function."""
    return KINDS.get(name, Settings)


def given_to(name):
    """Return the required arguments of a function."""
    return {"num_envs": 2} if "num_envs" in OWN.get(name, []) else {}


@pytest.mark.parametrize(("module", "name"), EVERY)
def test_a_signature_has_all_keywords_with_their_types(module, name):
    """Own parameters first, then those of the game, then the settings; each has a type."""
    function = getattr(module, name)
    parameters = inspect.signature(function).parameters
    game = list(inspect.signature(module.spec).parameters)
    settings = [setting.name for setting in fields(kind_of(name))]
    own = OWN.get(name, [])
    assert list(parameters) == [*own, *game, *settings]
    assert all(
        parameter.annotation is not inspect.Parameter.empty for parameter in parameters.values()
    )
    assert typing.get_type_hints(function)["return"].__name__.endswith("Env")
    for word in (*own, *settings):
        assert word in function.__doc__


@pytest.mark.parametrize(("module", "name"), EVERY)
def test_defaults_of_a_signature_are_those_that_are_used(module, name):
    """An environment made without settings has the defaults that its signature shows."""
    function = getattr(module, name)
    parameters = inspect.signature(function).parameters
    given = given_to(name)
    given |= {"spec": "strict"} if module is loose_ludo_v0 else {}
    env = function(**given, backend="python")
    inner = env.inner if name == "parallel_env" else env
    for setting in fields(kind_of(name)):
        used = getattr(inner.settings, setting.name)
        default = parameters[setting.name].default
        if setting.name == "backend":
            assert default == "auto"
        elif setting.name == "observation" and not default:
            assert used == next(iter(inner.game.styles))
        else:
            assert used == default, setting.name
    assert inner.game.spec == module.spec(**{"spec": "strict"} if "spec" in given else {})
    env.close()


def test_positional_parameters_are_accepted_as_the_signature_shows_them():
    """Positions in calls follow the signature."""
    assert len(ludo_v0.env(2, "ffa", backend="python").possible_agents) == 2
    assert len(ludo_v0.raw_env(3, backend="python").possible_agents) == 3
    kinds = inspect.signature(ludo_v0.batch_env).parameters
    assert kinds["num_players"].kind is inspect.Parameter.KEYWORD_ONLY
    with pytest.raises(TypeError):
        ludo_v0.batch_env(2, 3)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_an_unknown_keyword_is_an_error_of_both_kinds(name):
    """The error is a ValueError and a TypeError, in Python's words."""
    given = given_to(name)
    with pytest.raises(ValueError, match="got an unexpected keyword argument 'playrs'") as caught:
        getattr(ludo_v0, name)(**given, playrs=2)
    assert isinstance(caught.value, TypeError)


WITH_KEYWORDS = [entry for entry in NAMED if entry.module]


@pytest.mark.parametrize("entry", WITH_KEYWORDS, ids=lambda entry: entry.name)
def test_words_of_a_signature_are_those_that_the_game_accepts(entry):
    """Each word makes a game, and any other is refused with a list of them."""
    parameters = inspect.signature(getattr(ludo_env, entry.module).env).parameters
    for keyword, words in entry.choices.items():
        assert typing.get_args(parameters[keyword].annotation) == words
        for word in words:
            assert entry.make(**{keyword: word}).check()
        listed = ", ".join(words)
        with pytest.raises(LudoError, match=f"{keyword} is one of {listed}, not 'else'"):
            entry.make(**{keyword: "else"}).check()
    # A keyword with a text as its default has a list of words.
    texts = [
        name
        for name, parameter in inspect.signature(entry.make).parameters.items()
        if isinstance(parameter.default, str)
    ]
    assert sorted(texts) == sorted(entry.choices)


def test_make_vec_has_the_keywords_of_batches():
    """Its settings have the types and defaults of `batch_env`."""
    parameters = inspect.signature(make_vec, eval_str=True).parameters
    listed = list(parameters.values())
    assert [parameter.name for parameter in listed[:2]] == ["id", "num_envs"]
    assert listed[-1].kind is inspect.Parameter.VAR_KEYWORD
    batch = inspect.signature(ludo_v0.batch_env).parameters
    assert [parameter.name for parameter in listed[2:-1]] == [
        setting.name for setting in fields(VectorSettings)
    ]
    for parameter in listed[2:-1]:
        assert parameter == batch[parameter.name], parameter.name


def test_make_vec_hands_every_keyword_on():
    """Every keyword reaches the batch."""
    given = {
        "seed": 3, "threads": 2, "autoreset_mode": "SameStep", "observation": "features",
        "layout": "columns", "copy": False, "auto_pass": False, "illegal": "raise", "max_steps": 9,
        "backend": "python", "render_mode": "ansi", "render_size": (90, 60),
        "render_theme": "night",
    }  # fmt: skip
    envs = make_vec("ludo_v0", 2, num_players=3, **given)
    assert set(given) == {setting.name for setting in fields(VectorSettings)}
    for name, value in given.items():
        assert getattr(envs.settings, name) in {value, envs.autoreset_mode}, name
    assert envs.game.players == 3
    envs.close()


@pytest.mark.parametrize("entry", ENVIRONMENTS, ids=lambda entry: entry.module)
def test_the_docstring_of_a_module_names_every_keyword(entry):
    """Keywords and observation styles are listed in their order."""
    module = getattr(ludo_env, entry.module)
    listed = {
        "Keywords of every environment": [setting.name for setting in fields(Settings)],
        "Keywords of batches": [setting.name for setting in fields(VectorSettings)],
    }
    if module is not loose_ludo_v0:
        listed["Keywords of the game"] = list(inspect.signature(module.spec).parameters)
    for title, names in listed.items():
        said = re.search(rf"{title}: ([^.]*)\.", module.__doc__).group(1)
        assert re.findall(r"`(\w+)`", said) == names, title
    styles = re.search(r"styles ([^|]*)\|", module.__doc__).group(1)
    spec = module.spec("french") if module is loose_ludo_v0 else module.spec()
    env = loose_ludo_v0.env(spec, backend="python")
    assert re.findall(r'"(\w+)"', styles) == list(env.game.styles)


def test_the_docstring_of_the_loose_module_names_every_game():
    """The names are those of the catalogue."""
    said = re.search(r"or a name: ([^.]*)\.\n", loose_ludo_v0.__doc__).group(1)
    assert re.findall(r'"(\w+)"', said) == list(game_names())
    assert "`trust=True`" in loose_ludo_v0.__doc__


@pytest.mark.parametrize("entry", ENVIRONMENTS, ids=lambda entry: entry.module)
def test_the_stub_of_a_module_is_current(entry):
    """The stub is what the script writes now, and can be parsed."""
    maker = stubs()
    written = maker.stub_of(entry.module).read_text("utf-8")
    assert written == maker.stub(entry.module), "run `python docs/stubs.py`"
    functions = [node for node in ast.parse(written).body if isinstance(node, ast.FunctionDef)]
    assert [node.name for node in functions] == [*FUNCTIONS, "spec"]
    for node in functions:
        function = getattr(getattr(ludo_env, entry.module), node.name)
        named = [argument.arg for argument in (*node.args.args, *node.args.kwonlyargs)]
        assert named == list(inspect.signature(function).parameters)


@pytest.mark.parametrize(("module", "name"), EVERY)
def test_a_function_is_pickled_by_its_name(module, name):
    """Its module and name lead back to it."""
    function = getattr(module, name)
    assert f"{function.__module__}.{function.__qualname__}" == f"{module.__name__}.{name}"
    assert pickle.loads(pickle.dumps(function)) is function
