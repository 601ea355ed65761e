"""`stalemate`: a die without an action is rolled again; if no die has one, the turn is lost."""

from generals_positions import BESIEGED, do, expect, generals, rerolls


def test_a_die_without_an_action_is_rolled_again():
    """The only unit is blocked: only a one can be played."""
    env = generals(f"{BESIEGED} turn=0", [2, 5, 1], backend="python")
    expect(env, turn=0, die=1, legal="00>01 00>10")
    assert rerolls(env) == 2


def test_a_turn_in_which_no_die_is_of_use_is_lost():
    """The Defender's last unit has just been killed, so no die is rolled for them."""
    env = generals("A=00,05 D=02 turn=0 die=2", [4], backend="python")
    do(env, "00>02")
    expect(env, turn=0, die=4, D="")
