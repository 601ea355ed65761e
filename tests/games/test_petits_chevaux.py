"""Petits chevaux: positions worked out by hand, and the rules that the game brings along.

Square numbers: a piece k steps from its entry stands on square 14 * seat + k, counted round 56.
"""

import pytest
from positions import expect, expect_all, full, loose, on_backends, over, play, random_game

from ludo_env import PositionError, SpecError, load_game, loose_ludo_v0, ludo_v0
from ludo_env.rules import no_passing, no_sharing, slots_filled_wins, staircase
from ludo_env.testing import check_env, check_game

PASS = 4
CHEVAUX = load_game("petits_chevaux")
OUT = "6 from the yard to 0"


def chevaux(position, rolls=(), spec=CHEVAUX):
    """Return the game in this position; pieces that are left out are in the yard."""
    return loose(spec, full(position), rolls)


def test_coming_out():
    """A six brings a horse out and rolls again; any other number is passed, once."""
    env = chevaux("turn=0 dice=6", rolls=[2, 5])
    expect_all(env, {k: f"piece {k}: {OUT}" for k in range(4)})
    play(env, 1)
    expect(env, p0="y,0,y,y", turn=0, dice=2)
    expect_all(env, {1: "piece 1: 2 from 0 to 2"})
    env = chevaux("turn=0 dice=5", rolls=[6])
    expect_all(env, {PASS: "pass"})
    assert "leave_yard" in env.explain(0)
    play(env, PASS)
    expect(env, turn=1, dice=6)


def test_coming_out_is_a_choice():
    """With a six the player may move a horse instead of bringing one out."""
    env = chevaux("p0=10 turn=0 dice=6", rolls=[4])
    expect_all(env, {0: "piece 0: 6 from 10 to 16", **{k: f"piece {k}: {OUT}" for k in (1, 2, 3)}})
    play(env, 0)
    expect(env, p0="16", turn=0, dice=4)


def test_own_horse_on_the_entry():
    """No square of the ring takes two of a colour: a horse on the entry keeps the others in."""
    env = chevaux("p0=0 turn=0 dice=6")
    expect_all(env, {0: "piece 0: 6 from 0 to 6"})
    assert "no_sharing" in env.explain(1)


def test_coming_out_captures():
    """A horse that leaves the yard sends home an enemy on the entry."""
    env = chevaux("p1=42 turn=0 dice=6", rolls=[1])
    expect_all(env, {k: f"piece {k}: {OUT}, captures player_1 on square 0" for k in range(4)})
    play(env, 0)
    expect(env, p0="0", p1="", turn=0)


@pytest.mark.parametrize(
    ("die", "said"),
    [
        (1, {0: "piece 0: 1 from 10 to 11", 1: "piece 1: 1 from 30 to 31"}),
        (
            2,
            {
                0: "piece 0: 2 from 10 to 12, captures player_1 on square 12",
                1: "piece 1: 2 from 30 to 32",
            },
        ),
        (3, {1: "piece 1: 3 from 30 to 33"}),
        (5, {1: "piece 1: 5 from 30 to 35"}),
    ],
)
def test_an_enemy_is_not_passed(die, said):
    """No enemy is passed: up to it the way is free, and exactly on it it is captured."""
    env = chevaux(f"p0=10,30 p1=54 turn=0 dice={die}")
    expect_all(env, said)
    if 0 not in said:
        assert "no_passing" in env.explain(0)


@pytest.mark.parametrize(
    ("die", "said", "why"),
    [
        (1, {0: "piece 0: 1 from 10 to 11", 1: "piece 1: 1 from 12 to 13"}, ""),
        (2, {1: "piece 1: 2 from 12 to 14"}, "no_sharing"),
        (3, {1: "piece 1: 3 from 12 to 15"}, "no_passing"),
    ],
)
def test_an_own_horse_is_not_passed(die, said, why):
    """No horse of the own colour is passed, nor joined on the ring."""
    env = chevaux(f"p0=10,12 turn=0 dice={die}")
    expect_all(env, said)
    assert env.explain(0).startswith(why)


def test_everything_blocked():
    """A player whose only horse is blocked passes: there is no second throw."""
    env = chevaux("p0=10 p1=54 turn=0 dice=5", rolls=[6])
    expect_all(env, {PASS: "pass"})
    assert "no_passing" in env.explain(0)
    play(env, PASS)
    expect(env, turn=1)


def test_a_capture_earns_no_roll():
    """Landing on an enemy sends it back, on an entry too, and earns no roll."""
    env = chevaux("p0=24 p2=0 turn=0 dice=4", rolls=[3])
    expect_all(env, {0: "piece 0: 4 from 24 to 28, captures player_2 on square 28"})
    play(env, 0)
    expect(env, p0="28", p2="", turn=1)


@pytest.mark.parametrize(
    ("die", "said"),
    [
        (1, {0: "piece 0: 1 from 52 to 53"}),
        (2, {0: "piece 0: 2 from 52 to 54"}),
        (3, {0: "piece 0: 3 from 52 to 55"}),
        (4, {PASS: "pass"}),
        (5, {PASS: "pass"}),
    ],
)
def test_the_gate_is_reached_exactly(die, said):
    """A horse must stop exactly on its gate, and cannot pass it."""
    env = chevaux(f"p0=52 turn=0 dice={die}")
    expect_all(env, said)
    if PASS in said:
        assert "staircase" in env.explain(0)


@pytest.mark.parametrize("die", range(1, 7))
def test_from_the_gate(die):
    """From the gate a 1 leads to the first step, and no other number leads anywhere."""
    said = {1: {0: "piece 0: 1 from 55 to h0"}, 6: {k: f"piece {k}: {OUT}" for k in (1, 2, 3)}}
    env = chevaux(f"p0=55 turn=0 dice={die}")
    expect_all(env, said.get(die, {PASS: "pass"}))
    if die != 1:
        assert "staircase" in env.explain(0)


@pytest.mark.parametrize("die", range(1, 7))
@pytest.mark.parametrize("step", range(1, 7))
def test_the_staircase(step, die):
    """From step k a k+1 leads to the next, and from the sixth another 6 leads home."""
    env = chevaux(f"p0=h{step - 1},f,f,40 turn=0 dice={die}")
    words = {3: f"piece 3: {die} from 40 to {40 + die}"}
    climbs = {2: "h0 to h1", 3: "h1 to h2", 4: "h2 to h3", 5: "h3 to h4"}
    if step == 6 and die == 6:
        words[0] = "piece 0: 6 from h5 to home"
    elif step == 5 and die == 6:
        words[0] = "piece 0: 6 from h4 to h5"
    elif die == step + 1:
        words[0] = f"piece 0: {die} from {climbs[die]}"
    expect_all(env, words)


def test_steps_are_shared():
    """Several horses of a colour may stand on a step."""
    env = chevaux("p0=h0,h1,f,f turn=0 dice=2", rolls=[1, 3])
    expect_all(env, {0: "piece 0: 2 from h0 to h1"})
    assert "staircase" in env.explain(1)
    play(env, 0)
    expect(env, p0="h1,h1,f,f", turn=1)
    expect_all(
        chevaux("p0=h1,h1,f,f turn=0 dice=3"),
        {0: "piece 0: 3 from h1 to h2", 1: "piece 1: 3 from h1 to h2"},
    )


def test_a_horse_on_the_gate_is_in_the_way():
    """No horse joins an own horse on the gate; an enemy there is captured."""
    env = chevaux("p0=52,55 turn=0 dice=3")
    expect_all(env, {PASS: "pass"})
    assert "no_sharing" in env.explain(0)
    assert "staircase" in env.explain(1)
    env = chevaux("p0=52 p1=41 turn=0 dice=3")
    expect_all(env, {0: "piece 0: 3 from 52 to 55, captures player_1 on square 55"})


def test_a_six_rolls_again():
    """A six that was played rolls again, on the stairs too; one that cannot be earns nothing."""
    env = chevaux("p0=h5,f,f,10 turn=0 dice=6", rolls=[2])
    expect_all(env, {0: "piece 0: 6 from h5 to home", 3: "piece 3: 6 from 10 to 16"})
    play(env, 0)
    expect(env, p0="f,f,f,10", turn=0, dice=2)
    env = chevaux("p0=h0,f,f,f turn=0 dice=6", rolls=[6])
    expect_all(env, {PASS: "pass"})
    play(env, PASS)
    expect(env, turn=1)


def test_the_win():
    """The first whose four horses are home has won at once."""
    env = chevaux("p0=h5,f,f,f turn=0 dice=6")
    expect_all(env, {0: "piece 0: 6 from h5 to home"})
    play(env, 0)
    assert over(env)
    assert list(env.rewards.values()) == [1, -1, -1, -1]
    with pytest.raises(PositionError, match="already won"):
        chevaux("p0=f,f,f,f turn=0")


@on_backends
def test_games_end(backends):
    """Random games end with one winner and are the same on both backends."""
    report = check_game(CHEVAUX, games=5, backends=backends)
    assert {"staircase.leads", "no_passing.may_pass", "no_sharing.may_land"} <= set(report.answered)
    env = loose_ludo_v0.raw_env("petits_chevaux", backend="python")
    assert sum(1 for _ in random_game(env, seed=3)) > 100
    assert sorted(env.rewards.values()) == [-1, -1, -1, 1]


def test_the_environment_keeps_every_promise():
    """Masks, refusals, positions, copies, ends and seeds are checked."""
    assert check_env(
        lambda **more: loose_ludo_v0.env("petits_chevaux", backend="python", **more), games=1
    )


def test_passing_own_or_enemies_alone():
    """Either kind of passing can be forbidden separately."""
    position = "p0=10,12,30 p1=18 turn=0 dice=3"  # the enemy is on square 32
    for rule, legal in ((no_passing(own=False), {0, 1}), (no_passing(enemies=False), {1, 2})):
        expect(chevaux(position, spec=CHEVAUX.replace(rule)), legal=legal)


def test_teams_count_as_own():
    """A team-mate's piece counts as one of the own side."""
    data = CHEVAUX.to_dict()
    data["board"]["teams"] = [0, 1, 0, 1]
    spec = type(CHEVAUX).from_dict(data)
    position = "p0=26,40 p2=0 p3=0 turn=0 dice=3"  # a mate on square 28, an enemy on 42
    for rule, legal in ((no_passing(own=False), {0}), (no_passing(enemies=False), {1})):
        expect(chevaux(position, spec=spec.replace(rule)), legal=legal)


def test_slots_of_one_horse():
    """With `slots` a step takes one horse, and so does home."""
    spec = CHEVAUX.replace(no_sharing(slots=True)).without("all_home_wins")
    spec = spec.with_rules(slots_filled_wins())
    env = chevaux("p0=h0,h1,40,f turn=0 dice=2", spec=spec)
    expect_all(env, {2: "piece 2: 2 from 40 to 42"})
    assert "no_sharing" in env.explain(0)


@pytest.mark.parametrize("lane", [1, 3])
def test_shorter_stairs(lane):
    """The last step is left by its own number once more, for any number of steps."""
    data = CHEVAUX.to_dict()
    data["board"]["lane"] = lane
    spec = type(CHEVAUX).from_dict(data)
    env = chevaux(f"p0=h{lane - 1},f,f,40 turn=0 dice={lane}", spec=spec)
    words = {
        0: f"piece 0: {lane} from h{lane - 1} to home",
        3: f"piece 3: {lane} from 40 to {40 + lane}",
    }
    expect_all(env, words)


def test_stairs_that_no_die_climbs():
    """A game with a seventh step is refused, because no die reaches it."""
    data = CHEVAUX.to_dict()
    data["board"]["lane"] = 7
    with pytest.raises(SpecError, match="can never come home"):
        type(CHEVAUX).from_dict(data)


def test_on_a_cross():
    """On a cross the gate is two squares before the own entry."""
    spec = ludo_v0.spec().without("blocks", "capture_before_home").with_rules(staircase())
    expect(chevaux("p0=48 turn=0 dice=2", spec=spec), legal={0})
    expect(chevaux("p0=48 turn=0 dice=3", spec=spec), legal={PASS})
    expect_all(chevaux("p0=50 turn=0 dice=1", spec=spec), {0: "piece 0: 1 from 50 to h0"})
    check_game(spec, games=1, backends=("python",))


def test_wrong_parameters():
    """A parameter without effect, or of another type, is refused in a sentence."""
    with pytest.raises(SpecError, match="stops nobody"):
        loose_ludo_v0.raw_env(CHEVAUX.replace(no_passing(own=False, enemies=False)))
    with pytest.raises(SpecError, match="true or false"):
        no_passing(own=1)
    with pytest.raises(SpecError, match="it has none"):
        staircase(steps=6)
    data = load_game("eight").to_dict()
    data["rules"].append({"rule": "staircase"})
    with pytest.raises(SpecError, match="no place is the gate"):
        type(CHEVAUX).from_dict(data)
