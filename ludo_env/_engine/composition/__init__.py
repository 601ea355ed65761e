"""How rules combine: what each needs, what excludes what, and whether a rule has an effect."""
