"""The base of all directives here: text in Markdown, made when the site is built."""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, ClassVar

from docutils import nodes
from sphinx.util.docutils import SphinxDirective


class Generated(SphinxDirective):
    """A directive that is replaced by the Markdown of its method `text`."""

    optional_arguments = 1
    final_argument_whitespace = True
    headings: ClassVar[bool] = False

    def text(self, name: str) -> str:
        """Return the Markdown; `name` is the argument of the directive, or empty."""
        raise NotImplementedError

    def run(self) -> list[nodes.Node]:
        """Return the nodes of the text."""
        text = self.text(self.arguments[0] if self.arguments else "")
        return self.parse_text_to_nodes(text, allow_section_headings=self.headings)


def table_of(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a Markdown table; a bar inside a cell is escaped."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(
        "| " + " | ".join(cell.replace("|", r"\|") for cell in line) + " |" for line in lines
    )


def code(text: object) -> str:
    """Return text as inline code; empty text stays empty."""
    return f"`{text}`" if str(text) else ""


def annotation_of(annotation: Any) -> str:
    """Return a type as source text, without the modules of its parts."""
    if annotation is inspect.Parameter.empty:
        return ""
    text = annotation if isinstance(annotation, str) else inspect.formatannotation(annotation)
    return text.replace("ludo_env.", "").replace("typing.", "")


def default_of(parameter: inspect.Parameter) -> str:
    """Return a default as source text, or "required"."""
    if parameter.default is inspect.Parameter.empty:
        return "required"
    return code(repr(parameter.default))


def comments_of(kind: type) -> Iterator[tuple[str, str, str]]:
    """Yield each annotated attribute of a class from its source: name, type, and comments.

    Comments are at the end of the line, or in the lines directly before it.
    """
    before: list[str] = []
    for line in inspect.getsource(kind).splitlines()[1:]:
        words = line.strip()
        if words.startswith("#"):
            before.append(words.lstrip("# "))
            continue
        statement, _, comment = words.partition("  # ")
        name, colon, rest = statement.partition(": ")
        if line.startswith("    ") and line[4] != " " and colon and name.isidentifier():
            yield name, rest.partition(" = ")[0], " ".join([*before, comment]).strip()
        elif words.startswith("def "):
            return
        before = []


def fields_with_comments(kind: Any) -> Iterator[tuple[dataclasses.Field[Any], str]]:
    """Yield the fields of a dataclass, each with its comment in the source."""
    said = {name: comment for name, _, comment in comments_of(kind)}
    for field in dataclasses.fields(kind):
        yield field, said.get(field.name, "")
