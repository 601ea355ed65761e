"""Fixtures and settings that all tests share."""

import os

from hypothesis import HealthCheck, settings

# A test run opens no window, and a slow machine is no failure.
os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
settings.register_profile(
    "default", deadline=None, suppress_health_check=[HealthCheck.too_slow], max_examples=60
)
settings.load_profile("default")
