"""Properties of every game, tested in random games and not in chosen positions."""

import random

import numpy as np
import pytest
from batches import marked_long
from hypothesis import given
from hypothesis import strategies as st
from oracle import ludo_model, strict_model

from ludo_env import IllegalActionError, french_ludo_v0, generals_v0, ludo_v0, strict_ludo_v0
from ludo_env._engine.kernel import BEGIN, PLAY, SETTLE, unpack_status
from ludo_env.rules import OVER
from ludo_env.testing import check_env, check_game

GAMES = {
    "ludo": (ludo_v0, {}),
    "ludo 2": (ludo_v0, {"num_players": 2}),
    "ludo teams": (ludo_v0, {"mode": "teams"}),
    "ludo lot": (ludo_v0, {"num_players": 3, "first_player": "random"}),
    "strict": (strict_ludo_v0, {}),
    "strict two dice": (strict_ludo_v0, {"dice": 2}),
    "french": (french_ludo_v0, {}),
    "french 2": (french_ludo_v0, {"num_players": 2}),
    "generals": (generals_v0, {}),
    "generals diagonal": (generals_v0, {"diagonal": True, "role_choice": "random"}),
    "strict 2 corners": (strict_ludo_v0, {"num_players": 2, "corners": True, "end_path": 4}),
}
# By default; the others are compiled in the long run.
COMPILED = ("ludo", "strict", "french")
seeds = st.integers(0, 2**63)
# The games that the default run plays here; the others are like these.
PLAYED = set(GAMES) - {"ludo 2", "strict", "french 2"}


def env_of_game(name, **keywords):
    """A fresh environment of a named game, compiled if it is the first of its kind."""
    module, own = GAMES[name]
    backend = "auto" if name in COMPILED else "python"
    return module.raw_env(**{"backend": backend, **own, **keywords})


def mask_of(env):
    """The mask of the agent to act."""
    return env.observe(env.agent_selection)["action_mask"]


def play_randomly(env, seed, steps):
    """Play this many random legal actions, or to the end."""
    rng = random.Random(seed)
    for _ in range(steps):
        if env.terminations[env.agent_selection]:
            break
        env.step(rng.choice(np.flatnonzero(mask_of(env)).tolist()))


@pytest.mark.parametrize("name", marked_long(GAMES, COMPILED))
def test_backends_agree_bit_for_bit(name):
    """Whole games: state, random stream, mask and observation are the same on both backends."""
    module, own = GAMES[name]
    assert check_game(module.spec(**own), games=6).decisions > 500


@pytest.mark.parametrize("name", marked_long(GAMES, PLAYED))
def test_every_promise_of_an_environment(name):
    """Masks, refusals, position texts, copies, ends and seeds, as the kit checks them."""
    assert check_env(lambda **more: env_of_game(name, **more), games=2) > 100


@pytest.mark.parametrize("layout", [{"action_mask": "info"}, {"observation": "compact"}], ids=str)
def test_every_promise_in_other_layouts(layout):
    """The same with the mask in the infos, and with the small observation."""
    assert check_env(lambda **more: env_of_game("ludo", **layout, **more), games=1) > 50


@given(seed=seeds, steps=st.integers(0, 700))
def test_equal_seeds_give_equal_games(seed, steps):
    """G-7: the seed decides everything, on either backend."""
    positions = []
    for backend in ("auto", "python"):
        env = env_of_game("ludo", backend=backend)
        env.reset(seed=seed)
        play_randomly(env, seed, min(steps, 60))
        positions.append(env.position)
    assert positions[0] == positions[1]


@given(seed=seeds, steps=st.integers(0, 500))
def test_positions_round_trip(seed, steps):
    """The text of any position gives the same position and the same legal actions."""
    for name in ("ludo teams", "strict two dice", "french"):
        env = env_of_game(name)
        env.reset(seed=seed)
        play_randomly(env, seed, steps)
        if env.terminations[env.agent_selection]:
            continue
        twin = env_of_game(name)
        twin.reset(options={"position": env.position})
        assert twin.position == env.position
        assert mask_of(twin).tolist() == mask_of(env).tolist()


@given(seed=seeds, steps=st.integers(0, 500))
def test_the_mask_is_what_step_accepts(seed, steps):
    """G-4: a legal action is played; an illegal one is refused, explained, and changes nothing."""
    env = env_of_game("strict two dice")
    env.reset(seed=seed)
    play_randomly(env, seed, steps)
    if env.terminations[env.agent_selection]:
        return
    before = env.position
    for action, legal in enumerate(mask_of(env).tolist()):
        if legal:
            assert env.explain(action) == ""
            env.clone().step(action)
        else:
            with pytest.raises(IllegalActionError) as refusal:
                env.step(action)
            assert env.explain(action) in str(refusal.value)
            assert before in str(refusal.value)
    assert env.position == before


def turned(position, players):
    """The same position with everybody one seat further round."""
    parts = dict(word.split("=") for word in position.split())
    moved = {}
    for key, value in parts.items():
        if key[0] == "p":
            moved[f"p{(int(key[1:]) + 1) % players}"] = value
        elif key == "turn":
            moved[key] = str((int(value) + 1) % players)
        elif key == "hit" and value != "-":
            moved[key] = ",".join(sorted(str((int(n) + 1) % players) for n in value.split(",")))
        elif key == "sixes":
            counts = value.split(",")
            moved[key] = ",".join([counts[-1], *counts[:-1]])
        else:
            moved[key] = value
    return moved


@given(seed=st.integers(0, 10**6))
@pytest.mark.parametrize("name", ["ludo", "ludo teams", "strict", "strict two dice"])
def test_relabelling_seats_commutes_with_play(name, seed):
    """Turn the board by one seat, play the same action with the same dice: the result is turned."""
    rng = random.Random(seed)
    module, own = GAMES[name]
    if module is ludo_v0:
        text = ludo_model.random_position(rng, 4, own.get("mode", "ffa"))
    else:
        text = strict_model.random_position(rng, **own)
    dice = [rng.randint(1, 6) for _ in range(60)]
    one, other = env_of_game(name), env_of_game(name)
    one.reset(options={"position": text, "dice": dice})
    turned_text = " ".join(f"{key}={value}" for key, value in turned(one.position, 4).items())
    other.reset(options={"position": turned_text, "dice": dice})
    for _ in range(4):
        assert mask_of(one).tolist() == mask_of(other).tolist()
        assert np.array_equal(
            one.observe(one.agent_selection)["observation"],
            other.observe(other.agent_selection)["observation"],
        )
        action = int(rng.choice(np.flatnonzero(mask_of(one))))
        one.step(action)
        other.step(action)
        if any(one.terminations.values()):
            assert any(other.terminations.values())
            return
        assert turned(one.position, 4) == dict(w.split("=") for w in other.position.split())


@given(seed=seeds)
def test_pieces_are_conserved(seed):
    """Nobody gains or loses a piece, whatever is played."""
    env = env_of_game("ludo")
    env.reset(seed=seed)
    for _ in range(40):
        play_randomly(env, seed, 5)
        for word in env.position.split()[:4]:
            assert len(word.split("=")[1].split(",")) == 4


@pytest.mark.parametrize("name", marked_long(GAMES, PLAYED))
def test_every_game_ends(name):
    """G-6: random play finishes by itself, without a limit on steps."""
    game, choices = env_of_game(name).game, random.Random(5)
    session, decisions = game.session("features", seed=5), 0
    for _ in range(20):
        phase = unpack_status(session.run(BEGIN | SETTLE, 0))[1]
        while phase < OVER:
            action = choices.choice(np.flatnonzero(session.mask).tolist())
            phase = unpack_status(session.run(PLAY | SETTLE, action))[1]
            decisions += 1
    assert 100 < decisions / 20 < 700


# The loop over whole games is another kernel, and the same around every game.
@pytest.mark.parametrize("name", marked_long(GAMES, ["ludo"]))
def test_the_loop_over_whole_games_ends(name):
    """G-6: fifty games of each, in one call."""
    game = env_of_game(name, backend="numba").game
    assert 100 < game.playout(game.session(seed=5), 50) / 50 < 700


def test_chance_is_fair():
    """B-13: a million dice pass a chi-square test, and neighbouring games are not alike."""
    from ludo_env._engine.chance import draw, stream_keys

    class Stream:
        drawn = 0

    def dice(seed, index, count):
        stream = Stream()
        stream.key0, stream.key1 = stream_keys(seed, index)
        return np.array([draw(stream, 6) for _ in range(count)])

    counts = np.bincount(np.concatenate([dice(1, i, 50) for i in range(4000)]), minlength=6)
    expected = counts.sum() / 6
    assert ((counts - expected) ** 2 / expected).sum() < 25.7  # five degrees, 1 in 10 000
    one, other = dice(3, 0, 60_000), dice(3, 1, 60_000)
    pairs = np.bincount(one * 6 + other, minlength=36)
    assert ((pairs - 60_000 / 36) ** 2 / (60_000 / 36)).sum() < 80  # 35 degrees, 1 in 50 000
    steps = np.bincount(one[:-1] * 6 + one[1:], minlength=36)
    assert ((steps - len(one) / 36) ** 2 / (len(one) / 36)).sum() < 80
