"""The clauses of Strict Ludo, each by a position or by a property of random games."""

import pytest
from observation_rows import parts_of
from positions import (
    PIECES,
    SEATS,
    expect,
    legal_set,
    over,
    place_after,
    places,
    play,
    progress,
    random_game,
    strict,
    two_dice,
    words_of,
)

from ludo_env import strict_ludo_v0

DICE = range(1, 7)
RING = 52
BOARDS = [(4, False), (5, False), (4, True), (5, True)]
START = (0, 0)


def after(position, die, action=0, **flags):
    """Return the environment after this action with this die; the next player rolls a 1."""
    env = strict(position, rolls=[die, 1], **flags)
    play(env, action)
    return env


# Players, markers, the four phases


@pytest.mark.parametrize("flags", [{}, {"dice": 2}])
def test_one_acts_at_a_time(flags):
    """B-1: at every moment of a game exactly one agent can act."""
    env = strict(backend="python", **flags)
    for _ in random_game(env):
        able = [a for a in env.possible_agents if env.observe(a)["action_mask"].any()]
        assert over(env) or able == [env.agent_selection]


def test_two_to_four_players():
    """B-2: two, three and four can play; one and five cannot."""
    for players, seats in ((2, (0, 2)), (3, (0, 1, 2)), (4, (0, 1, 2, 3))):
        assert strict(num_players=players).spec.board.seats == seats
    for players in (1, 5):
        with pytest.raises(ValueError, match="num_players"):
            strict_ludo_v0.env(num_players=players)


def test_colours_differ():
    """B-3: no two players have the same colour."""
    with pytest.raises(ValueError, match="different"):
        strict_ludo_v0.env(num_players=2, seats=(1, 1))
    assert [key for key in words_of(strict()) if key.startswith("p")] == ["p0", "p1", "p2", "p3"]


def next_square(square):
    """Return the tile on which a marker one step behind captures another."""
    mover = next(seat for seat in SEATS if progress(seat, square) < 50)
    found = []
    for step in (1, 2, 51):
        ahead = (square + step) % RING
        victim = next(v for v in SEATS if v != mover and 0 < progress(v, ahead) < 51)
        position = f"p{mover}={progress(mover, square)} p{victim}={progress(victim, ahead)}"
        env = after(f"{position} turn={mover}", 1)
        if words_of(env)[f"p{victim}"] == "y,y,y,y":
            found.append(ahead)
    (only,) = found
    return only


def test_the_ring_is_a_ring():
    """B-4: from tile to tile the ring leads to all of its tiles, and back to the first."""
    walk = [0]
    while next_square(walk[-1]) != 0:
        walk.append(next_square(walk[-1]))
    assert walk == list(range(RING))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_markers_at_the_start(players):
    """B-5, B-6, B-8, B-21: every player has four markers of their own, all of them on Start."""
    env = strict(num_players=players)
    pieces = {key: word for key, word in words_of(env).items() if key.startswith("p")}
    assert list(pieces.values()) == ["y,y,y,y"] * players
    env = strict("p0=10 p1=20,h3 turn=1", rolls=[2])
    env.reset()
    expect(env, p0="", p1="", p2="", p3="")


@pytest.mark.parametrize("flags", [{}, {"dice": 2}])
def test_only_the_own_marker_moves(flags):
    """B-7: an action moves one marker of its player; others change only by going back to Start."""
    env = strict(**flags)
    for before, action in random_game(env):
        now, mover = words_of(env), int(before["turn"])
        moved = set()
        for seat in SEATS:
            for index, pair in enumerate(zip(places(before, seat), places(now, seat), strict=True)):
                if pair[0] != pair[1]:
                    assert seat == mover or pair[1] == START
                    moved |= {index} if seat == mover else set()
        assert moved == (set() if action == env.action_space("player_0").n - 1 else {action % 4})


@pytest.mark.parametrize("flags", [{}, {"dice": 2}, {"end_path": 4, "corners": True}])
def test_markers_only_go_forward(flags):
    """B-9: a marker never goes back from where it is, except to Start from the ring."""
    env = strict(**flags)
    phases = set()
    for before, _ in random_game(env):
        now = words_of(env)
        for seat in SEATS:
            for old, new in zip(places(before, seat), places(now, seat), strict=True):
                phases.add(new[0])
                assert new >= old or (new == START and old[0] == 1)
    assert phases == {0, 1, 2, 3}


@pytest.mark.parametrize("seat", SEATS)
def test_nobody_turns_into_another_end_path(seat):
    """B-10, B-11, B-41: a marker goes past the gates, Starts and entries of other colours."""
    for other in SEATS:
        gate = progress(seat, 13 * other + 50)
        if other != seat:
            for die in (1, 2, 6):
                env = after(f"p{seat}={gate} turn={seat}", die)
                wanted = gate + die
                assert wanted <= 50
                expect(env, **{f"p{seat}": str(wanted)})


def test_end_paths_are_apart():
    """B-10, B-11, B-41: markers in the End Paths of two colours share no tile."""
    env = strict("p0=h2,f,y,y p1=h2,f,y,y turn=0")
    assert ring_of(env, "player_0").sum() == 0
    env = after("p0=50 p1=h2 turn=0", 3)
    expect(env, p0="h2", p1="h2")


@pytest.mark.parametrize("seat", SEATS)
def test_four_on_finish_win(seat):
    """B-12: a player with four markers on Finish has won; three are not enough."""
    env = after(f"p{seat}=h4,f,f,f turn={seat}", 1)
    assert over(env)
    assert list(env.rewards.values()) == [1 if player == seat else -1 for player in SEATS]
    assert not over(after(f"p{seat}=h4,f,f,y turn={seat}", 1))


# Dice and turns


def test_dice_are_fair():
    """B-13: over 20 000 rolls every face occurs as often as chance allows."""
    env, counts = strict(), dict.fromkeys(DICE, 0)
    env.reset(seed=1)
    for _ in range(5_000):
        for face in env.infos["player_0"]["turn_order_rolls"][0].tolist():
            counts[face] += 1
        env.reset()
    rolls = sum(counts.values())
    assert rolls == 20_000
    # Chi-square with five degrees of freedom: one in a thousand is above 20.5.
    assert sum((count - rolls / 6) ** 2 / (rolls / 6) for count in counts.values()) < 20.5


def test_one_die_or_two():
    """B-13: the game is played with one die or with two, and with no other number."""
    expect(strict("turn=0", rolls=[4]), dice="4")
    expect(two_dice("turn=0", 4, 5), dice="4,5")
    for dice in (0, 3):
        with pytest.raises(ValueError, match="dice"):
            strict_ludo_v0.env(dice=dice)


def test_the_highest_roll_starts():
    """B-14: all roll in turn; the highest begins, and then rolls new dice."""
    env = strict(rolls=[2, 5, 3, 4, 6])
    expect(env, turn=1, dice=6)
    assert env.infos["player_2"]["turn_order_rolls"][0].tolist() == [2, 5, 3, 4]


def test_two_dice_are_added_for_the_first_turn():
    """B-14: with two dice the sums are compared."""
    env = strict(rolls=[6, 1, 4, 4, 1, 1, 2, 5, 5, 4], dice=2)
    expect(env, turn=1, dice="5,4")
    assert env.infos["player_0"]["turn_order_rolls"][0].tolist() == [7, 8, 2, 7]


def test_the_tied_roll_again():
    """B-15: players who share the highest roll go on among themselves, until one is left."""
    env = strict(rolls=[5, 5, 5, 2, 4, 1, 4, 3, 6, 2])
    rounds = env.infos["player_0"]["turn_order_rolls"]
    assert rounds[:3].tolist() == [[5, 5, 5, 2], [4, 1, 4, 0], [3, 0, 6, 0]]
    assert not rounds[3:].any()
    expect(env, turn=2, dice=2)


def test_who_was_beaten_does_not_come_back():
    """B-15: a high number in a later round helps only players who are still in it."""
    env = strict(rolls=[1, 6, 6, 5, 2, 2, 1, 3, 4], num_players=4)
    expect(env, turn=2, dice=4)


def test_then_clockwise():
    """B-16: after the starter the others follow in the order of their seats, repeatedly."""
    env = strict(rolls=[1, 2, 3, 6] + [3] * 9)
    acted = []
    for _ in range(8):
        acted.append(words_of(env)["turn"])
        play(env, 4)
    assert acted == ["3", "0", "1", "2"] * 2


def test_one_roll_a_turn():
    """B-17: neither a 6, nor a capture, nor a finished marker earns another roll."""
    expect(after("p0=10 turn=0", 6), p0="16", turn=1)
    expect(after("turn=0", 6), p0="0", turn=1)
    expect(after("p0=10 p1=1 turn=0", 4), p1="", turn=1)
    expect(after("p0=h4 turn=0", 1), p0="f", turn=1)


def test_nothing_to_play():
    """B-18: a player who cannot move passes, and the turn ends."""
    env = strict("p0=h4,f,f,y turn=0", rolls=[5, 1])
    expect(env, legal={4})
    play(env, 4)
    expect(env, p0="h4,f,f,y", turn=1)


def test_the_game_stops_at_the_fourth():
    """B-19: with the fourth marker on Finish the game is over, though a die is left."""
    env = two_dice("p0=h4,f,f,f p1=10 turn=0", 3, 1)
    expect(env, legal={4})
    play(env, 4)
    assert over(env)
    assert not env.observe("player_0")["action_mask"].any()


# The ring


@pytest.mark.parametrize("seat", SEATS)
def test_the_ring_is_everybodys(seat):
    """B-20: up to its gate every colour walks the same tiles, counted from its own entry."""
    env = strict()
    for steps in range(51):
        env.reset(options={"position": f"p{seat}={steps},y,y,y turn={seat}"})
        squares = ring_of(env, "player_0")[seat].nonzero()[0].tolist()
        assert squares == [(13 * seat + steps) % RING]


@pytest.mark.parametrize("die", DICE)
def test_only_a_six_leaves_the_start(die):
    """B-22, B-24, B-30: a 6 puts a marker on its entry and is used up; no other number does."""
    env = strict("p0=f,y,f,f turn=0", rolls=[die, 1])
    expect(env, legal={1} if die == 6 else {4})
    play(env, 1 if die == 6 else 4)
    expect(env, p0="f,0,f,f" if die == 6 else "f,y,f,f", turn=1)


@pytest.mark.parametrize("dice", [(1, 5), (2, 4), (3, 3), (5, 1)])
def test_a_sum_of_six_is_no_six(dice):
    """B-23: two dice that make 6 together are not enough; one that shows 6 is."""
    expect(two_dice("turn=0", *dice), legal={8})
    expect(two_dice("turn=0", dice[0], 6), legal={4, 5, 6, 7})


def test_leaving_spends_the_six():
    """B-24: after leaving by a 6 only the other die is left to play."""
    env = two_dice("turn=0", 2, 6)
    play(env, 7)
    expect(env, p0="y,y,y,0", dice="2,-", legal={3})


@pytest.mark.parametrize(("end_path", "corners"), BOARDS)
def test_entries_and_gates_are_evenly_spaced(end_path, corners):
    """B-25: from entry to entry, and so from gate to gate, it is a quarter of the ring."""
    board = strict(end_path=end_path, corners=corners).spec.board
    section = board.ring // 4
    assert [board.entry(player) for player in SEATS] == [section * seat for seat in SEATS]
    for seat in SEATS:
        env = strict(f"p{seat}={board.gate} turn={seat}", end_path=end_path, corners=corners)
        squares = ring_of(env, "player_0", board.ring)[seat].nonzero()[0].tolist()
        assert squares == [(section * seat - 2) % board.ring]


@pytest.mark.parametrize(("end_path", "corners"), BOARDS)
def test_clockwise(end_path, corners):
    """B-26: markers go up the tile numbers, which is clockwise in the picture."""
    expect(after("p0=20 turn=0", 3, end_path=end_path, corners=corners), p0="23")
    env, corner = strict(end_path=end_path, corners=corners), []
    for steps in range(env.spec.board.gate + 1):
        env.reset(options={"position": f"p0={steps},y,y,y turn=0"})
        rows = env.picture().split("\n\n")[0].split("\n")
        corner += [(line.index("G0"), row) for row, line in enumerate(rows) if "G0" in line]
    # The sign of the enclosed area gives the direction, with rows counted downwards.
    turns = zip(corner, corner[1:] + corner[:1], strict=True)
    assert sum(x * next_y - next_x * y for (x, y), (next_x, next_y) in turns) > 0


@pytest.mark.parametrize("die", DICE)
def test_as_far_as_the_die_says(die):
    """B-27: a marker goes as many tiles as its die shows, on the ring and off it."""
    expect(after("p0=10 turn=0", die), p0=str(10 + die))
    expect(after("p0=50 turn=0", die), p0="f" if die == 6 else f"h{die - 1}")
    env = two_dice("p0=10 turn=0", 7 - die, die)
    expect(env, legal={0, 4, *((1, 2, 3) if die == 1 else (5, 6, 7) if die == 6 else ())})
    play(env, 4)
    expect(env, p0=str(10 + die))


def test_every_marker_that_can_move_is_offered():
    """B-28: all markers with a valid move may be chosen."""
    expect(strict("p0=10,50,h0,40 turn=0", rolls=[3]), legal={0, 2, 3})
    expect(strict("p0=10,20,h0,40 turn=0", rolls=[3]), legal={0, 1, 2, 3})
    expect(strict("p0=10,20,h4,y turn=0", rolls=[3]), legal={0, 1})


@pytest.mark.parametrize(
    "position", ["p0=10,12,12,12", "p0=10 p1=50,50 p2=38", "p0=10 p2=38,38,38,38", "p0=10 p1=0,0"]
)
def test_nothing_on_the_ring_obstructs(position):
    """B-29: markers on the ring can be passed, for any colour and any number."""
    env = strict(f"{position} turn=0", rolls=[5, 1])
    assert 0 in legal_set(env)
    before = words_of(env)
    play(env, 0)
    now = words_of(env)
    assert places(now, 0)[0] == (1, 15)
    assert [now[f"p{seat}"] for seat in (1, 2, 3)] == [before[f"p{seat}"] for seat in (1, 2, 3)]


@pytest.mark.parametrize("die", range(1, 6))
def test_the_end_path_counts_as_on_the_way(die):
    """B-30: without a 6 markers in the End Path can move, and none from Start."""
    expect(strict("p0=h0,y turn=0", rolls=[die]), legal={0})
    expect(strict("p0=h0,20 turn=0", rolls=[die]), legal={0, 1})


def test_all_on_start_with_a_six():
    """B-31: with all on Start a 6 must be used to leave; later there is a choice."""
    expect(strict("turn=0", rolls=[6]), legal={0, 1, 2, 3})
    env = strict("p0=20 turn=0", rolls=[6, 1])
    expect(env, legal={0, 1, 2, 3})
    play(env, 0)
    expect(env, p0="26")


@pytest.mark.parametrize("die", range(1, 6))
def test_all_on_start_without_a_six(die):
    """B-32: with all on Start and no 6 the only action is PASS."""
    expect(strict("turn=0", rolls=[die]), legal={4})
    expect(two_dice("turn=0", die, die), legal={8})


def test_no_tile_is_special():
    """B-33: on every tile of the ring an enemy is captured, except on its own entry."""
    refuges = set()
    for seat in (1, 2, 3):
        for square in range(1, 51):
            if progress(seat, square) <= 50:
                env = strict(f"p0={square - 1} p{seat}={progress(seat, square)} turn=0", rolls=[1])
                if legal_set(env) == {4}:
                    refuges.add((seat, square))
                    continue
                play(env, 0)
                expect(env, **{f"p{seat}": ""})
    assert refuges == {(1, 13), (2, 26), (3, 39)}


# Landing


def test_own_markers_stand_together():
    """B-34: any number of own markers may stand on one tile of the ring, the entry too."""
    env = strict("p0=10,14,14,14 turn=0", rolls=[4, 1])
    expect(env, legal={0, 1, 2, 3})
    play(env, 0)
    expect(env, p0="14,14,14,14")
    expect(after("p0=0,0,y,0 turn=0", 6, action=2), p0="0,0,0,0")


def test_all_enemies_on_a_tile_are_captured():
    """B-35: four of one colour go back at once, and so do several colours."""
    expect(after("p0=10 p1=1,1,1,1 turn=0", 4), p0="14", p1="", turn=1)
    env = after("p0=10,14 p1=1,1,20,h0 p2=40 turn=0", 4)
    expect(env, p0="14,14", p1="y,y,20,h0", p2="")


def test_protection_is_for_the_own_entry():
    """B-36, B-37: on its own entry a marker is safe, on another's it is captured."""
    expect(strict("p0=12 p1=0 turn=0", rolls=[1]), legal={4})
    expect(after("p0=12 p2=39 turn=0", 1), p0="13", p2="")
    expect(after("p0=13 turn=1", 6), p0="", p1="0")


def test_protection_ends_on_leaving():
    """B-38: a marker that has left its entry can be captured on every other tile, at any time."""
    env = strict("p0=13 p1=0 turn=1", rolls=[1, 1, 1, 1, 1])
    play(env, 0, 4, 4)
    expect(env, p0="13", p1="1", turn=0)
    play(env, 0)
    expect(env, p0="14", p1="")
    for steps in range(1, 51):
        square = (26 + steps) % RING
        if 1 <= square <= 50:
            expect(after(f"p0={square - 1} p2={steps} turn=0", 1), p2="")


@pytest.mark.parametrize("landing", ["illegal", "coexist"])
def test_a_protected_tile_may_be_passed(landing):
    """B-38a: walking over a protected marker is always allowed."""
    env = strict("p0=10 p1=0,0 turn=0", rolls=[5, 1], protected_landing=landing)
    expect(env, legal={0})
    play(env, 0)
    expect(env, p0="15", p1="0,0")


def test_no_landing_on_a_protected_marker():
    """B-38a: no marker may land on a protected one, even if an unprotected one is there too."""
    expect(strict("p0=12 p1=0 turn=0", rolls=[1]), legal={4})
    expect(strict("p0=12 p1=0 p2=39 turn=0", rolls=[1]), legal={4})
    expect(strict("p0=12,30 p1=0 turn=0", rolls=[1]), legal={1})


def test_coexistence():
    """B-38a: under "coexist" a marker lands beside the protected one; others are captured."""
    flags = {"protected_landing": "coexist"}
    expect(after("p0=12 p1=0,0 turn=0", 1, **flags), p0="13", p1="0,0", turn=1)
    expect(after("p0=12 p1=0 p2=39 turn=0", 1, **flags), p0="13", p1="0", p2="")
    expect(after("p0=13,13 p1=0 turn=1", 6, action=1, **flags), p0="", p1="0,0")
    with pytest.raises(ValueError, match="protected_landing"):
        strict_ludo_v0.env(protected_landing="share")


# The End Path and Finish


@pytest.mark.parametrize("die", DICE)
def test_the_gate_is_mandatory(die):
    """B-39: from the ring the only way is through the gate, where no stop is needed."""
    for steps in range(45, 51):
        env = strict(f"p0={steps},f,f,f turn=0", rolls=[die, 1])
        expect(env, legal={0})
        play(env, 0)
        expect(env, p0=f"{place_after(steps + die)},f,f,f")


@pytest.mark.parametrize(("end_path", "die"), [(4, 5), (5, 6)])
def test_finish_lies_behind_the_end_path(end_path, die):
    """B-40: Finish is one step behind the End Path; a marker can pass through all of it."""
    gate = strict(end_path=end_path).spec.board.gate
    expect(after(f"p0={gate} turn=0", die, end_path=end_path), p0="f")
    expect(after(f"p0={gate} turn=0", die - 1, end_path=end_path), p0=f"h{end_path - 1}")
    expect(after(f"p0=h{end_path - 1} turn=0", 1, end_path=end_path), p0="f")


def test_no_capture_off_the_ring():
    """B-42: markers in an End Path or on Finish are never captured."""
    for die in DICE:
        env = strict("p0=50 p1=h0,h1,h2,f p2=h3,h4,f,f turn=0", rolls=[die, 1])
        play(env, 0)
        expect(env, p1="h0,h1,h2,f", p2="h3,h4,f,f")


@pytest.mark.parametrize("die", DICE)
def test_the_exact_number(die):
    """B-43: from each tile of the End Path a number larger than the exact one is illegal."""
    for index in range(5):
        env = strict(f"p0=h{index},f,f,y turn=0", rolls=[die, 1])
        assert (0 in legal_set(env)) == (index + die <= 5)


@pytest.mark.parametrize("stack", [True, False])
def test_no_passing_in_the_end_path(stack):
    """B-44: an own marker in the End Path cannot be passed, from the ring or on the way home."""
    flags = {"end_path_stack": stack}
    expect(strict("p0=h0,h2,f,f turn=0", rolls=[3], **flags), legal={1})
    expect(strict("p0=h0,h2,f,f turn=0", rolls=[5], **flags), legal={4})
    expect(strict("p0=48,h1,f,f turn=0", rolls=[5], **flags), legal={4})
    expect(strict("p0=h4,50,f,f turn=0", rolls=[6], **flags), legal={4})
    expect(strict("p0=h4,h3,f,f turn=0", rolls=[1], **flags), legal={0, 1} if stack else {0})
    expect(strict("p0=50,h2 p1=h1 turn=0", rolls=[2], **flags), legal={0, 1})


@pytest.mark.parametrize(
    ("place", "die", "stacking", "strictly"),
    [("50", 3, {0, 1}, {1}), ("49", 4, {0}, {4}), ("h0", 2, {0, 1}, {1})],
)
def test_stacking_in_the_end_path(place, die, stacking, strictly):
    """B-44: an own marker there may be joined, unless `end_path_stack` is off."""
    position = f"p0={place},h2,f,f turn=0"
    env = strict(position, rolls=[die, 1])
    expect(env, legal=stacking)
    play(env, 0)
    expect(env, p0="h2,h2,f,f")
    expect(strict(position, rolls=[die], end_path_stack=False), legal=strictly)


@pytest.mark.parametrize("end_path", [4, 5])
def test_end_paths_of_four_or_five(end_path):
    """B-45: an End Path has four or five tiles, as many for every colour."""
    for seat in SEATS:
        gate = strict(end_path=end_path).spec.board.gate
        env = after(f"p{seat}={gate} turn={seat}", end_path, end_path=end_path)
        expect(env, **{f"p{seat}": f"h{end_path - 1}"})
        env = after(f"p{seat}={gate} turn={seat}", end_path + 1, end_path=end_path)
        expect(env, **{f"p{seat}": "f"})
    for wrong in (3, 6):
        with pytest.raises(ValueError, match="end_path"):
            strict_ludo_v0.env(end_path=wrong)


def test_finish_holds_all_four():
    """B-46: markers on Finish block nobody; the fourth joins the other three."""
    expect(after("p0=h3,f,f,y turn=0", 2, end_path_stack=False), p0="f,f,f,y")
    env = after("p0=f,f,f,h0 turn=0", 5, action=3)
    expect(env, p0="f,f,f,f")
    assert over(env)


# Two dice


def test_two_dice_are_two_moves():
    """B-47: the first die is completed, with its capture, before the second is considered."""
    env = two_dice("p0=10,20 p1=1 turn=0", 4, 3)
    play(env, 0)
    expect(env, p0="14,20", p1="", turn=0, legal={4, 5})
    play(env, 5)
    expect(env, p0="14,23", turn=1)


def test_the_first_move_may_clear_the_way():
    """B-47: a marker that moves on in the End Path can make the other die playable."""
    env = two_dice("p0=h1,50,f,f turn=0", 4, 3)
    expect(env, legal={0, 4})
    play(env, 4)
    expect(env, p0="h4,50,f,f", legal={1})


@pytest.mark.parametrize(("order", "p0"), [((0, 5), "13,24"), ((5, 0), "13,24"), ((1, 4), "14,23")])
def test_either_die_first(order, p0):
    """B-48: the player chooses which die is played first, and on which marker."""
    env = two_dice("p0=10,20 turn=0", 3, 4)
    expect(env, legal={0, 1, 4, 5})
    play(env, *order)
    expect(env, p0=p0, turn=1)


def test_the_only_playable_die_must_be_played():
    """B-49: when only one of two dice can be played, PASS is not offered."""
    expect(two_dice("p0=h3,f,f,y turn=0", 5, 1), legal={4})
    expect(two_dice("p0=h3,f,f,y turn=0", 1, 5), legal={0})


def test_no_duty_to_use_both():
    """B-49, B-50: a player may make the other die unplayable, and lose it."""
    env = two_dice("p0=50,y,f,f turn=0", 6, 3)
    expect(env, legal={0, 1, 4})
    play(env, 0)
    expect(env, p0="f,y,f,f", turn=1, dice="1,2")


def test_the_turn_ends_with_no_die_to_play():
    """B-50: if neither die can be played the player passes."""
    env = two_dice("p0=h4,y,f,f turn=0", 3, 5)
    expect(env, legal={8})
    play(env, 8)
    expect(env, p0="h4,y,f,f", turn=1, dice="1,2")


def test_one_marker_by_both_dice():
    """B-51: a marker moved by both dice lands in between: it captures there, or is not allowed."""
    env = two_dice("p0=10 p2=39 turn=0", 3, 4)
    play(env, 0, 4)
    expect(env, p0="17", p2="")
    env = two_dice("p0=10 p1=0 turn=0", 3, 4)
    expect(env, legal={4})
    play(env, 4)
    expect(env, p0="14", legal={0})
    expect(two_dice("p0=10 p1=0 p2=40 turn=0", 3, 4), legal={4})


# The boards


@pytest.mark.parametrize(("end_path", "ring"), [(4, 44), (5, 52)])
def test_the_length_of_the_ring(end_path, ring):
    """B-52: the ring has four sections of twice the End Path and three tiles more."""
    assert strict(end_path=end_path).spec.board.ring == ring
    env = after(f"p1={ring // 2} turn=1", 1, end_path=end_path)
    assert ring_of(env, "player_1", ring)[0].nonzero()[0].tolist() == [ring // 2 + 1]
    behind = ring - ring // 4 + 1  # where the second player's marker is on the first's tile 1
    expect(after(f"p0=0 p1={behind} turn=0", 1, end_path=end_path), p0="1", p1="")


@pytest.mark.parametrize(("end_path", "ring"), [(4, 48), (5, 56)])
def test_corners(end_path, ring):
    """B-53: corners add one ordinary tile to each section; by default there are none."""
    flags = {"end_path": end_path, "corners": True}
    assert strict(**flags).spec.board.ring == ring
    assert strict(end_path=end_path).spec.board.ring == ring - 4
    corner = end_path
    theirs = corner - ring // 4 + ring
    env = after(f"p0={corner - 1} p1={theirs} turn=0", 1, **flags)
    expect(env, p0=str(corner), p1="", turn=1)


# Encoding


def test_actions():
    """B-60: five actions with one die, nine with two: die times four plus marker, and PASS."""
    one = strict("p0=10,20,30,40 turn=0", rolls=[3, 1])
    assert one.action_space("player_0").n == 5
    play(one, 2)
    expect(one, p0="10,20,33,40", turn=1)
    env = two_dice("p0=10,20,30,40 turn=0", 3, 5)
    assert env.action_space("player_3").n == 9
    expect(env, legal=set(range(8)))
    play(env, 6)
    expect(env, p0="10,20,35,40", turn=0, dice="3,-")
    assert env.agent_selection == "player_0"
    play(env, 3)
    expect(env, p0="10,20,35,43", turn=1)


@pytest.mark.parametrize("face", DICE)
def test_equal_dice_are_offered_once(face):
    """B-61: of two equal dice only the first is offered, then only the second."""
    env = two_dice("p0=10,20,h0,f turn=0", face, face)
    assert max(legal_set(env)) < 4
    play(env, 0)
    assert min(legal_set(env)) >= 4
    assert max(legal_set(env)) < 8


def test_pass_only_begins_a_turn():
    """B-62: PASS is offered if no move is possible at the start of a turn, and never later."""
    env = strict(dice=2)
    passed = forfeited = 0
    for seed in range(3):
        for before, action in random_game(env, seed):
            begun = "-" in before["dice"]
            passed += action == 8
            forfeited += not begun and action != 8 and words_of(env)["turn"] != before["turn"]
            assert not (begun and action == 8)
            assert over(env) or legal_set(env) == {8} or 8 not in legal_set(env)
    assert passed > 0
    assert forfeited > 0


def seen(env, agent, ring=RING):
    """Return the row of one of four agents, in parts."""
    dice = 12 if env.action_space(agent).n == 9 else 6
    shapes = {
        "ring": (4, ring),
        "progress": (16,),
        "zone": (16, 4),
        "dice": (dice // 6, 6),
        "to_act": (4,),
        "teams": (1,),
    }
    return parts_of(env.observe(agent)["observation"], shapes)


def ring_of(env, agent, ring=RING):
    """Return the markers on each ring tile that an agent sees, by colour from its own."""
    return (seen(env, agent, ring)["ring"] * PIECES).round().astype(int)


def test_what_is_seen_of_the_markers():
    """B-63: an observation has counts on the ring, and the progress and phase of each marker."""
    env = strict("p0=y,14,h2,f p1=3,3 turn=0")
    parts = seen(env, "player_0")
    assert parts["progress"][:4] * 56 == pytest.approx([0, 14, 53, 56])
    assert parts["zone"][:4].argmax(axis=1).tolist() == [0, 1, 2, 3]
    assert ring_of(env, "player_0")[0, 14] == 1
    assert ring_of(env, "player_0")[1, 16] == 2
    assert ring_of(env, "player_1")[0, 3] == 2
    assert ring_of(env, "player_1")[3, 1] == 1
    assert ring_of(env, "player_2").sum() == 3


def test_what_is_seen_of_the_dice():
    """B-63: the player to act sees their dice and which are spent; all see who is to act."""
    env = two_dice("p1=10,20 turn=1", 3, 5)
    assert seen(env, "player_1")["dice"].tolist() == [[0, 0, 1, 0, 0, 0], [0, 0, 0, 0, 1, 0]]
    play(env, 0)
    assert seen(env, "player_1")["dice"].tolist() == [[0] * 6, [0, 0, 0, 0, 1, 0]]
    for observer in (0, 2, 3):
        parts = seen(env, f"player_{observer}")
        assert not parts["dice"].any()
        assert parts["to_act"].argmax() == (1 - observer) % 4


def test_a_position_says_all():
    """B-63: a game restored from its position text continues as the game itself does."""
    env, other = strict(dice=2), strict(dice=2)
    for number, _ in enumerate(random_game(env, seed=2)):
        if number % 25 == 0 and not over(env):
            other.reset(options={"position": env.position})
            assert other.position == env.position
            assert legal_set(other) == legal_set(env)
            assert other.agent_selection == env.agent_selection


def mixed_tiles(env):
    """Return the ring tiles with markers of two colours, over three random games."""
    found = set()
    for seed in range(3):
        for _ in random_game(env, seed):
            occupied = ring_of(env, "player_0") > 0
            found |= set((occupied.sum(axis=0) > 1).nonzero()[0].tolist())
    return found


def test_mixed_stacks():
    """B-64: two colours never share a tile; under "coexist" they do, but only on entries."""
    assert mixed_tiles(strict()) == set()
    shared = mixed_tiles(strict(protected_landing="coexist"))
    assert shared
    assert shared <= {0, 13, 26, 39}


# Who plays, and who starts


def test_seats():
    """B-2, B-25: two and three players may take any different seats, with their entries."""
    env = strict("p1=10 p2=5 turn=1", rolls=[4, 1], num_players=2, seats=(1, 2))
    play(env, 0)
    expect(env, p1="14", turn=2)
    env = strict("p1=14 p2=2 turn=1", rolls=[1, 1], num_players=2, seats=(1, 2))
    play(env, 0)
    expect(env, p1="15", p2="")
    assert strict(num_players=3, seats=(3, 0, 1)).spec.board.seats == (0, 1, 3)


@pytest.mark.parametrize("choice", ["fixed", "random"])
def test_other_ways_to_start(choice):
    """B-14: the roll for the first turn can be switched off; then no such rolls are reported."""
    env = strict(first_player=choice)
    assert "turn_order_rolls" not in env.infos["player_0"]
    starters = set()
    for seed in range(40):
        env.reset(seed=seed)
        starters.add(words_of(env)["turn"])
    assert starters == ({"0"} if choice == "fixed" else set("0123"))
