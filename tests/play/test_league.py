"""A league by itself: its members, how they are drawn, their results, and its file."""

import json
import pickle
import time
from copy import deepcopy

import numpy as np
import pytest

from ludo_env import LudoError
from ludo_env.agents import League, policy_agent
from ludo_env.agents.random import RandomAgent


def flat(observations, masks):
    """Score all actions alike."""
    return np.zeros(masks.shape)


def load(path):
    """Return an agent from the text in a file."""
    return path.read_text().strip()


def words(count, seed=0):
    """Return words as the chance of games gives them."""
    return np.random.default_rng(seed).integers(0, 2**32, count)


def shares(league, count=20_000):
    """Return how often each member was drawn, by name."""
    names = [member.name for member in league.drawn(words(count))]
    return {name: names.count(name) / count for name in dict.fromkeys(names)}


def names(league):
    """Return the names of the members, the oldest first."""
    return [member.name for member in league.members]


def play(league, name, won, lost):
    """Record games of a member against the learner, who is on seat 0."""
    number = next(member.number for member in league.members if member.name == name)
    for result in [(-1, 1)] * won + [(1, -1)] * lost:
        league.record(0, [-1, number], result)


def four_errors(share, count=20_000):
    """Return four standard errors of a share."""
    return 4 * np.sqrt(share * (1 - share) / count) + 1e-12


# Members


def test_members_have_numbers_and_names_of_their_own():
    """Texts, agents and functions are members; names are made unique, numbers are never reused."""

    def first(observation, mask):
        return mask.argmax()

    league = League(["random", "greedy", first, policy_agent(flat), policy_agent(flat)])
    assert names(league) == ["random", "greedy", "first", "policy", "policy#2"]
    assert [member.number for member in league.members] == [0, 1, 2, 3, 4]
    assert isinstance(league.members[0].agent, RandomAgent)
    league.drop("policy#2")
    assert league.add("random", "again").number == 5
    assert len(league) == 5
    assert league.add("random").name == "random#2"


def test_the_oldest_makes_room():
    """The oldest member that is not kept is dropped, with its results."""
    league = League(["greedy"], capacity=3)
    league.add("random", keep=True)
    play(league, "greedy", 2, 1)
    for step in range(4):
        league.add(policy_agent(flat), f"step {step}")
    assert names(league) == ["random", "step 2", "step 3"]
    assert {row.name for row in league.table()} == {"learner", "random", "step 2", "step 3"}
    assert sum(row.losses for row in league.table()) == 0
    league.add("random", "second", keep=True)
    with pytest.raises(
        LudoError, match="With capacity=3 at most 2 members of a league can be added"
    ):
        league.add("random", "third", keep=True)
    assert names(league) == ["random", "step 3", "second"]


def test_files_of_a_folder_are_members(tmp_path):
    """Files are in natural order by name; new ones join, and missing ones are dropped."""
    for step in (9, 10, 100):
        (tmp_path / f"step_{step}.txt").write_text("random")
    (tmp_path / ".part.txt").write_text("half")
    (tmp_path / "notes.md").write_text("no member")
    league = League(tmp_path, "latest", load=load, pattern="*.txt")
    assert names(league) == ["step_9.txt", "step_10.txt", "step_100.txt"]
    assert shares(league, 10) == {"step_100.txt": 1}
    (tmp_path / "step_11.txt").write_text("greedy")
    assert shares(league, 10) == {"step_11.txt": 1}
    assert league.members[-1].agent.name == "greedy"
    (tmp_path / "step_10.txt").unlink()
    (tmp_path / "step_11.txt").unlink()
    assert shares(league, 10) == {"step_100.txt": 1}
    assert names(league) == ["step_9.txt", "step_100.txt"]
    (tmp_path / "step_11.txt").write_text("random")
    league.refresh()
    assert [(member.name, member.number) for member in league.members][-1] == ("step_11.txt", 4)


def test_a_file_is_loaded_once_when_it_is_drawn(tmp_path):
    """A folder of many files uses memory only for the members that play."""
    for step in range(5):
        (tmp_path / f"{step}").write_text("random")
    loaded = []
    league = League(str(tmp_path), "latest", load=lambda path: loaded.append(path) or "random")
    for _ in range(3):
        league.drawn(words(4))[0].agent.act  # noqa: B018
    assert loaded == [tmp_path / "4"]


def test_the_newest_files_fill_a_league(tmp_path):
    """With `capacity` a dropped file does not come back."""
    for step in range(8):
        (tmp_path / f"{step}").write_text("random")
    league = League(tmp_path, load=load, capacity=3)
    league.refresh()
    assert names(league) == ["5", "6", "7"]


# Draws


def test_uniform_and_latest():
    """All members are equally likely, or only the newest is drawn."""
    league = League(["random"] * 4)
    assert league.probabilities() == dict.fromkeys(names(league), 0.25)
    assert all(abs(share - 0.25) < four_errors(0.25) for share in shares(league).values())
    assert shares(League(["random"] * 4, "latest")) == {"random#4": 1}


def test_a_share_for_the_latest():
    """The rest is drawn by the sampling."""
    league = League(["random"] * 4, latest_share=0.8)
    assert league.probabilities()["random#4"] == pytest.approx(0.85)
    assert abs(shares(league)["random#4"] - 0.85) < four_errors(0.85)


@pytest.mark.parametrize("power", [0, 1, 2])
def test_prioritized_draws_follow_the_win_rates(power):
    """Weights are a power of how often a member beats the learner; a new one counts as even."""
    league = League(["random"], "prioritized", power=power, prior=1, memory=10**9)
    league.add("random", "strong")
    league.add("random", "weak")
    play(league, "strong", 29, 9)  # 30 of 40 with the prior
    play(league, "weak", 3, 35)  # 4 of 40
    rates = {"random": 0.5, "strong": 0.75, "weak": 0.1}
    for name, rate in rates.items():
        assert league.win_rate(name) == pytest.approx(rate, rel=1e-6)
    total = sum(rate**power for rate in rates.values())
    drawn = shares(league)
    for name, rate in rates.items():
        wanted = rate**power / total
        assert league.probabilities()[name] == pytest.approx(wanted, rel=1e-6)
        assert abs(drawn[name] - wanted) < four_errors(wanted)


def test_prioritized_draws_converge_to_the_true_win_rates():
    """Recorded games lead to draws by the true rates of the members' wins."""
    true = {"strong": 0.8, "even": 0.5, "weak": 0.2}
    league = League(sampling="prioritized", memory=100_000)
    for name in true:
        league.add("random", name)
    random = np.random.default_rng(4)
    for _ in range(6000):
        member = league.drawn(random.integers(0, 2**32, 1))[0]
        won = random.random() < true[member.name]
        league.record(0, [-1, member.number], (-1, 1) if won else (1, -1))
    for name, chance in league.probabilities().items():
        # The rate of a member comes from at least 700 games: three standard errors are 0.06.
        assert abs(chance - true[name] / 1.5) < 0.04


def test_a_win_rate_forgets_old_games():
    """After many newer results old ones have no weight; the table counts all."""
    league = League(["random"], "prioritized", memory=20)
    play(league, "random", 500, 0)
    assert league.win_rate("random") > 0.9
    play(league, "random", 0, 100)
    assert league.win_rate("random") < 0.06
    assert (league.wins("random", "learner"), league.wins("learner", "random")) == (500, 100)


def test_words_decide():
    """The same words draw the same members, from the first to the last."""
    league = League(["random"] * 3)
    edges = np.array([0, 2**32 // 3, 2**32 // 3 + 1, 2**32 - 1])
    assert [member.number for member in league.drawn(edges)] == [0, 0, 1, 2]
    assert league.drawn(words(50)) == league.drawn(words(50))


# Results


def test_who_came_ahead_of_whom():
    """Members are compared too; games of dropped members, and draws, change nothing."""
    league = League(["random", "greedy"])
    league.record(1, [0, -1, 1, -1], [-1, -1, 1, -1])
    assert league.wins("greedy", "learner") == 1
    assert league.wins("greedy", "random") == 1
    assert league.wins("random", "learner") == league.wins("learner", "random") == 0
    league.record(0, [-1, 0, 1, 9], [0, 0, 0, 0])
    table = {row.name: row for row in league.table()}
    assert {name: row.games for name, row in table.items()} == {
        "learner": 2, "random": 2, "greedy": 2,
    }  # fmt: skip
    assert (table["greedy"].wins, table["greedy"].share) == (1, 1.0)
    assert (table["learner"].losses, table["random"].share) == (1, 0.0)
    assert str(league).splitlines()[0].split()[:4] == ["name", "games", "wins", "losses"]


def test_the_ratings_are_those_of_the_arena():
    """Strength by openskill, if installed: a member that wins more is stronger."""
    model = pytest.importorskip("openskill.models").PlackettLuce()
    league = League(["random", "greedy"])
    play(league, "greedy", 1, 0)
    table = {row.name: row for row in league.table()}
    (lost,), (won,) = model.rate([[model.rating()], [model.rating()]], ranks=[2, 1])
    assert table["greedy"].rating == pytest.approx(won.mu)
    assert table["learner"].deviation == pytest.approx(lost.sigma)
    assert table["random"].rating is None
    low, high = won.mu - 1.96 * won.sigma, won.mu + 1.96 * won.sigma
    head, first = str(league).splitlines()[:2]
    assert head.endswith("95 %")
    assert first.split()[-2:] == [f"{won.mu:.1f}", f"{low:.1f}..{high:.1f}"]
    play(league, "random", 1, 9)
    play(league, "greedy", 9, 1)
    assert [row.name for row in league.table()] == ["greedy", "learner", "random"]
    # Both seats of a member that plays twice are rated, and its rating is the mean.
    league.record(0, [-1, 1, 1], [-1, 1, -1])
    assert {row.name: row for row in league.table()}["greedy"].games == 12


# Copies and files


@pytest.mark.parametrize("copied", [deepcopy, lambda league: pickle.loads(pickle.dumps(league))])
def test_a_copy_has_results_of_its_own(copied):
    """A copy draws the same members, and its results do not change the original."""
    league = League(["random", "greedy", policy_agent(flat)], "prioritized")
    play(league, "greedy", 3, 1)
    twin = copied(league)
    assert twin.table() == league.table()
    assert [m.number for m in twin.drawn(words(9))] == [m.number for m in league.drawn(words(9))]
    play(twin, "random", 5, 0)
    twin.add("random", "new")
    assert league.wins("random", "learner") == 0
    assert len(league) == 3


def test_a_saved_league_goes_on(tmp_path):
    """Settings, members, kept ones, results and numbers are saved; objects are given again."""
    folder = tmp_path / "members"
    folder.mkdir()
    (folder / "1").write_text("random")
    (folder / "2").write_text("greedy")
    league = League(folder, "prioritized", load=load, capacity=4, power=2.5, memory=77)
    league.add("greedy", "baseline", keep=True)
    league.add(policy_agent(flat), "net")
    league.drop("1")
    play(league, "2", 3, 4)
    play(league, "net", 1, 0)
    file = tmp_path / "league.json"
    league.save(file)
    again = League.load(file, load=load, agents={"net": policy_agent(flat)})
    assert again.settings == league.settings
    assert again.table() == league.table()
    assert again.win_rate("2") == league.win_rate("2")
    assert [(m.number, m.name, m.keep) for m in again.members] == [
        (1, "2", False), (2, "baseline", True), (3, "net", False),
    ]  # fmt: skip
    for one in (league, again):
        one.refresh()
        (folder / "3").write_text("random")
        assert [member.number for member in one.drawn(words(30))]
        (folder / "3").unlink()
    assert names(league) == names(again)
    again.save(file)
    league.save(tmp_path / "other.json")
    assert file.read_text() == (tmp_path / "other.json").read_text()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda data: [], "This is not the JSON of a league"),
        (lambda data: data | {"format": "other"}, "its format is 'other'"),
        (lambda data: data | {"settings": {"members": "/"}}, "unexpected keyword argument"),
        (lambda data: data | {"settings": data["settings"] | {"power": -1}}, "power is a number"),
        (lambda data: data | {"next": 0}, "the next number is 0"),
        (lambda data: data | {"members": data["members"] * 2}, "two members have the same number"),
        (lambda data: data | {"members": [{}]}, "This is not the JSON of a league"),
        (lambda data: data | {"games": [[7, 1]]}, "[7, 1] is no row of games"),
        (lambda data: data | {"games": [[0, -1]]}, "[0, -1] is no row of games"),
        (lambda data: data | {"games": [3]}, "This is not the JSON of a league"),
        (lambda data: data | {"ahead": [[0, -1]]}, "[0, -1] is no row of ahead"),
        (lambda data: data | {"recent": [[0, -1, 2]]}, "[0, -1, 2] is no row of recent"),
        (lambda data: data | {"ratings": [[0, "a", 2]]}, "[0, 'a', 2] is no row of ratings"),
        (lambda data: data | {"folder": 3}, "3 is no text"),
        (lambda data: data | {"folder": "there", "seen": []}, "Files need load="),
    ],
)
def test_files_that_are_refused(change, said, tmp_path):
    """One sentence says what is wrong."""
    file = tmp_path / "league.json"
    League(["random"]).save(file)
    file.write_text(json.dumps(change(json.loads(file.read_text()))))
    with pytest.raises(LudoError) as caught:
        League.load(file)
    assert said in str(caught.value)


def test_agents_that_are_missing_are_named(tmp_path):
    """Members that a file cannot hold are named, and so is a missing file."""
    file = tmp_path / "league.json"
    League([policy_agent(flat, name="net"), "random"]).save(file)
    with pytest.raises(LudoError, match="give them in agents=: 'net'"):
        League.load(file)
    with pytest.raises(LudoError, match="agents= is a dictionary of agents by name, not 3"):
        League.load(file, agents=3)
    with pytest.raises(LudoError, match="cannot be read"):
        League.load(tmp_path / "none.json")
    with pytest.raises(LudoError, match="cannot be written"):
        League(["random"]).save(tmp_path / "none" / "league.json")


# Refusals


class Follower(RandomAgent):
    """An agent that follows one game."""

    def new_game(self, seed):
        """Begin."""


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: League(3), "The members of a league are a folder or a list of agents, not 3"),
        (lambda: League({"a": "random"}), "a folder or a list of agents, not {'a': 'random'}"),
        (lambda: League([3]), "A member of a league is an agent, its text, a function of"),
        (lambda: League([RandomAgent]), "A member of a league is an agent, its text"),
        (lambda: League(["greedi"]), "Unknown agent 'greedi'; did you mean 'greedy'?"),
        (lambda: League([Follower()]), "with new_game() follows one game"),
        (lambda: League([League()]), "A member of a league is an agent"),
        (lambda: League(sampling="best"), "sampling is one of uniform, prioritized, latest, not"),
        (lambda: League(capacity=0), "capacity is None or a whole number from 1 to 1000000, not 0"),
        (lambda: League(latest_share=1.5), "latest_share is a number from 0 to 1, not 1.5"),
        (lambda: League(power=float("nan")), "power is a number from 0 to 100, not nan"),
        (lambda: League(prior=0), "prior is a number from 0.001 to 1000000, not 0"),
        (lambda: League(memory=1.5), "memory is a whole number from 1 to 1000000000, not 1.5"),
        (lambda: League(pattern=""), "pattern is a text such as '*.pt', not ''"),
        (lambda: League(load=3), "load is a function that takes a path, not 3"),
        (lambda: League("."), "Files need load="),
        (lambda: League("no such folder", load=load), "no such folder, cannot be read"),
        (lambda: League().add("random", ""), "The name of a member is a text of at most"),
        (lambda: League().add("random", "learner"), "The league has a 'learner' already"),
        (lambda: League(["random"]).add("greedy", "random"), "has a 'random' already"),
        (lambda: League().add("random", keep=1), "keep is True or False, not 1"),
        (lambda: League(["random"]).drop("rundom"), "no member 'rundom'; did you mean 'random'?"),
        (lambda: League().wins("a", "b"), "The league has no member 'a'; known are learner"),
        (lambda: League().drawn(words(1)), "A league needs a member before a game is dealt"),
    ],
)
def test_what_is_refused(call, said):
    """Each refusal is one sentence, at the call."""
    with pytest.raises(LudoError) as caught:
        call()
    assert said in str(caught.value)


def test_a_refused_member_changes_nothing():
    """Neither members nor the next number change, even if the oldest would be dropped."""
    league = League(["random", "greedy"], capacity=2)
    for wrong in (3, "nobody"):
        with pytest.raises(LudoError):
            league.add(wrong)
    assert names(league) == ["random", "greedy"]
    assert league.add("random", "third").number == 2


def test_a_file_that_cannot_be_loaded_is_named(tmp_path):
    """The error has the exception of its loader, or what the loader returned."""
    (tmp_path / "net.pt").write_text("nobody")
    league = League(tmp_path, load=load)
    with pytest.raises(LudoError, match=r"The member in .*net.pt cannot be loaded: load raised"):
        league.drawn(words(1))[0].agent  # noqa: B018
    league = League(tmp_path, load=lambda path: 1 / 0)
    with pytest.raises(LudoError, match="raised ZeroDivisionError: division by zero"):
        league.drawn(words(1))[0].agent  # noqa: B018


def test_a_draw_of_many_games_is_quick():
    """A thousand games draw from a hundred members, timed against a plain loop over the draws."""
    league = League(["random"] * 100, "prioritized")
    many, random = words(1000), np.random.default_rng(0)
    started = time.process_time()
    for _ in range(10):
        league.drawn(many)
    ours = time.process_time() - started
    rates = np.full(100, 0.01)
    started = time.process_time()
    for _ in range(10):
        for _ in range(1000):
            random.choice(100, p=rates)
    assert ours < time.process_time() - started
