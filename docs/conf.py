"""Settings of the documentation site: `python -m sphinx -W --keep-going -b html docs docs/_build/html`."""
# ruff: noqa: INP001, A001, E501

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "_ext"))

from ludo_env import __version__

project = "ludo_env"
author = "The ludo_env developers"
copyright = "The ludo_env developers, MIT licence"
version = release = __version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "ludo_docs"]
exclude_patterns = ["_build"]
smartquotes = False  # texts in docstrings are code

myst_heading_anchors = 4
suppress_warnings = ["myst.header"]  # pages of rules go from a title to the third level

# Docstrings put code between single backticks.
default_role = "code"
add_module_names = False
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_type_aliases = {"Record": "Record"}
autodoc_typehints_format = "short"
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 110

language = "en"
html_theme = "furo"
html_title = f"ludo_env {__version__}"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_copy_source = False
html_theme_options = {"top_of_page_buttons": []}
