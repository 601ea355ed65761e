"""The clauses of French Ludo, each by a position or by a property of random games."""

from itertools import product

import pytest
from positions import SEATS, expect, french, full, legal_set, over, play, plays, random_game, spend
from positions import words_of as words
from refusals import refuses_position

from ludo_env import french_ludo_v0

DICE = range(1, 7)
RING = 52
SAFE = {8, 21, 34, 47}
PASS = 177


def on(seat, square):
    """Return a word for one piece of a seat on this square of the ring."""
    return f"s{seat}@{square}"


def own(env, seat=0):
    """Return the pieces of a seat, word by word."""
    return words(env)[f"p{seat}"].split(",")


def squares(position, seat):
    """Return the squares of the ring on which a seat's pieces are."""
    pieces = [int(word) for word in position[f"p{seat}"].split(",") if word.isdigit()]
    return [(progress + 13 * seat) % RING for progress in pieces]


# Conflicts between the texts


@pytest.mark.parametrize("die", range(1, 6))
def test_only_double_sixes_are_thrown_again(die):
    """E-X1, E-10: 1+1 to 5+5 are throws like any other, and earn nothing."""
    env = french("p0=10,20 turn=0", rolls=[die, die, 2, 1])
    expect(env, dice=f"{die},{die}", turn=0)
    spend(env, f"M0:{die}+{die}")
    expect(env, turn=1, dice="2,1")


def test_blocks_stop_combined_moves():
    """E-X2: a block that stops a single die also stops combined dice."""
    env = french("p0=10,30 s2@12,12 turn=0 dice=2,1")
    expect(env, legal=plays(env, "M0:1 M1:1,2,2+1"))


def test_exceptions_of_the_single_piece():
    """E-X3: a six that lets a piece out frees the choice; so does an illegal combined move."""
    env = french("p0=10,y,f,f turn=0 dice=6,3")
    expect(env, legal=plays(env, "M0:6,3,6+3 X1:6,6+3"))
    env = french("p0=10,f,f,f s2@18,18 turn=0 dice=6,3")
    expect(env, legal=plays(env, "M0:6,3"))


def test_the_cases_of_a_blocked_entry():
    """E-X4: six cases of what house, prison and sixes allow under a block."""
    for pieces, dice, legal in (
        ("y,y,f,f", "6,6,1", "S"),
        ("y,x1,f,f", "6,6,1", "B1 S"),
        ("x1,x1,f,f", "6,6,1", "B0,1"),
        ("y,y,f,f", "6,1", "PASS"),
        ("y,x1,f,f", "6,1", "B1"),
        ("y,f,f,f", "6,6,1", "PASS"),
    ):
        env = french(f"p0={pieces} s1@0,0 turn=0 dice={dice}")
        expect(env, legal=plays(env, legal))


def test_an_exit_is_combined_only_when_nobody_else_could_use_the_rest():
    """E-X5: if another piece can use the 3 the exit is free; if none can, it takes the 3 along."""
    env = french("p0=y,10,f,f turn=0 dice=6,3")
    expect(env, legal=plays(env, "X0:6,6+3 M1:6,3,6+3"))
    env = french("p0=y,f,f,f turn=0 dice=6,3")
    expect(env, legal=plays(env, "X0:6+3"))


@pytest.mark.parametrize(("way", "place", "enemy"), [("3+2", "12", "x0"), ("3", "13", "38")])
def test_the_two_modes(way, place, enemy):
    """E-X6, E-12: combined dice stop at a lone enemy on the way; a single die jumps over it."""
    env = french("p0=10,30 s2@12 turn=0 dice=3,2")
    spend(env, f"M0:{way}")
    assert own(env)[0] == place
    assert own(env, 2)[0] == enemy


def test_no_second_move_after_a_capture():
    """E-X7, E-X8, E-34: a piece that has captured cannot move again in this turn; others can."""
    env = french("p0=10,30 s2@13 turn=0 dice=6,3,2", rolls=[4, 1])
    spend(env, "M0:3")
    expect(env, legal=plays(env, "M1:6,2,6+2 X2,3:6,6+2"), p0="13,30", p2="x0", locked=0)
    before = env.position
    with pytest.raises(ValueError, match="lock_after_capture"):
        play(env, 2)
    assert env.position == before
    spend(env, "M1:6+2")
    expect(env, turn=1, locked="-", dice="4,1")


# Board and material


@pytest.mark.parametrize(("players", "seats"), [(2, (0, 2)), (3, (0, 1, 2)), (4, (0, 1, 2, 3))])
def test_players_and_pieces(players, seats):
    """E-1: two to four players have four pieces each; two sit opposite each other."""
    env = french(num_players=players)
    assert env.spec.board.seats == seats
    pieces = {key: word for key, word in words(env).items() if key[0] == "p" and key[1:].isdigit()}
    assert pieces == {f"p{seat}": "y,y,y,y" for seat in seats}


@pytest.mark.parametrize("players", [1, 5])
def test_no_other_number_of_players(players):
    """E-1: one player or five are refused."""
    with pytest.raises(ValueError, match="num_players"):
        french_ludo_v0.env(num_players=players)


@pytest.mark.parametrize("seat", SEATS)
def test_entries_and_ways(seat):
    """E-2: entries are 13 apart on a ring of 52; after 50 come five corridor squares, the centre.

    A piece that leaves the house captures on the entry, which shows where it is.
    """
    enemy = (seat + 1) % 4
    env = french(f"{on(enemy, 13 * seat)} turn={seat} dice=6")
    spend(env, "X0")
    assert own(env, enemy)[0] == f"x{seat}"
    for die in range(1, 6):
        env = french(f"p{seat}=50 turn={seat} dice={die}")
        spend(env, f"M0:{die}")
        assert own(env, seat)[0] == f"h{die - 1}"
    env = french(f"p{seat}=50 turn={seat} dice=6")
    spend(env, "M0:6")
    assert own(env, seat)[0] == "f"


def test_safe_squares():
    """E-3, E-32: nothing is captured on 8, 21, 34 and 47; on all other squares it is."""
    found = set()
    for square in range(RING):
        seat = 0 if 1 <= square <= 50 else 2
        enemy = 1 if square != 12 else 3
        env = french(f"{on(seat, square - 1)} {on(enemy, square)} turn={seat} dice=1")
        spend(env, "M0:1")
        if own(env, enemy)[0] != f"x{seat}":
            found.add(square)
    assert found == SAFE


def test_states_of_a_piece():
    """E-4: house, prison of a player, ring, corridor and centre, as the position text has them."""
    text = full("p0=y,x1,10,h4 p1=f,x0,x3 p2=0,50 turn=0 dice=6,2 played=0 locked=-")
    env = french(text)
    expect(env, p0="y,x1,10,h4", p1="f,x0,x3,y", p2="0,50,y,y")
    again = french(env.position)
    assert again.position == env.position
    assert legal_set(again) == legal_set(env)


@pytest.mark.parametrize("others", ["y,y,y", "x1,x2,x3", "f,f,f", "y,x1,f"])
def test_in_play(others):
    """E-5: pieces in the house, in prison and at the centre are not in play."""
    for place in ("10", "h0"):
        env = french(f"p0={place},{others} turn=0 dice=3,2")
        expect(env, legal=plays(env, "M0:3+2"))
    env = french("p0=10,h0,f,f turn=0 dice=3,2")
    expect(env, legal=plays(env, "M0,1:3,2,3+2"))


def test_the_exact_number():
    """E-6, E-20: a die or a sum that leads past the centre is not legal."""
    for index, (high, low) in product(range(5), [(5, 1), (4, 2), (3, 2), (2, 1)]):
        left = 5 - index
        env = french(f"p0=h{index},0,f,f turn=0 dice={high},{low}")
        fitting = [name for name, steps in ((f"{high}", high), (f"{low}", low)) if steps <= left]
        fitting += [f"{high}+{low}"] if high + low <= left else []
        wanted = plays(env, f"M0:{','.join(fitting)}") if fitting else set()
        assert {action for action in legal_set(env) if action < 44} == wanted


@pytest.mark.parametrize("seat", SEATS)
def test_four_at_the_centre_win(seat):
    """E-7: the fourth piece at the centre ends the game, with dice still in the bag."""
    env = french(f"p{seat}=f,h2,f,f turn={seat} dice=6,3,1")
    spend(env, "M1:3")
    assert over(env)
    assert list(env.rewards.values()) == [1 if player == seat else -1 for player in SEATS]


# The turn


@pytest.mark.parametrize(
    ("rolls", "bag"),
    [
        ([3, 5], "5,3"),
        ([1, 6], "6,1"),
        ([6, 1], "6,1"),
        ([6, 6, 1, 1], "6,6,1,1"),
        ([6, 6, 2, 6], "6,6,6,2"),
        ([6] * 8 + [2, 4], "6,6,6,6,6,6,6,6,4,2"),
    ],
)
def test_the_bag(rolls, bag):
    """E-10: two dice are thrown, again after 6+6, whether or not a piece can move."""
    for pieces in ("y,y,y,y", "10,20,y,y", "f,f,f,h4"):
        env = french(f"p0={pieces} turn=0", rolls=[*rolls, 5, 5])
        expect(env, turn=0, dice=bag, played=0)


def test_the_next_player_throws_a_chain_too():
    """E-10, E-14: the dice of the next turn are thrown when the last one ends."""
    env = french("turn=0", rolls=[2, 1, 6, 6, 6, 6, 3, 3, 1, 2])
    spend(env, "PASS")
    expect(env, turn=1, dice="6,6,6,6,3,3", played=0)


def test_a_turn_lasts_until_the_bag_is_empty():
    """E-11, E-63: the same agent plays repeatedly; then the next one is asked."""
    env = french("p0=10,20,30 turn=0 dice=6,5,3", rolls=[2, 1])
    for text, bag in (("M0:5", "6,3"), ("M1:3", "6"), ("M2:6", "2,1")):
        assert env.agent_selection == "player_0"
        spend(env, text)
        expect(env, dice=bag)
    assert env.agent_selection == "player_1"


def test_any_handful():
    """E-12: every handful of the bag is a play, of one die or of many."""
    env = french("p0=0,10 turn=0 dice=6,6,3,1")
    handfuls = "6,6+6,3,1,3+1,6+3,6+1,6+3+1,6+6+3,6+6+1,6+6+3+1"
    expect(env, legal=plays(env, f"M0,1:{handfuls} X2,3:{handfuls.replace(',3,1,3+1', '')}"))


def test_no_duty_to_use_all_the_dice():
    """E-13, E-14: a play may make the rest unplayable, which is lost; but one play is a duty."""
    env = french("p0=h3,h1,f,f turn=0 dice=4,2", rolls=[5, 1])
    expect(env, legal=plays(env, "M0:2 M1:4,2"))
    spend(env, "M1:2")
    expect(env, p0="h3,h3,f,f", turn=1, dice="5,1", played=0, locked="-")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_pass_stands_alone(players):
    """E-13: in random games PASS is legal only alone, and only when a turn begins."""
    env = french(num_players=players)
    passed = 0
    for seed in range(4):
        for before, action in random_game(env, seed):
            if action == PASS:
                passed += 1
                assert before["played"] == "0"
            assert over(env) or not (PASS in legal_set(env) and len(legal_set(env)) > 1)
            assert over(env) or legal_set(env)
    assert passed > 20


# Moves


@pytest.mark.parametrize("die", DICE)
def test_one_die_and_a_block(die):
    """E-20: a block on the way or at its end stops a die; lone enemies before it do not."""
    for ahead in DICE:
        block = f"s2@{10 + ahead},{10 + ahead}"
        env = french(f"p0=10,f,f,f {block} turn=0 dice={die}")
        expect(env, legal=plays(env, f"M0:{die}" if die < ahead else "PASS"))
    env = french(f"p0=9,f,f,f s2@10,11,12,13 turn=0 dice={die}")
    spend(env, f"M0:{die}")
    wanted = ["x0" if step == die else str(35 + step) for step in range(1, 5)]
    assert own(env, 2) == wanted


def test_blocks_behind_the_own_gate_do_not_matter():
    """E-20, E-21: the ring ends at 50; a block on square 51 is not on the way home."""
    env = french("p0=48,49 s1@51,51 turn=0 dice=4,3")
    expect(env, legal=plays(env, "M0,1:4,3,4+3"))
    env = french("p0=48,49 s1@50,50 turn=0 dice=4,3")
    expect(env, legal=plays(env, "PASS"))


def test_a_sweep_cell_by_cell():
    """E-21: block, lone enemy, end of the way: the first of them on the way decides."""
    for enemies, legal in (("s2@12,12 s1@13", False), ("s1@11 s2@12,12", True), ("s2@19", True)):
        env = french(f"p0=10,30 {enemies} turn=0 dice=5,4")
        assert (plays(env, "M0:5+4") <= legal_set(env)) == legal
    env = french("p0=10,30 s2@19 turn=0 dice=5,4")
    spend(env, "M0:5+4")
    expect(env, p0="19,30", p2="x0")
    env = french("p0=48,30 turn=0 dice=5,4")
    expect(env, legal=plays(env, "M0:5,4 M1:5,4,5+4"))


def test_what_lies_beyond_the_capture():
    """E-22: a sweep that stops early may include dice that lead past the centre or a block."""
    env = french("p0=49,30,f,f s1@50 turn=0 dice=6,5")
    expect(env, legal=plays(env, "M0,1:6,5,6+5"))
    spend(env, "M0:6+5")
    expect(env, p0="50,30,f,f", p1="x0", turn=1)


@pytest.mark.parametrize("die", DICE)
def test_only_a_six_lets_out(die):
    """E-23, E-24: one six brings one piece to the entry; other dice do not."""
    env = french(f"turn=0 dice={die}")
    expect(env, legal=plays(env, "X0,1,2,3" if die == 6 else "PASS"))
    if die == 6:
        spend(env, "X2")
        expect(env, p0="y,y,0,y", turn=1)


@pytest.mark.parametrize("dice", ["5,1", "4,2", "3,3"])
def test_sums_let_nobody_out(dice):
    """E-24: dice that add up to six do not count as a six."""
    env = french(f"turn=0 dice={dice}")
    expect(env, legal=plays(env, "PASS"))


@pytest.mark.parametrize(("flag", "place", "enemy"), [(False, "3", "39"), (True, "0", "x0")])
def test_a_combined_exit_and_the_entry(flag, place, enemy):
    """E-25: it walks over a lone enemy there; under `exit_sweep_includes_entry` it captures it."""
    env = french("s1@0 turn=0 dice=6,3", exit_sweep_includes_entry=flag)
    expect(env, legal=plays(env, "X0,1,2,3:6+3"))
    spend(env, "X0:6+3")
    assert own(env)[0] == place
    assert own(env, 1)[0] == enemy


@pytest.mark.parametrize("flag", [False, True])
def test_a_combined_exit_sweeps_from_the_entry_on(flag):
    """E-25, E-21: after the entry it stops at the first lone enemy; a block before forbids it."""
    env = french("p0=y,20,f,f s1@2 turn=0 dice=6,3", exit_sweep_includes_entry=flag)
    spend(env, "X0:6+3")
    expect(env, p0="2,20,f,f", p1="x0", turn=1)
    env = french("p0=y,20,f,f s1@0,0 turn=0 dice=6,3", exit_sweep_includes_entry=flag)
    expect(env, legal=plays(env, "M1:6+3"))


def test_buying_back():
    """E-26: one six alone brings a prisoner to the house; another one lets it out."""
    env = french("p0=x1,f,f,f turn=0 dice=6,6,3")
    expect(env, legal=plays(env, "B0"))
    spend(env, "B0")
    expect(env, legal=plays(env, "X0:6+3"), p0="y,f,f,f", turn=0, dice="6,3")
    spend(env, "X0:6+3")
    expect(env, p0="3,f,f,f", turn=1)


def test_any_captor():
    """E-27: a prisoner can be bought back from any captor."""
    for captor in (1, 2, 3):
        env = french(f"p0=x{captor},10,f,f turn=0 dice=6,3")
        expect(env, legal=plays(env, "B0 M1:6,3,6+3"))


def test_own_pieces_are_no_obstacle():
    """E-28: any number of own pieces share a square, and pass each other."""
    env = french("p0=10,12,12,12 turn=0 dice=2,1")
    expect(env, legal=plays(env, "M0,1,2,3:2,1,2+1"))
    spend(env, "M0:2")
    expect(env, p0="12,12,12,12", turn=0)
    env = french("p0=0,0,y,y turn=0 dice=6")
    expect(env, legal=plays(env, "M0,1:6 X2,3"))


def test_a_block_is_of_one_colour():
    """E-29, E-31: two colours on a safe square are no block; two of one colour are, even there."""
    env = french("p0=20,f,f,f s2@21 s3@21 turn=0 dice=3,1")
    expect(env, legal=plays(env, "M0:3+1"))
    env = french("p0=20,30 s2@21 s3@21 turn=0 dice=3,1")
    spend(env, "M0:1")
    expect(env, p0="21,30", p2="47", p3="34", locked="-")
    for pieces in ("21,21", "21,21,21", "22,22"):
        env = french(f"p0=20,f,f,f s2@{pieces} turn=0 dice=3,2")
        expect(env, legal=plays(env, "PASS"))


# Captures


@pytest.mark.parametrize("victim", [1, 2, 3])
@pytest.mark.parametrize("dice", ["3", "2+1"])
def test_captures(victim, dice):
    """E-30: jump and sweep capture a lone enemy; it is a prisoner of the captor."""
    env = french(f"p0=10,30 {on(victim, 13)} turn=0 dice={dice.replace('+', ',')}")
    spend(env, f"M0:{dice}")
    expect(env, **{"p0": "13,30", f"p{victim}": "x0"})


@pytest.mark.parametrize("square", sorted(SAFE))
def test_on_safe_squares(square):
    """E-31: a lander stays beside an enemy there, and a sweeper goes on."""
    position = f"p0={square - 1},0 {on(1, square)} turn=0 dice=2,1"
    env = french(position)
    enemy = own(env, 1)[0]
    spend(env, "M0:2+1")
    expect(env, p0=f"{square + 2},0", p1=enemy)
    env = french(position)
    spend(env, "M0:1")
    expect(env, p0=f"{square},0", p1=enemy, locked="-")


@pytest.mark.parametrize("square", [13, 26, 39])
def test_entries_are_open(square):
    """E-32: on an entry its own colour is captured too, by a die and by a sweep."""
    for dice in ("3", "2+1"):
        start = square - 3
        env = french(
            f"p0={start},0 {on(square // 13, square)} turn=0 dice={dice.replace('+', ',')}"
        )
        spend(env, f"M0:{dice}")
        expect(env, **{"p0": f"{square},0", f"p{square // 13}": "x0"})


def test_one_capture_a_play():
    """E-33: of two lone enemies on the way a sweep takes the first."""
    env = french("p0=10,30 s2@12,15 turn=0 dice=3,2")
    spend(env, "M0:3+2")
    expect(env, p0="12,30", p2="x0,41")


def test_captures_of_random_games():
    """E-30, E-31, E-33: one capture a play; two colours share safe squares only; captors' counts.

    No captor ever holds more prisoners than it has captured.
    """
    env = french()
    for seed in range(3):
        taken = dict.fromkeys(SEATS, 0)
        for before, action in random_game(env, seed):
            after, seat = words(env), int(before["turn"])
            held = dict.fromkeys(SEATS, 0)
            new = 0
            for other in SEATS:
                pairs = zip(before[f"p{other}"].split(","), own(env, other), strict=True)
                new += sum(new_word == f"x{seat}" != word for word, new_word in pairs)
                for word in own(env, other):
                    if word[0] == "x":
                        held[int(word[1])] += 1
            taken[seat] += new
            assert new <= 1 or action == 176
            assert all(held[place] <= taken[place] for place in SEATS)
            stands = [set(squares(after, place)) - SAFE for place in SEATS]
            assert len(set().union(*stands)) == sum(map(len, stands))


# The special exit


@pytest.mark.parametrize("count", [2, 3, 4])
def test_when_the_special_exit_is_legal(count):
    """E-40, E-41, E-45: n sixes, one in the house, n in all; and never an ordinary exit."""
    enemies = f"s1@{','.join(['0'] * count)}"
    for house, prison, sixes in product(range(5), range(5), range(1, 6)):
        if not 1 <= house + prison <= 4:
            continue
        pieces = ["y"] * house + ["x2"] * prison + ["f"] * (4 - house - prison)
        dice = ",".join(["6"] * sixes + ["1"])
        env = french(f"p0={','.join(pieces)} {enemies} turn=0 dice={dice}", backend="python")
        legal = ["S"] if sixes >= count and house >= 1 and house + prison >= count else []
        legal += [f"B{index}" for index in range(house, house + prison)]
        expect(env, legal=plays(env, " ".join(legal) or "PASS"))


def test_the_special_exit_takes_as_many_sixes_as_enemies():
    """E-42, E-46: the other dice stay in the bag, for pieces that did not come out."""
    env = french("p0=y,y,20,f s1@0,0 turn=0 dice=6,6,6,2")
    spend(env, "S")
    expect(env, legal=plays(env, "M2:6,2,6+2"), p0="0,0,20,f", p1="x0,x0", dice="6,2", locked="0,1")
    assert env.agent_selection == "player_0"


@pytest.mark.parametrize(
    ("before", "count", "after"),
    [
        ("y,x2,x3,y", 2, "0,0,x3,y"),
        ("x1,x2,y,y", 3, "0,0,0,y"),
        ("x1,x2,x3,y", 3, "0,0,x3,0"),
        ("x1,x2,x3,y", 4, "0,0,0,0"),
        ("y,y,x1,f", 2, "0,y,0,f"),
        ("y,y,y,y", 3, "0,0,0,y"),
    ],
)
def test_who_comes_out(before, count, after):
    """E-43, E-47: prisoners first, all but one of the number; then the house; lowest first."""
    dice = ",".join(["6"] * count + ["1"])
    env = french(f"p0={before} s1@{','.join(['0'] * count)} turn=0 dice={dice}")
    spend(env, "S")
    expect(env, p0=after, p1=",".join(["x0"] * count))


def test_only_prisoners():
    """E-44: with an empty house only purchases are possible; later sixes may bring pieces out."""
    env = french("p0=x2,x2,f,f s1@0,0 turn=0 dice=6,6,2,1", rolls=[5, 4])
    expect(env, legal=plays(env, "B0,1"))
    spend(env, "B0")
    expect(env, legal=plays(env, "B1"), p0="y,x2,f,f")
    spend(env, "B1")
    expect(env, p0="y,y,f,f", turn=1, dice="5,4")
    env = french("p0=x2,x2,f,f s1@0,0 turn=0 dice=6,6,6,1")
    spend(env, "B0")
    expect(env, legal=plays(env, "B1 S"))
    spend(env, "S")
    expect(env, p0="0,0,f,f", p1="x0,x0", turn=1)


def test_too_few_sixes_still_move_others():
    """E-45, E-47: one six under a block buys back or moves; it does not bring a piece out."""
    env = french("p0=y,x2,20,f s1@0,0 turn=0 dice=6,2")
    expect(env, legal=plays(env, "B1 M2:6,2,6+2"))
    env = french("p0=y,x2,f,f s1@0,0 turn=0 dice=6,2")
    expect(env, legal=plays(env, "B1"))


# Obligations

PILE = "p0=f,f,f,20 p1=8,8,8,40 turn=1"  # a pile of player 1 right before player 0's last


@pytest.mark.parametrize(("scope", "later"), [("first", "M0,1,2,3:4"), ("all", "M1,2:4")])
def test_unblocking(scope, later):
    """E-50: the first play takes a piece off the pile; under `unblock_scope` "all" all plays do."""
    env = french(f"{PILE} dice=4,2", unblock_scope=scope)
    expect(env, legal=plays(env, "M0,1,2:4,2,4+2"))
    spend(env, "M0:2")
    expect(env, legal=plays(env, later), played=1)


def test_unblocking_comes_before_an_exit_and_a_purchase():
    """E-50: actions that do not move the pile are removed, and all moves of the pile stay."""
    for waiting in ("y", "x0"):
        env = french(f"p0=f,f,f,20 p1=8,8,{waiting},40 turn=1 dice=6,2")
        expect(env, legal=plays(env, "M0,1:6,2,6+2"))


def test_who_obliges():
    """E-50, E-51: the last piece of three at the centre, on the ring, right behind the pile."""
    rest = "p1=8,8,y,40 turn=1 dice=4,2"
    for blocked in ("f,f,f,19", "f,f,f,21", "f,f,f,y", "f,f,f,x1", "f,f,f,h0", "f,f,20,20"):
        env = french(f"p0={blocked} {rest}")
        expect(env, legal=plays(env, "M0,1,3:4,2,4+2"))
    env = french("p0=f,f,f,20 p1=8,7,y,40 turn=1 dice=4,2")
    expect(env, legal=plays(env, "M0,1,3:4,2,4+2"))


def test_the_last_piece_and_its_gate():
    """E-50: from 49 the gate is next; from 50 the corridor, so a pile on 51 blocks nobody."""
    env = french("p0=f,f,f,49 s1@50,50,30 turn=1 dice=4,2")
    expect(env, legal=plays(env, "M0,1:4,2,4+2"))
    env = french("p0=f,f,f,50 s1@51,51,30 turn=1 dice=4,2")
    expect(env, legal=plays(env, "M0,1,2:4,2,4+2"))
    env = french("p1=f,f,f,38 p0=0,0,20 turn=0 dice=4,2")
    expect(env, legal=plays(env, "M0,1:4,2,4+2"))


def test_a_chain_of_blocks():
    """E-52, E-53: a pile behind another block creates no duty, nor does one further ahead."""
    env = french("p0=f,f,f,20 p1=8,8,y,40 s2@22,22,50 turn=1 dice=4,2")
    expect(env, legal=plays(env, "M3:4,2,4+2"))
    env = french("p0=f,f,f,20 p1=8,8,y,40 s2@22,22,50 turn=2 dice=4,2")
    expect(env, legal=plays(env, "M0,1,2:4,2,4+2"))


def test_a_pile_on_its_own_gate_is_not_held_up():
    """E-52: the way of the pile's pieces counts; on their gate that is the corridor."""
    env = french("p0=f,f,f,10 p1=50,50,y,20 s2@12,12 turn=1 dice=4,2")
    expect(env, legal=plays(env, "M0,1:4,2,4+2"))


def test_a_pile_that_cannot_move():
    """E-53: if no dice move the pile, all other actions stay legal."""
    env = french("p0=f,f,f,20 p1=8,8,y,40 s2@23,23 turn=1 dice=4,2")
    expect(env, legal=plays(env, "M3:4,2,4+2"))
    env = french("p0=f,f,f,20 p1=8,8,y,40 s2@23,23 turn=1 dice=4,1")
    expect(env, legal=plays(env, "M0,1:1"))


SINGLES = "6,6+6,5,3,5+3,6+5,6+3,6+5+3,6+6+5,6+6+3,6+6+5+3"


@pytest.mark.parametrize(("scope", "uses"), [("all", "6+6+5+3"), ("two", SINGLES)])
def test_the_single_piece(scope, uses):
    """E-54: it plays as many dice as it can; under `single_pawn_scope` "two" only with two."""
    env = french("p0=10,f,f,f turn=0 dice=6,6,5,3", single_pawn_scope=scope)
    expect(env, legal=plays(env, f"M0:{uses}"))
    env = french("p0=10,f,f,f turn=0 dice=5,3", single_pawn_scope=scope)
    expect(env, legal=plays(env, "M0:5+3"))


def test_the_most_dice_of_a_chain():
    """E-54: where all together are too many, every largest handful stays."""
    env = french("p0=47,f,f,f turn=0 dice=6,5,3")
    expect(env, legal=plays(env, "M0:6+3,5+3"))


def test_what_lifts_the_duty():
    """E-54: an exit, a purchase or a special exit that could be played lifts it."""
    env = french("p0=10,y,f,f turn=0 dice=6,3")
    expect(env, legal=plays(env, "M0:6,3,6+3 X1:6,6+3"))
    env = french("p0=10,x1,f,f turn=0 dice=6,3")
    expect(env, legal=plays(env, "M0:6,3,6+3 B1"))
    env = french("p0=10,y,y,f s1@0,0 turn=0 dice=6,6")
    expect(env, legal=plays(env, "M0:6,6+6 S"))


def test_a_locked_piece_is_in_play():
    """E-54: beside a locked piece the other one is not single."""
    env = french("p0=10,20,f,f turn=0 dice=3,2 played=1 locked=0")
    expect(env, legal=plays(env, "M1:3,2,3+2"))


def test_the_duty_binds_later_plays_too():
    """E-55: once the other piece is at the centre, the rest goes together."""
    env = french("p0=h3,10,f,f turn=0 dice=6,3,2")
    expect(env, legal=plays(env, "M0:2 M1:6,3,2,3+2,6+3,6+2,6+3+2"))
    spend(env, "M0:2")
    expect(env, legal=plays(env, "M1:6+3"), p0="f,10,f,f")


def test_the_free_choice():
    """E-56: with two in play, or a six that lets out, one die or several are free to choose."""
    env = french("p0=10,30,f,f turn=0 dice=6,3")
    expect(env, legal=plays(env, "M0,1:6,3,6+3"))
    env = french("p0=10,y,f,f turn=0 dice=6,3")
    expect(env, legal=plays(env, "M0:6,3,6+3 X1:6,6+3"))


@pytest.mark.parametrize(
    ("position", "legal"),
    [
        ("p0=y,f,f,f dice=6,3", "X0:6+3"),
        ("p0=y,20,f,f dice=6,3", "X0:6,6+3 M1:6,3,6+3"),
        ("p0=y,20,f,f dice=6,3 locked=1 played=1", "X0:6+3"),
        ("p0=y,y,f,f dice=6,6", "X0,1:6,6+6"),
        ("p0=y,x1,f,f dice=6,6,3", "X0:6,6+6,6+3,6+6+3 B1"),
        ("p0=y,f,f,f s2@7,7 dice=6,5,3", "X0:6+5,6+3"),
        ("p0=y,f,f,f s2@1,1 dice=6,5,3", "X0:6"),
    ],
)
def test_the_automatic_combined_exit(position, legal):
    """E-57: if no other piece can use the bag less one six, an exit takes the most dice it can."""
    env = french(f"{position} turn=0")
    expect(env, legal=plays(env, legal))


def test_others_may_still_use_the_six():
    """E-58: a purchase with the six itself stays, although no other piece can use the rest."""
    env = french("p0=y,x1,f,f turn=0 dice=6,3")
    expect(env, legal=plays(env, "X0:6+3 B1"))


def test_equal_pieces_are_several_actions():
    """E-59: pieces in the house or on one square are all the same, and each has its number."""
    env = french("p0=10,10 turn=0 dice=6,2")
    expect(env, legal=plays(env, "M0,1:6,2,6+2 X2,3:6,6+2"))


# Numbers and observations


def test_action_numbers():
    """E-60: piece times 44, sixes times 4, 2 for the higher other die, 1 for the lower."""
    env = french("p0=0,y,x1,f turn=0 dice=6,4,2")
    assert all(env.action_space(agent).n == 178 for agent in env.agents)
    expect(env, legal={1, 2, 3, 4, 5, 6, 7, 44 + 4, 44 + 5, 44 + 6, 44 + 7, 88 + 4})
    play(env, 2)
    expect(env, legal={2, 4, 6, 44 + 4, 44 + 6, 88 + 4}, dice="6,2")
    with pytest.raises(ValueError, match=r"0\.\.177"):
        play(env, 178)


def test_ten_sixes():
    """E-60, E-62: a piece comes out with ten sixes, and no play takes more."""
    env = french("p0=y,f,f,f turn=0 dice=" + ",".join("6" * 10 + "2"))
    expect(env, legal={42})
    play(env, 42)
    assert over(env)
    env = french("p0=y,f,f,f s1@3 turn=0 dice=" + ",".join("6" * 12))
    expect(env, legal={40})
    play(env, 40)
    expect(env, p0="3,f,f,f", p1="x0")


def test_no_action_without_dice():
    """E-60: in random games the number of no dice is never legal; its meaning varies by state."""
    env = french(num_players=2)
    for before, action in random_game(env, seed=2):
        if action < 176:
            place = before[f"p{before['turn']}"].split(",")[action // 44]
            assert place != "f"
            assert action % 44 >= (4 if place[0] in "yx" else 1)
            assert place[0] != "x" or action % 44 == 4


def test_equal_dice():
    """E-61: of two equal dice a single one is always the higher."""
    env = french("p0=10,30 turn=0 dice=5,5")
    expect(env, legal={2, 3, 44 + 2, 44 + 3})
    play(env, 2)
    expect(env, legal={2, 44 + 2}, dice=5)


def row(position, agent="player_0", **flags):
    """Return an agent's observation of this position."""
    return french(position, **flags).observe(agent)["observation"].tolist()


def test_the_bag_is_seen_up_to_twelve_sixes():
    """E-62: eleven and twelve sixes look different, twelve and thirteen do not."""
    rows = [row("p0=10 turn=0 dice=" + ",".join("6" * count)) for count in (11, 12, 13)]
    assert rows[0] != rows[1] == rows[2]


def test_one_agent_for_a_whole_turn():
    """E-63: in random games the agent changes exactly when a new turn begins."""
    env = french()
    for before, _ in random_game(env, seed=3):
        if not over(env):
            assert (words(env)["turn"] != before["turn"]) == (words(env)["played"] == "0")


@pytest.mark.parametrize("style", ["features", "compact"])
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("dice=6,3", "dice=6,2"),
        ("dice=6,3", "dice=6,6,3"),
        ("dice=4,3", "dice=4,2"),
        ("dice=4,3", "dice=4"),
        ("dice=6,3 played=0", "dice=6,3 played=1"),
        ("dice=6,3 locked=0", "dice=6,3 locked=1"),
        ("dice=6,3 locked=0", "dice=6,3"),
        ("p2=x0 dice=6,3", "p2=x1 dice=6,3"),
        ("p2=x0 dice=6,3", "p2=y dice=6,3"),
    ],
)
def test_everything_is_seen(one, other, style):
    """E-64: players observe the bag, locks, captors and first play of a turn that concern them."""
    rest = "p0=10,20,30 turn=0"
    assert row(f"{rest} {one}", observation=style) != row(f"{rest} {other}", observation=style)


def turned(position):
    """Return the same position with everybody one seat further."""

    def captive(word):
        return f"x{(int(word[1:]) + 1) % 4}" if word[0] == "x" else word

    text = {key: position[key] for key in ("dice", "played", "locked")}
    text["turn"] = (int(position["turn"]) + 1) % 4
    for seat in SEATS:
        pieces = map(captive, position[f"p{seat}"].split(","))
        text[f"p{(seat + 1) % 4}"] = ",".join(pieces)
    return " ".join(f"{key}={value}" for key, value in text.items())


def test_every_seat_sees_the_same_game():
    """E-64: when all move on by one seat, each sees what their neighbour saw; texts agree."""
    env, other = french(), french()
    for number, _ in enumerate(random_game(env, seed=1)):
        if number % 10 or over(env):
            continue
        other.reset(options={"position": env.position})
        assert other.position == env.position
        other.reset(options={"position": turned(words(env))})
        for seat in SEATS:
            mine = env.observe(f"player_{seat}")
            his = other.observe(f"player_{(seat + 1) % 4}")
            assert mine["observation"].tolist() == his["observation"].tolist()
            assert mine["action_mask"].tolist() == his["action_mask"].tolist()


# In words


@pytest.mark.parametrize(
    ("position", "action", "parts"),
    [
        ("p0=10,30 s1@13 dice=6,3", "M0:6+3", ["6+3 combined", "captures player_1", "13"]),
        ("p0=10,30 s1@13 dice=6,3", "M0:3", ["piece 0", "from 10 to 13", "captures player_1"]),
        ("p0=10,30 s1@13 dice=6,3", "M0:6", ["from 10 to 16"]),
        ("s1@0 dice=6,3", "X2:6+3", ["piece 2", "6+3 combined", "from the yard to 3"]),
        ("p0=x2,30 dice=6,3", "B0", ["piece 0", "6"]),
        ("p0=y,y s1@0,0 dice=6,6,1", "S", ["special exit", "captures player_1"]),
        ("dice=4,3", "PASS", ["pass"]),
    ],
)
def test_plays_in_words(position, action, parts):
    """E-60: each play can be described in words; none of them captures what it jumps over."""
    env = french(f"{position} turn=0")
    (number,) = plays(env, action)
    report = env.describe(number)
    assert [part for part in parts if part not in report] == []
    assert ("captures" in report) == any("captures" in part for part in parts)
    assert env.explain(number) == ""


@pytest.mark.parametrize(
    ("position", "action", "rule"),
    [
        ("p0=10,30 s2@12,12 dice=4,2", 2, "enemy_blocks"),
        ("dice=4,2", 2, "exit_with_a_six"),
        ("p0=10 dice=4,2", 2, "single_pawn"),
        ("dice=6,2", 4, "automatic_combined_exit"),
        ("p0=h4,0 dice=4,2", 2, "exact_finish"),
        ("p0=10,30 dice=4,2", PASS, "only when nothing else"),
    ],
)
def test_refusals_in_words(position, action, rule):
    """E-13, E-20, E-24, E-54, E-57: the rule that objects is named, and nothing is played."""
    env = french(f"{position} turn=0")
    before = env.position
    assert rule in env.explain(action)
    with pytest.raises(ValueError, match=rule):
        play(env, action)
    assert env.position == before


@pytest.mark.parametrize(
    "position",
    [
        "turn=0 dice=5,4,3",
        "turn=0 dice=6,5,4,4",
        "turn=0 dice=7",
        "turn=0 dice=0,1",
        "turn=0 dice=6,x",
        "p0=x0,y,y,y turn=0 dice=6,3",
        "p0=x7,y,y,y turn=0 dice=6,3",
        "p0=x,y,y,y turn=0 dice=6,3",
        "p0=51,y,y,y turn=0 dice=6,3",
        "p0=h5,y,y,y turn=0 dice=6,3",
        "p0=10,y,y,y turn=0 dice=6,3 locked=4",
        "p0=10,y,y,y turn=0 dice=6,3 hit=0",
        "turn=0 dice=4,3 played=1",
        "p0=10,y,y,y turn=0 dice=3,2 played=1 locked=0",
        "p0=f,f,f,f turn=1 dice=6,3",
        "p0=f,f,f,f turn=0 dice=6,3",
    ],
)
def test_bad_positions(position):
    """E-4, E-7, E-10, E-11: an invalid position is refused in a sentence, and changes nothing."""
    refuses_position(french("p0=10,30 turn=0 dice=6,3", rolls=[4, 2]), position)


def test_prisoners_of_nobody():
    """E-1, E-4: with two or three players, no piece is a prisoner of an absent seat."""
    refuses_position(french(num_players=2), "p0=x1,y,y,y turn=0 dice=6,3")
    refuses_position(french(num_players=3), "p0=x3,y,y,y turn=0 dice=6,3")
    expect(french("p0=x2 turn=0 dice=6,3", num_players=2), p0="x2")


@pytest.mark.parametrize("flag", ["unblock_scope", "single_pawn_scope"])
def test_unknown_scopes(flag):
    """E-50, E-54: the flags accept the existing values only."""
    with pytest.raises(ValueError, match=flag):
        french_ludo_v0.env(**{flag: "some"})
