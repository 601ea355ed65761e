"""The worked positions of Strict Ludo, one test each."""
# ruff: noqa: N802  (a test bears the name of its position)

import pytest
from positions import expect, over, play, strict, two_dice


def test_B_T01_leaving_the_start():
    """B-T01: all on Start: a 5 is passed, a 6 brings one out, and there is no second roll."""
    env = strict("turn=0", rolls=[5, 3])
    expect(env, legal={4}, turn=0)
    play(env, 4)
    expect(env, p0="", turn=1, dice=3)
    env = strict("turn=0", rolls=[6, 3])
    expect(env, legal={0, 1, 2, 3}, turn=0)
    play(env, 2)
    expect(env, p0="y,y,0,y", turn=1, dice=3)


def test_B_T02_leaving_is_a_choice():
    """B-T02: with a marker on its way a 6 may move it; the turn passes all the same."""
    env = strict("p0=10 turn=0", rolls=[6, 3])
    expect(env, legal={0, 1, 2, 3})
    play(env, 0)
    expect(env, p0="16", turn=1, dice=3)


def test_B_T03_a_whole_stack_is_captured():
    """B-T03: landing on two enemy markers sends both back to Start."""
    env = strict("p0=10 p1=1,1 turn=0", rolls=[4, 3])
    expect(env, legal={0})
    play(env, 0)
    expect(env, p0="14", p1="", turn=1, dice=3)


def test_B_T04_a_protected_marker():
    """B-T04: no marker lands on an enemy on its own entry, unless the rules let both stay."""
    position = "p0=10 p1=0 turn=0"
    expect(strict(position, rolls=[3]), legal={4}, turn=0)
    env = strict(position, rolls=[3, 1], protected_landing="coexist")
    expect(env, legal={0})
    play(env, 0)
    expect(env, p0="13", p1="0", turn=1)


def test_B_T06_stacks_do_not_block():
    """B-T06: a marker walks past two enemy stacks, one of them protected, and hits neither."""
    env = strict("p0=10 p1=0,0 p2=38,38 turn=0", rolls=[5, 3])
    expect(env, legal={0})
    play(env, 0)
    expect(env, p0="15", p1="0,0", p2="38,38", turn=1)


def test_B_T08_own_markers_stack():
    """B-T08: a marker may land on another of its colour."""
    env = strict("p0=10,14 turn=0", rolls=[4, 3])
    expect(env, legal={0, 1})
    play(env, 0)
    expect(env, p0="14,14", turn=1)


def test_B_T09_into_the_end_path_and_home():
    """B-T09: from 48 a 5 leads to 53, and from the gate a 6 finishes, here for the win."""
    env = strict("p0=48 turn=0", rolls=[5, 3])
    expect(env, legal={0})
    play(env, 0)
    expect(env, p0="h2", turn=1)
    env = strict("p0=50,f,f,f turn=0", rolls=[6])
    expect(env, legal={0})
    play(env, 0)
    assert over(env)
    expect(env, p0="f,f,f,f")
    assert list(env.rewards.values()) == [1, -1, -1, -1]


def test_B_T10_no_passing_in_the_end_path():
    """B-T10: a marker on 52 cannot be passed by its own colour, but may be joined."""
    position = "p0=h1,50,f,f turn=0"
    expect(strict(position, rolls=[4]), legal={0})
    expect(strict(position, rolls=[1]), legal={0, 1})
    env = strict(position, rolls=[2, 3])
    expect(env, legal={0, 1})
    play(env, 1)
    expect(env, p0="h1,h1,f,f", turn=1)


def test_B_T11_the_exact_number():
    """B-T11: three from Finish a 4 is too much, and a 3 is right."""
    expect(strict("p0=h2,f,f,y turn=0", rolls=[4]), legal={4})
    env = strict("p0=h2,f,f,y turn=0", rolls=[3, 3])
    expect(env, legal={0})
    play(env, 0)
    expect(env, p0="f,f,f,y", turn=1)


def test_B_T13_two_dice_from_the_start():
    """B-T13: with 6 and 3 the 6 brings a marker out first, and the 3 then moves only that one."""
    env = two_dice("turn=0", 6, 3)
    expect(env, legal={0, 1, 2, 3}, dice="6,3")
    play(env, 1)
    expect(env, legal={5}, p0="y,0,y,y", turn=0, dice="-,3")
    play(env, 5)
    expect(env, p0="y,3,y,y", turn=1)


@pytest.mark.parametrize(
    ("first", "second", "on_the_way", "p2"), [(0, 4, "13", ""), (4, 0, "14", "39")]
)
def test_B_T14_one_marker_by_both_dice(first, second, on_the_way, p2):
    """B-T14: one marker by 3 and 4 captures on 13 if the 3 goes first, and not otherwise."""
    env = two_dice("p0=10 p2=39 turn=0", 3, 4)
    expect(env, legal={0, 4})
    play(env, first)
    expect(env, legal={second}, p0=on_the_way, p2=p2, turn=0)
    play(env, second)
    expect(env, p0="17", p2=p2, turn=1)


def test_B_T16_won_with_a_die_to_spare():
    """B-T16: the last marker finishes by the 2; the game is over and the 5 stays unused."""
    env = two_dice("p0=h3,f,f,f turn=0", 2, 5)
    expect(env, legal={0})
    play(env, 0)
    assert over(env)
    expect(env, p0="f,f,f,f")
    assert list(env.rewards.values()) == [1, -1, -1, -1]


def test_B_T18_equal_dice():
    """B-T18: of two equal dice the first is offered, and the second once the first is spent."""
    env = two_dice("p0=10,20 turn=0", 3, 3)
    expect(env, legal={0, 1})
    play(env, 0)
    expect(env, legal={4, 5}, p0="13,20", turn=0, dice="-,3")


@pytest.mark.parametrize(
    ("end_path", "corners", "section", "ring", "gate"),
    [(4, False, 11, 44, 42), (5, False, 13, 52, 50), (4, True, 12, 48, 46), (5, True, 14, 56, 54)],
)
def test_B_T20_the_four_boards(end_path, corners, section, ring, gate):
    """B-T20: sections, ring, gate, End Path and Finish of the four boards, and two players."""
    flags = {"end_path": end_path, "corners": corners}
    board = strict(**flags).spec.board
    assert (board.ring, board.gate, board.lane) == (ring, gate, end_path)
    assert board.entries == tuple(section * seat for seat in range(4))
    for step in range(1, end_path + 1):
        env = strict(f"p0={gate} turn=0", rolls=[step, 1], **flags)
        play(env, 0)
        expect(env, p0=f"h{step - 1}")
    env = strict(f"p0={gate} turn=0", rolls=[end_path + 1, 1], **flags)
    play(env, 0)
    expect(env, p0="f")
    two = strict(num_players=2, **flags).spec.board
    assert two.seats == (0, 2)
    assert [two.entry(player) for player in range(2)] == [0, 2 * section]


def test_B_T21_the_short_end_path():
    """B-T21: with an End Path of four, from the gate at 42 a 5 finishes and a 1 enters it."""
    for die, place in ((5, "f"), (1, "h0")):
        env = strict("p0=42 turn=0", rolls=[die, 1], end_path=4)
        expect(env, legal={0})
        play(env, 0)
        expect(env, p0=place, turn=1)


def test_B_T23_an_opponent_walks_past_my_gate():
    """B-T23: the marker of another colour stays on the ring where mine would turn off."""
    env = strict("p1=38 turn=1", rolls=[4, 1])
    expect(env, legal={0})
    play(env, 0)
    expect(env, p1="42", turn=2)


def test_B_T24_the_roll_for_the_first_turn():
    """B-T24: 4, 6, 6, 1, and 2 against 5: the third player starts, and play goes clockwise."""
    env = strict(rolls=[4, 6, 6, 1, 2, 5, 3, 3, 3, 3])
    assert env.infos["player_0"]["turn_order_rolls"][:2].tolist() == [[4, 6, 6, 1], [0, 2, 5, 0]]
    starters = []
    for _ in range(4):
        starters.append(env.agent_selection)
        play(env, 4)
    assert starters == ["player_2", "player_3", "player_0", "player_1"]
