"""The commands of `ludo-env`, from its parser."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from ludo_docs.generated import Generated, code, table_of
from ludo_env._cli.main import command_parser
from ludo_env._cli.parser import NO, Parser


class CommandLine(Generated):
    """A section for each command, with its arguments."""

    headings = True

    def text(self, name: str) -> str:
        """Return all commands in the order of the help text."""
        return "\n\n".join(
            part for parser in _commands(command_parser()) for part in _command(parser)
        )


def _commands(parser: Parser) -> Iterator[Parser]:
    """Yield the parsers of all commands; a command with subcommands is replaced by them."""
    for command in parser.commands.values():
        inner = list(_commands(command))
        yield from inner or [command]


def _command(parser: Parser) -> Iterator[str]:
    yield f"## {parser.prog}"
    said, _, steps = (parser.description or "").partition("\n\n")
    yield " ".join(said.split())
    if steps:
        yield _block("text", steps)
    rows = [
        (code(_written(action)), _default(action), (action.help or "").replace("%(default)s", ""))
        for action in parser._actions
        if not isinstance(action, argparse._HelpAction)
        and action.help != argparse.SUPPRESS
        and action.dest != "color"
    ]
    if rows:
        yield table_of(["argument", "default", "meaning"], rows)
    if parser.examples:
        yield _block("sh", "\n".join(parser.examples))
    no = parser.status.get(NO)
    if no:
        yield f"The exit status is 1 if {no}."


def _block(language: str, text: str) -> str:
    return f"```{language}\n{text}\n```"


def _written(action: argparse.Action) -> str:
    """Return an argument as the user types it."""
    value = action.metavar or (action.dest.upper() if action.option_strings else action.dest)
    if action.choices is not None:
        value = "{" + ",".join(map(str, action.choices)) + "}"
    if not action.option_strings:
        return str(value)
    flags = ", ".join(action.option_strings)
    return flags if action.nargs == 0 else f"{flags} {value}"


def _default(action: argparse.Action) -> str:
    if action.default in (None, False, "", argparse.SUPPRESS):
        return "required" if action.required and action.option_strings else ""
    words = action.default if isinstance(action.default, list | tuple) else [action.default]
    return code(" ".join(map(str, words)))
