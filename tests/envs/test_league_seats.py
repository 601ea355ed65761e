"""A league at the seats of single-agent environments: one game, and many in one call."""

import pickle
from copy import deepcopy

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from single_seats import lowest

from ludo_env import LudoError, ludo_v0
from ludo_env.agents import League, policy_agent
from ludo_env.agents.random import RandomAgent

LUDO = "ludo_env/Ludo-v0"
OWN = {"backend": "python", "num_players": 2}
MODES = [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP]
ALMOST_HOME = "f,f,f,h4"  # a die of 1 wins


def waves(observations, masks):
    """Return scores that depend on the whole observation."""
    rows = observations.reshape(len(observations), -1)
    return rows @ np.sin(np.arange(rows.shape[1])[:, None] * (1 + np.arange(masks.shape[1])))


def drawing(seed=0):
    """Return a policy that draws its actions by the chance of the game."""
    return policy_agent(lambda seen, masks: waves(seen, masks) * seed / 9, choose="sample")


class Noting:
    """An agent that notes the games of each call, and plays the lowest legal action."""

    def __init__(self, name):
        self.name, self.calls = name, []

    def act(self, view):
        """Play the lowest legal action."""
        self.calls.append(1)
        return view.actions[0]

    def act_batch(self, decisions):
        """Play the lowest legal action in each game."""
        self.calls.append(len(decisions))
        return decisions.masks.argmax(axis=1)


def league(sampling="uniform", **own):
    """Return a league with members of all kinds."""
    return League(["random", lowest, drawing(), drawing(3)], sampling, **own)


def batch(n, opponents, **own):
    """Return a batch of single seats, from Gymnasium."""
    return gymnasium.make_vec(LUDO, n, **{**OWN, "opponents": opponents, **own})


def sync(n, opponents, mode, **own):
    """Return the same number of single seats, stepped one after the other."""
    how = {"vectorization_mode": "sync", "vector_kwargs": {"autoreset_mode": mode}}
    return gymnasium.make_vec(LUDO, n, **how, **{**OWN, "opponents": opponents, **own})


def same(one, other):
    """Compare what two vectors gave."""
    if isinstance(one, dict):
        assert set(one) == set(other)
        for key in one:
            same(one[key], other[key])
    elif isinstance(one, tuple) or (isinstance(one, np.ndarray) and one.dtype.hasobject):
        for this, that in zip(one, other, strict=True):
            same(this, that)
    elif one is None:
        assert other is None
    else:
        assert one.dtype == other.dtype
        np.testing.assert_array_equal(one, other)


def play_beside(envs, others, steps, seed=7):
    """Step two vectors side by side; return the numbers of the members seen, and the ends."""
    random, ends, seen = np.random.default_rng(1), 0, set()
    got, wanted = envs.reset(seed=seed), others.reset(seed=seed)
    for _ in range(steps):
        same(got, wanted)
        infos = got[-1]
        seen.update(infos["members"].ravel().tolist())
        legal = infos["action_mask"]
        actions = (legal * random.random(legal.shape)).argmax(axis=1)
        got, wanted = envs.step(actions), others.step(actions)
        ends += int((got[2] | got[3]).sum())
    return seen, ends


# The same games both ways


@pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode.value)
@pytest.mark.parametrize("own", [{}, {"seat": "random", "num_players": 4}, {"seat": 1}])
def test_the_same_games_as_single_seats(own, mode):
    """The games are the same with members of all kinds, if each vector has its own league."""
    steps = 40 if "num_players" in own else 170
    seen, ends = play_beside(
        batch(4, league(), autoreset_mode=mode, **own), sync(4, league(), mode, **own), steps
    )
    assert seen == {-1, 0, 1, 2, 3} or ("num_players" in own and len(seen) > 3)
    assert ends >= 4 or "num_players" in own


def test_both_roads_have_the_same_results():
    """A result recorded in one step is recorded in the other vector too."""
    ours, theirs = league(), league()
    play_beside(
        batch(3, ours, autoreset_mode="SameStep"), sync(3, theirs, AutoresetMode.SAME_STEP), 300
    )
    assert {row.name: row.games for row in ours.table()}["learner"] >= 4
    assert ours.table() == theirs.table()


@pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode.value)
def test_a_prioritized_game_is_the_same_alone(mode):
    """With one game and its results, every draw has the weights of all games before it."""
    ours, theirs = league("prioritized"), league("prioritized")
    play_beside(batch(1, ours, autoreset_mode=mode), sync(1, theirs, mode), 400)
    assert ours.table() == theirs.table()
    assert len(set(ours.probabilities().values())) > 1


def test_a_list_of_opponents_with_a_league():
    """The league plays only at its own seats, next to other opponents in the list."""
    ours = batch(4, ["greedy", one := league(), "random"], num_players=4)
    theirs = sync(4, ["greedy", two := league(), "random"], AutoresetMode.NEXT_STEP, num_players=4)
    play_beside(ours, theirs, 40)
    _, infos = ours.reset(seed=2)
    assert (infos["members"][:, [0, 1, 3]] == -1).all()
    assert (infos["members"][:, 2] >= 0).all()
    assert (ours.league, theirs.envs[0].unwrapped.league) == (one, two)
    assert batch(2, "random").league is None


def test_games_do_not_depend_on_their_neighbours():
    """Game 3 of seed 40 is game 0 of seed 43, regardless of the other games."""
    many, one = batch(5, league()), batch(1, league())
    _, infos = many.reset(seed=40)
    _, alone = one.reset(seed=43)
    for _ in range(60):
        np.testing.assert_array_equal(infos["members"][3], alone["members"][0])
        actions = infos["action_mask"].argmax(axis=1)
        seen, _, _, _, infos = many.step(actions)
        other, _, _, _, alone = one.step(actions[3:4])
        np.testing.assert_array_equal(seen[3], other[0])


def test_a_seed_decides_who_plays():
    """A seed gives the same members in every run; a new game draws again."""
    env = gymnasium.make(LUDO, opponents=league(), **OWN)
    first = [env.reset(seed=seed)[1]["members"].tolist() for seed in range(40)]
    assert first == [env.reset(seed=seed)[1]["members"].tolist() for seed in range(40)]
    assert {seat for seat, _ in first} == {-1}
    assert {member for _, member in first} == {0, 1, 2, 3}
    env.reset(seed=1)
    assert len({int(env.reset()[1]["members"][1]) for _ in range(30)}) == 4


def test_every_seat_has_a_member_of_its_own():
    """With four players three members are drawn one by one; the learner has none."""
    env = gymnasium.make(LUDO, opponents=league(), seat="random", backend="python")
    drawn = [env.reset(seed=seed)[1] for seed in range(30)]
    for info in drawn:
        assert info["members"].shape == (4,)
        assert info["members"].dtype == np.int64
        assert np.flatnonzero(info["members"] == -1).tolist() == [info["seat"]]
    assert any(len(set(info["members"].tolist())) == 4 for info in drawn)


# While training runs


def test_members_join_at_the_next_deal():
    """Running games keep their members, also dropped ones; new games have the new ones."""
    own = League(["random"], "latest")
    envs = batch(3, own, max_steps=4, autoreset_mode="SameStep")
    _, infos = envs.reset(seed=1)
    new = own.add("greedy")
    own.drop("random")
    for step in range(4):
        assert (infos["members"][:, 1] == 0).all(), step
        _, _, _, cut, infos = envs.step(infos["action_mask"].argmax(axis=1))
    assert cut.all()
    assert (infos["members"][:, 1] == new.number).all()
    assert (infos["final_info"]["members"][:, 1] == 0).all()
    assert [row.games for row in own.table()] == [0, 0]


def test_results_are_recorded_when_a_game_is_over():
    """Wins and losses are recorded; truncations and illegal actions are not."""
    own = League([lowest])
    env = gymnasium.make(LUDO, opponents=own, max_steps=2, **OWN).unwrapped
    _, info = env.reset(options={"position": f"p0={ALMOST_HOME} hit=0 turn=0 dice=1"})
    assert env.step(int(info["action_mask"].argmax()))[1] == 1
    assert own.wins("learner", "lowest") == 1
    env.reset(seed=1)
    assert env.step(int(env.action_masks().argmin()))[2]
    env.reset(seed=1)
    while not env.step(int(env.action_masks().argmax()))[3]:
        pass
    assert [row.games for row in own.table()] == [1, 1]


def test_a_member_is_asked_once_for_all_its_games():
    """One call has all seats and games in which the member is to act."""
    agents = [Noting("a"), Noting("b")]
    envs = batch(64, League(agents), num_players=4, auto_pass=False)
    _, infos = envs.reset(seed=3)
    for agent in agents:
        agent.calls.clear()
    for _ in range(10):
        envs.step(infos["action_mask"].argmax(axis=1))
        infos = {"action_mask": envs.games.batch.masks}
    for agent in agents:
        assert sum(agent.calls) > 10 * 64
        assert len(agent.calls) < 10 * 8
        assert max(agent.calls) > 20


@pytest.mark.long
def test_a_prioritized_league_meets_who_beats_the_learner():
    """Greedy beats a learner that plays the lowest action more often than a random player does."""
    own = League(["random", "greedy"], "prioritized", power=3)
    envs = batch(16, own, autoreset_mode="SameStep", backend="numba")
    _, infos = envs.reset(seed=0)
    for _ in range(400):
        _, _, _, _, infos = envs.step(infos["action_mask"].argmax(axis=1))
    chances = own.probabilities()
    rates = {name: own.win_rate(name) ** 3 for name in chances}
    assert chances["greedy"] > 0.6
    assert chances["greedy"] == pytest.approx(rates["greedy"] / sum(rates.values()))


# Errors and copies


class Failing(RandomAgent):
    """An agent that fails on demand."""

    name = "failing"
    ready = True

    def act(self, view):
        """Play the lowest legal action, or raise."""
        if self.ready:
            return view.actions[0]
        raise ZeroDivisionError


def test_a_member_that_fails_changes_nothing():
    """Neither the games change nor the results, which were recorded before another game began."""
    agent = Failing()
    own = League([agent], "prioritized")
    envs = batch(2, own, autoreset_mode="SameStep")
    position = f"p0={ALMOST_HOME} hit=0 turn=0 dice=1"
    envs.reset(seed=1)
    for _ in range(40):  # until a new game begins with the opponent
        envs.reset(options={"position": position})
        agent.ready = False
        before = envs.position(0)
        try:
            envs.step([3, 3])
        except (LudoError, ZeroDivisionError):
            break
        finally:
            agent.ready = True
    else:
        pytest.fail("no game began with the opponent")
    assert envs.position(0) == before
    wins, games = own.wins("learner", "failing"), own.table()[0].games
    envs.step([3, 3])
    assert own.wins("learner", "failing") == wins + 2
    assert own.table()[0].games == games + 2


def test_an_empty_league_is_refused_at_the_deal(tmp_path):
    """A missing folder is refused too; the environment goes on once there is a member."""
    own = League()
    env, envs = gymnasium.make(LUDO, opponents=own, **OWN).unwrapped, batch(2, own)
    for reset in (env.reset, envs.reset):
        with pytest.raises(LudoError, match="A league needs a member before a game is dealt"):
            reset(seed=1)
    own.add("random")
    assert env.reset(seed=1)[1]["members"].tolist() == [-1, 0]
    assert envs.reset(seed=1)[1]["members"].tolist() == [[-1, 0]] * 2
    folder = tmp_path / "members"
    folder.mkdir()
    env = gymnasium.make(LUDO, opponents=League(folder, load=str), **OWN).unwrapped
    folder.rmdir()
    with pytest.raises(LudoError, match="cannot be read: No such file or directory"):
        env.reset()


def test_two_leagues_are_refused():
    """An environment accepts one league only."""
    with pytest.raises(LudoError, match="An environment takes one league"):
        ludo_v0.single_env(opponents=[league(), league(), "random"], backend="python")


@pytest.mark.parametrize("copied", [deepcopy, lambda envs: pickle.loads(pickle.dumps(envs))])
@pytest.mark.parametrize("kind", ["one", "many"])
def test_copies_go_on_alike(kind, copied):
    """Copies have the members of the running games, also dropped ones, and their own results."""
    own = League(["random", "greedy", "random"], "prioritized")
    many = kind == "many"
    envs = batch(3, own, max_steps=9) if many else sync(1, own, MODES[0], max_steps=9)
    _, infos = envs.reset(seed=6)
    own.drop("greedy")
    own.drop("random")
    twin = copied(envs if many else envs.envs[0])
    if not many:
        envs = envs.envs[0]
    league_of = (lambda e: e.league) if many else (lambda e: e.unwrapped.league)
    assert league_of(twin) is not league_of(envs) is own
    assert [member.name for member in league_of(twin).members] == ["random#2"]
    for _ in range(25):
        mask = infos["action_mask"]
        action = mask.argmax(axis=-1) if many else int(mask.argmax())
        got = envs.step(action)
        same(got[-1], twin.step(action)[-1])
        infos = got[-1]
        if not many and (got[2] or got[3]):
            infos = envs.reset()[1]
            same(infos, twin.reset()[1])
        if many:
            assert infos["members"].shape == (3, 2)
    assert league_of(twin).table() == own.table()


@pytest.mark.parametrize("name", ["StrictLudo", "FrenchLudo", "Generals"])
def test_other_games_take_a_league(name):
    """Any game with other seats takes a league."""
    own = League(["random", lowest])
    envs = gymnasium.make_vec(f"ludo_env/{name}-v0", 3, opponents=own, backend="python")
    _, infos = envs.reset(seed=1)
    for _ in range(10):
        _, _, _, _, infos = envs.step(infos["action_mask"].argmax(axis=1))
    assert set(infos["members"][:, 1:].ravel().tolist()) <= {0, 1}
