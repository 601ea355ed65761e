"""The games of the race family: each a function that gives a `Spec`."""
