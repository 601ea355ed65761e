"""The commands of `ludo-env`, from the parser that reads them."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import suppress
from unittest import mock

from ludo_docs.generated import Generated, code, table_of
from ludo_env._cli.main import main


class CommandLine(Generated):
    """A section for each command, with its arguments."""

    headings = True

    def text(self, name: str) -> str:
        """Return all commands in the order of the help text."""
        return "\n\n".join(part for parser in _commands(_parser()) for part in _command(parser))


def _parser() -> argparse.ArgumentParser:
    """Return the parser that the command makes, without running a command."""
    found: list[argparse.ArgumentParser] = []

    def keep(parser: argparse.ArgumentParser, *_: object) -> None:
        found.append(parser)
        raise SystemExit(0)

    with mock.patch.object(argparse.ArgumentParser, "parse_args", keep), suppress(SystemExit):
        main([])
    return found[0]


def _commands(parser: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    """Yield the parsers of all commands, and of the commands within them."""
    groups = [one for one in parser._actions if isinstance(one, argparse._SubParsersAction)]
    for group in groups:
        helps = {one.dest: one.help or "" for one in group._choices_actions}
        for name, command in group.choices.items():
            command.description = command.description or helps.get(name, "")
            inner = list(_commands(command))
            yield from inner or [command]


def _command(parser: argparse.ArgumentParser) -> Iterator[str]:
    yield f"## {parser.prog}"
    said = parser.description or ""
    yield f"{said[:1].upper()}{said[1:]}."
    rows = [
        (code(_written(action)), _default(action), (action.help or "").replace("%(default)s", ""))
        for action in parser._actions
        if not isinstance(action, argparse._HelpAction)
    ]
    if rows:
        yield table_of(["argument", "default", "meaning"], rows)


def _written(action: argparse.Action) -> str:
    """Return an argument as it is typed."""
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
