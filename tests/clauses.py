"""The ids of all clauses and worked positions, read from the pages that define them.

A page of rules defines a clause by a line `- **A-2** ...`, the page of Loose Ludo by a row
`| L-2 | ...`. The page of the heuristic goes by topic: its clauses are those that it names. Worked
positions are the ids with a T that a page names. Numbers that no page has do not exist.
"""

import re
from collections import Counter
from pathlib import Path

DOCS = Path(__file__).parents[1] / "docs"
# The letter of each page: a clause is defined on the page of its letter and on no other.
PAGES = {
    "A": "rules/ludo.md",
    "B": "rules/strict.md",
    "C": "agents/heuristic.md",
    "D": "rules/generals.md",
    "E": "rules/french.md",
    "G": "rules/common.md",
    "L": "loose.md",
}
# One id of any page.
ID = rf"[{''.join(PAGES)}]-(?:T\d\d|X\d|\d+[a-z]?)"
_BY_TOPIC = "C"


def defined_on(letter):
    """The ids that the page of a letter defines, in the order of the page, with repetitions."""
    text = (DOCS / PAGES[letter]).read_text("utf-8")
    if letter == _BY_TOPIC:
        return list(dict.fromkeys(re.findall(rf"\b{letter}-(?:T\d\d|\d+)\b", text)))
    lines = re.findall(rf"^(?:- \*\*|\| )({ID})(?:\*\*| \|)", text, re.MULTILINE)
    return [*lines, *re.findall(rf"\b{letter}-T\d\d\b", text)]


def all_ids():
    """Every id, page by page."""
    return tuple(one for letter in PAGES for one in defined_on(letter))


def defined_twice():
    """The ids that are defined more than once."""
    return [one for one, count in Counter(all_ids()).items() if count > 1]
