"""A rule that cannot be compiled, or that gives no answer, is named in one sentence."""
# ruff: noqa: D103, RET503

import functools
import re

import pytest
from batches import marked_long
from tiny_family import tiny

from ludo_env import SpecError, game_of, hooks, ludo_v0, rule
from ludo_env._engine.game_check import complaints_about
from ludo_env._engine.kernel import BEGIN, PLAY, SETTLE
from ludo_env.testing import check_rule


class Thing:
    """Nothing that a compiler knows."""


def asks(points):
    """A helper that plain Python alone can run."""
    return isinstance(points, Thing)


def untyped(s, points):
    return Thing is None


def a_generator(s, points):
    def numbers():
        yield 1

    return list(numbers()) == [points]


def a_missing_attribute(s, points):
    return s.winner.foo == 3 if points > 100 else False


def a_caught_error(s, points):
    try:
        return points > 30
    except KeyError as error:
        return str(error) == "a"


def a_context(s, points):
    if points > 100:
        with open("there is no such file") as file:  # noqa: PTH123
            return bool(file)
    return False


def a_text(s, points):
    return f"{points!r}" == "6"


def by_a_helper(s, points):
    return asks(points)


def many(number, s, points):
    return points == number


UNCOMPILED = {
    untyped: "return Thing is None",
    a_generator: "yield",
    a_missing_attribute: "return s.winner.foo",
    a_caught_error: "except KeyError as error",
    a_context: "'with",
    a_text: "f-strings not supported",
    by_a_helper: "return isinstance(points, Thing)",
}


def rule_with(name="again", hook=None, **more):
    """A rule of its own with one hook."""

    @rule(**more)
    def mine(board):
        """A rule of a test."""
        return hooks(**{name: hook})

    return mine()


@pytest.mark.parametrize("hook", marked_long(UNCOMPILED, [untyped, a_generator, by_a_helper]))
def test_a_hook_that_cannot_be_compiled_is_named(hook):
    """It plays in plain Python; compiling it names rule, hook and line, and the way out."""
    spec = tiny(rule_with(hook=hook))
    play(spec, "python")
    start = r"^Rule 'mine' cannot be compiled: its hook 'again' "
    end = r'; backend="python" plays it as it is\.$'
    for _ in range(2):  # the second try says the same
        with pytest.raises(SpecError, match=f"{start}.*{end}") as caught:
            play(spec, "numba")
        assert len(str(caught.value)) < 500
        assert "\n" not in str(caught.value)
        assert UNCOMPILED[hook] in str(caught.value)
        assert type(caught.value.__cause__).__module__.startswith("numba.")
    with pytest.raises(SpecError, match=f"{start}.*{end}"):
        check_rule(rule_with(hook=hook), tiny(), games=1)


def test_an_object_is_refused_before_it_is_compiled(capfd):
    """A hook that is no function is refused without a word about compiling."""
    spec = tiny(rule_with(hook=functools.partial(many, 6)))
    play(spec, "python")
    with pytest.raises(SpecError, match=r"its hook 'again' is a partial; backend="):
        play(spec, "numba")
    assert capfd.readouterr().err == ""


def fails(s, points):
    raise KeyError("this hook always fails")


def hands_failure_on(s, points):
    return fails(s, points)


@pytest.mark.parametrize("hook", [fails, hands_failure_on])
def test_a_hook_that_always_raises_is_named(hook):
    """The error does not say that the hook forgets its return."""
    for _ in range(2):
        with pytest.raises(SpecError, match=r"^Rule 'mine': its hook 'again' always raises, where"):
            play(tiny(rule_with(hook=hook)), "numba")
    with pytest.raises(
        SpecError, match=r"^Rule 'mine': its hook 'again' fails in play: KeyErr"
    ) as e:
        check_rule(rule_with(hook=hook), tiny(), games=1)
    assert isinstance(e.value.__cause__, KeyError)


async def waits(s, points):
    return True


def yields(s, points):
    yield True


async def does_both(s, points):
    yield True


@pytest.mark.parametrize("hook", [waits, yields, does_both])
@pytest.mark.parametrize("backend", ["python", "numba"])
def test_a_hook_that_waits_or_yields_is_refused(hook, backend):
    """A hook answers at once."""
    with pytest.raises(SpecError, match=r"^Rule 'mine': its 'again' is a coroutine or a generator"):
        play(tiny(rule_with(hook=hook)), backend)


def test_a_rule_that_fails_when_it_makes_its_hooks_is_named():
    """The error of a rule's own is chained below a sentence."""

    @rule()
    def mine(board):
        """It fails."""
        raise KeyError("nothing")

    for use in (lambda: play(tiny(mine()), "python"), lambda: check_rule(mine(), tiny())):
        with pytest.raises(
            SpecError, match=r"^Rule 'mine' fails when it makes its hooks: KeyE"
        ) as e:
            use()
        assert isinstance(e.value.__cause__, KeyError)


def test_the_rule_at_fault_is_named_among_others():
    """Of several rules that answer one question, the one that fails is named."""

    @rule()
    def good(board):
        """It is like the others."""
        return hooks(again=lambda s, points: points == 6, bonus=lambda s, points: 0)

    @rule()
    def better(board):
        """It is like the others, too."""
        return hooks(again=lambda s, points: points == 5)

    spec = tiny(good(), rule_with(hook=untyped), better())
    with pytest.raises(SpecError, match="Rule 'mine' cannot be compiled: its hook 'again'"):
        play(spec, "numba")


def test_a_helper_at_fault_leads_to_its_rule():
    """A function that a rule calls fails: the rule is named, and the line of the function."""

    def helper(points):
        return asks(points)

    line = asks.__code__.co_firstlineno + 2
    with pytest.raises(
        SpecError, match=rf"'mine' .* 'again' uses .*\(test_uncompiled\.py, line {line}"
    ):
        play(tiny(rule_with(hook=lambda s, points: helper(points) == 3)), "numba")


def test_a_rule_of_a_phase_is_named():
    """A rule that holds during a phase only is found behind the phase."""
    from ludo_env._engine.composition.phases import phase_field

    starts = rule_with("noted", lambda s, points: None, fields=(phase_field("night"),))

    @rule()
    def late(board):
        """It holds at night."""
        return hooks(again=untyped)

    with pytest.raises(SpecError, match="Rule 'late' cannot be compiled: its hook 'again'"):
        play(tiny(starts, late().during("night")), "numba")


def test_a_hook_made_of_the_engines_verbs_is_named():
    """A question answered with a function of verbs names its rule as well."""

    def counts(index):
        def counted(s, count):
            return index(count) if Thing is None else count

        return counted

    with pytest.raises(SpecError, match="Rule 'mine' cannot be compiled: its hook 'counts' uses"):
        play(tiny(rule_with("counts", counts)), "numba")


def test_an_answer_that_does_not_fit_is_named():
    """An answer of a type that the engine has no use for is found where nothing else fails."""
    spec = tiny(rule_with("worth", lambda s, points, action: ("many", points)))
    with pytest.raises(SpecError, match="its hook 'worth' answers neither a number nor a flag"):
        play(spec, "numba")


def forgets(s, points):
    points == 6  # noqa: B015


def forgets_half(s, points):
    if points == 6:
        return True


def hands_on(s, points):
    return forgets(s, points)


SILENT = (
    r"^Rule 'mine': its hook '{}' answers None where an answer is wanted; is a return missing\?$"
)
HOOKS = {
    "again": (forgets, forgets_half, hands_on),
    "worth": (lambda s, points, action: forgets(s, points), lambda s, points, action: None),
    "bonus": (forgets, forgets_half, hands_on),
    "allowed": (forgets, lambda s, action: None if action else True),
}


@pytest.mark.parametrize(("name", "hook"), [(n, hook) for n in HOOKS for hook in HOOKS[n]])
def test_a_hook_without_an_answer_is_named(name, hook):
    """A hook that answers None is refused by `check_rule`, on trial, and when it is compiled."""
    spec = tiny(rule_with(name, hook))
    silent = SILENT.format(name)
    with pytest.raises(SpecError, match=silent):
        check_rule(rule_with(name, hook), tiny())
    for _ in range(2):
        with pytest.raises(SpecError, match=silent):
            play(spec, "numba")
    (complaint,) = complaints_about(spec)
    assert re.match(silent, complaint.removeprefix("rules: "))


@pytest.mark.parametrize("hook", [forgets, forgets_half])
def test_plain_python_refuses_none_in_play(hook):
    """Where the code shows that an answer can be missing, plain Python does not go on with None."""
    with pytest.raises(SpecError, match=SILENT.format("again")):
        play(tiny(rule_with(hook=hook)), "python")


def test_a_hook_of_another_game_is_still_refused():
    """A hook that was compiled once, and refused, is refused in the next game that has it."""
    for goal in (40, 41):
        with pytest.raises(SpecError, match=SILENT.format("again")):
            play(tiny(rule_with(hook=hands_on), goal=goal), "numba")


def test_a_deed_is_no_answer_elsewhere():
    """A function that is compiled already as a deed is refused where an answer is wanted."""

    def both(s, points):
        s.die = 1

    play(tiny(rule_with("noted", both)), "numba")

    def handed(s, points):
        return both(s, points)

    play(tiny(rule_with("noted", handed)), "numba")
    with pytest.raises(SpecError, match=SILENT.format("again")):
        play(tiny(rule_with("again", handed)), "numba")


def test_deeds_need_no_answer():
    """A hook that only does something need not return anything."""
    spec = tiny(rule_with("noted", lambda s, points: None))
    assert complaints_about(spec) == []
    assert play(spec, "python") == play(spec, "numba")


def test_a_race_names_a_hook_without_an_answer():
    """The trial of a race names it too, where the engine would go on, or fail, with None."""

    def react(s, hits, colour, piece, cell):
        return steps(hits)

    def steps(hits):
        """Forgets to return."""

    spec = ludo_v0.spec().with_rules(rule_with("react", react))
    (complaint,) = complaints_about(spec)
    assert re.match(SILENT.format("react"), complaint.removeprefix("rules: "))


def play(spec, backend):
    """The points after some steps."""
    session = game_of(spec, backend).session("compact", seed=1)
    session.run(BEGIN | SETTLE, 0)
    for action in (1, 0, 1, 0, 1):
        session.run(PLAY | SETTLE, action)
    return session.record["points"][0].tolist()
