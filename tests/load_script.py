"""Import a file that is on no path: a script of the documentation, or an example."""

import importlib.util


def load_script(path):
    """The module that a file makes, made anew each time."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
