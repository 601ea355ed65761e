"""Changes to Ludo that once had no effect or a wrong one: each works or is refused by name.

Every row goes through what authors call: `check_rule`, `check_game`, and what looks at files.
"""

import ast
import pathlib

import pytest
from mechanism_races import given
from positions import expect
from refusals import why_refused

import ludo_env
from ludo_env import SpecError, hooks, loose_ludo_v0, ludo_v0, rule, rules
from ludo_env._engine.game_check import complaints_about
from ludo_env.testing import check_game, check_rule

LIBRARY = pathlib.Path(ludo_env.__file__).parent
LUDO = ludo_v0.spec()
TWO_DICE = LUDO.replace(rules.dice(count=2, together=True))


def in_place_of(name, made, spec=LUDO):
    """The game with one rule replaced by another."""
    return spec.with_rules(made, after=name).without(name)


@pytest.mark.parametrize(
    ("made", "spec"),
    [
        (rules.exit_with_a_six(), LUDO),
        (rules.forced_unblocking(), TWO_DICE),
        (rules.sweep(), TWO_DICE),
        (rules.single_pawn(), TWO_DICE),
        (rules.exit_with_a_six(), TWO_DICE),
    ],
)
def test_a_rule_that_goes_with_a_game_is_heard_in_it(made, spec):
    """It is accepted, and makes a difference, on both backends."""
    changed = spec.with_rules(made)
    assert complaints_about(changed) == []
    assert check_game(changed, games=12, backends=("python",)).silent == {}


def test_a_six_buys_a_prisoner_back_in_ludo():
    """With `prison` for `capture_lone`, where no bag is."""
    spec = in_place_of("capture_lone", rules.prison())
    assert complaints_about(spec) == []
    expect(given(spec, "p0=14 p1=x0,f,f,f turn=1 dice=6"), legal={0})
    bound = given(spec, "p0=14 p1=x0,f,f,3 turn=1 dice=5")
    expect(bound, legal={3})
    assert bound.explain(0).startswith("prison: ")
    assert check_game(spec, games=4, backends=("python",)).silent == {}


def test_what_one_die_never_does_is_found():
    """A single die combines nothing: the rule is named, with what it would need."""
    with pytest.raises(SpecError) as no:
        check_rule(rules.sweep(), games=4, backends=("python",))
    wants = "; it needs a mechanism that plays several dice in one move."
    assert str(no.value).startswith("Rule 'sweep' never spoke in 4 games of 'ludo': ")
    assert str(no.value).endswith(wants)
    every = [rules.single_pawn(), rules.automatic_combined_exit()]
    silent = check_game(LUDO.with_rules(*every), games=4, backends=("python",)).silent
    assert set(silent) == {made.name for made in every}
    assert all(said.endswith(wants) for said in silent.values())


@pytest.mark.parametrize("name", ["exact_finish", "bounce_back", "stop_before_home"])
def test_a_second_finish_is_refused(name):
    """The second finish could never be asked, because `overshoot_finishes` always answers."""
    made = getattr(rules, name)()
    assert why_refused(LUDO.with_rules(made)).startswith(
        f"Rules 'overshoot_finishes' and '{name}' exclude each other: choose one finish: "
    )
    with pytest.raises(SpecError, match="exclude each other"):
        check_rule(made)
    assert complaints_about(in_place_of("overshoot_finishes", made)) == []


@pytest.mark.parametrize("made", [rules.single_pawn(), rules.special_exit()])
def test_what_cards_never_show_is_refused_by_name(made):
    """A rule that asks what the mechanism cannot answer is named, with the rules that can."""
    tock = loose_ludo_v0.spec("tock").with_rules(made)
    said = why_refused(tock)
    assert said.startswith(f"Rule '{made.name}' needs an answer to ")
    assert said.endswith(
        "double_six_bag, doubled_dice and spinner give; add one of them in place of cards."
    )


def test_what_cards_can_answer_goes_with_them():
    """A rule that asks for nothing that only dice show works in Tock."""
    tock = loose_ludo_v0.spec("tock").with_rules(rules.exit_with_a_six())
    assert complaints_about(tock) == []


def test_the_rule_that_fails_on_trial_is_named():
    """An error in a rule names the rule, and the hook if the hook fails."""

    @rule()
    def broken(board):
        """Looks for what is not there."""
        return hooks(may_land=lambda s, colour, cell: s.progress[10_000] > 0)

    @rule()
    def deep(board):
        """Fails inside what its hook returns."""

        def prune(can_move):
            def strike(s, count, mask, choices):
                return count + s.progress[10_000]

            return strike

        return hooks(prune=prune)

    (said,) = complaints_about(LUDO.with_rules(broken()))
    assert said.startswith("rules: Rule 'broken': its hook 'may_land' fails in play: IndexError")
    (said,) = complaints_about(LUDO.with_rules(deep()))
    assert said.startswith("rules: Rule 'deep' fails in play: IndexError")
    with pytest.raises(SpecError, match=r"^Rule 'deep' fails in play: IndexError"):
        check_rule(deep(), games=1)


def test_no_rule_stands_on_the_constants_of_another():
    """What two rules both use of a mechanism or a board is kept outside both."""
    taken = []
    for path in (*LIBRARY.glob("track/rules/*.py"), *LIBRARY.glob("grid/rules/*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and ".rules." in (node.module or ""):
                taken += [(path.name, name.name) for name in node.names if name.name.isupper()]
    assert taken == []


@pytest.mark.parametrize(
    ("game", "name"),
    [
        ("eight", "doors_after_capture"),
        ("parchis", "bonus_dice"),
        ("french", "lock_after_capture"),
        ("ludo", "capture_before_home"),
    ],
)
def test_what_counts_captures_stands_behind_them(game, name):
    """Before the rules that capture, the rule would count nothing, so that is refused."""
    spec = loose_ludo_v0.spec(game)
    (counting,) = (held for held in spec.rules if held.name == name)
    (capture,) = (held for held in spec.rules if held.ties.role == "capture")
    late = spec.without(capture.name).with_rules(capture)
    assert why_refused(late) == (
        f"Rule '{capture.name}' must come before '{name}', which depends on its result."
    )
    assert counting in spec.check().rules


def test_homes_of_one_piece_do_not_go_with_a_win_by_all_home():
    """Where each slot takes one piece, not all can be home, so nobody could win."""
    said = why_refused(LUDO.with_rules(rules.no_sharing()))
    assert said == (
        "Rules 'all_home_wins' and 'no_sharing' exclude each other: slots (pieces have arrived "
        "when they are in their lane) is False in one and True in the other."
    )
    LUDO.with_rules(rules.no_sharing(slots=False)).check()
    LUDO.without("all_home_wins").with_rules(rules.no_sharing(), rules.slots_filled_wins()).check()
