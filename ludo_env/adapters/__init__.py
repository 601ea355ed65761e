"""Adapters to the interfaces of trainers; each module needs its trainer to be installed."""

__all__: list[str] = []
