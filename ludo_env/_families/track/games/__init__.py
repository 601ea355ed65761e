"""The games of the race family: each a function that returns a `Spec`."""
