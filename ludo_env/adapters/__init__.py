"""Adapters to other libraries; each module needs its library to be installed."""

__all__: list[str] = []
