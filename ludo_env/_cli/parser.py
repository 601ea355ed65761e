"""The parser of the command line: errors in one sentence, and examples in the help of commands."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NoReturn

from ludo_env._cli.colour import COLOURS
from ludo_env._engine.errors import LudoError, cut, nearest, quoted

# The meaning of each exit status; a command can define its own meaning of 1.
DONE, NO, WRONG_USE, INTERRUPTED = 0, 1, 2, 130
STATUS = {
    DONE: "done",
    NO: "the answer is no",
    WRONG_USE: "wrong use, or a failure; a sentence on stderr says which",
    INTERRUPTED: "interrupted by Ctrl-C",
}
# The messages of argparse, and their replacements.
_SAID = (
    (r"argument (\S+): expected one argument", r"\1 takes a value."),
    (r"argument (\S+): expected at least one argument", r"\1 takes at least one value."),
    (r"argument (\S+): ignored explicit argument (.*)", r"\1 takes no value, and got \2."),
    (r"argument (\S+): not allowed with argument (\S+)", r"\1 and \2 cannot be given together."),
    (
        r"the following arguments are required: (.*)",
        r"{title} needs \1; {prog} --help explains it.",
    ),
    (r"argument ([^:]+): (.*)", r"\1 \2."),
)
_NUMBER = re.compile(r"-\.?\d")


class UsageError(LudoError):
    """An error in the command line."""


class Parser(argparse.ArgumentParser):
    """A parser that reports the first unknown word with the nearest known one."""

    def __init__(self, *arguments: Any, **keywords: Any) -> None:
        keywords.setdefault("allow_abbrev", False)
        keywords.setdefault("formatter_class", argparse.RawDescriptionHelpFormatter)
        super().__init__(*arguments, **keywords)
        self.examples: tuple[str, ...] = ()
        self.status: dict[int, str] = {}
        self.register("type", int, _whole)
        self.register("type", float, _decimal)

    def add_argument(self, *names: Any, **keywords: Any) -> argparse.Action:
        """Add an argument; choices are checked with an error message of this library."""
        if keywords.get("choices") is not None:
            keywords.setdefault("type", _one_of(tuple(keywords["choices"])))
        return super().add_argument(*names, **keywords)

    @property
    def commands(self) -> dict[str, Parser]:
        """The commands of this parser, by name."""
        groups = (one for one in self._actions if isinstance(one, argparse._SubParsersAction))
        return {name: parser for group in groups for name, parser in group.choices.items()}

    def parse_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Return the arguments; raise a `UsageError` if they are wrong."""
        words = sys.argv[1:] if args is None else list(args)
        command = self._checked(words)
        chosen, left = self.parse_known_args(words, namespace)
        if left:
            raise UsageError(
                f"{command.title} does not take {quoted(left[0])}; {command.prog} --help says what "
                f"it takes."
            )
        return chosen

    @property
    def title(self) -> str:
        """The name of the command in messages."""
        return self.prog.removeprefix("ludo-env ")

    def error(self, message: str) -> NoReturn:
        """Raise an error with one sentence, the same in all versions of Python."""
        for pattern, said in _SAID:
            found = re.fullmatch(pattern, message, re.DOTALL)
            if found:
                message = found.expand(said.replace("{prog}", self.prog))
                message = message.replace("{title}", self.title)
                break
        raise UsageError(cut(message, 400))

    def _checked(self, words: Sequence[str]) -> Parser:
        """Return the parser of the command; refuse an unknown command or option.

        argparse would report other errors first, such as a missing option.
        """
        parser, value = self, False
        for word in words:
            if word == "--":
                break
            if value:
                value = False
                continue
            if word.startswith("-") and word != "-" and not _NUMBER.match(word):
                name, given, _ = word.partition("=")
                action = parser._option_string_actions.get(name)
                if action is None:
                    known: Iterable[str] = parser._option_string_actions
                    raise UsageError(
                        f"{parser.title} has no option {quoted(name)}; {_nearest(name, known)}"
                    )
                if isinstance(action, (argparse._HelpAction, argparse._VersionAction)):
                    return parser
                value = action.nargs != 0 and not given
            elif parser.commands:
                if word not in parser.commands:
                    known = parser.commands
                    raise UsageError(
                        f"{parser.title} has no command {quoted(word)}; {_nearest(word, known)}"
                    )
                parser = parser.commands[word]
        if parser.commands:
            listed = ", ".join(parser.commands)
            raise UsageError(f"{parser.title} needs a command: {listed}; --help explains them.")
        return parser


def add_command(
    commands: Any,
    name: str,
    title: str,
    run: Callable[[argparse.Namespace], int] | None,
    description: str = "",
    examples: Sequence[str] = (),
    no: str = "",
) -> Any:
    """Add a command: its line in the list, its help text, and examples that can be run.

    `no` is the meaning of the exit status 1, for commands that answer a question.
    """
    parser = commands.add_parser(name, help=title, description=description or f"{title}.")
    parser.examples = tuple(examples)
    parser.status = {**STATUS, NO: no} if no else {n: STATUS[n] for n in STATUS if n != NO}
    parser.epilog = _epilog(parser)
    add_colour(parser, argparse.SUPPRESS)
    if run is not None:
        parser.set_defaults(run=run)
    return parser


def add_colour(parser: Parser, default: str = "auto") -> None:
    """Add `--color`, which every command has."""
    parser.add_argument(
        "--color",
        choices=COLOURS,
        default=default,
        help="auto (default): on a terminal, unless NO_COLOR is set",
    )


def _epilog(parser: Parser) -> str:
    """Return the end of the help: examples, and the meaning of each exit status."""
    lines = [f"  {example}" for example in parser.examples]
    status = [f"  {code:<4} {meaning}" for code, meaning in parser.status.items()]
    shown = ["examples:", *lines, ""] if lines else []
    return "\n".join([*shown, "exit status:", *status])


def _nearest(word: str, known: Iterable[str]) -> str:
    """Return the end of a message, with a known word that begins with this one or is similar."""
    words = [name for name in known if name != "-h"]
    longer = [name for name in words if len(word) > 3 and name.startswith(word)]
    return f"did you mean {longer[0]!r}?" if len(longer) == 1 else nearest(word, words)


def _whole(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"is a whole number, not {quoted(text)}") from None


def _decimal(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"is a number, not {quoted(text)}") from None


def _one_of(choices: Sequence[str]) -> Callable[[str], str]:
    """Return a type of argument that accepts only these words."""

    def word(text: str) -> str:
        if text not in choices:
            said = f"is one of {', '.join(choices)}, not {quoted(text)}"
            raise argparse.ArgumentTypeError(said)
        return text

    return word
