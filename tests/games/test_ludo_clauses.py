"""The clauses of Ludo, each by a position or by a property of random games."""

import pytest
from observation_rows import parts_of
from positions import (
    PIECES,
    SEATS,
    expect,
    full,
    legal_set,
    ludo,
    over,
    place_after,
    places,
    play,
    progress,
    random_game,
    words_of,
)

from ludo_env import ludo_v0

DICE = range(1, 7)
RING = 52
SAFE = {0, 8, 13, 21, 26, 34, 39, 47}


def after(position, die, action=0, **flags):
    """Return the environment after this action with this die; the next player rolls a 1."""
    env = ludo(position, rolls=[die, 1], **flags)
    play(env, action)
    return env


# The board, and the start


@pytest.mark.parametrize("players", [2, 3, 4])
def test_players_pieces_and_die(players):
    """A-1: two to four players have four pieces each and one die of six faces."""
    env = ludo(num_players=players)
    assert len(env.agents) == players
    words = words_of(env)
    assert [words[f"p{seat}"] for seat in range(players)] == ["y,y,y,y"] * players
    rolled = set()
    for seed in range(100):
        env.reset(seed=seed)
        rolled.add(words_of(env)["dice"])
    assert rolled == set("123456")


@pytest.mark.parametrize("players", [1, 5])
def test_no_other_number_of_players(players):
    """A-1: one player or five are refused."""
    with pytest.raises(ValueError, match="num_players"):
        ludo_v0.env(num_players=players)


@pytest.mark.parametrize("seat", SEATS)
def test_entry_squares(seat):
    """A-2: the four colours enter a ring of 52 at squares 0, 13, 26 and 39."""
    env = after(f"turn={seat}", 6)
    assert ring_of(env, "player_0")[seat].tolist() == [
        int(square == 13 * seat) for square in range(RING)
    ]
    expect(after(f"p{seat}=51 turn={seat}", 1), **{f"p{seat}": "0"})


def test_home_track_has_five_squares():
    """A-3: a home track has the indices 0 to 4, and the step after them finishes."""
    for die in range(1, 6):
        expect(after("p0=50 turn=0 hit=0", die), p0=f"h{die - 1}")
    expect(after("p0=h4 turn=0 hit=0", 1), p0="f")
    with pytest.raises(ValueError, match="h5"):
        ludo("p0=h5 turn=0")


@pytest.mark.parametrize(("seat", "gate"), [(0, 50), (1, 11), (2, 24), (3, 37)])
def test_last_ring_square(seat, gate):
    """A-4: colours leave the ring at 50, 11, 24 and 37; without a capture they stay on it."""
    position = f"p{seat}=50 turn={seat}"
    assert ring_of(ludo(position), "player_0")[seat][gate] == 1
    expect(after(position, 1), **{f"p{seat}": "51"})
    expect(after(f"{position} hit={seat}", 1), **{f"p{seat}": "h0"})


def test_behind_the_gate_is_not_the_first_home_square():
    """A-5: ring progress 51 and home index 0 are equally far, and still two places."""
    behind, home = ludo("p0=51 turn=0 dice=2"), ludo("p0=h0 turn=0 dice=2")
    expect(behind, p0="51")
    expect(home, p0="h0")
    one, other = seen(behind, "player_0"), seen(home, "player_0")
    assert one["progress"][0] == other["progress"][0] == pytest.approx(51 / 56)
    assert one["zone"][0].tolist() == [0, 1, 0, 0]
    assert other["zone"][0].tolist() == [0, 0, 1, 0]


def refuges(**flags):
    """Return the squares of the ring on which an enemy piece is not captured."""
    found = set()
    for square in range(RING):
        mover = f"p0={progress(0, square - 1)} turn=0"
        env = after(f"{mover} p1={progress(1, square)}", 1, **flags)
        if words_of(env)["hit"] == "-":
            found.add(square)
    return found


def test_safe_squares():
    """A-6: nothing is captured on the entries and on the squares five before the next entry."""
    assert refuges() == SAFE


def test_other_safe_squares():
    """A-6: `safe_squares` puts others in their place."""
    assert refuges(safe_squares=(5, 50)) == {5, 50}
    with pytest.raises(ValueError, match="52"):
        ludo_v0.env(safe_squares=(52,))


def test_start():
    """A-7: all in the yard, nobody has captured, no sixes, player 0 is asked with a die rolled."""
    env = ludo("p0=10 p1=12 turn=1 hit=1 sixes=1,1,1,1", rolls=[6])
    env.reset(options={"dice": [4]})
    assert env.position == full("p0= p1= p2= p3= turn=0 dice=4 sixes=0,0,0,0 hit=-")
    assert env.agent_selection == "player_0"


def test_clockwise():
    """A-8: squares are numbered clockwise, as the picture of a piece on its way shows."""
    expect(after("p0=20 turn=0", 3), p0="23")
    corners = []
    for square in range(RING):
        rows = ludo(f"p0={square} turn=0").picture().split("\n\n")[0].split("\n")
        corners += [(line.index("G0"), row) for row, line in enumerate(rows) if "G0" in line]
    turns = zip(corners, corners[1:] + corners[:1], strict=True)
    # The sign of the enclosed area gives the direction, with rows counted downwards.
    assert sum(x * next_y - next_x * y for (x, y), (next_x, next_y) in turns) > 0


# Moving


@pytest.mark.parametrize("die", DICE)
def test_out_of_the_yard(die):
    """A-10: only a 6 leaves the yard, and it is used up by that."""
    env = ludo("p0=f,f,f,y turn=0", rolls=[die, 1])
    expect(env, legal={3} if die == 6 else {4})
    if die == 6:
        play(env, 3)
        expect(env, p0="f,f,f,0")


def test_no_capture_on_a_safe_entry():
    """A-11: a piece enters a safe entry, where a lone enemy stays."""
    expect(after("p1=39 turn=0", 6), p0="0", p1="39", hit="-")


def test_an_open_entry_is_landed_on_like_any_square():
    """A-11: where the entry is not safe, a block stops an entry, and a lone enemy is captured."""
    flags = {"safe_squares": (8,)}
    expect(ludo("p1=39,39 turn=0", rolls=[6], **flags), legal={4})
    expect(ludo("p0=0,0 turn=0", rolls=[6], **flags), legal={0, 1})
    expect(after("p1=39 turn=0", 6, **flags), p0="0", p1="", hit=0, turn=0)


@pytest.mark.parametrize("die", DICE)
def test_past_the_own_gate_without_a_capture(die):
    """A-12: a colour that has not captured walks on round the ring."""
    for start in range(46, RING):
        expect(after(f"p0={start} turn=0", die), p0=str((start + die) % RING))


def test_as_many_laps_as_it_takes():
    """A-12: laps are not counted; after three of them the piece walks on."""
    rounds = 3 * RING
    env = ludo("p0=0 turn=0", rolls=[5, 1] * rounds, num_players=2)
    for turn in range(1, rounds):
        play(env, 0, 4)
        expect(env, p0=str(5 * turn % RING))


@pytest.mark.parametrize("die", DICE)
def test_towards_home_after_a_capture(die):
    """A-13, A-14: with a capture the way leads through the gate, and nowhere else."""
    for start in range(40, 51):
        env = ludo(f"p0={start},f,f,f p1=f,f,f turn=0 hit=0", rolls=[die, 1])
        expect(env, legal={0})
        play(env, 0)
        expect(env, p0=f"{place_after(start + die)},f,f,f")


@pytest.mark.parametrize("die", DICE)
def test_from_behind_the_gate(die):
    """A-15: a piece one past its gate when its colour captures goes home by the same sum."""
    expect(after("p0=51 turn=0 hit=0", die), p0=place_after(51 + die))


@pytest.mark.parametrize("die", DICE)
def test_more_than_is_needed_finishes(die):
    """A-16: in the home track every number is legal, and one that is too large finishes."""
    for index in range(5):
        env = ludo(f"p0=h{index},f,f p1=f,f,f turn=0 hit=0", rolls=[die, 1])
        assert 0 in legal_set(env)
        play(env, 0)
        expect(env, p0=f"{place_after(51 + index + die)},f,f")


@pytest.mark.parametrize("die", DICE)
def test_exact_finish(die):
    """A-16, A-15: under `exact_finish` a piece cannot move by more than it needs."""
    for place, steps in (("51", 51), ("h0", 51), ("h1", 52), ("h3", 54), ("h4", 55)):
        env = ludo(f"p0=f,f,{place},h0 turn=0 hit=0", rolls=[die, 1], exact_finish=True)
        assert (2 in legal_set(env)) == (steps + die <= 56)
        if steps + die <= 56:
            play(env, 2)
            expect(env, p0=f"f,f,{place_after(steps + die)},h0")


@pytest.mark.parametrize("exact", [False, True])
def test_a_six_from_the_gate_finishes(exact):
    """A-17: from the last ring square a 6 finishes, and it is the exact number too."""
    env = ludo("p0=50,f,f turn=0 hit=0", rolls=[6, 1], exact_finish=exact)
    expect(env, legal={0, 3})
    play(env, 0)
    expect(env, p0="f,f,f")


def test_home_tracks_are_free():
    """A-18: in the home track own pieces pass each other and stand together."""
    env = ludo("p0=h0,h2,h2,h2 turn=0 hit=0", rolls=[3, 1])
    expect(env, legal={0, 1, 2, 3})
    play(env, 0)
    expect(env, p0="h3,h2,h2,h2")
    expect(after("p0=h0,h2,h2,h2 turn=0 hit=0", 2), p0="h2,h2,h2,h2")
    expect(after("p0=h0 p1=h2 turn=0 hit=0,1", 2), p0="h2", p1="h2", turn=1)


@pytest.mark.parametrize("die", DICE)
def test_finished_pieces_stay(die):
    """A-19: a finished piece has no move, whatever the die."""
    expect(ludo("p0=f,10,f,f turn=0 hit=0", rolls=[die]), legal={1})


@pytest.mark.parametrize("mode", ["ffa", "teams"])
@pytest.mark.parametrize("stuck", [False, True])
def test_pass_only_when_nothing_moves(mode, stuck):
    """A-20: a player who can move must; PASS is legal exactly if no piece can."""
    env = ludo(mode=mode, share_when_stuck=stuck)
    passed = 0
    for seed in range(3):
        for _, action in random_game(env, seed):
            passed += action == 4
            mask = env.observe(env.agent_selection)["action_mask"]
            assert over(env) or mask[4] == (not mask[:4].any())
    assert passed > 0


# Safe squares, blocks, captures


def test_a_crowd_on_a_safe_square():
    """A-30: all colours share a safe square in any number; others pass and join, and hit nobody."""
    crowd = "p1=47,47 p2=34 p3=21,21,21"
    env = after(f"p0=5,8 {crowd} turn=0", 3)
    expect(env, p0="8,8", p1="47,47", p2="34", p3="21,21,21", hit="-", turn=1)
    expect(after(f"p0=5,8 {crowd} turn=0", 5), p0="10,8", p1="47,47", p2="34")


@pytest.mark.parametrize("mode", ["ffa", "teams"])
def test_a_block_is_two_or_more(mode):
    """A-31: on an open square two or three pieces of one colour are a block; one is not."""
    for pieces in ("49,49", "49,49,49"):
        expect(ludo(f"p0=9 p1={pieces} turn=0", rolls=[1], mode=mode), legal={4})
    expect(ludo("p0=9 p1=49 turn=0", rolls=[1], mode=mode), legal={0})


def test_a_team_block_in_any_split():
    """A-31: in a team game one piece of each partner is a block, but not in other games."""
    position = "p0=9 p1=49 p3=23 turn=0"
    expect(ludo(position, rolls=[1], mode="teams"), legal={4})
    expect(ludo(position, rolls=[1]), legal={0})


@pytest.mark.parametrize("die", DICE)
def test_a_block_on_the_way(die):
    """A-32: a block stops every move that touches its square, and only those."""
    for ahead in DICE:
        env = ludo(f"p0=14 p1={ahead + 1},{ahead + 1} turn=0", rolls=[die])
        assert (0 in legal_set(env)) == (die < ahead)


def test_a_block_does_not_hold_its_own_pieces():
    """A-32: the square a piece starts from is not on its way, so a block can be left."""
    env = ludo("p0=12,12 turn=0", rolls=[4, 1])
    expect(env, legal={0, 1})
    play(env, 1)
    expect(env, p0="12,16")


def test_no_third_piece_joins():
    """A-32: a third piece cannot join its own block on an open square."""
    expect(ludo("p0=10,12,12 turn=0", rolls=[2]), legal={1, 2})


def test_blocks_beyond_the_gate_do_not_matter():
    """A-33: for a colour on its way home the ring ends at its gate."""
    position = "p0=49 p1=38,38 turn=0"
    expect(ludo(position, rolls=[3]), legal={4})
    env = ludo(f"{position} hit=0", rolls=[3, 1])
    expect(env, legal={0})
    play(env, 0)
    expect(env, p0="h1", p1="38,38")


@pytest.mark.parametrize("victim", [1, 2, 3])
def test_a_lone_enemy_is_captured(victim):
    """A-34: a lone piece of any enemy goes back to its yard, and only from the square landed on."""
    enemy = f"p{victim}={progress(victim, 12)},{progress(victim, 11)}"
    env = after(f"p0=10 {enemy} turn=0", 2)
    expect(env, p0="12", hit=0, turn=0, **{f"p{victim}": f"y,{progress(victim, 11)}"})


def test_two_enemies_of_two_colours():
    """A-35: two different enemies on an open square are neither a block nor captured."""
    position = "p0=9 p1=49 p3=23 turn=0"
    expect(after(position, 1), p0="10", p1="49", p3="23", hit="-", turn=1)
    expect(after(position, 2), p0="11", p1="49", p3="23", hit="-", turn=1)
    expect(ludo(position, rolls=[1], mode="teams"), legal={4})
    expect(ludo(position, rolls=[2], mode="teams"), legal={4})


def test_mates_do_not_capture_each_other():
    """A-36: a piece that lands on a team-mate's makes a block with it; ffa has no team-mates."""
    env = ludo("p0=15 p1=2 p2=43 turn=0", rolls=[2, 2], mode="teams")
    play(env, 0)
    expect(env, legal={4}, p0="17", p2="43", hit="-", turn=1)
    expect(after("p0=15 p2=43 turn=0", 2), p0="17", p2="", hit=0)


def test_the_capture_is_remembered():
    """A-37: a colour has captured from its first capture on, even if it loses all its pieces."""
    env = ludo("p0=10 p2=40 p3=26 turn=0", rolls=[4, 1, 4, 4, 2, 1])
    play(env, 0, 0, 4, 4)
    expect(env, p0="15", p3="26", hit=0, turn=3, dice=2)
    play(env, 0)
    expect(env, p0="", p3="28", hit="0,3", turn=3)


def test_the_moved_colour_has_captured():
    """A-37: a player who moves a partner's piece captures for the partner's colour."""
    env = after("p0=f,f,f,f p1=3 p2=40 turn=0", 2, mode="teams")
    expect(env, p1="", p2="42", hit=2)


# Rolling again, sixes


@pytest.mark.parametrize(("flag", "following"), [(True, 0), (False, 1)])
def test_rolling_again_after_a_six(flag, following):
    """A-40: a 6 that was played earns another roll, unless `extra_roll_on_six` is off."""
    expect(after("p0=10 turn=0", 6, extra_roll_on_six=flag), p0="16", turn=following)
    expect(after("turn=0", 6, extra_roll_on_six=flag), p0="0", turn=following)
    env = after("p0=h3,10 turn=0 hit=0", 6, extra_roll_on_six=flag)
    expect(env, p0="f,10", turn=following)


@pytest.mark.parametrize(("flag", "following"), [(True, 0), (False, 1)])
def test_rolling_again_after_a_capture(flag, following):
    """A-41: a capture earns another roll, unless `extra_roll_on_capture` is off."""
    env = after("p0=10 p2=40 turn=0", 4, extra_roll_on_capture=flag)
    expect(env, p2="", hit=0, turn=following)


def test_one_roll_for_a_capture_with_a_six():
    """A-41: a capture by a 6 earns one roll, not two."""
    env = ludo("p0=10 p2=42 turn=0", rolls=[6, 1, 1])
    play(env, 0)
    expect(env, p0="16", p2="", turn=0)
    play(env, 0)
    expect(env, p0="17", turn=1)


@pytest.mark.parametrize(("flag", "following"), [(False, 1), (True, 0)])
def test_rolling_again_after_a_finish(flag, following):
    """A-42: a finished piece earns nothing, unless `extra_roll_on_finish` is on."""
    env = after("p0=h3,10 turn=0 hit=0", 3, extra_roll_on_finish=flag)
    expect(env, p0="f,10", turn=following)


def test_a_six_that_is_passed_earns_nothing():
    """A-43: PASS ends the turn, even on a 6."""
    env = ludo("p0=f,f,f,10 p1=51,51 turn=0", rolls=[6, 2])
    expect(env, legal={4}, dice=6)
    play(env, 4)
    expect(env, turn=1, dice=2)


def test_sixes_in_a_row():
    """A-44: each six of a player adds one, and any other number resets their counter."""
    env = ludo("p0=10 turn=0 sixes=0,1,2,0", rolls=[6, 5, 3])
    expect(env, sixes="1,1,2,0")
    play(env, 0)
    expect(env, turn=0, dice=5, sixes="0,1,2,0")
    play(env, 0)
    expect(env, turn=1, dice=3, sixes="0,0,2,0")


PASSED_SIX = "p0=f,f,f,10 p1=51,51 turn=0"  # a 6 would have to pass the block on 12


@pytest.mark.parametrize(("reset", "kept"), [("roll", "1,0,0,0"), ("turn", "0,0,0,0")])
def test_a_passed_six_and_the_next_turn(reset, kept):
    """A-44: a six that was passed still counts, unless `sixes_reset` is "turn"."""
    env = ludo(PASSED_SIX, rolls=[6, 2], sixes_reset=reset)
    play(env, 4)
    expect(env, sixes=kept, turn=1)


@pytest.mark.parametrize(("reset", "asked"), [("roll", 1), ("turn", 0)])
def test_three_sixes_over_three_turns(reset, asked):
    """A-44, A-45: sixes in three turns make a triple, unless each turn resets the count."""
    turns = [6, 2, 1, 1] * 2 + [6, 3]
    env = ludo("p0=f,f,f,10 p1=51,51,0 turn=0", rolls=turns, sixes_reset=reset)
    for _ in range(2):
        play(env, 4, 2, 4, 4)
    assert env.agent_selection == f"player_{asked}"


@pytest.mark.parametrize("reset", ["roll", "turn"])
def test_three_sixes_in_one_turn(reset):
    """A-45: the first two sixes are played and remain, the third is void."""
    env = ludo(rolls=[6, 6, 6, 4], sixes_reset=reset)
    play(env, 0, 0)
    expect(env, p0="6", turn=1, dice=4, sixes="0,0,0,0")


def test_a_void_six_upon_a_void_six():
    """A-45: the next player rolls at once, and their third six is void as well."""
    env = ludo("turn=0 sixes=2,2,0,1", rolls=[6, 6, 3])
    expect(env, turn=2, dice=3, sixes="0,0,0,1")


def test_a_void_six_ends_the_turn_that_a_capture_prolonged():
    """A-45: the roll that a capture earned is a roll like any other, and may be void."""
    env = ludo("p0=10 p2=42 turn=0 sixes=1,0,0,0", rolls=[6, 6, 3])
    play(env, 0)
    expect(env, p0="16", p2="", hit=0, turn=1, dice=3, sixes="0,0,0,0")


def test_sixes_count_for_who_rolls():
    """A-46: a six rolled for a mate's piece counts for the player who rolled it."""
    env = ludo("p0=f,f,f,f p2=10 turn=0 sixes=1,0,1,0", rolls=[6, 6, 2], mode="teams")
    expect(env, legal={0, 1, 2, 3}, sixes="2,0,1,0")
    play(env, 0)
    expect(env, p2="16", turn=1, dice=2, sixes="0,0,1,0")


# Modes and ends


@pytest.mark.parametrize("seat", SEATS)
def test_four_finished_pieces_win(seat):
    """A-50: the first player with four pieces home wins, and all others lose."""
    env = after(f"p{seat}=f,h4,f,f turn={seat}", 1, action=1)
    assert over(env)
    assert list(env.rewards.values()) == [1 if player == seat else -1 for player in SEATS]


@pytest.mark.parametrize("players", [2, 3])
def test_teams_need_four(players):
    """A-51: there are no teams of two and three players."""
    with pytest.raises(ValueError, match="teams"):
        ludo_v0.env(num_players=players, mode="teams")


def test_the_other_team_wins():
    """A-51: players 1 and 3 are the other team, and win together."""
    env = after("p0=f,f,f,f p1=f,f,f,h4 p3=f,f,f,f turn=1", 1, action=3, mode="teams")
    assert over(env)
    assert list(env.rewards.values()) == [-1, 1, -1, 1]


def test_a_finished_player_moves_his_mate():
    """A-52: the actions of a finished player are the partner's pieces, with the partner's gate."""
    position = "p0=f,f,f,f p2=50,y,h0,f turn=0"
    env = ludo(position, rolls=[3, 1], mode="teams")
    expect(env, legal={0, 2})
    play(env, 0)
    expect(env, p2="1,y,h0,f", turn=1)
    expect(after(f"{position} hit=0", 3, mode="teams"), p2="1,y,h0,f")
    expect(after(f"{position} hit=2", 3, mode="teams"), p2="h2,y,h0,f")


def test_a_helper_rolls_again_himself():
    """A-52: the extra roll for a capture or a six is the helper's own."""
    expect(after("p0=f,f,f,f p1=4 p2=42 turn=0", 1, mode="teams"), p1="", p2="43", turn=0)
    expect(after("p0=f,f,f,f p2=41 turn=0", 6, mode="teams"), p2="47", turn=0)
    expect(after("p0=f,f,f,f p2=41 turn=0", 1, mode="teams"), p2="42", turn=1)


def test_helping_begins_with_the_fourth():
    """A-52: until all four own pieces are finished, the actions are the own pieces."""
    env = ludo("p0=f,f,f,20 p2=10 turn=0", rolls=[3, 1], mode="teams")
    expect(env, legal={3})
    play(env, 3)
    expect(env, p0="f,f,f,23", p2="10")


STUCK = "p0=f,f,f,y p2=4,30 turn=0"


def test_a_stuck_player_passes():
    """A-53: a player who only cannot move does not move their partner's pieces."""
    expect(ludo(STUCK, rolls=[3], mode="teams"), legal={4})


def test_share_when_stuck():
    """A-53: under `share_when_stuck` they do; a player who can move their own still must."""
    env = ludo(STUCK, rolls=[3, 1], mode="teams", share_when_stuck=True)
    expect(env, legal={0, 1})
    play(env, 1)
    expect(env, p0="f,f,f,y", p2="4,33", turn=1)
    env = ludo(STUCK, rolls=[6, 1], mode="teams", share_when_stuck=True)
    expect(env, legal={3})
    play(env, 3)
    expect(env, p0="f,f,f,0", p2="4,30", turn=0)
    stuck = ludo("p0=f,f,f,y turn=0", rolls=[3], mode="teams", share_when_stuck=True)
    expect(stuck, legal={4})


def test_actions():
    """A-54: five actions: the pieces 0 to 3, and 4 for PASS."""
    env = ludo("p0=10,20,30,40 turn=0", rolls=[3, 1])
    assert all(env.action_space(agent).n == 5 for agent in env.agents)
    expect(env, legal={0, 1, 2, 3})
    play(env, 2)
    expect(env, p0="10,20,33,40")
    with pytest.raises(ValueError, match=r"0\.\.4"):
        play(env, 5)


@pytest.mark.parametrize("players", [2, 3])
def test_unused_colours_are_absent(players):
    """A-55: two or three play the first colours; the other colours do not exist."""
    env = ludo(num_players=players)
    assert [key for key in words_of(env) if key.startswith("p")] == [
        f"p{seat}" for seat in range(players)
    ]
    env = ludo(f"p{players - 1}=10 turn={players - 1}", rolls=[1, 1], num_players=players)
    play(env, 0)
    expect(env, turn=0)


# Observations

# The parts of the row of four players: name, numbers.
PARTS = {
    "ring": (4, RING),
    "progress": (16,),
    "zone": (16, 4),
    "die": (6,),
    "sixes": (4,),
    "captured": (4,),
    "to_act": (4,),
    "teams": (1,),
}


def seen(env, agent):
    """Return the row of an agent, in parts."""
    return parts_of(env.observe(agent)["observation"], PARTS)


def ring_of(env, agent):
    """Return the pieces on each ring square that an agent sees, by colour from its own."""
    return (seen(env, agent)["ring"] * PIECES).round().astype(int)


def test_the_ring_is_seen_from_the_own_entry():
    """A-56: pieces on the ring are counted by colour and square, both from the observer's seat."""
    env = ludo("p0=10,10,3 p1=0 p3=50 turn=0")
    for observer in SEATS:
        counts = ring_of(env, f"player_{observer}")
        wanted = {(0, 10): 2, (0, 3): 1, (1, 13): 1, (3, 37): 1}
        found = {
            ((observer + turn) % 4, (square + 13 * observer) % RING): counts[turn, square]
            for turn, square in zip(*counts.nonzero(), strict=True)
        }
        assert found == wanted


def test_pieces_are_seen_one_by_one():
    """A-56: the row has each piece's progress, and one of four zones."""
    env = ludo("p0=y,14,h2,f p1=51 turn=0 hit=0")
    parts = seen(env, "player_0")
    assert parts["progress"][:5] * 56 == pytest.approx([0, 14, 53, 56, 51])
    assert parts["zone"][:5].argmax(axis=1).tolist() == [0, 1, 2, 3, 1]
    assert parts["zone"].sum(axis=1).tolist() == [1] * 16
    others = seen(env, "player_1")
    assert others["progress"][12:] * 56 == pytest.approx([0, 14, 53, 56])
    assert others["progress"][0] * 56 == pytest.approx(51)


def test_flags_and_counters_are_seen():
    """A-56: everybody sees captures and sixes, the observer's own first."""
    env = ludo("turn=0 hit=1,2 sixes=0,1,2,0", rolls=[3])
    assert seen(env, "player_0")["captured"].tolist() == [0, 1, 1, 0]
    assert seen(env, "player_2")["captured"].tolist() == [1, 0, 0, 1]
    assert (seen(env, "player_0")["sixes"] * 2).tolist() == [0, 1, 2, 0]
    assert (seen(env, "player_1")["sixes"] * 2).tolist() == [1, 2, 0, 0]


@pytest.mark.parametrize("die", DICE)
def test_the_die_is_seen_by_whom_it_concerns(die):
    """A-56: the player to act sees their die; everybody sees whose turn it is."""
    env = ludo("p2=10 turn=2", rolls=[die])
    for observer in SEATS:
        parts = seen(env, f"player_{observer}")
        shown = [int(observer == 2 and face == die) for face in DICE]
        assert parts["die"].tolist() == shown
        assert parts["to_act"].argmax() == (2 - observer) % 4
        assert parts["to_act"].sum() == 1


@pytest.mark.parametrize(("mode", "flag"), [("ffa", 0), ("teams", 1)])
def test_the_mode_is_seen(mode, flag):
    """A-56: the row has a flag for a team game."""
    assert seen(ludo(mode=mode), "player_0")["teams"].tolist() == [flag]


def turned(words):
    """Return the same position with everybody one seat further."""
    text = {f"p{(seat + 1) % 4}": words[f"p{seat}"] for seat in SEATS}
    sixes = words["sixes"].split(",")
    hit = [(int(seat) + 1) % 4 for seat in words["hit"].split(",") if seat != "-"]
    text |= {
        "turn": (int(words["turn"]) + 1) % 4,
        "dice": words["dice"],
        "sixes": ",".join(sixes[-1:] + sixes[:-1]),
        "hit": ",".join(map(str, hit)) or "-",
    }
    return " ".join(f"{key}={value}" for key, value in text.items())


def test_every_seat_sees_the_same_game():
    """A-56: when all players move on by one seat, each sees what their neighbour saw."""
    env, other = ludo(), ludo()
    for number, _ in enumerate(random_game(env, seed=1)):
        if number % 20 or over(env):
            continue
        other.reset(options={"position": turned(words_of(env))})
        for seat in SEATS:
            mine = env.observe(f"player_{seat}")
            his = other.observe(f"player_{(seat + 1) % 4}")
            assert mine["observation"].tolist() == his["observation"].tolist()
            assert mine["action_mask"].tolist() == his["action_mask"].tolist()


def test_the_row_of_eighty():
    """A-56: the style for comparison has 80 numbers, five always 0, with no flag and no counter."""
    one = ludo("p0=10 turn=0 dice=3", observation="flat80")
    other = ludo("p0=10 turn=0 dice=3 hit=0 sixes=1,0,0,0", observation="flat80")
    row = one.observe("player_0")["observation"]
    assert row.shape == (80,)
    assert row.tolist() == other.observe("player_0")["observation"].tolist()
    assert row[70:75].tolist() == [0] * 5
    assert row[75:].tolist() == [1, 0, 0, 0, 0]
    assert one.observation_space("player_0")["observation"].contains(row)


def test_the_capture_mark():
    """A-57: the mark is in the position and in observations, and changes no legal action."""
    env = after("p0=10 p2=40 turn=0", 4)
    expect(env, hit=0)
    for agent, index in (("player_0", 0), ("player_1", 3)):
        assert seen(env, agent)["captured"][index] == 1
        assert seen(env, agent)["captured"].sum() == 1
    for die in DICE:
        plain = ludo("p0=10,20,h1 turn=0", rolls=[die])
        marked = ludo("p0=10,20,h1 turn=0 hit=0", rolls=[die])
        assert legal_set(plain) == legal_set(marked)
    for before, _ in random_game(env, seed=5):
        assert set(before["hit"].split(",")) <= {*words_of(env)["hit"].split(","), "-"}


def somebody_moves(env, words, die):
    """Return whether any seat can move a piece on the ring with this die."""
    board = " ".join(f"p{seat}={words[f'p{seat}']}" for seat in SEATS)
    for seat in SEATS:
        env.reset(options={"position": f"{board} turn={seat} dice={die} hit={words['hit']}"})
        on_ring = {index for index, place in enumerate(places(words, seat)) if place[0] == 1}
        if legal_set(env) & on_ring:
            return True
    return False


def test_the_ring_never_stands_still():
    """A-58: for all blocks, some piece on the ring can move one step; single players may pass."""
    env, other = ludo(), ludo()
    passed = 0
    for seed in range(2):
        for before, action in random_game(env, seed):
            passed += action == 4
            if any(zone == 1 for seat in SEATS for zone, _ in places(before, seat)):
                assert somebody_moves(other, before, 1)
    assert passed > 0
    chain = {"p0": "14,14,15,15", "p1": "3,3,4,4", "p2": "44,44,45,45", "p3": "33,33,34,34"}
    assert somebody_moves(other, chain | {"hit": "-"}, 1)


# Who plays, and who starts


def test_seats():
    """A-2, A-55: `seats` chooses the colours, and with them the entries."""
    env = ludo("p3=10 turn=3", rolls=[4, 1], num_players=2, seats=(1, 3))
    expect(env, legal={0})
    play(env, 0)
    expect(env, p3="14", turn=1)
    env = ludo("p1=9 p3=36 turn=1", rolls=[1, 1], num_players=2, seats=(1, 3))
    play(env, 0)
    expect(env, p1="10", p3="", hit=1)
    with pytest.raises(ValueError, match="seats"):
        ludo_v0.env(num_players=3, seats=(0, 1))


def starters(first_player):
    """Return the starting players for some seeds."""
    env = ludo(first_player=first_player)
    found = []
    for seed in range(40):
        env.reset(seed=seed)
        found.append(env.agent_selection)
    return found


def test_first_player():
    """A-7, G-12: player 0 starts, or one chosen by lot or by dice, as `first_player` says."""
    assert set(starters("fixed")) == {"player_0"}
    for choice in ("random", "roll"):
        drawn = starters(choice)
        assert set(drawn) == {f"player_{seat}" for seat in SEATS}
        assert drawn == starters(choice)
    with pytest.raises(ValueError, match="first_player"):
        ludo_v0.env(first_player="last")


def test_a_lot_takes_no_dice():
    """G-12: under "random" all given dice are left for the game."""
    env = ludo(rolls=[5, 2], first_player="random")
    expect(env, dice=5)


def test_the_roll_for_the_first_turn_counts_no_sixes():
    """G-12, A-44: under "roll" the highest starts, tied players roll again, and no six counts."""
    env = ludo(rolls=[6, 1, 6, 5, 2, 3, 6], first_player="roll")
    expect(env, turn=2, dice=6, sixes="0,0,1,0")
