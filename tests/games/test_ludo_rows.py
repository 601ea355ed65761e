"""The worked positions of Ludo, one test each."""
# ruff: noqa: N802  (a test bears the name of its position)

from positions import expect, legal_set, ludo, over, play, random_game


def test_A_T01_nothing_moves_without_a_six():
    """A-T01: all in the yard and a 3: the only action is PASS, and the next player is asked."""
    env = ludo(rolls=[3, 2])
    expect(env, legal={4}, turn=0, dice=3)
    play(env, 4)
    expect(env, turn=1, dice=2, p0="", p1="", p2="", p3="", hit="-")


def test_A_T02_a_six_lets_a_piece_out():
    """A-T02: a 6 lets any piece out of the yard onto its entry, and earns another roll."""
    env = ludo(rolls=[6, 5])
    expect(env, legal={0, 1, 2, 3}, turn=0)
    play(env, 0)
    expect(env, p0="0", turn=0, dice=5, hit="-")


def test_A_T03_a_plain_move():
    """A-T03: a piece on square 10 goes to 14 with a 4, and the turn passes on."""
    env = ludo("p0=10 turn=0", rolls=[4, 1])
    expect(env, legal={0})
    play(env, 0)
    expect(env, p0="14", turn=1, dice=1, hit="-")


def test_A_T04_a_capture():
    """A-T04: the lone enemy on 14 goes back to its yard; the captor is marked and rolls again."""
    env = ludo("p0=10 p2=40 turn=0", rolls=[4, 1])
    expect(env, legal={0}, hit="-")
    play(env, 0)
    expect(env, p0="14", p2="", hit=0, turn=0, dice=1)


def test_A_T05_no_capture_on_a_safe_square():
    """A-T05: on the safe square 8 two colours stand together, and the turn passes on."""
    env = ludo("p0=5 p1=47 turn=0", rolls=[3, 1])
    expect(env, legal={0})
    play(env, 0)
    expect(env, p0="8", p1="47", hit="-", turn=1, dice=1)


def test_A_T06_an_enemy_block():
    """A-T06: a block on 12 can neither be passed nor joined; the square before it is free."""
    position = "p0=10 p1=51,51 turn=0"
    expect(ludo(position, rolls=[4]), legal={4})
    expect(ludo(position, rolls=[2]), legal={4})
    env = ludo(position, rolls=[1, 1])
    expect(env, legal={0})
    play(env, 0)
    expect(env, p0="11", p1="51,51", hit="-", turn=1)


def test_A_T07_a_pair_on_a_safe_square_is_no_block():
    """A-T07: two enemies on the safe square 21 let others pass, and stand beside them."""
    position = "p0=20 p1=8,8 turn=0"
    env = ludo(position, rolls=[3, 1])
    expect(env, legal={0})
    play(env, 0)
    expect(env, p0="23", p1="8,8", turn=1)
    env = ludo(position, rolls=[1, 1])
    expect(env, legal={0})
    play(env, 0)
    expect(env, p0="21", p1="8,8", hit="-", turn=1)


def test_A_T08_the_own_block_stops_too():
    """A-T08: of 10, 12 and 12 the first can neither join nor pass its own block on 12."""
    position = "p0=10,12,12 turn=0"
    env = ludo(position, rolls=[2, 1])
    expect(env, legal={1, 2})
    play(env, 1)
    expect(env, p0="10,14,12", turn=1)
    env = ludo(position, rolls=[4, 1])
    expect(env, legal={1, 2})
    play(env, 2)
    expect(env, p0="10,12,16", turn=1)


def test_A_T09_another_lap_without_a_capture():
    """A-T09: without a capture a piece goes past its gate, from 48 to square 1."""
    env = ludo("p0=48 turn=0", rolls=[5, 1])
    expect(env, legal={0}, hit="-")
    play(env, 0)
    expect(env, p0="1", turn=1)


def test_A_T10_home_after_a_capture():
    """A-T10: with a capture the same 5 from 48 leads into the home track, to index 2."""
    env = ludo("p0=48 turn=0 hit=0", rolls=[5, 1])
    expect(env, legal={0})
    play(env, 0)
    expect(env, p0="h2", hit=0, turn=1)


def test_A_T12_home_by_more_than_is_needed():
    """A-T12: from home index 3 a 5 and a 2 finish, and a 1 goes to index 4."""
    for die, place in ((5, "f"), (1, "h4"), (2, "f")):
        env = ludo("p0=h3,f,f turn=0 hit=0", rolls=[die, 1])
        expect(env, legal={0})
        play(env, 0)
        expect(env, p0=f"{place},f,f", turn=1)


def test_A_T13_the_gate_and_the_first_home_square():
    """A-T13: from 45 a 5 reaches the gate and a 6 the first home square."""
    env = ludo("p0=45 turn=0 hit=0", rolls=[5, 1])
    expect(env, legal={0})
    play(env, 0)
    expect(env, p0="50", turn=1)
    env = ludo("p0=45 turn=0 hit=0", rolls=[6, 1])
    expect(env, legal={0, 1, 2, 3})
    play(env, 0)
    expect(env, p0="h0", turn=0)


def test_A_T16_a_block_on_the_gate():
    """A-T16: an enemy block on the gate keeps a colour that may go home from getting there."""
    expect(ludo("p0=47 p1=37,37 turn=0 hit=0", rolls=[5]), legal={4}, turn=0, dice=5)


def test_A_T17_the_third_six():
    """A-T17: the third six in a row is void, and the next player rolls."""
    env = ludo("turn=0 sixes=2,0,0,0", rolls=[6, 2])
    expect(env, turn=1, dice=2, sixes="0,0,0,0")


def test_A_T20_a_team_block_stops_both_teams():
    """A-T20: team-mates together on 17 are a block for enemies and for their own team."""
    expect(ludo("p0=17 p1=2 p2=43 turn=1", rolls=[2], mode="teams"), legal={4})
    env = ludo("p0=17,15 p2=43 turn=0", rolls=[2, 1], mode="teams")
    expect(env, legal={0})
    play(env, 0)
    expect(env, p0="19,15", p2="43", turn=1)


def test_A_T21_team_mates_share_a_square():
    """A-T21: a piece lands on a team-mate's lone one: both stay, and there is no capture."""
    env = ludo("p0=15 p2=43 turn=0", rolls=[2, 1], mode="teams")
    expect(env, legal={0})
    play(env, 0)
    expect(env, p0="17", p2="43", hit="-", turn=1)


def test_A_T23_stuck_is_not_finished():
    """A-T23: with one piece still in the yard the team-mate's pieces are not one's own."""
    expect(ludo("p0=f,f,f,y p2=4 turn=0", rolls=[3], mode="teams"), legal={4}, turn=0)


def test_A_T24_the_fourth_piece_wins():
    """A-T24: the fourth finished piece ends the game: +1 to its player, -1 to the others."""
    env = ludo("p0=f,f,f,h4 turn=0 hit=0", rolls=[1])
    expect(env, legal={3})
    play(env, 3)
    assert over(env)
    expect(env, p0="f,f,f,f", hit=0)
    assert list(env.rewards.values()) == [1, -1, -1, -1]


def test_A_T25_a_team_wins_with_eight():
    """A-T25: a team has won when its second player is finished too, not before."""
    env = ludo("p0=f,f,f,h4 p2=4,f,f,f turn=0 hit=0,2", rolls=[1, 1], mode="teams")
    play(env, 3)
    assert not over(env)
    expect(env, p0="f,f,f,f", turn=1)
    env = ludo("p0=f,f,f,f p2=f,f,f,h3 turn=0 hit=0,2", rolls=[2], mode="teams")
    expect(env, legal={3})
    play(env, 3)
    assert over(env)
    assert list(env.rewards.values()) == [1, -1, 1, -1]


def test_A_T27_a_capture_just_behind_the_own_entry():
    """A-T27: the first capture on a second lap opens the gate, but the lap must be finished."""
    env = ludo("p0=49 p3=14 turn=0", rolls=[4, 2, 1])
    play(env, 0)
    expect(env, p0="1", p3="", hit=0, turn=0, dice=2)
    expect(env, legal={0})
    play(env, 0)
    expect(env, p0="3", turn=1)


def test_A_T28_out_onto_an_entry_that_enemies_hold():
    """A-T28: an enemy pair on one's own safe entry neither stops a piece nor is captured."""
    env = ludo("p1=39,39 turn=0", rolls=[6, 1])
    expect(env, legal={0, 1, 2, 3})
    play(env, 0)
    expect(env, p0="0", p1="39,39", hit="-", turn=0)


def test_A_T30_masks_of_a_random_game():
    """A-T30: only the agent to act has a mask; PASS is legal exactly if no piece can move."""
    env = ludo()
    for _ in random_game(env):
        for agent in env.possible_agents:
            mask = env.observe(agent)["action_mask"]
            if over(env) or agent != env.agent_selection:
                assert not mask.any()
            else:
                assert mask[4] == (not mask[:4].any())
    assert legal_set(env) == set()
