"""Pages of docs: links lead somewhere, and named files, modules and commands exist."""

import pathlib
import re
import shlex

import pytest

from ludo_env import __main__ as cli

ROOT = pathlib.Path(__file__).parents[2]
AT_THE_TOP = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")]
PAGES = [*AT_THE_TOP, *sorted((ROOT / "docs").rglob("*.md"))]
# Files that the recipes of CONTRIBUTING.md create; `test_recipes.py` follows each recipe.
MADE = ("visit_once", "sprint", "dash/", "hindmost")
# Where a path can begin: at the top, in the package, in the tests, or in a family.
FROM = (ROOT, ROOT / "ludo_env", ROOT / "tests", ROOT / "ludo_env/_families/track")
PATH = re.compile(r"[\w.-]+(?:/[\w.-]+)*(?:/|\.(?:py|md|toml|c|js|css|html|svg))")
every_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))


def prose(page):
    """Return a page without its code blocks, including those in lists."""
    return re.sub(
        r"^( *)(`{3,4})\w.*?^\1\2$", "", page.read_text("utf-8"), flags=re.DOTALL | re.MULTILINE
    )


def anchors(page):
    """Return the anchors of the headings of a page."""
    found = set()
    for heading in re.findall(r"^#+ (.*)$", prose(page), re.MULTILINE):
        words = re.sub(r"[^\w\- ]", "", heading.strip().lower())
        found.add(words.replace(" ", "-"))
    return found


@every_page
def test_links_lead_to_pages_and_headings(page):
    """Every link within the project leads to a page and a heading that exist."""
    for target in re.findall(r"\]\(([^)\s]+)\)", prose(page)):
        if re.match(r"\w+:", target):
            continue
        path, _, anchor = target.partition("#")
        found = (page.parent / path).resolve() if path else page
        assert found.exists(), target
        if anchor and found.suffix == ".md":
            assert anchor in anchors(found), target


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md", "docs/design.md"])
def test_files_that_a_page_names_exist(name):
    """Every path in backticks exists, unless it is an example that contains <name>."""
    page = ROOT / name
    paths = [path for path in re.findall(r"`([^`\n]+)`", prose(page)) if PATH.fullmatch(path)]
    paths = [path for path in paths if not any(part in path for part in ("_build", *MADE))]
    assert paths or name == "README.md"
    lost = [path for path in paths if not any((start / path).exists() for start in FROM)]
    assert lost == []


@every_page
def test_commands_that_a_page_names_exist(page, capsys):
    """Every `ludo-env ...` on a page has known subcommands and options."""
    text = page.read_text("utf-8")
    lines = re.findall(r"`(ludo-env [^`\n]*)`", text)
    lines += [
        line.strip() for line in text.splitlines() if re.match(r"(?: {4}|\$ )ludo-env ", line)
    ]
    for line in lines:
        words = shlex.split(line.partition(" #")[0])[1:]
        plain = [word for word in words if re.fullmatch(r"[a-z]+", word)]
        command = plain[: 2 if plain[:1] == ["rules"] else 1] if words[:1] != ["--version"] else []
        with pytest.raises(SystemExit) as left:
            cli.main([*command, "--help"])
        assert left.value.code == 0, line
        shown = capsys.readouterr().out
        for option in re.findall(r"(?<!\S)--[a-z-]+", line):
            assert option in shown, (line, option)
