"""One seat for a single-agent learner: opponents play inside, and the loser gets a reward.

The environment is played side by side with the AEC environment of the same game and the same seed,
with everybody's actions known; the rest are positions and scripted dice.
"""

import pickle
import warnings
from copy import deepcopy

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env, data_equivalence
from single_seats import MAKERS, MODULES, Witness, lowest, mask_of, story

from ludo_env import LudoError, OrderError, ludo_v0, strict_ludo_v0
from ludo_env.agents import AgentError

IDS = {"ludo": "Ludo", "strict": "StrictLudo", "french": "FrenchLudo", "generals": "Generals"}
ALMOST_HOME = "f,f,f,h4"  # a die of 1 wins


def ludo(**own):
    """Return a seat in Ludo for two, against an opponent that plays the lowest legal action."""
    return MAKERS["ludo"](**{"num_players": 2, "opponents": lowest, "backend": "python", **own})


@pytest.fixture(params=MAKERS)
def game(request):
    """Return the name of a game."""
    return request.param


# Gymnasium's contract


@pytest.mark.parametrize(
    "own",
    [
        {},
        {"action_mask": "obs"},
        {"observation": "compact", "seat": "random"},
        {"illegal": "substitute", "seat": 1, "opponents": lowest},
        {"auto_pass": False, "opponents": ["random"]},
    ],
    ids=["usual", "mask in obs", "random seat", "substitute", "passes"],
)
def test_check_env(game, own, capsys):
    """check_env passes without a warning in every render mode, made by gymnasium.make."""
    players = {} if game == "generals" else {"num_players": 2}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env = gymnasium.make(f"ludo_env/{IDS[game]}-v0", backend="python", **own, **players)
        check_env(env.unwrapped)
    assert capsys.readouterr().out == ""  # the window shows everything


@pytest.mark.parametrize("own", [{"mode": "teams"}, {"observation": "flat80"}], ids=str)
def test_check_env_of_more_players(own):
    """check_env passes with four players too."""
    check_env(MAKERS["ludo"](backend="python", **own), skip_render_check=True)


def test_a_vector_of_seats():
    """Gymnasium's vector of such environments runs past the ends of games."""
    env = gymnasium.vector.SyncVectorEnv([lambda: ludo(max_steps=20), lambda: ludo(seat=1)])
    _, infos = env.reset(seed=3)
    ends = 0
    for _ in range(60):
        _, _, _, truncated, infos = env.step(infos["action_mask"].argmax(axis=1))
        ends += truncated.sum()
    assert ends >= 2


# The same game as the AEC environment's

# The kernels of two games are left to the long run, because no other test needs them.
PLAYED = [(name, "python") for name in MAKERS]
PLAYED += [
    pytest.param(name, "numba", marks=[pytest.mark.long] if name in ("strict", "french") else [])
    for name in MAKERS
]


@pytest.mark.parametrize("mask", ["obs", "info"])
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(("game", "backend"), PLAYED)
def test_the_same_game_as_aec(game, mask, seat, backend):
    """Observations, masks, infos and the learner's reward are those of the AEC game."""
    own = {"action_mask": mask, "auto_pass": True, "backend": backend}
    env = MAKERS[game](opponents=lowest, seat=seat, **own)
    aec = MODULES[game].env(**own)
    learner, choices = f"player_{seat}", np.random.default_rng(seat)
    seen, info = env.reset(seed=11)
    aec.reset(seed=11)
    ended = False
    while not ended:
        for agent in aec.agent_iter():
            theirs, _, *ends, their_info = aec.last()
            if agent == learner or any(ends):
                break
            aec.step(mask_of(theirs, their_info).argmax())
        ended = any(ends)
        if not ended:
            assert data_equivalence((seen, info), (theirs, their_info))
            action = choices.choice(np.flatnonzero(mask_of(seen, info)))
            seen, gain, terminated, truncated, info = env.step(action)
            aec.step(action)
    assert data_equivalence((seen, info), (aec.observe(learner), aec.infos[learner]))
    assert (gain, terminated, truncated) == (
        aec.rewards[learner],
        aec.terminations[learner],
        aec.truncations[learner],
    )
    assert env.position == aec.position


# What the learner gets


def test_the_winner_gets_one():
    """The winning move returns +1."""
    env = ludo()
    env.reset(options={"position": f"p0={ALMOST_HOME} hit=0 turn=0 dice=1"})
    _, reward, terminated, truncated, info = env.step(3)
    assert (reward, terminated, truncated) == (1.0, True, False)
    assert not info["action_mask"].any()


@pytest.mark.parametrize(("seat", "turn"), [(0, 1), (1, 0)])
def test_the_loser_gets_minus_one(seat, turn):
    """The loser's last move returns -1, with the final observation."""
    env = ludo(seat=seat)
    position = f"p{turn}={ALMOST_HOME} p{seat}=10,y,y,y hit={turn} turn={seat} dice=2"
    env.reset(options={"position": position, "dice": [1]})
    seen, reward, terminated, truncated, _ = env.step(0)
    assert (reward, terminated, truncated) == (-1.0, True, False)
    assert f"p{seat}=12," in env.position
    aec = ludo_v0.env(num_players=2, action_mask="info", backend="python")
    aec.reset(options={"position": position, "dice": [1]})
    aec.step(0)
    aec.step(3)
    assert (seen == aec.observe(f"player_{seat}")).all()


@pytest.mark.parametrize(
    ("seat", "pieces", "dice", "reward"),
    [
        (0, f"p0={ALMOST_HOME} p1=20,y,y,y p2={ALMOST_HOME}", [2, 1], 1.0),
        (2, f"p2={ALMOST_HOME} p3=20,y,y,y p0={ALMOST_HOME}", [2, 1], 1.0),
        (1, f"p1=20,y,y,y p0=f,f,f,f p2={ALMOST_HOME}", [1], -1.0),
        (3, f"p3=20,y,y,y p0=f,f,f,f p2={ALMOST_HOME}", [1], -1.0),  # player 0 plays for the mate
    ],
)
def test_a_mate_wins_for_the_team(seat, pieces, dice, reward):
    """In teams the partner is one of the opponents listed; their win is the learner's win."""
    mates = [lowest, "random", lowest]
    env = MAKERS["ludo"](mode="teams", opponents=mates, seat=seat, backend="python")
    env.reset(options={"position": f"{pieces} hit=0,2 turn={seat} dice=1", "dice": dice})
    _, gain, terminated, _, _ = env.step(env.action_masks().argmax())
    assert (gain, terminated) == (reward, True)


def test_a_truncated_game_is_worth_nothing():
    """max_steps counts the learner's steps; a truncation is not a loss."""
    env = ludo(max_steps=4)
    env.reset(seed=1)
    ends = [env.step(env.action_masks().argmax())[1:4] for _ in range(4)]
    assert ends == [(0.0, False, False)] * 3 + [(0.0, False, True)]


def test_a_rule_that_breaks_off_truncates():
    """After max_turns of Generals the game is truncated, with a reward of 0."""
    env = MAKERS["generals"](max_turns=4, backend="python")
    env.reset(seed=1)
    reward, terminated, truncated = 0.0, False, False
    while not (terminated or truncated):
        _, reward, terminated, truncated, _ = env.step(env.action_masks().argmax())
    assert (reward, terminated, truncated) == (0.0, False, True)


def test_after_the_end_only_reset_is_left():
    """A step after the end, or before the first reset, is an error."""
    env = ludo(max_steps=1)
    for ask in (env.step, lambda _: env.position, lambda _: env.action_masks(), env.explain):
        with pytest.raises(OrderError, match="reset"):
            ask(0)
    env.reset(seed=1)
    env.step(env.action_masks().argmax())
    with pytest.raises(OrderError, match="reset"):
        env.step(0)
    env.reset()
    env.step(env.action_masks().argmax())


# Illegal actions


def test_an_illegal_action_ends_the_game():
    """illegal="terminate", the default: the reward is -1, and the position stays as it was."""
    env = ludo()
    seen, _ = env.reset(options={"position": "p0=10,y,y,y turn=0 dice=2"})
    before = env.position
    again, reward, terminated, truncated, _ = env.step(3)
    assert (reward, terminated, truncated) == (-1.0, True, False)
    assert env.position == before
    assert (seen == again).all()


def test_an_illegal_action_is_an_error():
    """illegal="raise": the rule is named, and the game goes on."""
    env = ludo(illegal="raise")
    env.reset(options={"position": "p0=10,y,y,y turn=0 dice=2"})
    with pytest.raises(LudoError, match=r"player_0 asked for action 3.*leave_yard.*legal are 0; "):
        env.step(3)
    assert env.step(0)[1:4] == (0.0, False, False)


def test_an_illegal_action_is_substituted():
    """illegal="substitute": the lowest legal action is played, and the infos say so."""
    env = ludo(illegal="substitute")
    _, info = env.reset(options={"position": "p0=10,y,y,y turn=0 dice=2"})
    assert info["substituted"] == -1
    *_, info = env.step(3)
    assert info["substituted"] == 0
    assert env.position.startswith("p0=12,y,y,y")


@pytest.mark.parametrize("action", [-1, 5, 1.5, "0", None])
def test_what_is_no_action_is_refused(action):
    """An action outside the space is an error that changes nothing."""
    env = ludo()
    env.reset(seed=2)
    before = env.position
    with pytest.raises(LudoError, match="player_0 asked for"):
        env.step(action)
    assert env.position == before


# Masks


def test_masks(game):
    """action_masks() is the mask as booleans; with auto_pass the learner never has to pass."""
    env = MAKERS[game]()
    forced = 0
    for _, *_, info in story(env, 100, seed=4):
        mask = info["action_mask"]
        assert mask.dtype == np.int8
        forced += bool(env.game.pass_action >= 0 and mask[-1] and mask.sum() == 1)
    assert forced == 0
    masks = env.action_masks()
    assert masks.dtype == np.bool_
    assert masks.any()
    assert "action_mask" not in MAKERS[game](action_mask="obs").reset(seed=1)[1]


def test_passes_by_hand():
    """auto_pass=False: the learner passes explicitly."""
    env = ludo(auto_pass=False)
    _, info = env.reset(options={"position": "turn=0 dice=2"})
    assert info["action_mask"].tolist() == [0, 0, 0, 0, 1]
    env.step(4)


# Seeds


@pytest.mark.parametrize("seat", [0, "random"])
def test_equal_seeds_equal_games(game, seat):
    """The same seed gives the same games, also in resets without a seed, on both backends."""
    envs = [MAKERS[game](seat=seat, backend=backend) for backend in ("numba", "numba", "python")]
    first, second, plain = (story(env, seed=5) for env in envs)
    assert data_equivalence(first, second)
    assert data_equivalence(first, plain)
    assert not data_equivalence(first, story(envs[0], seed=6))


def test_seat_random():
    """seat="random": every seat occurs, the infos name it, and it is the learner's turn."""
    env = MAKERS["ludo"](seat="random", action_mask="obs")
    env.reset(seed=1)
    seats = {env.reset()[1]["seat"] for _ in range(60)}
    assert seats == {0, 1, 2, 3}
    seen, info = env.reset()
    assert f"turn={info['seat']}" in env.position
    assert "seat" in env.step(seen["action_mask"].argmax())[-1]
    assert "seat" not in MAKERS["ludo"](action_mask="obs").reset(seed=1)[1]


# Opponents


@pytest.mark.parametrize("seat", range(4))
def test_opponents_sit_in_order(seat):
    """A list has one entry for each other seat, in the order of the seats."""
    asked = []
    others = [player for player in range(4) if player != seat]
    env = MAKERS["ludo"](opponents=[Witness(player, asked) for player in others], seat=seat)
    pieces = " ".join(f"p{player}=10,y,y,y" for player in range(4))
    env.reset(options={"position": f"{pieces} turn={seat} dice=2", "dice": [2, 3, 4, 5]})
    env.step(0)
    assert [name for name, _ in asked] == [(seat + turn) % 4 for turn in (1, 2, 3)]
    assert all(seen in env.observation_space for _, seen in asked)
    for player, steps in zip([(seat + turn) % 4 for turn in (1, 2, 3)], (12, 13, 14), strict=True):
        assert f"p{player}={steps},y,y,y" in env.position


def test_opponents_start_where_it_is_their_turn():
    """After reset the opponents have played until the learner is to act."""
    env = ludo()
    env.reset(options={"position": "p0=30,y,y,y p1=10,y,y,y turn=1 dice=2", "dice": [4]})
    assert env.position.startswith("p0=30,y,y,y p1=12,y,y,y turn=0 dice=4")


def test_an_opponent_that_wants_the_game():
    """With wants_game an opponent gets the game, a record and the mask, and may query the game."""

    class Reader:
        wants_game = True
        output = None

        def __call__(self, game, record, mask):
            self.output = game.position(record)
            record[:] = 0  # the opponent's own copy
            mask[:] = 1
            return 0

    reader = Reader()
    env = ludo(opponents=[reader])
    env.reset(options={"position": "p0=30,y,y,y p1=10,y,y,y turn=1 dice=2", "dice": [4]})
    assert reader.output.startswith("p0=30,y,y,y p1=10,y,y,y turn=1 dice=2")
    assert env.position.startswith("p0=30,y,y,y p1=12,y,y,y")


class Listener(Witness):
    """An opponent that notes when a game begins."""

    games = ()

    def new_game(self, seed):
        """Note the seed."""
        self.games = (*self.games, seed)


def test_an_opponent_is_called_for_new_games():
    """new_game gets a number that follows from the seed."""
    output = Listener("", [])
    env = ludo(opponents=output)
    for seed in (1, 2, 1):
        env.reset(seed=seed)
    first, second, third = output.games
    assert first == third != second


@pytest.mark.parametrize(
    ("own", "said"),
    [
        ({"opponents": "randum"}, "did you mean 'random'"),
        ({"opponents": "nobody at all"}, "known are .*random"),
        ({"opponents": 3}, "a name, an agent or a callable, not 3"),
        ({"opponents": ["random"] * 2}, "2 entries for 1 other"),
        ({"seat": 2}, r'"random" or a number in 0\.\.1, not 2'),
        ({"seat": True}, "not True"),
        ({"seat": "first"}, "not 'first'"),
        ({"sead": 1}, "did you mean 'seat'"),
        ({"illegal": "ignore"}, "illegal is one of"),
    ],
    ids=str,
)
def test_what_makes_no_sense_is_refused(own, said):
    """A wrong keyword is refused in a sentence that lists what there is."""
    with pytest.raises(LudoError, match=said):
        ludo(**own)


@pytest.mark.parametrize(
    ("action", "said"),
    [
        (3, r"asked for action 3 .*leave_yard.*legal are 0; position: p0=30"),
        (9, "asked for action 9; the actions are the whole numbers 0..4, and legal are 0; pos"),
        ("a", "asked for action 'a'; the actions are"),
    ],
)
def test_an_opponent_may_do_nothing_illegal(action, said):
    """An opponent's illegal action is an error that names the opponent."""
    env = ludo(opponents=lambda observation, mask: action)
    with pytest.raises(AgentError, match=said) as caught:
        env.reset(options={"position": "p0=30,y,y,y p1=10,y,y,y turn=1 dice=2"})
    assert str(caught.value).startswith("The opponent player_1 ('function') asked")
    assert isinstance(caught.value.__cause__, LudoError)
    with pytest.raises(OrderError, match="reset"):
        env.step(0)


# Games that end too early


def test_a_failed_reset_loses_nothing():
    """After a reset to an impossible position the running game goes on, with the same dice."""
    env = ludo(opponents="random")
    env.reset(seed=2)
    twin = deepcopy(env)
    over = f"p0=y,y,y,y p1={ALMOST_HOME} turn=1 hit=1 dice=1"
    with pytest.raises(LudoError, match="over before player_0 could act"):
        env.reset(options={"position": over})
    assert env.position == twin.position
    for _ in range(30):
        action = int(np.flatnonzero(env.action_masks())[-1])
        ended = env.step(action)[2]
        assert twin.step(action)[2] == ended
        assert env.position == twin.position
        if ended:
            break


def test_a_position_without_a_turn_for_the_learner():
    """A position that is over before the learner can act is an error."""
    env = ludo()
    with pytest.raises(LudoError, match="over before player_0 could act"):
        env.reset(options={"position": f"p1={ALMOST_HOME} hit=1 turn=1 dice=1"})
    env.reset(seed=1)
    assert env.action_masks().any()


def dice_that_leave_one_at_home():
    """Return dice of Strict Ludo with which player 1 wins before player 0 leaves the yard."""
    aec = strict_ludo_v0.env(num_players=2, first_player="fixed", backend="python")
    position, script = "p0=y,y,y,y p2=y,y,y,y turn=0 dice=1", [1]
    while True:
        for die in (1, 6, 5, 4, 3, 2):
            aec.reset(options={"position": position, "dice": [die]})
            aec.step(aec.observe(aec.agent_selection)["action_mask"].argmax())
            if any(aec.terminations.values()):
                assert aec.rewards["player_1"] == 1
                return script
            at_home = aec.agent_selection == "player_0"
            if at_home or (die > 1 and not aec.observe("player_1")["action_mask"][-1]):
                break
        position = aec.position
        script.append(die)


def test_a_game_without_a_turn_for_the_learner_is_dealt_again():
    """From the start this is chance, and does not stop a training run."""
    dice, output = dice_that_leave_one_at_home(), Listener("", [])
    env = MAKERS["strict"](num_players=2, first_player="fixed", opponents=output, backend="python")
    env.reset(seed=3, options={"dice": dice})
    assert len(set(output.games)) == 2
    assert env.action_masks().any()
    assert env.step(env.action_masks().argmax())[1:4] == (0.0, False, False)


# Copies


@pytest.mark.parametrize(
    "copy", [deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["deepcopy", "pickle"]
)
@pytest.mark.parametrize("seat", [1, "random"])
def test_copies_go_on_alike(game, copy, seat):
    """A copy in mid-game plays this game and the next ones alike, and samples alike."""
    env = MAKERS[game](seat=seat, max_steps=40)
    story(env, 30, seed=8)
    env.action_space.seed(4)
    env.action_space.sample(env.action_masks().astype(np.int8))
    twin = copy(env)
    assert twin.position == env.position
    assert (twin.action_masks() == env.action_masks()).all()
    samples = [
        [each.action_space.sample(each.action_masks().astype(np.int8)) for _ in range(9)]
        for each in (env, twin)
    ]
    assert samples[0] == samples[1]
    action = env.action_masks().argmax()
    assert data_equivalence(env.step(action), twin.step(action))
    assert data_equivalence(story(env), story(twin))


def test_a_copy_before_the_first_game():
    """A copy of an environment that was never reset is in the same state."""
    twin = pickle.loads(pickle.dumps(ludo()))
    with pytest.raises(OrderError):
        twin.step(0)
    assert data_equivalence(story(twin, seed=1), story(ludo(), seed=1))


# Pictures


def test_render():
    """render_mode="ansi" returns the board as text."""
    env = ludo(render_mode="ansi")
    with pytest.raises(OrderError):
        env.render()
    env.reset(seed=1)
    assert env.render().count("\n") > 10


@pytest.mark.parametrize("opponents", ["greedy", ["heuristic", "random", "greedy"]])
def test_agents_sit_on_the_other_seats(opponents):
    """Agents given by name are opponents, and play the same games for the same seed."""
    trails = []
    for _ in range(2):
        env = ludo_v0.single_env(opponents=opponents, backend="python")
        _, info = env.reset(seed=5)
        trail = []
        for _ in range(15):
            action = int(np.flatnonzero(info["action_mask"])[0])
            *_, terminated, truncated, info = env.step(action)
            trail.append(env.unwrapped.position)
            if terminated or truncated:
                break
        trails.append(trail)
    assert trails[0] == trails[1]
