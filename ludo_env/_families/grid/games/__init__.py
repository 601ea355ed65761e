"""The games of the grid family: each a function that returns a `Spec`."""
