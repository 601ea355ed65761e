"""The effects of actions: exact values in chosen positions, and general laws in play."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, asdict, replace

import numpy as np
import pytest
from generals_positions import in_full
from positions import full
from small_races import converting

from ludo_env import (
    IllegalActionError,
    LudoError,
    Spec,
    game_of,
    generals_v0,
    load_game,
    loose_ludo_v0,
    ludo_v0,
    strict_ludo_v0,
)
from ludo_env.agents import Simulator, View
from ludo_env.boards import ring
from ludo_env.catalogue import games
from ludo_env.families import TOSS, TRACK
from ludo_env.render import key_text
from ludo_env.rules import (
    DECIDE,
    all_home_wins,
    bounce_back,
    capture_back,
    capture_by_swapping,
    dice,
    leave_yard,
)
from ludo_env.sessions import Capture, Freed, GridEffects, Journey, RaceEffects

LUDO, TEAMS = ludo_v0.spec(), ludo_v0.spec(mode="teams")
STRICT = strict_ludo_v0.spec(dice=2)
FILES = [name for name, game in games().items() if game.file is not None]
EMPTY = 0  # a cell of the grid without a unit
GENERALS = generals_v0.spec(role_choice="fixed")
SPECS = {name: load_game(name) for name in sorted({*FILES, "generals"})}
SPECS |= {
    "converting": converting(),
    "to the yard": converting(goes_to="yard"),
    "teams": TEAMS,
    "strict two dice": STRICT,
    "generals by choice": generals_v0.spec(),
}


def effects_of(spec, position, words):
    """Return the effects of the only action whose description begins with this text."""
    game = game_of(spec, "python")
    record, _ = game.read(position)
    report = {one.action: game.describe(record, one.action) for one in game.all_effects(record)}
    (action,) = [action for action, text in report.items() if text.startswith(words)]
    return game.effects(record, action)


def moved(player, piece, start, end, *cells, **more):
    """Return the expected effects of one piece's move, with other fields as given."""
    named = {"colour": player, "piece": piece, "start": start, "end": end}
    journeys = (Journey(player, piece, start, end, cells),)
    return {"player": player, "dice": (0,), **named, "journeys": journeys, **more}


def expect(done, **expected):
    """Check every field of the effects; fields that are not given must be at their defaults."""
    nothing = RaceEffects(
        action=done.action, player=0, dice=(), over=False, winners=(), colour=0, piece=-1,
        start=-1, end=-1, journeys=(), captures=(), freed=(), rolls_again=False, bonus=(),
        passes=False,
    )  # fmt: skip
    assert asdict(done) == asdict(replace(nothing, **expected))
    assert done == replace(nothing, **expected)


def test_ludo_a_capture_earns_a_roll():
    """A lone enemy is sent to its yard from the square where the piece lands."""
    done = effects_of(LUDO, full("p0=10 p1=1 turn=0 dice=4"), "piece 0")
    expect(
        done,
        **moved(0, 0, 10, 14, 10, 11, 12, 13, 14) | {
            "journeys": (Journey(0, 0, 10, 14, (10, 11, 12, 13, 14)), Journey(1, 0, 1, -1, ())),
            "captures": (Capture(1, 0, 14),),
            "rolls_again": True,
        },
    )  # fmt: skip
    assert done.captures_any


def test_ludo_out_of_the_yard_and_home():
    """The way begins on the entry; the last piece home ends and wins the game."""
    expect(
        effects_of(LUDO, full("p0=y turn=0 dice=6"), "piece 0"),
        **moved(0, 0, -1, 0, 0, rolls_again=True),
    )
    expect(
        effects_of(LUDO, full("p0=f,f,f,h4 turn=0 dice=1 hit=0"), "piece 3"),
        **moved(0, 3, 56, 57, 56, 57, over=True, winners=(0,)),
    )


def test_ludo_a_pass():
    """Nothing moves, and no die is used."""
    expect(effects_of(LUDO, "turn=1 dice=2", "pass"), player=1, colour=1, passes=True)


def test_teams_the_mate_is_moved():
    """One player acts, another colour moves, and both share a win."""
    position = full("p0=f,f,f,f p1=27 p2=10,f,f,f turn=0 dice=4 hit=0,2")
    expect(
        effects_of(TEAMS, position, "piece 0"),
        **moved(2, 0, 10, 14) | {
            "player": 0,
            "journeys": (Journey(1, 0, 27, -1, ()), Journey(2, 0, 10, 14, (36, 37, 38, 39, 40))),
            "captures": (Capture(1, 0, 40),),
            "rolls_again": True,
        },
    )  # fmt: skip
    won = effects_of(TEAMS, full("p0=f,f,f,f p2=h4,f,f,f turn=0 dice=1 hit=0,2"), "piece 0")
    assert (won.player, won.colour, won.over, won.winners) == (0, 2, True, (0, 2))


def test_strict_one_die_of_two():
    """The effect names which of the two ordered dice is used, even if they are equal."""
    position = full("p0=10,20 turn=0 dice=3,5")
    expect(effects_of(STRICT, position, "piece 0: 3"), **moved(0, 0, 10, 13, 10, 11, 12, 13))
    assert effects_of(STRICT, position, "piece 1: 5").dice == (1,)
    equal = effects_of(STRICT, full("p0=10,20 turn=0 dice=3,3"), "piece 1")
    assert equal.dice == (0,)


def test_strict_captures_every_piece_on_the_square():
    """Two pieces of one enemy are two captures on one cell."""
    position = full("p0=10 p1=2,2 turn=0 dice=5,-")
    done = effects_of(STRICT, position, "piece 0: 5")
    assert done.captures == (Capture(1, 0, 15), Capture(1, 1, 15))


FRENCH = SPECS["french"]


def test_french_a_capture_takes_a_prisoner():
    """The effect names the die of a sorted bag; the captor holds the captive."""
    done = effects_of(FRENCH, full("p0=10,30 p1=0 turn=0 dice=6,3"), "piece 0: 3")
    expect(
        done,
        **moved(0, 0, 10, 13) | {
            "dice": (1,),
            "journeys": (Journey(0, 0, 10, 13, (10, 11, 12, 13)), Journey(1, 0, 0, -1, ())),
            "captures": (Capture(1, 0, 13, captor=0),),
        },
    )  # fmt: skip


def test_french_a_sweep_stops_at_its_victim():
    """The way ends where the sweep does, with both dice used."""
    done = effects_of(FRENCH, full("p0=10,30 p2=42 turn=0 dice=5,4"), "piece 0: 5+4")
    expect(
        done,
        **moved(0, 0, 10, 16) | {
            "dice": (0, 1),
            "journeys": (Journey(0, 0, 10, 16, tuple(range(10, 17))), Journey(2, 0, 42, -1, ())),
            "captures": (Capture(2, 0, 16, captor=0),),
        },
    )  # fmt: skip


def test_french_a_ransom():
    """A prisoner is free, and in its yard; no piece has moved."""
    done = effects_of(FRENCH, full("p0=x1,f,f,f turn=0 dice=6,6,3"), "piece 0: 6 buys")
    expect(done, dice=(1,), piece=0, freed=(Freed(0, 0),))
    assert done.ransomed


def test_french_a_special_exit():
    """No piece is named; several move, a prisoner is freed on the way, the block is captured."""
    done = effects_of(FRENCH, full("p0=y,x1 p1=39,39 turn=0 dice=6,6,1"), "special exit")
    expect(
        done,
        dice=(0, 1),
        journeys=(
            Journey(0, 0, -1, 0, (0,)),
            Journey(0, 1, -1, 0, (0,)),
            Journey(1, 0, 39, -1, ()),
            Journey(1, 1, 39, -1, ()),
        ),
        captures=(Capture(1, 0, 0, captor=0), Capture(1, 1, 0, captor=0)),
        freed=(Freed(0, 1),),
    )
    assert not done.ransomed


def test_mensch_a_capture_and_a_six():
    """A six rolls again; the way passes over other pieces, which stay."""
    done = effects_of(SPECS["mensch"], full("p0=4,5,6,h0 p3=20 turn=0 dice=6"), "piece 0")
    expect(
        done,
        **moved(0, 0, 4, 10) | {
            "journeys": (Journey(0, 0, 4, 10, tuple(range(4, 11))), Journey(3, 0, 20, -1, ())),
            "captures": (Capture(3, 0, 10),),
            "rolls_again": True,
        },
    )  # fmt: skip


def test_parchis_what_a_move_earns():
    """A capture owes a move of twenty, a piece home one of ten; the bonus itself is a die."""
    parchis = SPECS["parchis"]
    done = effects_of(parchis, full("p0=9,20 p1=62 turn=0 dice=2,1"), "piece 0: 2")
    assert (done.dice, done.bonus, done.rolls_again) == ((0,), ("capture",), False)
    assert done.captures == (Capture(1, 0, 11),)
    done = effects_of(parchis, full("p0=h6,20 turn=0 dice=2,1"), "piece 0: 1")
    assert (done.dice, done.bonus, done.end) == ((1,), ("finish",), 75)
    done = effects_of(parchis, full("p0=9,20 turn=0 dice=2,2 doubles=1"), "piece 0: 2")
    assert (done.dice, done.bonus, done.rolls_again) == ((0,), (), True)
    done = effects_of(parchis, full("p0=9,20 turn=0 dice=-,-,capture"), "piece 0")
    assert (done.dice, done.end) == ((2,), 29)


TOCK = SPECS["tock"]


def test_tock_a_jack_swaps():
    """Two pieces change places; neither walks or is captured."""
    done = effects_of(TOCK, full("p0=10 p1=5 turn=0 dice=J"), "J: piece 0 for piece 0")
    expect(
        done,
        dice=(0,),
        journeys=(Journey(0, 0, 10, 23, (10, 23)), Journey(1, 0, 5, 64, (23, 10))),
    )


def test_tock_a_part_of_a_seven():
    """The first part uses the seven; the next player's hand plays no role."""
    position = full("p0=10,20,h2,f turn=0 dice=7,K hands=7,K/2/-/-")
    done = effects_of(TOCK, position, "piece 0: 3 of a 7")
    expect(done, **moved(0, 0, 10, 13, 10, 11, 12, 13))
    rest = full("p0=13,20,h2,f turn=0 dice=7:4,K hands=7,K/2/-/-")
    assert effects_of(TOCK, rest, "piece 1: 4 of a 7").dice == (0,)
    assert effects_of(TOCK, position, "piece 1: K").dice == (1,)


def test_tock_a_five_moves_another_player():
    """The piece that it names is an opponent's, and it may capture the player's own."""
    done = effects_of(TOCK, full("p0=28 p1=5 turn=0 dice=5"), "piece 0 of player_1")
    expect(
        done,
        **moved(1, 0, 5, 10) | {
            "player": 0,
            "journeys": (Journey(0, 0, 28, -1, ()), Journey(1, 0, 5, 10, tuple(range(23, 29)))),
            "captures": (Capture(0, 0, 28),),
        },
    )  # fmt: skip


def test_tock_a_four_and_a_king():
    """A four goes back, round the entry; a king is used up by coming out."""
    back = effects_of(TOCK, full("p0=2 turn=0 dice=4"), "piece 0")
    expect(back, **moved(0, 0, 2, 70, 2, 1, 0, 71, 70))
    king = effects_of(TOCK, full("turn=0 dice=A,K"), "piece 0: K")
    expect(king, **moved(0, 0, -1, 0, 0) | {"dice": (1,)})


def test_uckers_two_dice_in_one_move():
    """Both dice are used, and the way is that of their sum."""
    done = effects_of(SPECS["uckers"], full("p0=10 turn=0 dice=2,3"), "piece 0: 2+3")
    expect(done, **moved(0, 0, 10, 15, *range(10, 16)) | {"dice": (0, 1)})


def test_storm_back_through_the_gate():
    """In the storm a piece goes backwards, out of its lane."""
    position = full("p0=f,f,f,20 p1=h1 turn=1 storm=1 dice=3")
    expect(effects_of(SPECS["storm"], position, "piece 0"), **moved(1, 0, 53, 49, 59, 58, 11, 10))


def test_eight_branches_and_a_portal():
    """Each branch has its own cells; a portal is entered first, and left at its other end."""
    eight = SPECS["eight"]
    names = eight.board.names

    def way(position, words):
        (journey,) = effects_of(eight, position, words).journeys
        return [names[cell] for cell in journey.cells]

    fork = "p0=a11,y,y turn=0 dice=2"
    assert way(fork, "piece 0: 2 from") == ["a11", "x", "a1"]
    assert way(fork, "piece 0: 2 by way 1") == ["a11", "x", "b1"]
    assert way("p0=a4,y,y turn=0 dice=2", "piece 0") == ["a4", "a5", "a6", "b6"]
    door = "p0=a2,y,y turn=0 dice=2 doors=0"
    assert way(door, "piece 0: 2 by way 1") == ["a2", "a3", "a9"]


def small(*rules):
    """Return a small race with a die and these rules."""
    rules = (dice(), leave_yard(), *rules, all_home_wins())
    return Spec("small", TRACK, ring(length=24, lane=3), rules)


def test_others_that_are_set_down_do_not_walk():
    """A piece that is thrown back or swapped is lifted from cell to cell, not captured."""
    position = full("p0=10 p1=7 turn=0 dice=3")
    back = effects_of(small(bounce_back(), capture_back(steps=4)), position, "piece 0")
    assert back.journeys[1] == Journey(1, 0, 7, 3, (13, 9))
    swap = effects_of(small(bounce_back(), capture_by_swapping()), position, "piece 0")
    assert swap.journeys == (
        Journey(0, 0, 10, 13, (10, 11, 12, 13)), Journey(1, 0, 7, 4, (13, 10)),
    )  # fmt: skip
    assert (back.captures, swap.captures) == ((), ())


def test_a_piece_that_bounces_comes_home_first():
    """The way leads up the lane, home, and back to where the number ends."""
    done = effects_of(small(bounce_back(), capture_back()), full("p0=h1 turn=0 dice=3"), "piece 0")
    (journey,) = done.journeys
    lane = range(24, 28)
    assert journey.cells == (lane[1], lane[2], lane[3], lane[2])


def expect_units(done, **expected):
    """Check every field of the effects of Generals; fields not given must be at their defaults."""
    nothing = GridEffects(
        action=done.action, player=0, dice=(0,), over=False, winners=(), unit=1, journey=None,
        chosen=-1, said=-1, captures=(), converted=(), changes=(), hits=0, lot=(), goes_on=False,
    )  # fmt: skip
    assert asdict(done) == asdict(replace(nothing, **expected))


def units(position, words):
    """Return the effects of an action of Generals; see `effects_of`."""
    return effects_of(GENERALS, in_full(position), words)


def test_generals_a_move_and_a_capture():
    """The way is straight over every cell; a unit at its end is captured."""
    position = "A=42,00 D=99,40 turn=0 die=2"
    done = units(position, "c6 up")
    expect_units(done, journey=(42, 22, (42, 32, 22), True), changes=((22, 0, 1), (42, 1, 0)))
    assert not done.captures_any
    done = units(position, "c6 left")
    expect_units(
        done,
        journey=(42, 40, (42, 41, 40), True),
        captures=((1, 40),),
        changes=((40, 2, 1), (42, 1, 0)),
    )
    assert done.captures_any


def test_generals_an_attack_on_the_general():
    """The attacking unit is used up; a hit counts, and the third wins."""
    attack = {"journey": (42, 44, (42, 43, 44), False), "changes": ((42, 1, 0),), "hits": 1}
    position = "A=42,00 D=99 turn=0 die=2"
    expect_units(units(position, "c6 right"), **attack)
    won = units(position + " hits=2", "c6 right")
    expect_units(won, **attack, over=True, winners=(0,))


def test_generals_an_interception():
    """The effects name the units that may fall, and the one that does if it is certain."""
    attack = {"journey": (42, 44, (42, 43, 44), False), "changes": ((42, 1, 0),)}
    certain = units("A=42,00 D=99,33 turn=0 die=2", "c6 right")
    expect_units(certain, **attack, lot=(33,))
    assert certain.killed == 33
    open_lot = units("A=42,00 D=99,33,35 turn=0 die=2", "c6 right")
    expect_units(open_lot, **attack, lot=(33, 35))
    assert (open_lot.killed, open_lot.captures_any) == (-1, True)


def test_generals_garrisoning_in_two_stages():
    """The first stage only chooses a unit; the second puts it down."""
    chosen = units("A=00,42 D=99 turn=0 die=6", "a10 leaves the garrison")
    expect_units(chosen, dice=(), chosen=0, goes_on=True)
    put = units("A=00,42 D=99 turn=0 phase=garrison from=0,0 die=6", "a10 to a5")
    expect_units(put, journey=(0, 50, (0, 50), True), changes=((0, 1, 0), (50, 0, 1)))


def test_generals_a_conversion():
    """It is immediate with one unit left in the garrison, and a choice with more."""
    at_once = units("A=00,02,77 D=04,99 turn=1 die=2", "e10 left")
    expect_units(
        at_once,
        player=1,
        unit=2,
        journey=(4, 2, (4, 3, 2), True),
        captures=((0, 2),),
        converted=((0, 0),),
        changes=((0, 1, 2), (2, 1, 2), (4, 2, 0)),
    )
    asked = units("A=00,01,77 D=04,99 turn=1 die=2", "e10 left")
    assert (asked.goes_on, asked.dice, asked.converted) == (True, (), ())
    done = units(
        "A=00,01,77 D=02,99 turn=1 phase=convert from=0,2 die=2",
        "converts a white unit of the Attacker on a10",
    )
    expect_units(done, player=1, unit=2, converted=((0, 0),), changes=((0, 1, 2),))


def test_generals_a_shot():
    """The Attacker in the Moat is gone; the same player moves with the same die."""
    done = units("A=33,00 D=99 turn=1 die=1", "removes a white unit of the Attacker on d7")
    expect_units(
        done, player=1, dice=(), unit=2, captures=((0, 33),), changes=((33, 1, 0),), goes_on=True
    )


def test_generals_a_role_is_chosen():
    """The winner of the toss names a role; no unit moves."""
    game = game_of(generals_v0.spec(), "python")
    record, _ = game.read("phase=toss turn=1")
    found = game.all_effects(record)
    assert [(one.player, one.said, one.changes) for one in found] == [(1, 0, ()), (1, 1, ())]


def played(game, seed, most):
    """Yield each decision of a random game, with the record and an action to play."""
    simulator, random = Simulator(game, seed=seed), np.random.default_rng(seed)
    session = game.session(seed=seed)
    session.run(1, 0)
    record = simulator.settle(session.record.copy())
    for _ in range(most):
        if simulator.is_over(record):
            return
        action = int(random.choice(simulator.legal(record)))
        yield simulator, record, action
        record = simulator.settle(simulator.play(record, action))


def with_effects(game, before, done):
    """Return a plain copy of a state with the effects applied, without the engine."""
    state = game.layout.unpack(before)
    if isinstance(done, GridEffects):
        for cell, old, new in done.changes:
            assert state.board[cell] == old
            state.board[cell] = new
        return {"board": list(state.board)}
    pieces = game.spec.board.pieces
    for one in done.journeys:
        assert state.progress[one.player * pieces + one.piece] == one.start
        state.progress[one.player * pieces + one.piece] = one.end
    for one in done.converted:
        state.progress[one.player * pieces + one.piece] = one.end
    places = {"progress": list(state.progress)}
    if "owner" in game.layout.fields:
        for one in done.converted:
            piece = one.player * pieces + one.piece
            state.owner[piece] = 0 if one.becomes == one.player else 1 + one.becomes
        places["owner"] = list(state.owner)
    if "captor" in game.layout.fields:
        for one in done.captures:
            state.captor[one.player * pieces + one.piece] = one.captor + 1
        for one in done.freed:
            state.captor[one.player * pieces + one.piece] = 0
        places["captor"] = list(state.captor)
    return places


def check_effects(game, simulator, before, done):
    """Check that positions and effects give the next positions, and that texts agree with them."""
    after = simulator.play(before, done.action)
    state = game.layout.unpack(after)
    for field, numbers in with_effects(game, before, done).items():
        assert list(getattr(state, field)) == numbers, done
    assert done.player == int(before["seat"][0])
    assert done.over == simulator.is_over(after)
    gains = game.returns(after)
    assert done.winners == tuple(player for player, gain in enumerate(gains) if gain > 0)
    if isinstance(done, GridEffects):
        check_units(game, simulator, after, done)
    else:
        check_pieces(game, before, done)


def check_pieces(game, before, done):
    """Check that ways begin and end at pieces, and that captured pieces end in a yard."""
    cell = game.plain.tables.cell
    for one in done.journeys:
        if one.end >= 0:
            first = max(one.start, 0)
            assert one.cells[0] == cell[one.whose, first]
            assert one.cells[-1] == cell[one.becomes, one.end]
    gone = {one[:2]: one for one in done.journeys if one.start >= 0 > one.end}
    assert {one[:2] for one in done.captures} <= gone.keys()
    for one in done.captures:
        assert one.cell == cell[one.whose, gone[one[:2]].start]
    faces = str(game.plain.laws.write_dice(game.layout.unpack(before))).split(",")
    assert all(faces[die] != "-" for die in done.dice)
    assert done.passes == (done.action == game.pass_action)


def check_units(game, simulator, after, done):
    """Check that a lot takes one of the named units, and no other."""
    assert bool(done.lot) == (after["phase"][0] == TOSS)
    before = game.layout.unpack(after).board
    for outcome, _ in game.outcomes(after) if done.lot else ():
        board = game.layout.unpack(simulator.roll(after, outcome)).board
        fallen = [cell for cell, unit in enumerate(board) if unit != before[cell]]
        assert len(fallen) == 1
        assert fallen[0] in done.lot
        assert board[fallen[0]] == EMPTY
    lost = {cell for _, cell in done.taken}
    own = (EMPTY, done.unit)
    assert lost == {change.cell for change in done.changes if change.old not in own}


def walk_through(name, seeds, most):
    """Check the effects of each action played, and at times of every legal action."""
    game = game_of(SPECS[name], "python")
    checked = 0
    for seed in seeds:
        for number, (simulator, record, action) in enumerate(played(game, seed, most)):
            found = [game.effects(record, action)]
            if number % 20 == 0:
                found = list(game.all_effects(record))
                assert [one.action for one in found] == simulator.legal(record)
            for done in found:
                check_effects(game, simulator, record, done)
                checked += 1
            if number % 5 == 0:
                check_between(game, simulator, record, action)
    return checked


def check_between(game, simulator, before, action):
    """Check that two records show the changed places and the captured pieces."""
    done, after = game.effects(before, action), simulator.play(before, action)
    compared = game.effects_between(before, after)
    if isinstance(done, GridEffects):
        assert compared.changes == done.changes
        assert compared.taken == done.taken
    else:
        assert [one[:4] for one in compared.journeys] == [one[:4] for one in done.journeys]
        assert [one[:2] for one in compared.captures] == [one[:2] for one in done.captures]


@pytest.mark.parametrize("name", SPECS)
def test_positions_and_effects_give_the_next_positions(name):
    """This is checked along random games of every game, with the effects of the engine."""
    games = 2 if SPECS[name].players > 1 else 4  # a game for one ends after some forty moves
    assert walk_through(name, range(games), 60) > 100


@pytest.mark.long
@pytest.mark.parametrize("name", SPECS)
def test_positions_and_effects_give_the_next_positions_through_many_games(name):
    """This is checked along whole games."""
    games = 12 if SPECS[name].players > 1 else 30
    assert walk_through(name, range(100, 100 + games), 1000) > 1000


@pytest.mark.parametrize("name", SPECS)
def test_a_view_has_moves_in_every_game(name):
    """`View.moves` are the effects of all legal actions, also in Generals and with cards."""
    game = game_of(SPECS[name], "python")
    for _, record, _ in list(played(game, 5, 12)):
        view = View(game, record, np.random.default_rng(0))
        assert [move.action for move in view.moves] == view.actions
        assert view.moves == [game.effects(record, action) for action in view.actions]


@pytest.mark.parametrize("action", [99, -1, "0", None, 0.0, False, np.False_, np.int64(3), [0]])
def test_effects_of_what_is_not_legal_are_refused(action):
    """The error is one sentence; without a decision to make there are no effects either."""
    game = game_of(LUDO, "python")
    record, _ = game.read(full("p0=10 turn=0 dice=4"))
    before = record.tobytes()
    with pytest.raises(IllegalActionError, match=r"^Action .{1,80} is not legal in this state\.$"):
        game.effects(record, action)
    assert record.tobytes() == before
    pending, _ = game.read("turn=0")
    with pytest.raises(IllegalActionError, match="nobody is to decide"):
        game.effects(pending, 0)
    assert list(game.all_effects(pending)) == []


def test_effects_are_values():
    """They are frozen, compare by value, and do not depend on the backend."""
    game, compiled = game_of(LUDO, "python"), game_of(LUDO)
    record, _ = game.read(full("p0=10 p1=1 turn=0 dice=4"))
    done = game.effects(record, 0)
    assert done == compiled.effects(record, np.int64(0))
    assert hash(done) == hash(game.effects(record, 0))
    with pytest.raises(FrozenInstanceError):
        done.piece = 1


def test_records_that_no_action_connects_are_compared():
    """Between records several moves or a throw apart, places are compared by shortest ways."""
    game = game_of(LUDO, "python")
    before, _ = game.read(full("p0=10 p1=3 turn=0 dice=4"))
    after, _ = game.read(full("p0=14 p1=5 p2=0 turn=3 dice=2"))
    done = game.effects_between(before, after)
    assert (done.action, done.player, done.dice) == (-1, 0, ())
    assert done.journeys == (
        Journey(0, 0, 10, 14, (10, 11, 12, 13, 14)),
        Journey(1, 0, 3, 5, (16, 17, 18)),
        Journey(2, 0, -1, 0, (26,)),
    )


@pytest.mark.parametrize(("action", "loop"), [(0, "a"), (1, "b")])
def test_pictures_show_the_way_that_was_chosen(action, loop):
    """In Eight two branches lead from x to b6, one of them through the portal."""
    env = loose_ludo_v0.raw_env("eight", backend="python", render_mode="rgb_array")
    position = "p0=x,y,y p1=y,y,y p2=y,y p3=y,y p4=y turn=0 dice=6"
    env.reset(seed=1, options={"position": position})
    env.step(action)
    assert "p0=b6,y,y" in env.position
    scene = env.pictures.scene(env._session.record)
    spots = {key_text(spot.key): (spot.x, spot.y) for spot in scene.spots}
    names = env.game.spec.board.names
    trail = [(one.x, one.y) for one in scene.items if key_text(one.key).startswith("trail 0 0")]
    way = ["x", *(f"{loop}{number}" for number in range(1, 7))] + ["b6"] * (loop == "a")
    assert trail == [spots[f"cell {names.index(name)}"] for name in way]


# A chance event with a given outcome


@pytest.mark.parametrize("backend", ["python", "auto"])
def test_a_die_comes_out_as_one_says(backend):
    """After an action the next player's die is pending; each outcome leads to its state."""
    game = game_of(LUDO, backend)
    simulator = Simulator(game)
    record, _ = game.read(full("p0=10 turn=0 dice=4"))
    pending = simulator.play(record, 0)
    kept = pending.tobytes()
    for outcome, _ in game.outcomes(pending):
        rolled = simulator.roll(pending, outcome)
        assert int(rolled["phase"][0]) == DECIDE
        assert f"turn=1 dice={outcome + 1}" in game.position(rolled)
    assert simulator.roll(pending, np.int8(2)).tobytes() == simulator.roll(pending, 2).tobytes()
    assert pending.tobytes() == kept


@pytest.mark.parametrize("name", SPECS)
def test_play_and_roll_are_what_chance_counts_out(name):
    """The branches of `chance` are those that `roll` reaches, in every game."""
    game = game_of(SPECS[name], "python")
    for simulator, record, action in list(played(game, 11, 9)):
        pending = simulator.play(record, action)
        events = game.outcomes(pending)
        after = [simulator.roll(pending, outcome) for outcome, _ in events]
        if events and all(int(state["phase"][0]) >= DECIDE for state in after):
            branches = {state.tobytes() for _, state in simulator.chance(pending, 0.0, 10_000)}
            assert branches == {state.tobytes() for state in after}


@pytest.mark.parametrize("outcome", [6, -1, 1.0, True, "1", None, 2**80, [1]])
def test_an_outcome_that_the_event_does_not_have_is_refused(outcome):
    """The error is one sentence that lists the outcomes, and nothing changes."""
    game = game_of(LUDO, "python")
    simulator = Simulator(game)
    pending, _ = game.read("turn=0")
    before = pending.tobytes()
    message = r"^The outcomes of the pending chance event are 0\.\.5, not .{1,80}\.$"
    with pytest.raises(LudoError, match=message):
        simulator.roll(pending, outcome)
    assert pending.tobytes() == before


def test_where_nothing_is_pending_nothing_is_rolled():
    """This is true while a player decides, and after the end."""
    game = game_of(LUDO, "python")
    simulator = Simulator(game)
    record, _ = game.read(full("p0=f,f,f,h4 turn=0 dice=1 hit=0"))
    for state in (record, simulator.play(record, 3)):
        with pytest.raises(LudoError, match="no chance event is pending in this state"):
            simulator.roll(state, 0)


def test_a_die_without_an_action_is_no_outcome():
    """In Generals a lone Attacker in a corner can only roll again with a six."""
    game = game_of(GENERALS, "python")
    board = in_full("A=11 D=88 attacker=0 turn=0 garrison=-")
    pending, _ = game.read(board)
    known = [outcome for outcome, _ in game.outcomes(pending)]
    simulator = Simulator(game)
    for outcome in range(6):
        if outcome in known:
            assert int(simulator.roll(pending, outcome)["die"][0]) == outcome + 1
        else:
            with pytest.raises(LudoError, match="not"):
                simulator.roll(pending, outcome)
