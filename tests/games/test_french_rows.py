"""The worked positions of French Ludo, one test each."""
# ruff: noqa: N802  (a test bears the name of its position)

from positions import expect, french, over, plays, spend


def test_E_T01_no_exit_by_a_sum():
    """E-T01: all in the house and no six: PASS, whatever the sum of the dice is."""
    for dice in ("5,3", "3,3"):
        env = french(f"turn=0 dice={dice}", rolls=[2, 1])
        expect(env, legal=plays(env, "PASS"))
        spend(env, "PASS")
        expect(env, p0="", turn=1, dice="2,1")


def test_E_T02_the_exit_takes_the_other_die_along():
    """E-T02: no other piece could use the 3, so every exit is one of 6+3."""
    env = french("turn=0 dice=6,3", rolls=[2, 1])
    expect(env, legal=plays(env, "X0,1,2,3:6+3"))
    spend(env, "X0:6+3")
    expect(env, p0="3", turn=1, dice="2,1")


def test_E_T03_a_lone_enemy_on_the_entry_is_walked_over():
    """E-T03: a combined exit does not stop on the entry: the lone enemy there stays."""
    env = french("s1@0 turn=0 dice=6,3", rolls=[2, 1])
    expect(env, legal=plays(env, "X0,1,2,3:6+3"))
    spend(env, "X0:6+3")
    expect(env, p0="3", p1="39", turn=1, dice="2,1")


def test_E_T04_a_plain_exit_where_no_combined_one_is_legal():
    """E-T04: a block on 2 stops the 3: a plain exit, which captures; the 3 is lost."""
    env = french("s1@0 s2@2,2 turn=0 dice=6,3", rolls=[2, 1])
    expect(env, legal=plays(env, "X0,1,2,3:6"))
    spend(env, "X0:6")
    expect(env, p0="0", p1="x0", p2="28,28", turn=1, dice="2,1", locked="-")


def test_E_T05_a_single_piece_plays_both_dice():
    """E-T05: the only piece in play goes by 3+2 to 15."""
    env = french("p0=10 turn=0 dice=3,2", rolls=[2, 1])
    expect(env, legal=plays(env, "M0:3+2"))
    spend(env, "M0:3+2")
    expect(env, p0="15", turn=1, dice="2,1")


def test_E_T07_a_block_stops_the_combined_move():
    """E-T07: the block on 14 leaves 3 and 2 alone; after the 3 the 2 is stopped as well."""
    env = french("p0=10 s2@14,14 turn=0 dice=3,2", rolls=[2, 1])
    expect(env, legal=plays(env, "M0:3,2"))
    spend(env, "M0:3")
    expect(env, p0="13", p2="40,40", turn=1, dice="2,1")


def test_E_T08_a_block_near_by():
    """E-T08: a block two ahead allows a 1, a block one ahead allows no move."""
    env = french("p0=10 s2@12,12 turn=0 dice=3,1")
    expect(env, legal=plays(env, "M0:1"))
    env = french("p0=10 s2@11,11 turn=0 dice=3,2")
    expect(env, legal=plays(env, "PASS"))


def test_E_T09_a_sweep_captures_and_a_jump_does_not():
    """E-T09: 5+5 stops at the lone enemy on 13; a 5 alone jumps over it to 15."""
    position = "p0=10,30 s2@13 turn=0 dice=5,5"
    env = french(position)
    expect(env, legal=plays(env, "M0,1:5,5+5"))
    spend(env, "M0:5+5")
    expect(env, p0="13,30", p2="x0", turn=1)
    env = french(position)
    spend(env, "M0:5")
    expect(env, legal=plays(env, "M0,1:5"), p0="15,30", p2="39", turn=0, dice=5, locked="-")


def test_E_T11_a_sweep_stops_before_a_block():
    """E-T11: the capture on 13 ends the walk, so the block on 17 does not matter."""
    position = "p0=10,40 s2@13,17,17 turn=0 dice=5,5"
    env = french(position)
    expect(env, legal=plays(env, "M0,1:5,5+5"))
    spend(env, "M0:5+5")
    expect(env, p0="13,40", p2="x0,43,43", turn=1)
    env = french(position)
    spend(env, "M0:5")
    expect(env, legal=plays(env, "M1:5"), p0="15,40", p2="39,43,43", turn=0, dice=5)


def test_E_T13_no_capture_on_a_safe_square():
    """E-T13: a sweep goes on over the lone enemy on the safe square 8; a jump stands beside it."""
    position = "p0=5,30 s1@8 turn=0 dice=3,1"
    env = french(position)
    expect(env, legal=plays(env, "M0,1:3,1,3+1"))
    spend(env, "M0:3+1")
    expect(env, p0="9,30", p1="47", turn=1)
    env = french(position)
    spend(env, "M0:3")
    expect(env, p0="8,30", p1="47", turn=0, dice=1, locked="-")


def test_E_T14_the_centre_needs_the_exact_number():
    """E-T14: from 52 a 4 and from 50 a 6 reach the centre; more than that is not legal."""
    env = french("p0=h1,50,f,f turn=0 dice=6,4")
    expect(env, legal=plays(env, "M0:4 M1:4,6"))
    spend(env, "M1:6")
    expect(env, legal=plays(env, "M0:4"), p0="h1,f,f,f", turn=0, dice=4)


def test_E_T15_the_last_piece_wins():
    """E-T15: from 53 a 3 wins at once, and the 2 is not played."""
    env = french("p0=h2,f,f,f turn=0 dice=3,2")
    expect(env, legal=plays(env, "M0:3,2"))
    spend(env, "M0:3")
    assert over(env)
    expect(env, p0="f,f,f,f")
    assert list(env.rewards.values()) == [1, -1, -1, -1]


def test_E_T16_a_six_that_lets_out_leaves_the_choice():
    """E-T16: one piece in play, three in the house: all actions are free with 6 and 4."""
    env = french("p0=10 turn=0 dice=6,4")
    expect(env, legal=plays(env, "M0:6,4,6+4 X1,2,3:6,6+4"))


def test_E_T18_the_special_exit():
    """E-T18: two sixes bring two pieces out together, and the block on the entry is captured."""
    env = french("p0=y,y,f,f s1@0,0 turn=0 dice=6,6,2,1", rolls=[4, 3])
    expect(env, legal=plays(env, "S"))
    spend(env, "S")
    expect(env, p0="0,0,f,f", p1="x0,x0", turn=1, dice="4,3", locked="-")


def test_E_T19_the_special_exit_with_a_prisoner():
    """E-T19: one in the house and one in prison: buy it back, or both out at once."""
    env = french("p0=y,x1,f,f s1@0,0 turn=0 dice=6,6,2,1", rolls=[4, 3])
    expect(env, legal=plays(env, "B1 S"))
    spend(env, "S")
    expect(env, p0="0,0,f,f", p1="x0,x0", turn=1, dice="4,3", locked="-")


def test_E_T21_too_few_sixes():
    """E-T21: one six does not break a block of two; it still moves what is in play."""
    enemies = "s1@0,0 turn=0 dice=6,2"
    env = french(f"p0=y,y,f,f {enemies}")
    expect(env, legal=plays(env, "PASS"))
    env = french(f"p0=y,y,20,30 {enemies}")
    expect(env, legal=plays(env, "M2,3:2,6,6+2"))
    env = french(f"p0=y,y,y,20 {enemies}")
    expect(env, legal=plays(env, "M3:6+2"))


def test_E_T22_three_against_three():
    """E-T22: one in the house and two in prison come out against a block of three."""
    env = french("p0=y,x1,x1,f s1@0,0,0 turn=0 dice=6,6,6,2", rolls=[4, 3])
    expect(env, legal=plays(env, "B1,2 S"))
    spend(env, "S")
    expect(env, p0="0,0,0,f", p1="x0,x0,x0", turn=1, dice="4,3", locked="-")


def test_E_T24_too_few_pieces():
    """E-T24: two pieces do not break a block of three, however many sixes; one is bought back."""
    env = french("p0=y,x1,f,f s1@0,0,0 turn=0 dice=6,6,6,6,2,1", rolls=[4, 3])
    expect(env, legal=plays(env, "B1"))
    spend(env, "B1")
    expect(env, p0="y,y,f,f", p1="39,39,39", turn=1, dice="4,3")


def test_E_T26_a_pile_must_be_taken_down_first():
    """E-T26: the pile on 21 stands before the last piece of player 0; the first play moves it."""
    env = french("p0=f,f,f,20 p1=8,8,y,40 turn=1 dice=4,2")
    expect(env, legal=plays(env, "M0,1:4,2,4+2"))
    spend(env, "M0:2")
    expect(env, legal=plays(env, "M0,1,3:4"), p1="10,8,y,40", turn=1, dice=4, played=1)


def test_E_T27_no_duty_with_a_gap_or_with_two_to_come():
    """E-T27: with a gap before the pile, or a second piece still to come, all actions are free."""
    env = french("p0=f,f,f,20 p1=9,9,y,40 turn=1 dice=4,2")
    expect(env, legal=plays(env, "M0,1,3:2,4,4+2"))
    env = french("p0=f,f,20,y p1=8,8,y,40 turn=1 dice=4,2")
    expect(env, legal=plays(env, "M0,1,3:2,4,4+2"))


def test_E_T29_the_piece_in_play_is_stuck():
    """E-T29: the piece on 10 can use nothing, so the piece that leaves takes the 3 along."""
    env = french("p0=10,y,y,f s2@13,13 turn=0 dice=6,3")
    expect(env, legal=plays(env, "X1,2:6+3"))


def test_E_T30_the_piece_in_play_can_use_the_rest():
    """E-T30: the piece on 10 could use the 3, so all actions are free."""
    env = french("p0=10,y,y,f turn=0 dice=6,3")
    expect(env, legal=plays(env, "M0:3,6,6+3 X1,2:6,6+3"))


def test_E_T31_a_six_that_opens_nothing():
    """E-T31: with no piece to let out, the only piece plays all the dice together."""
    env = french("p0=10,f,f,f turn=0 dice=6,3")
    expect(env, legal=plays(env, "M0:6+3"))
    env = french("p0=10,f,f,f turn=0 dice=6,6,5,3")
    expect(env, legal=plays(env, "M0:6+6+5+3"))


def test_E_T33_a_block_on_a_safe_square():
    """E-T33: two of one colour on the safe square 8 are a block: nothing passes them."""
    env = french("p0=5,30 s1@8,8 turn=0 dice=4,1")
    expect(env, legal=plays(env, "M0:1 M1:1,4,4+1"))


def test_E_T35_the_capturing_piece_is_locked():
    """E-T35: the piece that captures on the entry stays there; the 3 is for other pieces."""
    env = french("p0=y,20,30,f s1@0 turn=0 dice=6,3")
    expect(env, legal=plays(env, "X0:6,6+3 M1,2:3,6,6+3"))
    spend(env, "X0:6")
    expect(env, legal=plays(env, "M1,2:3"), p0="0,20,30,f", p1="x0", turn=0, dice=3, locked=0)


def test_E_T36_double_sixes_are_thrown_again():
    """E-T36: after 6+6 both dice are thrown again, and all throws are in the bag."""
    for rolls, bag in (
        ([6, 6, 6, 6, 5, 1], "6,6,6,6,5,1"),
        ([6, 6, 3, 3], "6,6,3,3"),
        ([5, 5], "5,5"),
        ([6, 6, 6, 2], "6,6,6,2"),
    ):
        expect(french("turn=0", rolls=rolls), dice=bag, turn=0)
