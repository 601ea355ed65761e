"""The compiled backend: kernels, the disk cache that keeps them, and the contents of its keys."""
