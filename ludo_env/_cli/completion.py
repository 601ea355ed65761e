"""`ludo-env completion SHELL`: a script that completes commands, options and names by Tab.

The scripts are made from the parser and contain every name, so that Tab does not start Python.
(Libraries for this do not fit: shtab does not support fish, and argcomplete runs the program for
each Tab, which takes longer than typing.)
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any, NamedTuple

from ludo_env._cli.parser import Parser, add_command
from ludo_env.agents.make import listed_agents
from ludo_env.catalogue import listed_games

SHELLS = ("bash", "zsh", "fish")
# Options that take a list with commas, and the parts that are not agents.
_LISTS = {"agents": (), "seats": ("human",)}
_FILES = ("FILE", "FOLDER", "OUT", "NAME|FILE")


def add_completion_command(commands: Any, parser: Parser) -> None:
    """Add `completion` to the command line; its scripts cover every command of the parser."""

    def run(chosen: argparse.Namespace) -> int:
        print(completion_script(parser, chosen.shell), end="")
        return 0

    completion = add_command(
        commands, "completion", "a script that completes words by Tab", run,
        "Print a script for a shell: by Tab it completes commands, options, games and\n"
        "agents. Print it anew after an update.\n\n"
        'bash: put  eval "$(ludo-env completion bash)"  into ~/.bashrc\n'
        'zsh:  put  eval "$(ludo-env completion zsh)"  into ~/.zshrc, after compinit\n'
        "fish: ludo-env completion fish > ~/.config/fish/completions/ludo-env.fish",
        ("ludo-env completion bash",),
    )  # fmt: skip
    completion.add_argument("shell", choices=SHELLS, help="the shell")


class Values(NamedTuple):
    """The values that can be typed in one place."""

    words: tuple[str, ...] = ()
    files: bool = False
    is_list: bool = False  # of words with commas between them


class Command(NamedTuple):
    """A command with everything that the scripts need."""

    path: str  # "rules check"; "" for the program itself
    meaning: str
    words: tuple[tuple[str, str], ...]  # its subcommands with their meanings
    options: tuple[tuple[str, str, Values | None], ...]  # with meanings; None: it takes no value
    place: Values  # of its positional argument


def completion_script(parser: Parser, shell: str) -> str:
    """Return the script for a shell."""
    known = list(_commands(parser, "", ""))
    return {"bash": _bash, "zsh": _zsh, "fish": _fish}[shell](known)


def _commands(parser: Parser, path: str, meaning: str) -> Iterator[Command]:
    """Yield a command and its subcommands."""
    titles = {
        choice.dest: choice.help or ""
        for action in parser._actions
        if isinstance(action, argparse._SubParsersAction)
        for choice in action._choices_actions
    }
    options: list[tuple[str, str, Values | None]] = []
    place = Values()
    for action in parser._actions:
        if action.help == argparse.SUPPRESS or isinstance(action, argparse._SubParsersAction):
            continue
        values = None if action.nargs == 0 else _values(action)
        if action.option_strings:
            options.append((action.option_strings[-1], _plain(action.help), values))
        elif values is not None:
            place = values
    yield Command(path, meaning, tuple(titles.items()), tuple(options), place)
    for name, inner in parser.commands.items():
        yield from _commands(inner, f"{path} {name}".strip(), titles[name])


def _values(action: argparse.Action) -> Values:
    """Return the values of an option or argument."""
    files = action.metavar in _FILES
    if action.choices is not None:
        return Values(tuple(map(str, action.choices)))
    if action.dest in _LISTS and action.metavar == "LIST":
        return Values((*_LISTS[action.dest], *listed_agents()), is_list=True)
    if action.metavar == "AGENT":
        return Values(tuple(listed_agents()))
    if action.metavar == "NAME|FILE":
        return Values(tuple(sorted(listed_games())), files)
    return Values((), files)


def _plain(text: str | None) -> str:
    return (text or "").replace("%%", "%").replace("'", "").replace("\\", "")


_BASH = """\
_ludo_env() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}}
  local path="" names="" values="" files="" parts="" given="" i
  for (( i = 1; i < COMP_CWORD; i++ )); do
    case "$path ${{COMP_WORDS[i]}}" in
{paths}
    esac
  done
  case "$path" in
{names}
  esac
  case "$path:$before" in
{values}
    *)
      case "$path" in
{places}
      esac
      [[ $word == -* ]] && values="$names" files=""
      [[ $word != -* ]] && values="$values $names" ;;
  esac
  if [[ -n $parts ]]; then
    [[ $word == *,* ]] && given="${{word%,*}},"
    COMPREPLY=( $(compgen -P "$given" -W "$parts" -- "${{word##*,}}") )
  else
    COMPREPLY=( $(compgen -W "$values" -- "$word") )
    [[ -n $files ]] && COMPREPLY+=( $(compgen -f -- "$word") )
  fi
  return 0
}}
complete -o filenames -F _ludo_env ludo-env
"""


def _bash(known: list[Command]) -> str:
    paths = [
        f'      "{command.path.rpartition(" ")[0]} {command.path.rpartition(" ")[2]}")'
        f' path="{command.path}" ;;'
        for command in known
        if command.path
    ]
    names = [f'    "{command.path}") names="{" ".join(_names(command))}" ;;' for command in known]
    values = [
        f'    "{command.path}:{option}") {_bash_values(found)} ;;'
        for command in known
        for option, _, found in command.options
        if found is not None
    ]
    places = [
        f'        "{command.path}") {_bash_values(command.place)} ;;'
        for command in known
        if command.place != Values()
    ]
    parts = {"paths": paths, "names": names, "values": values, "places": places}
    return _BASH.format(**{name: "\n".join(lines) for name, lines in parts.items()})


def _names(command: Command) -> list[str]:
    """Return the names of the subcommands and options of a command."""
    return [*(name for name, _ in command.words), *(option for option, _, _ in command.options)]


def _bash_values(values: Values) -> str:
    if values.is_list:
        return f'parts="{" ".join(values.words)}"'
    files = " files=1" if values.files else ""
    return f'values="{" ".join(values.words)}"{files}'


def _zsh(known: list[Command]) -> str:
    """Return the script for bash, which zsh can run."""
    return f"autoload -U +X bashcompinit && bashcompinit\n{_bash(known)}"


def _fish(known: list[Command]) -> str:
    lines = [
        "function __ludo_env_at",
        "  set -l words",
        "  for word in (commandline -opc)[2..]",
        "    string match -q -- '-*' $word; and continue",
        f"    contains -- $word {' '.join(sorted(_all_words(known)))}; and set -a words $word",
        "  end",
        '  test "$words" = "$argv"',
        "end",
        "function __ludo_env_list",
        "  set -l given (string match -r -- '^.*,' (commandline -ct))",
        "  for word in $argv",
        '    echo "$given$word"',
        "  end",
        "end",
        "complete -c ludo-env -f",
    ]
    for command in known:
        at = f"complete -c ludo-env -n '__ludo_env_at {command.path}'"
        lines += [f"{at} -a {name} -d '{_plain(words)}'" for name, words in command.words]
        if command.place != Values():
            lines.append(f"{at}{_fish_values(command.place)}")
        for option, words, values in command.options:
            takes = "" if values is None else f" -r{_fish_values(values)}"
            lines.append(f"{at} -l {option.lstrip('-')} -d '{words}'{takes}")
    return "\n".join(lines) + "\n"


def _all_words(known: list[Command]) -> set[str]:
    return {word for command in known for word in command.path.split()}


def _fish_values(values: Values) -> str:
    files = " -F" if values.files else ""
    listed = " ".join(values.words)
    if values.is_list:
        return f" -a '(__ludo_env_list {listed})'"
    return f"{files} -a '{listed}'" if listed else files
