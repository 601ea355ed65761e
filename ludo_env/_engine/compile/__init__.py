"""The compiled backend: kernels, the cache that keeps them, and what its keys contain."""
