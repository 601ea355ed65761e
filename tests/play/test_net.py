"""Nets: training by one command, the files it writes, and the agent that plays them."""

import csv
import json
import re

import numpy as np
import pytest

from ludo_env import (
    LudoError,
    Spec,
    french_ludo_v0,
    game_of,
    generals_v0,
    load_game,
    ludo_v0,
    rules,
    strict_ludo_v0,
)
from ludo_env import __main__ as cli
from ludo_env.agents import View, make_agent
from ludo_env.agents.net import NetAgent
from ludo_env.agents.net_file import FOLDER, about_nets, has_net, net_of, network_for
from ludo_env.arena import match
from ludo_env.boards import cross
from ludo_env.families import TRACK
from ludo_env.sessions import BEGIN, SETTLE
from ludo_env.training import train
from ludo_env.training.engines import playing_on
from ludo_env.training.learner import Learner, first_numbers
from ludo_env.training.plan import checkpoint_after
from ludo_env.training.playing import Pace

TINY = Spec(
    "tiny",
    TRACK,
    cross(arms=2, pieces=1),
    (
        *(rules.dice(), rules.leave_yard(), rules.overshoot_finishes()),
        *(rules.capture_lone(), rules.all_home_wins()),
    ),
)
HOW = {"hidden": (3, 2), "measured": 2, "backend": "python"}


def trained(path, games=3, **more):
    """Return the curve of a short training run."""
    return train(TINY, path, games=games, **(HOW | more))


@pytest.fixture(scope="module")
def net(tmp_path_factory):
    """Return a file of a net for the tiny game, its checkpoint and its curve."""
    folder = tmp_path_factory.mktemp("nets")
    points = trained(folder / "net.npz", seed=4, curve=folder / "curve.csv")
    return folder / "net.npz", points


def weights_of(path):
    """Return the weights in a file."""
    with np.load(path) as file:
        return file["weights"].tolist()


def test_the_same_seed_gives_the_same_net(net, tmp_path):
    """Weights, points and checkpoint are the same; another seed gives other weights."""
    path, points = net
    again = trained(tmp_path / "again.npz", seed=4)
    assert weights_of(tmp_path / "again.npz") == weights_of(path)
    shown = [(point.games, point.error, point.wins) for point in points]
    assert [(point.games, point.error, point.wins) for point in again] == shown
    trained(tmp_path / "other.npz", seed=5, games=1)
    assert weights_of(tmp_path / "other.npz") != weights_of(path)


def test_a_run_goes_on_from_its_checkpoint(tmp_path, monkeypatch):
    """Interrupted after a checkpoint, it ends with the weights and points of a whole run."""
    monkeypatch.setattr("ludo_env.training.plan._FIRST", 1)
    monkeypatch.setattr("ludo_env.training.plan._EVERY", 1)
    whole = trained(tmp_path / "whole.npz", games=4, seed=4)

    def stop(part, games, point):
        if games >= 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        trained(tmp_path / "part.npz", games=4, seed=4, watch=stop)
    kept = tmp_path / "part.checkpoint.npz"
    rest = trained(tmp_path / "part.npz", games=4, resume=kept)
    assert weights_of(tmp_path / "part.npz") == weights_of(tmp_path / "whole.npz")
    shown = [(point.games, point.error, point.wins) for point in whole]
    assert [(point.games, point.error, point.wins) for point in rest] == shown
    done = trained(tmp_path / "done.npz", games=4, resume=kept)
    assert weights_of(tmp_path / "done.npz") == weights_of(tmp_path / "whole.npz")
    assert len(done) == len(whole)


@pytest.mark.parametrize(
    ("games", "part", "wanted"),
    [
        (0, 0.0, (1000, 0.25)),
        (1000, 0.01, (2000, 0.25)),
        (8000, 0.24, (16000, 0.25)),
        (9000, 0.25, (16000, 0.3)),
        (9000, 0.52, (16000, 0.55)),
    ],
)
def test_the_next_checkpoint(games, part, wanted):
    """The number of games doubles at first; later each twentieth of the budget counts too."""
    mark, later = checkpoint_after(games, part)
    assert (mark, round(later, 9)) == wanted


@pytest.mark.long
def test_the_net_depends_on_the_jobs_and_not_on_the_engine(net, tmp_path):
    """Two actors give one net in any processes; another number of actors gives another net."""
    game = game_of(TINY, "python")
    found = {}
    for engine, jobs in (("inline", 1), ("inline", 2), ("process", 2)):
        network = network_for(game, (3, 2))
        learner = Learner(game, network, first_numbers(network, 4), 4, jobs)
        with playing_on(engine, jobs, game, network) as play:
            for _ in range(2):
                learner.round(play, Pace(1e-3, 0.5, 0.1), 16, 8)
        found[engine, jobs] = learner.numbers.tolist(), learner.games
    assert found["inline", 2] == found["process", 2]
    assert found["inline", 1] != found["inline", 2]


def test_a_best_response_is_learned_against_a_rival(net, tmp_path):
    """It is measured on its own seats, and begins with the weights of a net with equal layers."""
    path, _ = net
    rival, out = f"net:file={path}", tmp_path / "response.npz"
    points = trained(out, games=1, seed=9, against=rival)
    assert points[-1].opponent == rival
    assert net_of(game_of(TINY, "python"), str(out)).about["against"] == rival
    alone = match([f"net:file={out}", rival], TINY, 2, 9, "fixed", backend="python")
    assert points[-1].wins == alone.agents[0].wins
    first = np.array(weights_of(path))
    other = trained(tmp_path / "other.npz", games=1, seed=9, against="greedy")
    assert other[-1].opponent == "greedy"
    near, far = (
        np.abs(np.array(weights_of(tmp_path / file)) - first).mean()
        for file in ("response.npz", "other.npz")
    )
    assert near < far / 3
    more = trained(out, games=2, resume=tmp_path / "response.checkpoint.npz")
    assert more[-1].opponent == rival
    with pytest.raises(LudoError, match="Training against 'random' is not possible in tiny"):
        trained(tmp_path / "none.npz", against="random")


def test_jobs_need_an_engine_that_has_them(tmp_path):
    """The error is one sentence."""
    with pytest.raises(LudoError, match='engine="inline" plays in this process alone'):
        trained(tmp_path / "net.npz", jobs=2)
    with pytest.raises(LudoError, match="engine"):
        trained(tmp_path / "net.npz", engine="many")


def test_a_curve_is_written(net):
    """There is a row for each point, with the interval of its share."""
    path, points = net
    with (path.parent / "curve.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert [int(row["games"]) for row in rows] == [point.games for point in points]
    assert float(rows[-1]["low"]) <= float(rows[-1]["share"]) <= float(rows[-1]["high"])
    assert rows[-1]["opponent"] == "greedy"
    assert re.fullmatch(r"\d+ games, \d+ s: wins .* against greedy", str(points[-1]))


def test_a_net_plays_what_it_values_most(net):
    """A file plays with one ply or two; the games are the same alone and in batches."""
    path, _ = net
    assert make_agent(f"net:file={path}").name == "net"
    for plies in (1, 2):
        agent = NetAgent(str(path), plies)
        result = match([agent, "random"], TINY, 4, seed=2, backend="python")
        alone = match([agent, "random"], TINY, 4, seed=2, backend="python", chunk=1)
        assert result == alone
        assert sum(one.wins for one in result.agents) + result.draws == 4


def test_chances_add_up(net):
    """Without teams the chances of the players add up to 1."""
    path, _ = net
    game = game_of(TINY, "python")
    session = game.session(seed=1)
    session.run(BEGIN | SETTLE, 0)
    found = NetAgent(str(path)).chances(game, session.record)
    assert found.sum() == pytest.approx(1)


@pytest.mark.parametrize("planner", ["lookahead:depth=1,seconds=none", "mcts:simulations=6"])
def test_planners_take_a_net(net, planner):
    """A net replaces their own evaluation: another net can lead to other decisions."""
    path, _ = net
    result = match([f"{planner},net={path}", "random"], TINY, 2, seed=2, backend="python")
    assert result.games == 2
    with pytest.raises(LudoError, match="net is true or the path of a net"):
        make_agent(f"{planner},net=3")


@pytest.mark.parametrize(
    ("file", "words"),
    [
        ("none.npz", "cannot be read"),
        ("text.npz", "was not written by ludo-env train"),
        ("list.npz", "does not have the format 2"),
        ("format.npz", "does not have the format 2"),
        ("game.npz", "does not say what game it is for"),
        ("sizes.npz", "does not say how large its layers are"),
        ("short.npz", "has not the"),
    ],
)
def test_damaged_files_are_refused(net, tmp_path, file, words):
    """One sentence says what is wrong."""
    path, _ = net
    with np.load(path) as known:
        about, weights = json.loads(bytes(known["about"]).decode()), known["weights"]

    def write(name, said, numbers=weights):
        text = np.frombuffer(json.dumps(said).encode(), np.uint8)
        np.savez(tmp_path / name, about=text, weights=numbers)

    (tmp_path / "text.npz").write_text("no net")
    write("list.npz", [1])
    write("format.npz", about | {"format": 1})
    write("game.npz", about | {"game": 1})
    write("sizes.npz", about | {"hidden": [3, 0]})
    write("short.npz", about, weights[1:])
    with pytest.raises(LudoError, match=words) as refusal:
        net_of(game_of(TINY, "python"), str(tmp_path / file))
    assert str(refusal.value).count(". ") == 0


def test_a_net_of_another_game_is_refused(net):
    """The error says what game the file is for."""
    path, _ = net
    with pytest.raises(LudoError, match=r"is a net for 'tiny' with the inputs"):
        net_of(game_of(load_game("mensch"), "python"), str(path))
    with pytest.raises(LudoError, match=r"No net comes along for this form of tiny"):
        net_of(game_of(TINY, "python"))


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"games": None}, "either minutes or games"),
        ({"minutes": 1}, "either minutes or games"),
        ({"games": 0}, "games is a whole number from 1"),
        ({"games": None, "minutes": -1}, "minutes is a number above 0"),
        ({"hidden": (3,)}, "hidden is two whole numbers"),
        ({"measured": -1}, "measured is a whole number"),
        ({"resume": "none.npz"}, "cannot be read"),
    ],
)
def test_wrong_settings_are_refused(tmp_path, wrong, words):
    """Settings are checked before anything is played or written."""
    with pytest.raises(LudoError, match=words):
        trained(tmp_path / "net.npz", **({"games": 1} | wrong))
    assert not list(tmp_path.iterdir())


def test_wrong_targets_are_refused(tmp_path, net):
    """No .npz file, a missing folder, and a checkpoint of another game are refused."""
    path, _ = net
    for out in (tmp_path / "net.txt", tmp_path / "none" / "net.npz"):
        with pytest.raises(LudoError, match=r"is not a file ending in \.npz in an existing"):
            trained(out)
    kept = path.with_name("net.checkpoint.npz")
    with pytest.raises(LudoError, match="is a checkpoint of another game than mensch"):
        train("mensch", tmp_path / "net.npz", games=9, resume=kept, backend="python")
    with pytest.raises(LudoError, match="is not a checkpoint of ludo-env train"):
        trained(tmp_path / "net.npz", resume=path)


@pytest.mark.parametrize(
    ("text", "words"),
    [("net:plies=3", "plies is 1 or 2"), ("net:samples=0", "samples"), ("net:file=3", "file")],
)
def test_wrong_parameters_are_refused(text, words):
    """Each error is one sentence."""
    with pytest.raises(LudoError, match=words):
        make_agent(text)


def test_levels_are_agents():
    """`hard` and `expert` play every game, also without a net."""
    game = game_of(TINY, "python")
    session = game.session(seed=1)
    session.run(BEGIN | SETTLE, 0)
    for name in ("hard", "expert"):
        agent = make_agent(name)
        view = View(game, session.record, np.random.default_rng(0))
        assert agent.act(view) in view.actions


def test_the_command_trains_and_says_how_to_play(tmp_path, capsys):
    """The command prints the last point, and interim measurements to stderr."""
    out, game = tmp_path / "net.npz", tmp_path / "tiny.json"
    game.write_text(json.dumps(TINY.to_dict()))
    options = ["--hidden", "3,2", "--measured", "2", "--backend", "python", "--games", "1"]
    assert cli.main(["train", "--game", str(game), "--out", str(out), *options]) == 0
    printed = capsys.readouterr()
    assert printed.out.splitlines()[-1] == f"play it as net:file={out}"
    assert "against greedy" in printed.err
    assert cli.main(["train", "--out", str(out), "--minutes", "1", "--games", "1"]) == 2
    assert cli.main(["train", "--out", str(out), "--hidden", "3"]) == 2


def test_nets_come_along():
    """Each net records how it was made; together they are small, and their games have them."""
    about = about_nets()
    assert sum(path.stat().st_size for path in FOLDER.glob("*.npz")) < 3_000_000
    for name, known in about.items():
        assert known["command"].startswith("ludo-env train"), name
        assert len(known["curve"]) > 2, name
        assert isinstance(known["seed"], int), name
    for spec in (
        ludo_v0.spec(),
        ludo_v0.spec(mode="teams"),
        strict_ludo_v0.spec(),
        french_ludo_v0.spec(),
    ):
        assert has_net(game_of(spec, "python")), spec.name
    assert has_net(game_of(generals_v0.spec(), "python"))
    assert not has_net(game_of(TINY, "python"))


def test_a_variant_is_played_by_the_net_of_the_original():
    """A house rule that changes no input keeps the net; another board has no net."""
    assert has_net(game_of(ludo_v0.spec(exact_finish=True), "python"))
    with pytest.raises(LudoError, match="No net comes along for this form of ludo"):
        net_of(game_of(ludo_v0.spec(num_players=2), "python"))


@pytest.mark.long
def test_the_net_of_ludo_beats_greedy():
    """Its lower bound against three greedy players is far above an even share."""
    result = match(["net", "greedy", "greedy", "greedy"], "ludo", 4000, seed=7)
    assert result.agents[0].total.interval[0] > 0.34
