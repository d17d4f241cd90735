"""How Sphinx builds these pages as a site; `make docs` calls it."""

import re

from pygments.lexers.special import TextLexer
from sphinx.application import Sphinx

from lunaria import __version__

project = "Lunaria"
release = __version__
extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx.ext.viewcode"]
html_theme = "furo"
html_title = f"Lunaria {release}"
html_show_copyright = False

# A link to a heading, `page.md#the-heading`, works as it does on the repository's web page.
myst_heading_anchors = 3
# Directives stand between colons: what stands between backquotes is an example, and is run.
myst_enable_extensions = ["colon_fence"]

# Docstrings put names between single backquotes, as the pages do.
default_role = "code"
autodoc_default_options = {"members": True, "member-order": "bysource"}
autodoc_preserve_defaults = True
autodoc_typehints_format = "short"
# Long signatures have a line for each parameter.
maximum_signature_line_length = 80

# The notebook is kept without what it shows, and is run anew each time.
nb_execution_mode = "force"
nb_execution_timeout = 300
nb_execution_raise_on_error = True
nb_merge_streams = True


def setup(app: Sphinx) -> None:
    """Show records as plain text, and docstrings as they are meant."""
    app.add_lexer("record", TextLexer)
    app.connect("autodoc-process-docstring", _as_meant)


def _as_meant(
    app: Sphinx, what: str, name: str, obj: object, options: object, lines: list[str]
) -> None:
    """The numbered rules of a game as a list, and nothing where Python says that it is a field."""
    if lines and lines[0].startswith("Alias for field number"):
        lines.clear()
    lines[:] = [re.sub(r"^([A-Z]{2}-\d+) {2,}", r":\1: ", line) for line in lines]
