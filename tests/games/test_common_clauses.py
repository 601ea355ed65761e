"""Clauses that all games have in common, tested for each game."""

import pickle

import pytest
from positions import (
    SEATS,
    expect,
    given,
    legal_set,
    ludo,
    over,
    play,
    random_game,
    strict,
    words_of,
)

from ludo_env import ludo_v0, strict_ludo_v0

# Observations agree on both backends; kernels that no other test needs are not compiled.
PLAIN = {"backend": "python"}
both = pytest.mark.parametrize("module", [ludo_v0, strict_ludo_v0])
every_game = pytest.mark.parametrize(
    ("module", "flags"),
    [
        (ludo_v0, PLAIN),
        (ludo_v0, {"mode": "teams", **PLAIN}),
        (ludo_v0, {"num_players": 2, **PLAIN}),
        (strict_ludo_v0, PLAIN),
        (strict_ludo_v0, {"dice": 2, **PLAIN}),
        (strict_ludo_v0, {"num_players": 2, **PLAIN}),
    ],
)


@both
def test_dice_are_rolled_before_one_is_asked(module):
    """G-1: the die is rolled before an agent is asked, and no action or agent rolls it."""
    env = given(module, "p0=10 turn=0", rolls=[4, 2])
    expect(env, legal={0}, turn=0, dice=4)
    play(env, 0)
    expect(env, turn=1, dice=2)
    assert env.possible_agents == [f"player_{seat}" for seat in SEATS]
    assert [env.describe(action) for action in range(env.action_space("player_0").n)] == [
        "piece 0", "piece 1", "piece 2", "piece 3", "pass",
    ]  # fmt: skip


@both
def test_a_forced_pass_is_an_action(module):
    """G-2: a player who cannot move is asked too, with PASS as the only action."""
    env = given(module, "turn=0", rolls=[3, 2])
    expect(env, legal={4}, turn=0)
    play(env, 4)
    expect(env, legal={4}, turn=1)


@both
def test_auto_pass(module):
    """G-2: under `auto_pass` forced passes are played by `reset` and by `step`."""
    env = given(module, "turn=0", rolls=[3, 2, 6], auto_pass=True)
    expect(env, turn=2, dice=6, legal={0, 1, 2, 3})
    env = given(module, "p0=10 turn=0", rolls=[1, 5, 5, 5, 4], auto_pass=True)
    play(env, 0)
    expect(env, p0="11", turn=0, dice=4, legal={0})
    assert env.agent_selection == "player_0"
    for _, action in random_game(env):
        assert action != 4


@every_game
def test_only_who_acts_has_a_mask(module, flags):
    """G-3: agents that are not to act have no legal action."""
    env = module.raw_env(**flags)
    for _ in random_game(env):
        for agent in env.possible_agents:
            acts = agent == env.agent_selection and not over(env)
            assert env.observe(agent)["action_mask"].any() == acts


@both
@pytest.mark.parametrize("action", [1, 4, 5, -1, "0", None])
def test_an_illegal_action_changes_nothing(module, action):
    """G-4: `raw_env` refuses an illegal action, and goes on as if it had not been called."""
    env = given(module, "p0=10 turn=0", rolls=[4])
    twin = env.clone()
    with pytest.raises(ValueError, match="player_0"):
        env.step(action)
    assert not over(env)
    for _ in range(20):
        assert env.position == twin.position
        assert env.agent_selection == twin.agent_selection
        choice = min(legal_set(env))
        play(env, choice)
        play(twin, choice)


@both
@pytest.mark.parametrize("seat", SEATS)
def test_an_illegal_action_ends_the_game(module, seat):
    """G-4: in `env` the game ends with -1 for the agent that acted and 0 for the others."""
    env = module.env(**PLAIN)
    env.reset(options={"position": f"p{seat}=10,y,y,y turn={seat} dice=4"})
    assert env.explain(1)
    assert not env.explain(0)
    env.step(1)
    assert over(env)
    assert list(env.rewards.values()) == [-1 if player == seat else 0 for player in SEATS]


@every_game
def test_rewards(module, flags):
    """G-5: 0 until the end; then +1 for each winner and -1 for all others."""
    env = module.raw_env(**flags)
    for _ in random_game(env):
        if not over(env):
            assert set(env.rewards.values()) == {0}
    winners = [agent for agent, reward in env.rewards.items() if reward == 1]
    assert len(winners) == (2 if "mode" in flags else 1)
    assert all(env.rewards[agent] == -1 for agent in env.possible_agents if agent not in winners)


@both
def test_truncation(module):
    """G-5, G-6: `max_steps` truncates the game, with 0 for all."""
    env = given(module, "turn=0", rolls=[1] * 9, max_steps=3)
    play(env, 4, 4)
    assert not any(env.truncations.values())
    play(env, 4)
    assert all(env.truncations.values())
    assert not any(env.terminations.values())
    assert list(env.rewards.values()) == [0] * 4


@both
def test_no_draw(module):
    """G-6: without a limit, games of random play all have a winner."""
    env = module.raw_env(num_players=2, **PLAIN)
    for seed in range(20):
        for _ in random_game(env, seed):
            pass
        assert sorted(env.rewards.values()) == [-1, 1]
        assert not any(env.truncations.values())


@both
def test_state_and_back(module):
    """G-7: a saved state can be restored, here and elsewhere, with the given dice."""
    env = given(module, "p0=10 turn=0", rolls=[4, 2, 3, 6, 5])
    play(env, 0)
    saved = pickle.loads(pickle.dumps(env.get_state()))
    course = []
    for _ in range(60):
        play(env, min(legal_set(env)))
        course.append(env.position)
    for other in (env, module.raw_env(**PLAIN)):
        other.set_state(saved)
        for position in course:
            play(other, min(legal_set(other)))
            assert other.position == position


@both
def test_given_dice_come_first(module):
    """G-7: given dice are used up in order; after that the seed alone decides."""
    env = given(module, "turn=0", rolls=[1, 2, 3])
    found = []
    for _ in range(3):
        found.append(words_of(env)["dice"])
        play(env, 4)
    assert found == ["1", "2", "3"]
    later = set()
    for seed in range(60):
        env.reset(seed=seed, options={"position": "turn=0"})
        later.add(words_of(env)["dice"])
    assert later == set("123456")


def test_given_dice_that_cannot_be():
    """G-7: a list with an impossible die is refused, and the game goes on unchanged."""
    env = ludo("p0=10 turn=0", rolls=[4])
    for dice in ([7], [0], [1.5], "6", 6):
        with pytest.raises(ValueError, match="dice"):
            env.reset(options={"dice": dice})
        expect(env, p0="10", dice=4, turn=0)


@both
def test_observation_and_mask(module):
    """G-8: an observation is a dictionary of the row and the mask, and is in its space."""
    env = given(module)
    for _ in random_game(env):
        for agent in env.possible_agents:
            observation = env.observe(agent)
            assert list(observation) == ["observation", "action_mask"]
            assert observation["action_mask"].dtype == "int8"
            assert env.observation_space(agent).contains(observation)


@every_game
@pytest.mark.parametrize("style", ["features", "compact"])
def test_what_is_seen_is_the_whole_state(module, flags, style):
    """G-8: two different positions never look the same to the player who is to act."""
    env = module.raw_env(observation=style, **{**PLAIN, **flags})
    positions = {}
    for seed in range(3):
        for _ in random_game(env, seed):
            if not over(env):
                row = env.observe(env.agent_selection)["observation"].tobytes()
                key = env.agent_selection, row
                assert positions.setdefault(key, env.position) == env.position


BASE = "p0=10,20,y,y p1=5,y,y,y turn=0 dice=3"


@pytest.mark.parametrize(
    "change",
    ["hit=0", "hit=2", "sixes=1,0,0,0", "sixes=0,0,2,0", "dice=4", "p0=20,10,y,y", "p1=6,y,y,y"],
)
@pytest.mark.parametrize("style", ["features", "compact"])
def test_everything_that_matters_is_seen(change, style):
    """G-8: flags, counters, the die and every piece affect the observation."""
    rows = []
    key = change.split("=")[0]
    kept = " ".join(word for word in BASE.split() if not word.startswith(key + "="))
    for position in (BASE, f"{kept} {change}"):
        env = ludo(position, observation=style)
        rows.append(env.observe("player_0")["observation"].tolist())
    assert rows[0] != rows[1]


@pytest.mark.parametrize("dice", ["5,3", "-,5", "3,-", "3,4"])
@pytest.mark.parametrize("style", ["features", "compact"])
def test_which_dice_are_left_is_seen(dice, style):
    """G-8: with two dice an observation has each die's number, and which one is spent."""
    one = strict("p0=10 turn=0 dice=3,5", dice=2, observation=style)
    other = strict(f"p0=10 turn=0 dice={dice}", dice=2, observation=style)
    rows = [env.observe("player_0")["observation"].tolist() for env in (one, other)]
    assert rows[0] != rows[1]


def test_equal_dice_are_not_two_choices():
    """G-9: a move is not offered twice if two dice are equal."""
    env = strict("p0=10,20 turn=0", rolls=[3, 3, 1, 1], dice=2)
    expect(env, legal={0, 1})


@both
def test_like_pieces_are_different_choices(module):
    """G-9: pieces on one square, or in the yard, are separate actions."""
    expect(given(module, "turn=0", rolls=[6]), legal={0, 1, 2, 3})
    env = given(module, "p0=10,10 turn=0", rolls=[3, 1])
    expect(env, legal={0, 1})
    play(env, 1)
    expect(env, p0="10,13")


def seated(env):
    """Return the seats that the position names."""
    return [int(key[1:]) for key in words_of(env) if key[0] == "p"]


@pytest.mark.parametrize(
    ("module", "players", "seats"),
    [
        (ludo_v0, 2, [0, 1]),
        (ludo_v0, 3, [0, 1, 2]),
        (ludo_v0, 4, [0, 1, 2, 3]),
        (strict_ludo_v0, 2, [0, 2]),
        (strict_ludo_v0, 3, [0, 1, 2]),
        (strict_ludo_v0, 4, [0, 1, 2, 3]),
    ],
)
def test_usual_seats(module, players, seats):
    """G-10: the first seats are used, but two players of the strict game sit opposite."""
    assert seated(given(module, num_players=players)) == seats


@both
def test_chosen_seats(module):
    """G-10: `seats` chooses the colours, as many as there are players."""
    assert seated(given(module, num_players=2, seats=(1, 3))) == [1, 3]
    for wrong in ((1,), (0, 0), (0, 4)):
        with pytest.raises(ValueError, match=r"[Ss]eat"):
            module.env(num_players=2, seats=wrong)


@both
def test_names(module):
    """G-11: agents are numbered in the order of their seats, for any choice of seats."""
    env = given(module, "p3=10 turn=3", rolls=[4, 1], num_players=2, seats=(3, 1))
    assert env.possible_agents == env.agents == ["player_0", "player_1"]
    assert env.agent_selection == "player_1"
    play(env, 0)
    expect(env, turn=1, p3="14")
    assert env.agent_selection == "player_0"


def starters(env):
    """Return the starting players for some seeds."""
    found = set()
    for seed in range(40):
        env.reset(seed=seed)
        found.add(env.agent_selection)
    return found


def test_who_starts_when_nothing_is_said():
    """G-12: player 0 starts in Ludo; in the strict game the player with the highest roll."""
    assert starters(ludo_v0.env(**PLAIN)) == {"player_0"}
    assert starters(strict_ludo_v0.env(**PLAIN)) == {f"player_{seat}" for seat in SEATS}
    expect(ludo(rolls=[5]), turn=0, dice=5)
    expect(strict(rolls=[1, 2, 5, 3, 4]), turn=2, dice=4)


@both
def test_who_starts_can_be_chosen(module):
    """G-12: `first_player` makes it player 0, a lot, or the highest roll, in every game."""
    expect(given(module, rolls=[5], first_player="fixed"), turn=0, dice=5)
    expect(given(module, rolls=[5], first_player="random"), dice=5)
    expect(given(module, rolls=[1, 2, 5, 3, 4], first_player="roll"), turn=2, dice=4)
    assert starters(module.env(first_player="random", **PLAIN)) == {
        f"player_{seat}" for seat in SEATS
    }
