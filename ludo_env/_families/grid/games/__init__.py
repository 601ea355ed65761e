"""The games of the grid family: each a function that gives a `Spec`."""
