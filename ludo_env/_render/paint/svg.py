"""Scenes as SVG: one picture as a complete document, or the parts that a page combines.

No element has an id, so any number of pictures can share a page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from html import escape
from typing import TypeAlias

from ludo_env._engine.errors import LudoError, quoted
from ludo_env._render.paint.theme import DAY, MOST_PIXELS, Theme
from ludo_env._render.shapes import Area, Disc, Scene, Shape, Words, readable

NAMESPACE = "http://www.w3.org/2000/svg"
NOTEBOOK = 480  # pixels: the width of a picture beside text
# Attributes that all shapes share, set once on the <svg> around them.
SETTINGS = 'stroke-linejoin="round" stroke-linecap="round" font-family="Inter,sans-serif"'
_LETTERS = 1.0  # the size of a font divided by the height of its letters, from lowest to highest
_MOST = 255  # of a part of a colour
_DROP = "0.35em"  # from the middle of a line of text to the baseline

# The use of a colour, "fill" or "stroke", and its name -> the attributes.
_Coloured: TypeAlias = Callable[[str, str], str]


def svg_of(
    scene: Scene, theme: Theme = DAY, size: int | None = None, dark: Theme | None = None
) -> str:
    """Return a scene as a standalone <svg>, `size` pixels wide, or as wide as there is room.

    With `dark`, readers who prefer a dark page see the colours of that theme.
    """
    if size is not None and (type(size) is not int or not 1 <= size <= MOST_PIXELS):
        raise LudoError(f"A picture is 1 to {MOST_PIXELS} pixels wide, not {quoted(size)}.")
    width, height = _number(scene.width), _number(scene.height)
    pixels = (
        ""
        if size is None
        else (f' width="{size}" height="{_number(size * scene.height / scene.width)}"')
    )
    values: dict[str, str] = {}  # of `dark`, by values that stand for them
    coloured = _valued(theme) if dark is None else _with_dark(theme, dark, values)
    parts = [
        f'<rect width="{width}" height="{height}"{coloured("fill", "paper")}/>',
        _shapes(scene.board, coloured),
    ]
    for item in scene.items:
        place = f"translate({_number(item.x)} {_number(item.y)})"
        parts.append(f'<g transform="{place}">{_shapes(item.art, coloured)}</g>')
    head = f'<svg xmlns="{NAMESPACE}" viewBox="0 0 {width} {height}"{pixels} {SETTINGS}>'
    return "\n".join([head, *_dark_style(values), *parts, "</svg>"])


def shapes_svg(shapes: Iterable[Shape]) -> str:
    """Return shapes as elements, text above all others, with the colours of `colour_style`."""
    return _shapes(shapes, _named)


def colour_style(theme: Theme) -> str:
    """Return the colours of a theme as CSS variables: "--seat-3:#d93a3aff;"."""
    return "".join(f"{_variable(name)}:{value};" for name, value in theme.hues.items())


def text_svg(text: str) -> str:
    """Return a text escaped for a document, so that it contains no elements."""
    return escape(readable(text))


def _shapes(shapes: Iterable[Shape], coloured: _Coloured) -> str:
    in_order = sorted(shapes, key=lambda shape: isinstance(shape, Words))
    return "".join(_shape(shape, coloured) for shape in in_order)


def _shape(shape: Shape, coloured: _Coloured) -> str:
    if isinstance(shape, Words):
        return _words(shape, coloured)
    line = ""
    if shape.line:
        line = coloured("stroke", shape.line) + f' stroke-width="{_number(shape.width)}"'
    if isinstance(shape, Disc):
        place = f'cx="{_number(shape.x)}" cy="{_number(shape.y)}" r="{_number(shape.radius)}"'
        return f"<circle {place}{_fill(shape.fill, coloured)}{line}/>"
    points = " ".join(f"{_number(x)},{_number(y)}" for x, y in shape.points)
    if isinstance(shape, Area):
        return f'<polygon points="{points}"{_fill(shape.fill, coloured)}{line}/>'
    return f'<polyline points="{points}" fill="none"{line}/>'


def _words(words: Words, coloured: _Coloured) -> str:
    place = f'x="{_number(words.x)}" y="{_number(words.y)}" dy="{_DROP}"'
    letters = f' font-size="{_number(_LETTERS * words.size)}"'
    weight = ' font-weight="bold"' if words.bold else ""
    anchor = "" if words.align == "start" else f' text-anchor="{words.align}"'
    colour = coloured("fill", words.fill)
    return f"<text {place}{letters}{weight}{anchor}{colour}>{text_svg(words.text)}</text>"


def _fill(name: str, coloured: _Coloured) -> str:
    return coloured("fill", name) if name else ' fill="none"'


def _valued(theme: Theme) -> _Coloured:
    """Return colours by their values; opacity is a separate attribute for all readers."""

    def coloured(use: str, name: str) -> str:
        red, green, blue, cover = theme.colour(name)
        veil = "" if cover == _MOST else f' {use}-opacity="{_number(cover / _MOST)}"'
        return f' {use}="#{red:02x}{green:02x}{blue:02x}"{veil}'

    return coloured


def _with_dark(theme: Theme, dark: Theme, values: dict[str, str]) -> _Coloured:
    """Return colours by distinct values, and write those of the dark theme into `values`."""
    chosen: dict[str, str] = {}

    def coloured(use: str, name: str) -> str:
        red, green, blue, cover = theme.colour(name)
        if name not in chosen:
            beyond = blue <= _MOST // 2
            night = "#" + bytes(dark.colour(name)[:3]).hex()
            # Colours that differ only in the dark theme get slightly different values here.
            while values.setdefault(value := f"#{red:02x}{green:02x}{blue:02x}", night) != night:
                blue += 1 if beyond else -1
            chosen[name] = value
        veil = "" if cover == _MOST else f' {use}-opacity="{_number(cover / _MOST)}"'
        return f' {use}="{chosen[name]}"{veil}'

    return coloured


def _dark_style(values: dict[str, str]) -> list[str]:
    """Return a style that replaces colours if the reader prefers a dark page."""
    rules = [
        f'[{use}="{value}"]{{{use}:{night}}}'
        for value, night in values.items()
        if value != night
        for use in ("fill", "stroke")
    ]
    if not rules:
        return []
    return [f"<style>@media (prefers-color-scheme:dark){{{''.join(rules)}}}</style>"]


def _named(use: str, name: str) -> str:
    return f' {use}="var({_variable(name)})"'


def _variable(name: str) -> str:
    return "--" + name.replace(" ", "-")


def _number(value: float) -> str:
    """Return a number with three decimals, which is finer than a pixel on any screen."""
    return f"{round(value, 3) + 0:.7g}"
