"""Import a file that is not on the path: a script of the documentation, or an example."""

import importlib.util


def load_script(path):
    """The module of a file, made anew each time."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
