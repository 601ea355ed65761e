"""`conversion`: a Defender who enters an Attacker's garrison converts one unit left in it."""

import pytest
from generals_positions import (
    TOP_LEFT,
    TOP_RIGHT,
    do,
    expect,
    generals,
    units,
)
from positions import words_of


@pytest.mark.parametrize(("start", "end"), [("13", "10"), ("40", "20"), ("16", "18"), ("59", "29")])
def test_entering_from_outside(start, end):
    """D-46: into either garrison of the Attacker, by row or by column."""
    corner = TOP_LEFT if end in TOP_LEFT else TOP_RIGHT
    victim = "01" if corner is TOP_LEFT else "08"
    die = abs(int(end[0]) - int(start[0])) + abs(int(end[1]) - int(start[1]))
    env = generals(f"A={victim},75 D={start} turn=1 die={die}", rolls=[2])
    do(env, f"{start}>{end}")
    expect(env, A="75", D=f"{victim},{end}", turn=0, phase="move", die=2)


@pytest.mark.parametrize("count", range(5))
def test_how_many_are_left_in_the_garrison(count):
    """D-46: with no unit left nothing happens, one is converted, of several one is chosen."""
    inside = ["00", "01", "02", "11"][:count]
    env = generals(f"A={','.join([*inside, '59'])} D=50 turn=1 die=3", rolls=[1])
    do(env, "50>20")
    if count < 2:
        expect(env, A="59", D=",".join(["20", *inside]), phase="move", turn=0)
        return
    expect(env, phase="convert", turn=1, legal=" ".join(f"T{cell}" for cell in inside))
    assert words_of(env)["from"] == "2,0"
    last = 500 + 10 * int(inside[-1][0]) + int(inside[-1][1])
    cell = f"{'abcdefghij'[int(inside[-1][1])]}{10 - int(inside[-1][0])}"
    words = f"converts a white unit of the Attacker on {cell}"
    assert env.unwrapped.describe(last) == words
    do(env, f"T{inside[-1]}")
    rest = ",".join([*inside[:-1], "59"])
    expect(env, A=rest, D=f"20,{inside[-1]}", phase="move", turn=0, die=1)


def test_only_that_garrison():
    """D-46: units in the Attacker's other garrison, or nearby, are not counted."""
    env = generals("A=07,09,03,12 D=50 turn=1 die=3", rolls=[1])
    do(env, "50>20")
    expect(env, A="07,09,03,12", D="20", phase="move", turn=0)
    env = generals("A=00,07,08,59 D=50 turn=1 die=3", rolls=[1])
    do(env, "50>20")
    expect(env, A="07,08,59", D="00,20", phase="move", turn=0)


def test_from_one_garrison_into_the_other():
    """D-46: a unit that comes from the other garrison comes from outside."""
    env = generals("A=00,08,59 D=07 turn=1 die=5", rolls=[1])
    do(env, "07>02")
    expect(env, A="08,59", D="00,02", phase="move", turn=0)


@pytest.mark.parametrize(
    ("attackers", "left", "gained"),
    [("10,59", "59", ""), ("10,00,59", "59", "00"), ("10,18,59", "18,59", "")],
)
def test_the_unit_killed_on_landing_does_not_count(attackers, left, gained):
    """D-46: only units that are still there after the move are counted."""
    env = generals(f"A={attackers} D=13 turn=1 die=3", rolls=[2])
    do(env, "13>10")
    expect(env, A=left, D=f"10 {gained}", phase="move", turn=0)


def test_a_kill_and_a_choice():
    """D-46: with the killed one gone, of two others one is chosen."""
    env = generals("A=10,00,20,59 D=13 turn=1 die=3", rolls=[2])
    do(env, "13>10")
    expect(env, legal="T00 T20", A="00,20,59", D="10", phase="convert")
    do(env, "T20")
    expect(env, A="00,59", D="10,20", phase="move", turn=0)


@pytest.mark.parametrize(("flag", "left", "gained"), [(False, "00,09", ""), (True, "09", "00")])
def test_moving_inside(flag, left, gained):
    """D-46: such a move converts nothing, except under `convert_inside`."""
    env = generals("A=00,09 D=20 turn=1 die=1", rolls=[2], convert_inside=flag)
    do(env, "20>10")
    expect(env, A=left, D=f"10 {gained}", phase="move", turn=0)


def test_a_choice_inside():
    """D-46: under `convert_inside` the unit killed inside is not counted either."""
    env = generals("A=10,00,01,59 D=20 turn=1 die=1", rolls=[2], convert_inside=True)
    do(env, "20>10")
    expect(env, legal="T00 T01", phase="convert")


def test_leaving_converts_nothing():
    """D-46: not the move out of a garrison, nor one past it, nor one into an own garrison."""
    for position, move in (
        ("A=00,01,59 D=20 turn=1 die=1", "20>30"),
        ("A=00,01,59 D=03 turn=1 die=1", "03>13"),
        ("A=90,91,59 D=40 turn=1 die=3", "40>70"),
    ):
        env = generals(position, rolls=[2])
        attackers = ",".join(units(env, "A"))
        do(env, move)
        expect(env, A=attackers, D=move[3:], phase="move", turn=0)


@pytest.mark.parametrize("flag", [False, True])
def test_the_attacker_converts_nobody(flag):
    """D-47: an Attacker in a garrison of the Defender, or back in their own, converts no unit."""
    env = generals("A=40 D=90,91,99 turn=0 die=3", rolls=[1], convert_inside=flag)
    do(env, "40>70")
    expect(env, A="70", D="90,91,99", phase="move", turn=1)
    env = generals("A=40 D=00,01 turn=0 die=2", rolls=[1], convert_inside=flag)
    do(env, "40>20")
    expect(env, A="20", D="00,01", phase="move", turn=1)


def test_converting_again_and_again():
    """D-47, D-48: out and in again converts the next; a converted unit remains a Defender."""
    env = generals("A=00,01,59 D=30 turn=1 die=1", rolls=[1, 1, 1, 1])
    do(env, "30>20", "T00", "59>58")
    expect(env, turn=1, D="00,20", legal="00>10 00>01 20>10 20>30 20>21")
    do(env, "20>30", "58>59", "30>20")
    expect(env, A="59", D="00,01,20", phase="move", turn=0)


def test_a_converted_unit_moves_like_any_other():
    """D-48: from the Defender's next turn on; inside the garrison it converts no unit."""
    env = generals("A=00,02,59 D=30 turn=1 die=1", rolls=[1, 1, 1])
    do(env, "30>20", "T00", "59>58", "00>01")
    expect(env, A="02,58", D="01,20", phase="move", turn=0)
    do(env, "02>01")
    expect(env, A="01,58", D="20", turn=1)


def test_more_defenders_than_at_the_start():
    """D-46, D-47: conversions may give the Defender more than twelve, which is still observed."""
    start = "70,80,81,90,91,92,79,88,89,97,98"
    env = generals(f"A=00,18,59 D={start},50 turn=1 die=3", rolls=[2])
    do(env, "50>20")
    assert len(units(env, "D")) == 13
    for agent in env.possible_agents:
        assert env.observation_space(agent).contains(env.observe(agent))
