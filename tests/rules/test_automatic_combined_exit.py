"""The rule `automatic_combined_exit`.

If no other piece can use what is left after the six, the exit takes all the dice it can.
"""

import pytest
from mechanism_races import given, race
from positions import expect

from ludo_env import hooks, rule
from ludo_env.rules import (
    automatic_combined_exit,
    exit_with_a_six,
    prison,
)


@pytest.mark.parametrize(
    ("mechanism", "shown", "pieces", "legal"),
    [
        ("die", "6", "f,f", {2, 3}),
        ("two", "6,3", "f,f", {10, 11}),  # no other piece could use the three
        ("two", "6,3", "f,f,10", {2, 3, 6, 10, 11}),  # piece 2 could
        ("two", "6,6", "f,f", {2, 3, 10, 11}),  # the other six brings the other piece out
        ("two", "6,6", "f,f,f", {11}),
        ("two", "6,3", "f,f,f,x1", {3}),  # buying a piece back is not an exit
        ("owed", "6,3", "f,f", {10, 11}),
        ("chain", "6,3", "f,f", {2, 3}),
        ("bag", "6,3", "f,f", {94, 138}),
        ("bag", "6,3", "f,f,10", {90, 92, 94, 136, 138}),
        ("bag", "6,6,2", "f,f,f", {142}),
    ],
)
def test_automatic_combined_exit(mechanism, shown, pieces, legal):
    """If no other piece can use what is left after the six, the exit takes it along."""
    rules = {"leave": exit_with_a_six(), "capture": prison()}
    spec = race(mechanism, automatic_combined_exit(), **rules)
    expect(given(spec, f"p0={pieces} turn=0 dice={shown}"), legal=legal)


def test_the_combined_exit_needs_no_prison():
    """Without a rule that holds captives there are none."""
    spec = race("two", automatic_combined_exit(), leave=exit_with_a_six())
    env = given(spec, "p0=f,f turn=0 dice=6,3")
    expect(env, legal={10, 11})
    assert env.explain(2).startswith("automatic_combined_exit: ")


def test_a_piece_that_a_rule_keeps_from_moving_can_still_use_the_rest():
    """A piece counts even if an earlier rule has removed its actions."""
    leave, position = exit_with_a_six(), "p0=f,f,10 turn=0 dice=6,3"
    expect(given(race("two", stays(), leave=leave), position), legal={3, 11})
    spec = race("two", stays(), automatic_combined_exit(), leave=leave)
    expect(given(spec, position), legal={3, 11})


def test_a_rule_can_ask_whether_the_list_is_whole():
    """The list is whole until a rule has removed an action."""
    leave, position = exit_with_a_six(), "p0=f,f,10 turn=0 dice=6,3"
    expect(given(race("two", first_of_all(), leave=leave), position), legal={2})
    expect(given(race("two", stays(), first_of_all(), leave=leave), position), legal={3, 11})


@rule()
def stays(board):
    """The third piece is not moved."""

    def prune(can_move, index_of):
        def strike(s, count, mask, choices):
            kept = 0
            for at in range(count):
                action = choices[at]
                if index_of(action) == 2:
                    mask[action] = 0
                else:
                    choices[kept] = action
                    kept += 1
            return kept

        return strike

    return hooks(prune=prune)


@rule()
def first_of_all(board):
    """Of a list from which nothing was removed, the first action is kept."""

    def prune(can_move, index_of, use_of, target_of, is_whole):
        def strike(s, count, mask, choices):
            if count < 2 or not is_whole(count, choices):
                return count
            for at in range(1, count):
                mask[choices[at]] = 0
            return 1

        return strike

    return hooks(prune=prune)
