"""PettingZoo's own tests, on both mask layouts; any warning except the two known ones fails."""

import warnings

import pettingzoo
import pytest
from batches import FILES, marked_long
from pettingzoo.test import (
    api_test,
    parallel_api_test,
    parallel_seed_test,
    render_test,
    seed_test,
)
from pettingzoo.test.state_test import state_test

from ludo_env import french_ludo_v0, generals_v0, loose_ludo_v0, ludo_v0, strict_ludo_v0

# These tests are about the environment; kernels that no other test needs are not compiled.
PLAIN = {"backend": "python"}
GAMES = {
    "ludo": (ludo_v0, {}),
    "ludo teams": (ludo_v0, {"mode": "teams", **PLAIN}),
    "ludo 2 flat80": (ludo_v0, {"num_players": 2, "observation": "flat80", **PLAIN}),
    "french": (french_ludo_v0, {"num_players": 3, **PLAIN}),
    "generals": (generals_v0, {}),
    "generals diagonal": (generals_v0, {"diagonal": True, "observation": "compact", **PLAIN}),
    "loose": (loose_ludo_v0, {"spec": "strict", **PLAIN}),
    **{name: (loose_ludo_v0, {"spec": name, **PLAIN}) for name in FILES},
    "strict": (strict_ludo_v0, {"num_players": 3, **PLAIN}),
    "strict two dice": (strict_ludo_v0, {"dice": 2, "observation": "compact", **PLAIN}),
}
# Warnings of api_test for any environment, except built-in ones, with a mask in observations.
KNOWN = ("Observation is not a NumPy array", "Observation space for each agent probably")


# Variants that differ in what an environment shows; the others are left to the long run.
SHOWN = [
    "ludo", "ludo teams", "ludo 2 flat80", "french", "generals", "generals diagonal", "loose",
    "strict two dice", "backgammon", "tock", "eight",
]  # fmt: skip


@pytest.fixture(params=marked_long(GAMES, SHOWN))
def game(request):
    """Return a module and the keywords for it."""
    return GAMES[request.param]


@pytest.fixture(params=["obs", pytest.param("info", marks=pytest.mark.long)])
def mask(request):
    """Return the place of the mask."""
    return request.param


@pytest.fixture(autouse=True)
def strict_warnings():
    """Make any other warning an error."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for known in KNOWN:
            warnings.filterwarnings("ignore", known)
        yield


def test_api(game, mask):
    """api_test passes for both kinds of illegal-action policy."""
    module, own = game
    api_test(module.env(action_mask=mask, **own), num_cycles=300)
    api_test(module.raw_env(action_mask=mask, **own), num_cycles=300)


def test_no_warning_with_the_mask_in_infos(game):
    """With a plain Box api_test gives no warning at all."""
    module, own = game
    warnings.simplefilter("error")
    api_test(module.env(action_mask="info", **own), num_cycles=100)


def test_seed(game, mask):
    """seed_test passes: equal seeds give equal games."""
    module, own = game
    seed_test(lambda: module.env(action_mask=mask, **own), num_cycles=200)


def test_parallel_api(game, mask):
    """parallel_api_test passes for the native parallel environment."""
    module, own = game
    parallel_api_test(module.parallel_env(action_mask=mask, **own), num_cycles=300)


@pytest.mark.parametrize("illegal", ["terminate", "substitute"])
def test_parallel_seed(game, mask, illegal):
    """parallel_seed_test passes, although it samples without any mask."""
    module, own = game
    parallel_seed_test(
        lambda: module.parallel_env(action_mask=mask, illegal=illegal, **own), num_cycles=100
    )


def test_state(game, mask):
    """state_test passes: the global state lies in its space."""
    module, own = game
    state_test(
        module.env(action_mask=mask, **own),
        module.parallel_env(action_mask=mask, **own),
        num_cycles=20,
    )


def test_render(game, mask, capsys):
    """render_test passes for every mode that the metadata name."""
    if mask == "info":
        # render_test looks for masks only in observations; without them it would play illegally.
        module, own = game
        env = module.env(action_mask=mask, render_mode="ansi", **own)
        env.reset(seed=1)
        assert env.render().count("\n") > 10
        return
    module, own = game
    render_test(lambda render_mode: module.env(render_mode=render_mode, **own))
    assert capsys.readouterr().out == ""  # the window shows everything


def test_registered():
    """Importing the library registers the games if PettingZoo has a registry."""
    if not hasattr(pettingzoo, "make"):
        assert not hasattr(pettingzoo, "register")
        return
    env = pettingzoo.make("aec", "ludo_env/ludo-v0", num_players=3, **PLAIN)
    env.reset(seed=1)
    assert env.agents == ["player_0", "player_1", "player_2"]
    parallel = pettingzoo.make("parallel", "ludo_env/strict_ludo-v0", dice=2, **PLAIN)
    observations, infos = parallel.reset(seed=1)
    assert set(observations) == set(infos) == set(parallel.agents)


def test_unwrapped_is_the_environment():
    """Contract: position, get_state and the like are reached through `unwrapped`."""
    env = ludo_v0.env()
    env.reset(seed=1)
    assert env.unwrapped is env
    assert str(env) == "ludo_v0"
    assert env.unwrapped.position.startswith("p0=")
