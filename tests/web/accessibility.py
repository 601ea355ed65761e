"""Accessibility of pages by axe-core, in the browser of the tests."""

from importlib.util import find_spec
from pathlib import Path

import pytest

_FOUND = find_spec("axe_playwright_python")
needs_axe = pytest.mark.skipif(
    _FOUND is None, reason="pip install --no-deps axe-playwright-python brings axe-core"
)
_RUN = """axe.run(document, {resultTypes: ['violations']}).then((found) => found.violations
    .filter((one) => ['serious', 'critical'].includes(one.impact))
    .map((one) => `${one.id}: ${one.nodes.map((node) => node.target.join(' ')).join(', ')}`))"""


def serious_findings(browser):
    """Return the findings on the present page that axe-core calls serious or critical."""
    if not browser.ask("typeof axe === 'object'"):
        script = Path(_FOUND.submodule_search_locations[0]) / "axe.min.js"
        browser.ask(script.read_text("utf-8") + "; 0")
    return browser.ask(_RUN)
