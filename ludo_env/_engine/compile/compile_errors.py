"""Compile errors: refuse rules that cannot be compiled, and name the rule and the hook.

numba reports which functions it compiles, one inside the other. The innermost that fails leads to
the faulty hook; a hook that answers None is refused as soon as its type is known, before
anything of the kernel is stored.
"""

from __future__ import annotations

import linecache
import re
import sys
import threading
import types
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numba
from numba.core import event

from ludo_env._engine.compile.code_walk import reached
from ludo_env._engine.composition.missing_answers import (
    constant_failure,
    may_be_silent,
    may_end_in_none,
    never_returns,
    silence,
)
from ludo_env._engine.errors import SpecError, cut
from ludo_env._engine.questions import Question
from ludo_env._engine.rule import Hook, Rule

if TYPE_CHECKING:
    from ludo_env._engine.game import Game

# Other exceptions that numba raises on source that it cannot compile; disk errors are not included.
_STUMBLES = (
    ArithmeticError, AssertionError, AttributeError, LookupError, NameError,
    NotImplementedError, RecursionError, SyntaxError, TypeError, ValueError,
)  # fmt: skip
_NUMBAS_OWN = "numba.core.errors"
# The types of answers.
_MAY_BE_NONE = (numba.types.NoneType, numba.types.Optional)
_NUMBERS = (numba.types.Boolean, numba.types.Integer)
_COLOURS = re.compile(r"\x1b\[[0-9;]*m")
_PLACE = re.compile(r'(?:File "|Raised from |at )([^"\n]+?)(?:", line | \()(\d+)')
_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")
# Listeners are added and removed one at a time: numba's list of them is not thread-safe.
_WATCHING = threading.RLock()
# Hooks that were compiled before and can answer None; they are refused without another compile.
# For each: whether it always raises.
_SILENT: weakref.WeakKeyDictionary[Hook, bool] = weakref.WeakKeyDictionary()


@contextmanager
def compiling(game: Game) -> Iterator[None]:
    """Turn a failure to compile the rules of a game into one `SpecError` that names the rule."""
    watch = _Watch(game)
    watch.refuse_objects()
    watch.refuse_the_silent()
    try:
        with _WATCHING, event.install_listener("numba:compile", watch):
            yield
    except Exception as error:
        if watch.refusal:
            raise watch.refusal from None
        stumbled = isinstance(error, _STUMBLES) and watch.has_failed
        if stumbled or type(error).__module__ == _NUMBAS_OWN:
            raise SpecError(watch.sentence(error)) from error
        raise


class _Speaker(NamedTuple):
    """The rule and the question that a hook belongs to."""

    rule: Rule
    question: Question
    hook: Hook


class _Failure(NamedTuple):
    """A function that could not be compiled, and the error."""

    function: Any
    error: BaseException | None


class _Watch(event.Listener):  # type: ignore[misc]
    """A listener for the compilation of one game."""

    def __init__(self, game: Game) -> None:
        self.refusal: SpecError | None = None
        self._name = game.spec.name
        asked = game.spec.family.questions
        self._speakers = [
            _Speaker(rule, asked[name], hook)
            for name, pairs in game.arrays.answers.items()
            for rule, hook in pairs
            if not asked[name].plain
        ]
        self._failures: list[_Failure] = []  # innermost first
        self._types: dict[int, Any] = {}  # of the hooks' answers, by index in `_speakers`

    @property
    def has_failed(self) -> bool:
        """Return whether some function could not be compiled."""
        return bool(self._failures)

    def on_start(self, event: Any) -> None:
        """Note a function that is about to be compiled."""

    def on_end(self, event: Any) -> None:
        """Note the end of a compilation, successful or not."""
        dispatcher, arguments = event.data["dispatcher"], event.data["args"]
        function = getattr(dispatcher, "py_func", None)
        compiled = dispatcher.overloads.get(tuple(arguments))
        if compiled is None:
            self._failures.append(_Failure(function, sys.exc_info()[1]))
            return
        answer = compiled.signature.return_type
        for place, speaker in enumerate(self._speakers):
            if not _is_hook(function, speaker):
                continue
            self._types[place] = answer
            if isinstance(answer, _MAY_BE_NONE):
                _SILENT[speaker.hook] = _always_raises(function)
                self.refuse_the_silent()

    def refuse_objects(self) -> None:
        """Refuse hooks that are not functions, before anything is announced."""
        for speaker in self._speakers:
            if not hasattr(speaker.hook, "__code__"):
                fault = f"is a {cut(type(speaker.hook).__name__, 40)}"
                raise SpecError(_verdict(speaker, fault))

    def refuse_the_silent(self) -> None:
        """Refuse hooks that are known to answer None where an answer is required."""
        for speaker in self._speakers:
            wanted = speaker.question.wants_answer
            if wanted and isinstance(speaker.hook, types.FunctionType) and speaker.hook in _SILENT:
                sentence = constant_failure if _SILENT[speaker.hook] else silence
                self.refusal = SpecError(sentence(speaker.rule, speaker.question.name))
                raise self.refusal

    def sentence(self, error: BaseException) -> str:
        """Return one sentence on what cannot be compiled and why, as far as that is known."""
        for failure in self._failures:
            for speaker in self._speakers:
                if _is_hook(failure.function, speaker):
                    return self._accuse(speaker, failure)
            for speaker in self._near(failure.function):
                return self._accuse(speaker, failure)
        for place, answer in self._types.items():
            speaker = self._speakers[place]
            if speaker.question.wants_answer and not isinstance(answer, _NUMBERS):
                return _verdict(
                    speaker, f"answers neither a number nor a flag, but {cut(str(answer))}"
                )
        why = _reason(self._failures[0].error if self._failures else error)
        return (
            f'The rules of {cut(self._name)!r} cannot be compiled: {why}; backend="python" '
            "plays them as they are."
        )

    def _near(self, function: Any) -> list[_Speaker]:
        """Return the speakers whose hooks reach a function, those that failed themselves first."""
        code = getattr(function, "__code__", None)
        found = [speaker for speaker in self._speakers if code in _codes(speaker.hook)]
        failed = [failure.function for failure in self._failures]
        return sorted(found, key=lambda speaker: not any(_is_hook(f, speaker) for f in failed))

    def _accuse(self, speaker: _Speaker, failure: _Failure) -> str:
        """Describe a hook: the line where it fails, and numba's error."""
        code = failure.function.__code__
        line = _line_of(failure.error, code)
        text = linecache.getline(code.co_filename, line).strip() if line else ""
        where = f"line {line or code.co_firstlineno}"
        if Path(code.co_filename).is_file():
            where = f"{cut(Path(code.co_filename).name, 60)}, {where}"
        uses = f"uses {cut(text)!r}" if text else "is beyond numba"
        return _verdict(speaker, f"{uses} ({where}: {_reason(failure.error)})")


def _is_hook(function: Any, speaker: _Speaker) -> bool:
    """Return whether a function is a hook, or was made by one of the engine's verbs."""
    if function is speaker.hook:
        return True
    code = getattr(function, "__code__", None)
    inner = getattr(getattr(speaker.hook, "__code__", None), "co_consts", ())
    return bool(speaker.question.late) and any(code is constant for constant in inner)


def _always_raises(function: Any) -> bool:
    """Return whether a function without a return type raises, directly or in a call."""
    if may_be_silent(function):
        return False
    codes = _codes(function)
    if never_returns(function.__code__):
        return True
    return any(map(never_returns, codes)) and not any(map(may_end_in_none, codes))


def _codes(hook: Hook) -> list[types.CodeType]:
    """Return the code of every function that a hook reaches, and of the functions inside."""
    waiting: list[Any] = [hook]
    seen: dict[int, Any] = {}
    codes = []
    while waiting:
        value = waiting.pop()
        if isinstance(value, tuple):
            waiting += value
        elif isinstance(value, types.FunctionType) and id(value) not in seen:
            seen[id(value)] = value
            inner = [part for part in value.__code__.co_consts if isinstance(part, types.CodeType)]
            codes += [value.__code__, *inner]
            waiting += [part for _, part in reached(value)]
    return codes


def _verdict(speaker: _Speaker, fault: str) -> str:
    return (
        f"Rule {cut(speaker.rule.name)!r} cannot be compiled: its hook {speaker.question.name!r} "
        f'{fault}; backend="python" plays it as it is.'
    )


def _line_of(error: BaseException | None, code: types.CodeType) -> int:
    """Return the line of some code that an error refers to; 0 if none."""
    lines = {line for _, _, line in code.co_lines() if line is not None}
    own = Path(code.co_filename).absolute()
    for file, number in reversed(_PLACE.findall(_COLOURS.sub("", str(error)))):
        if int(number) in lines and Path(file).absolute() == own:
            return int(number)
    place = getattr(error, "loc", None)
    line = getattr(place, "line", None)
    return line if line in lines else 0


def _reason(error: BaseException | None) -> str:
    """Return the first informative line of an error."""
    for line in _COLOURS.sub("", str(error)).splitlines():
        if line.strip() and not line.startswith("Failed in "):
            said = _ADDRESS.sub("", line.strip()).partition(" Raised from ")[0]
            return cut(said.rstrip(".:"), 120)
    return type(error).__name__
