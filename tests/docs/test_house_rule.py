"""A user's own rule: the example runs, and the rule does what it says."""

import pathlib
import subprocess
import sys

import pytest
from load_script import load_script

from ludo_env import SpecError, env_of, hooks, ludo_v0, rule
from ludo_env.testing import check_game, check_rule

EXAMPLE = pathlib.Path(__file__).parents[2] / "examples" / "house_rule.py"


def star_jump():
    """Return the rule of the example, from its file."""
    sys.modules["house_rule"] = load_script(EXAMPLE)
    return sys.modules["house_rule"].star_jump


@pytest.mark.parametrize("backend", ["python", pytest.param("numba", marks=pytest.mark.long)])
def test_a_star_jumps_to_the_next(backend):
    """A piece that lands on a star moves to the next one; other squares are unaffected."""
    env = env_of(ludo_v0.spec().with_rules(star_jump()()), backend=backend)
    env.reset(options={"position": "p0=2,4,31,44 turn=0 dice=3"})
    for action, place in ((0, "18,4,31,44"), (1, "2,7,31,44"), (3, "2,4,31,47")):
        twin = env.clone()
        twin.step(action)
        assert f"p0={place} " in twin.position + " "


def test_a_rule_has_parameters():
    """Parameters change the rule, and rules with equal parameters are equal."""
    maker = star_jump()
    assert maker() == maker(first=5, apart=13)
    assert maker(first=2) != maker()
    env = env_of(ludo_v0.spec().with_rules(maker(first=2)), backend="python")
    env.reset(options={"position": "p0=0,y,y,y turn=0 dice=2"})
    env.step(0)
    assert "p0=15,y,y,y" in env.position


@pytest.mark.long  # it compiles a game of its own
def test_the_example_runs():
    """The example runs as a script, compiled, from a file that is not imported."""
    done = subprocess.run([sys.executable, EXAMPLE], capture_output=True, text=True, check=True)
    assert "p0=18,y,y,y" in done.stdout


def test_check_rule_reports_what_answered():
    """The dry run reports how often the rule was called."""
    report = check_rule(star_jump()(), games=4, backends=("python",))
    assert report.games == 4
    assert report.answered["star_jump.react"] > 50


def test_an_unknown_hook_is_named():
    """A rule with an unknown hook is refused in one sentence that suggests the right one."""

    @rule()
    def slow(board):
        """Nobody passes anybody."""
        return hooks(may_pas=lambda s, colour, cell: False)

    with pytest.raises(SpecError, match=r"'may_pas', which nobody asks: did you mean 'may_pass'\?"):
        check_rule(slow())


def test_a_hook_with_other_arguments_is_named():
    """A hook with wrong arguments is refused, and the error names the right ones."""

    @rule()
    def slow(board):
        """Nobody passes anybody."""
        return hooks(may_pass=lambda s, cell: False)

    with pytest.raises(SpecError, match=r"takes 2 arguments, and gets 3: \(s, colour, cell\)"):
        check_rule(slow())


def test_an_undeclared_field_is_named():
    """A rule that writes to an undeclared field is refused before a game is played."""

    @rule()
    def counting(board):
        """Landings are counted."""

        def react(s, hits, colour, piece, cell):
            s.landings += 1
            return hits

        return hooks(react=react)

    with pytest.raises(SpecError, match="'counting' needs the field landings, which no rule keeps"):
        check_rule(counting())


def test_a_number_out_of_range_is_named():
    """The dry run finds a field that leaves its declared range."""
    from ludo_env import field

    @rule(fields=(field("landings", high=3),))
    def counting(board):
        """Landings are counted."""

        def react(s, hits, colour, piece, cell):
            s.landings += 1
            return hits

        return hooks(react=react)

    with pytest.raises(SpecError, match=r"'landings' became 4; it was declared as 0\.\.3"):
        check_rule(counting())


def test_moving_a_piece_behind_the_boards_back_is_found():
    """A rule that writes to `progress` itself leaves wrong crowds, and the check finds that."""

    @rule()
    def thief(board):
        """The first piece of the next colour is taken off the board."""

        def react(s, hits, colour, piece, cell):
            s.progress[0] = -1
            return hits

        return hooks(react=react)

    with pytest.raises(SpecError, match="without place"):
        check_rule(thief(), backends=("python",))


def test_an_endless_game_is_refused():
    """The check refuses a game that nobody can win, and does not hang."""

    @rule()
    def pinned(board):
        """Nobody may land anywhere."""
        return hooks(may_land=lambda s, colour, cell: False)

    with pytest.raises(SpecError, match="did not end"):
        check_game(ludo_v0.spec().with_rules(pinned()), games=1, backends=("python",))


def test_a_rule_may_not_stand_twice():
    """The same rule twice is refused with a sentence that says so."""
    spec = ludo_v0.spec()
    with pytest.raises(SpecError, match="appears twice"):
        check_rule(spec.rules[-1], spec.with_rules(spec.rules[-1]))


def test_rules_can_be_taken_away_and_replaced():
    """`without` and `replace` give other games; the error for an unknown name has a suggestion."""
    spec = ludo_v0.spec()
    assert "blocks" not in str(spec.without("blocks"))
    with pytest.raises(SpecError, match="did you mean 'blocks'"):
        spec.without("block")
    from ludo_env.rules import blocks

    env = env_of(spec.replace(blocks(size=3)), backend="python")
    env.reset(options={"position": "p0=10,y,y,y p1=51,51,y,y turn=0 dice=4"})
    env.step(0)
    assert env.position.startswith("p0=14")
