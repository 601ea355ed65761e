"""A batch of single seats plays like single seats: the same games, rewards, infos and ends."""

import pickle
from copy import deepcopy

import gymnasium
import numpy as np
import pytest
from batches import marked_long
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics
from single_seats import Witness, lowest

import ludo_env
from ludo_env import IllegalActionError, LudoError, OrderError, ludo_v0
from ludo_env.agents import AgentError
from ludo_env.catalogue import ENVIRONMENTS

IDS = [entry.gymnasium_id for entry in ENVIRONMENTS]
LUDO = "ludo_env/Ludo-v0"
ALMOST_HOME = "f,f,f,h4"  # a die of 1 wins
SETTINGS = {
    "usual": {},
    "random seat, mask in observations": {"seat": "random", "action_mask": "obs"},
    "substitute, last seat": {"seat": 1, "illegal": "substitute"},
    "at most 15 steps": {"max_steps": 15, "auto_pass": False},
    "compact, greedy": {"observation": "compact", "opponents": "greedy"},
    "a callable": {"opponents": lowest},
}
MODES = [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP]


def batch(n=4, name=LUDO, **own):
    """Return a batch of single seats, from Gymnasium."""
    return gymnasium.make_vec(name, n, **{"backend": "python", **own})


def sync(n, name, mode, **own):
    """Return the same number of single seats, stepped one after the other."""
    how = {"vectorization_mode": "sync", "vector_kwargs": {"autoreset_mode": mode}}
    return gymnasium.make_vec(name, n, **how, **own)


def equal(one, other, where=""):
    """Compare the results of two vectors, with the types of the arrays."""
    if isinstance(one, dict):
        assert set(one) == set(other), where
        for key in one:
            equal(one[key], other[key], f"{where}[{key}]")
    elif isinstance(one, tuple) or (isinstance(one, np.ndarray) and one.dtype.hasobject):
        assert len(one) == len(other), where
        for at, (this, that) in enumerate(zip(one, other, strict=True)):
            equal(this, that, f"{where}[{at}]")
    elif one is None:
        assert other is None, where
    else:
        assert one.dtype == other.dtype, where
        np.testing.assert_array_equal(one, other, err_msg=where)


def mask_of(seen, infos):
    """Return the masks, from the observations or the infos."""
    return seen["action_mask"] if isinstance(seen, dict) else infos["action_mask"]


def drawn(mask, random):
    """Return a legal action for each game, or 0 in a game without one."""
    return np.array([random.choice(np.flatnonzero(row)) if row.any() else 0 for row in mask])


def own_of(name):
    """Return the keywords that an id needs: a game for the one that plays files."""
    return {"spec": "mensch"} if "Loose" in name else {}


def play_beside(name, mode, steps, games=4, **own):
    """Step a batch and single seats side by side; return the number of games that ended."""
    envs, others = batch(games, name, autoreset_mode=mode, **own), sync(games, name, mode, **own)
    assert envs.observation_space == others.observation_space
    assert envs.action_space == others.action_space
    assert envs.single_observation_space == others.single_observation_space
    assert envs.metadata["autoreset_mode"] == others.metadata["autoreset_mode"]
    random, ends = np.random.default_rng(1), 0
    got, wanted = envs.reset(seed=7), others.reset(seed=7)
    equal(got, wanted, "reset")
    for step in range(steps):
        actions = drawn(mask_of(got[0], got[-1]), random)
        if random.random() < 0.05:
            actions[0] = random.integers(envs.single_action_space.n)  # which may be illegal
        got, wanted = envs.step(actions), others.step(actions)
        equal(got, wanted, f"step {step} of {own}")
        ends += int((got[2] | got[3]).sum())
    return ends


@pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode.value)
@pytest.mark.parametrize("own", SETTINGS)
def test_the_same_games_as_single_seats(own, mode):
    """Observations, rewards, flags, infos and final observations agree past the ends of games."""
    keywords = {"num_players": 2, "backend": "python", **SETTINGS[own]}
    assert play_beside(LUDO, mode, 120, **keywords) >= 4


@pytest.mark.parametrize("name", IDS)
def test_every_game_has_the_same_spaces_and_games(name):
    """This is true for all ids with their default keywords."""
    own = {"backend": "python", **own_of(name)}
    play_beside(name, AutoresetMode.SAME_STEP, 25, games=2, **own)


@pytest.mark.long
@pytest.mark.parametrize("name", IDS)
def test_very_many_steps_of_single_seats(name):
    """10^5 compiled learner steps of each game agree with those of single seats."""
    own = {"backend": "numba", **own_of(name)}
    assert play_beside(name, AutoresetMode.NEXT_STEP, 6_250, games=16, **own) >= 300


@pytest.mark.long
@pytest.mark.parametrize("own", SETTINGS)
@pytest.mark.parametrize("name", IDS)
def test_many_steps_with_other_settings(name, own):
    """8000 learner steps agree, a fifth of them in the other mode."""
    ends = 0
    for mode, steps in zip(MODES, (400, 100), strict=True):
        chosen = {"backend": "numba", **own_of(name), **SETTINGS[own]}
        ends += play_beside(name, mode, steps, games=16, **chosen)
    assert ends >= 20


@pytest.mark.parametrize("name", marked_long(IDS[:4], {LUDO}))
def test_the_backend_does_not_matter(name):
    """Both backends play the same games, with opponents of all kinds."""
    made = [batch(3, name, backend=backend, seat="random") for backend in ("python", "numba")]
    random = np.random.default_rng(0)
    got = [envs.reset(seed=3) for envs in made]
    for _ in range(60):
        equal(got[0], got[1])
        actions = drawn(got[0][-1]["action_mask"], random)
        got = [envs.step(actions) for envs in made]


def test_games_do_not_depend_on_their_neighbours():
    """Game i of seed s is the single seat of seed s + i, for any number of games."""
    many, one = (
        batch(5, opponents=["random", "greedy", lowest]),
        batch(1, opponents=["random", "greedy", lowest]),
    )
    seen, infos = many.reset(seed=40)
    alone, _ = one.reset(seed=43)
    for _ in range(40):
        np.testing.assert_array_equal(seen[3], alone[0])
        actions = infos["action_mask"].argmax(axis=1)
        seen, _, ended, cut, infos = many.step(actions)
        alone = one.step(actions[3:4])[0]
        assert not (ended | cut)[3]


# What the learner gets


def whole_games(envs, each, seed):
    """Return results and lengths of each place's first games, so that short games count no more."""
    envs = RecordEpisodeStatistics(envs)
    infos = envs.reset(seed=seed)[1]
    random = np.random.default_rng(seed)
    found = [[] for _ in range(envs.num_envs)]
    while min(map(len, found)) < each:
        weights = infos["action_mask"] * random.random(infos["action_mask"].shape)
        infos = envs.step(weights.argmax(axis=1))[4]
        for game in np.flatnonzero(infos.get("_episode", ())):
            found[game].append([infos["episode"][key][game] for key in ("r", "l")])
    return np.array([games[:each] for games in found]).reshape(-1, 2).T


@pytest.mark.parametrize("name", marked_long(IDS, {LUDO}))
def test_the_law_of_random_play(name):
    """A random learner wins its even share of games; "sync" has the same distribution."""
    own = {"backend": "numba", **own_of(name)}
    envs, others = batch(256, name, **own), sync(16, name, AutoresetMode.NEXT_STEP, **own)
    share = 1 / envs.game.players
    made = whole_games(envs, 8, seed=2), whole_games(others, 16, seed=3)
    for returns, _ in made:
        assert set(returns.tolist()) == {-1.0, 1.0}
        # Four standard errors, of 2048 games and of 256.
        error = np.sqrt(4 * share * (1 - share) / len(returns))
        assert abs(returns.mean() - (2 * share - 1)) < 4 * error
    one, other = (lengths for _, lengths in made)
    error = np.sqrt(one.var() / len(one) + other.var() / len(other))
    assert abs(one.mean() - other.mean()) < 4 * error


@pytest.mark.parametrize("mode", [*MODES, AutoresetMode.DISABLED], ids=lambda mode: mode.value)
def test_gymnasiums_statistics(mode):
    """`RecordEpisodeStatistics` records the games of single seats, in every mode."""
    own = {"num_players": 2, "max_steps": 30, "backend": "python"}
    made = batch(4, autoreset_mode=mode, **own), sync(4, LUDO, mode, **own)
    vectors = [RecordEpisodeStatistics(envs) for envs in made]
    infos = [envs.reset(seed=7)[1] for envs in vectors]
    for _ in range(150):
        actions = infos[0]["action_mask"].argmax(axis=1)
        steps = [envs.step(actions) for envs in vectors]
        infos = [step[4] for step in steps]
        assert ("episode" in infos[0]) == ("episode" in infos[1])
        for key in ("r", "l", "_r", "_l"):
            equal(*(info.get("episode", {}).get(key) for info in infos), where=key)
        ended = steps[0][2] | steps[0][3]
        if mode == AutoresetMode.DISABLED and ended.any():
            infos = [envs.reset(options={"reset_mask": ended.copy()})[1] for envs in vectors]
    first, second = vectors
    assert len(first.return_queue) >= 8
    assert list(first.return_queue) == list(second.return_queue)
    assert list(first.length_queue) == list(second.length_queue)


def test_who_wins_and_who_loses():
    """+1 where the learner wins, -1 where an opponent does before its next turn."""
    envs = batch(2, num_players=2, autoreset_mode="Disabled", opponents=lowest)
    envs.reset(options={"position": f"p0={ALMOST_HOME} hit=0 turn=0 dice=1"})
    _, rewards, ended, cut, infos = envs.step([3, 3])
    assert (rewards.tolist(), ended.tolist(), cut.tolist()) == ([1, 1], [True] * 2, [False] * 2)
    assert not infos["action_mask"].any()


def test_an_ended_game_waits_for_its_reset():
    """Disabled: flags stay set, rewards are paid once, and the mask resets only these games."""
    envs = batch(3, num_players=2, autoreset_mode="disabled", max_steps=5)
    seen, infos = envs.reset(seed=1)
    for _ in range(5):
        seen, _, ended, cut, infos = envs.step(infos["action_mask"].argmax(axis=1))
    assert cut.all()
    again, rewards, ended, cut, _ = envs.step([0, 0, 0])
    np.testing.assert_array_equal(seen, again)
    assert cut.all()
    assert not ended.any()
    assert not rewards.any()
    chosen = np.array([False, True, False])
    begun, infos = envs.reset(options={"reset_mask": chosen})
    np.testing.assert_array_equal(begun[~chosen], again[~chosen])
    assert infos["action_mask"][1].any()
    cut = envs.step(infos["action_mask"].argmax(axis=1))[3]
    assert cut.tolist() == [True, False, True]


@pytest.mark.parametrize(
    "text", ["SAME_STEP", "same_step", "SameStep", "samestep", AutoresetMode.SAME_STEP]
)
def test_the_autoreset_mode_as_text(text):
    """Both spellings work in upper and lower case, here and in batches of self-play."""
    assert batch(1, autoreset_mode=text).autoreset_mode == AutoresetMode.SAME_STEP
    envs = ludo_env.make_vec("ludo_v0", 1, autoreset_mode=text, backend="python")
    assert envs.autoreset_mode == AutoresetMode.SAME_STEP


def test_gymnasiums_word_for_the_limit():
    """`max_episode_steps` is `max_steps`."""
    envs = batch(2, max_episode_steps=4, autoreset_mode="SameStep")
    _, infos = envs.reset(seed=1)
    flags = []
    for _ in range(8):
        _, _, _, cut, infos = envs.step(infos["action_mask"].argmax(axis=1))
        flags.append(cut.tolist())
    assert flags == ([[False] * 2] * 3 + [[True] * 2]) * 2


def test_masks_for_trainers():
    """`action_masks()` works, and `call` works as in SyncVectorEnv."""
    envs = batch(3)
    envs.reset(seed=5)
    masks = envs.action_masks()
    assert (masks.dtype, masks.shape) == (np.bool_, (3, 5))
    np.testing.assert_array_equal(envs.call("action_masks"), masks)
    assert envs.get_attr("name") == ("ludo_v0",) * 3
    assert envs.call("position") == tuple(envs.position(game) for game in range(3))
    with pytest.raises(LudoError, match="no 'nothing' for each of its games"):
        envs.call("nothing")


def test_pictures_of_all_games():
    """There is a picture of each game, in the form of Gymnasium's recorder, or a text."""
    envs = batch(2, render_mode="rgb_array", render_size=(64, 48))
    envs.reset(seed=1)
    first = envs.render()
    assert [picture.shape for picture in first] == [(48, 64, 3)] * 2
    envs.step(envs.action_masks().argmax(axis=1))
    assert (envs.render()[0] != first[0]).any()
    texts = batch(2, render_mode="ansi")
    texts.reset(seed=1)
    assert all(isinstance(text, str) and text for text in texts.render())


def test_one_picture_of_many_games():
    """The first games are in rows, in the size of one picture; the rest is background."""
    envs = batch(9, render_size=(90, 60))
    envs.reset(seed=1)
    five = envs.tiled_picture(5)
    assert (five.shape, five.dtype) == ((60, 90, 3), np.uint8)
    assert (five[30:, 60:] == five[0, 0]).all()  # two rows of three
    assert (five[30:, 30:60] != five[0, 0]).any()
    np.testing.assert_array_equal(envs.tiled_picture(5), five)
    for _ in range(8):
        envs.step(envs.action_masks().argmax(axis=1))
    assert (envs.tiled_picture(5) != five).any()
    assert (envs.tiled_picture(100) == envs.tiled_picture(9)).all()
    with pytest.raises(LudoError, match="games is a whole number of 1 or more, not 0"):
        envs.tiled_picture(0)


# Opponents


class Counting:
    """An agent that counts its calls, and plays the lowest legal action."""

    name = "counting"

    def __init__(self):
        self.calls, self.decisions = 0, 0

    def act(self, view):
        """Play the lowest legal action."""
        return view.actions[0]

    def act_batch(self, decisions):
        """Play the lowest legal action in each game."""
        self.calls += 1
        self.decisions += len(decisions)
        assert decisions.observations.shape == (len(decisions), 307)
        assert decisions.style == "features"
        assert [decisions.view(0).actions[0]] == decisions.masks[:1].argmax(axis=1).tolist()
        return decisions.masks.argmax(axis=1)


def test_an_opponent_is_asked_once_for_all_games():
    """One call covers all games in which it is to act; a plain callable gives the same games."""
    agent = Counting()
    envs = batch(32, opponents=agent, auto_pass=False)
    others = batch(32, opponents=lowest, auto_pass=False)
    seen, infos = envs.reset(seed=9)
    equal((seen, infos), others.reset(seed=9))
    for _ in range(20):
        actions = infos["action_mask"].argmax(axis=1)
        got, wanted = envs.step(actions), others.step(actions)
        equal(got, wanted)
        infos = got[-1]
    assert agent.decisions > 20 * 32
    assert agent.calls < agent.decisions / 8


def test_an_opponent_of_several_seats_is_asked_once():
    """The games are those with a separate opponent at each seat, which takes three calls."""
    shared, own = Counting(), [Counting() for _ in range(3)]
    envs, others = batch(16, opponents=shared), batch(16, opponents=own)
    got, wanted = envs.reset(seed=9), others.reset(seed=9)
    for _ in range(20):
        equal(got, wanted)
        actions = got[-1]["action_mask"].argmax(axis=1)
        got, wanted = envs.step(actions), others.step(actions)
    assert shared.decisions == sum(agent.decisions for agent in own)
    assert shared.calls < sum(agent.calls for agent in own)


def test_random_numbers_of_an_opponent_are_drawn_when_it_asks():
    """An opponent that plays `sampled` plays like one that draws evenly by itself."""

    class Sampling(Counting):
        def act_batch(self, decisions):
            """Play what is drawn; a second draw is the same."""
            first = decisions.sampled
            np.testing.assert_array_equal(first, decisions.sampled)
            return first

    envs, others = batch(8, opponents=["random", Sampling(), "random"]), batch(8)
    got, wanted = envs.reset(seed=9), others.reset(seed=9)
    for _ in range(40):
        equal(got, wanted)
        actions = got[-1]["action_mask"].argmax(axis=1)
        got, wanted = envs.step(actions), others.step(actions)


def test_an_agent_sits_at_a_single_seat_too():
    """An object with `act(view)` is an opponent of `single_env`."""
    asked = []

    class Noting(Counting):
        def act(self, view):
            asked.append(view.seat)
            return super().act(view)

    env = ludo_v0.single_env(opponents=Noting(), backend="python")
    env.reset(seed=1)
    env.step(env.action_masks().argmax())
    assert set(asked) == {1, 2, 3}


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (lambda n: np.zeros(n + 1, int), "was asked for . whole numbers, an action for each game"),
        (lambda n: np.full(n, 77), "asked for action 77 in game .; the actions are"),
        (lambda n: np.full(n, 0.5), "of shape .* and type float64"),
        (lambda n: ["a"] * n, "was asked for . whole numbers"),
        (lambda n: np.zeros(n, int), r"asked for action 0 .* in game ., which is not legal \("),
        (
            lambda n: 1 / 0,
            r"raised ZeroDivisionError: division by zero in .*, line \d+ \(game .[,)]",
        ),
    ],
)
def test_an_opponent_that_fails_changes_nothing(answer, said):
    """One sentence names the opponent and the position, and all games are as before the call."""

    class Failing(Counting):
        ready = True

        def act_batch(self, decisions):
            return super().act_batch(decisions) if self.ready else answer(len(decisions))

    agent = Failing()
    envs = batch(3, opponents=["random", agent, "random"], auto_pass=False)
    _, infos = envs.reset(seed=4)
    twin = deepcopy(envs)
    actions = infos["action_mask"].argmax(axis=1)
    agent.ready = False
    before = [envs.position(game) for game in range(3)]
    with pytest.raises(AgentError, match=said) as caught:
        envs.step(actions)
    error = caught.value
    assert str(error).startswith("The opponent player_2 ('counting') ")
    assert error.agent == "counting"
    assert error.seat == 2
    assert str(error).endswith(f"; position: {error.position}")
    assert [envs.position(game) for game in range(3)] == before
    agent.ready = True
    for _ in range(5):
        got, wanted = envs.step(actions), twin.step(actions)
        equal(got, wanted)
        actions = got[-1]["action_mask"].argmax(axis=1)


def test_an_opponent_that_follows_one_game_is_refused():
    """`new_game` has no meaning where many games are played at once."""

    class Follower(Witness):
        def new_game(self, seed):
            """Begin."""

    with pytest.raises(LudoError, match=r"An opponent with new_game\(\) follows one game"):
        batch(2, opponents=Follower("", []))


# Copies and refusals


@pytest.mark.parametrize("copied", [deepcopy, lambda envs: pickle.loads(pickle.dumps(envs))])
def test_copies_go_on_alike(copied):
    """A copy plays the same games, and shares nothing with the original."""
    envs = batch(3, opponents="greedy", seat="random", max_steps=9)
    _, infos = envs.reset(seed=6)
    for _ in range(7):
        _, _, _, _, infos = envs.step(infos["action_mask"].argmax(axis=1))
    twin = copied(envs)
    for _ in range(10):
        actions = infos["action_mask"].argmax(axis=1)
        got = envs.step(actions)
        equal(got, twin.step(actions))
        infos = got[-1]
    assert not copied(batch(1, seat=2)).position.__self__._begun


@pytest.mark.parametrize(
    ("own", "said"),
    [
        ({"n": 0}, "num_envs is a whole number from 1 to 10000000, not 0."),
        ({"seat": 4}, 'seat is "random" or a number in 0..3, not 4.'),
        ({"opponents": ["random"]}, "opponents has 1 entries for 3 other seats."),
        ({"opponents": "greedi"}, "Unknown agent 'greedi'; did you mean 'greedy'"),
        ({"opponents": 3}, "An opponent is a name, an agent or a callable, not 3."),
        ({"autoreset_mode": "Never"}, "autoreset_mode is one of NextStep, SameStep, Disabled"),
        ({"render_mode": "human"}, "A batch has no window"),
        ({"layout": "rows"}, "got an unexpected keyword argument 'layout'"),
    ],
)
def test_keywords_that_are_refused(own, said):
    """Each refusal is one sentence, before anything is built."""
    with pytest.raises(LudoError) as caught:
        batch(**own)
    assert said in str(caught.value)


def test_an_illegal_action_that_is_refused_changes_nothing():
    """With illegal="raise", no game advances if one action is illegal."""
    envs = batch(3, illegal="raise")
    _, infos = envs.reset(seed=8)
    actions = infos["action_mask"].argmax(axis=1)
    wrong = actions.copy()
    wrong[1] = infos["action_mask"][1].argmin()
    before = [envs.position(game) for game in range(3)]
    with pytest.raises(IllegalActionError, match="Game 1 was given action"):
        envs.step(wrong)
    assert [envs.position(game) for game in range(3)] == before
    with pytest.raises(LudoError, match="Game 0 was given action 9; the actions are"):
        envs.step([9, 0, 0])
    with pytest.raises(LudoError, match=r"step\(\) takes 3 whole numbers"):
        envs.step([0, 0])
    envs.step(actions)


def test_calls_in_the_wrong_order():
    """Calls before reset or after close, and a first reset of only some games, are refused."""
    envs = batch(2)
    for call in (lambda: envs.step([0, 0]), envs.action_masks, envs.render):
        with pytest.raises(OrderError, match=r"needs running games; call reset\(\) first"):
            call()
    with pytest.raises(LudoError, match=r"The first reset\(\) must begin all games"):
        envs.reset(options={"reset_mask": np.array([True, False])})
    with pytest.raises(LudoError, match="seed= has 3 numbers for 2 games"):
        envs.reset(seed=[1, 2, 3])
    envs.reset(seed=[1, None])
    envs.close()
    with pytest.raises(OrderError, match=r"step cannot be used after close\(\)"):
        envs.step([0, 0])


def test_a_position_that_leaves_no_decision_is_refused():
    """The games go on from where they were."""
    envs = batch(2, num_players=2, seat=1, opponents=lowest)
    envs.reset(seed=1)
    before = envs.position(0)
    with pytest.raises(LudoError, match="the game was over before player_1 could act"):
        envs.reset(options={"position": f"p0={ALMOST_HOME} hit=0 turn=0 dice=1"})
    assert envs.position(0) == before
