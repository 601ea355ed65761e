"""`bonus_squares`: a player whose move ends on one of these squares rolls again."""

import pytest
from positions import expect, play
from rule_positions import CROSS, at, graph, only, race

from ludo_env import SpecError, game_of
from ludo_env.rules import BONUS, Mark, bonus_squares, dice, jumps


def test_a_move_that_ends_there():
    """The same player rolls again; passing the square earns nothing."""
    rule = bonus_squares(squares=("12",))
    env = at("p0=10 dice=2", rule, rolls=[3])
    only(env)
    expect(env, p0="12", turn=0, dice=3)
    env = at("p0=10 dice=3", rule, rolls=[4])
    only(env)
    expect(env, turn=2, dice=4)


def test_it_is_earned_by_landing_alone():
    """A piece that is already there earns nothing by moving on, nor by a pass."""
    rule = bonus_squares(squares=("12",))
    env = at("p0=12 dice=2", rule, rolls=[3])
    only(env)
    expect(env, turn=2)
    env = at("p0=12,h3 p2=38 turn=2 dice=6", rule, rolls=[3])
    play(env, 0)
    expect(env, p2="44", turn=0)


def test_squares_of_the_other_colour_too():
    """A square is the same for all players; square 12 is place 38 of seat 2."""
    env = at("p2=36 turn=2 dice=2", bonus_squares(squares=("12",)), rolls=[3])
    only(env)
    expect(env, p2="38", turn=2)


def test_the_entry():
    """A piece that enters on it has ended its move there."""
    env = at("dice=6", bonus_squares(squares=("0",)), rolls=[3])
    play(env, 0)
    expect(env, p0="0", turn=0)


def test_squares_of_a_lane():
    """Squares are given by the names of tiles; the end of a jump counts, not its start."""
    board = graph()
    rules = (bonus_squares(squares=("r1", "a9")), jumps(tiles=("a2 > a9",)))
    for position, turn in (("p0=r0,f dice=1", 0), ("p0=a1,f dice=1", 0), ("p0=r1,f dice=1", 1)):
        env = at(position, *rules, board=board, rolls=[2])
        only(env)
        expect(env, turn=turn)


def test_with_several_dice():
    """The roll comes after all dice are played, and only once, however often it is earned."""
    rule = bonus_squares(squares=("12", "15"))
    env = at("p0=10 dice=2,3", rule, die=dice(count=2), rolls=[1, 4])
    play(env, 0)
    expect(env, p0="12", turn=0, dice="-,3", bonus=1)
    only(env)
    expect(env, p0="15", turn=0, dice="1,4", bonus=0)


def test_it_is_shown():
    """Each of the squares has a mark."""
    game = game_of(race(bonus_squares(squares=("12", "3"))), "python")
    s = game.layout.unpack(game.read("turn=0 dice=1")[0])
    assert game.plain.laws.overlay(s, ()) == (Mark(BONUS, 12), Mark(BONUS, 3))


@pytest.mark.parametrize(
    ("board", "squares", "refusal"),
    [
        (CROSS, ("99",), "bonus_squares: unknown square '99'"),
        (CROSS, ("",), "bonus_squares: unknown square ''"),
        (CROSS, ("57",), "bonus_squares: '57' is a home; bonus_finish grants a roll"),
        (CROSS, (), "one or more different squares"),
        (CROSS, ("3", "3"), "one or more different squares"),
        (graph(), ("gren",), "did you mean 'green'"),
        (graph(), ("green",), "'green' is a home"),
    ],
)
def test_bonus_squares_refuse(board, squares, refusal):
    """Impossible squares are refused in one sentence."""
    with pytest.raises(SpecError, match=refusal):
        race(bonus_squares(squares=squares), board=board).check()
