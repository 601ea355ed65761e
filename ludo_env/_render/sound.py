"""Short sounds, synthesised on first use; without a device an error is raised."""

from __future__ import annotations

import os

import numpy as np
import numpy.typing as npt
import pygame

from ludo_env._engine.errors import LudoError

_RATE = 22050
_LOUD = 0.25
# The tones of each sound, one after the other: pitch (in hertz), duration (in seconds).
TONES = {
    "move": ((520, 0.05),),
    "capture": ((300, 0.08), (190, 0.12)),
    "win": ((523, 0.12), (659, 0.12), (784, 0.25)),
}


class Sounds:
    """An open sound device that plays sounds by name."""

    def __init__(self) -> None:
        # PettingZoo sets a device that few machines have; then the default device is tried.
        asked = os.environ.get("SDL_AUDIODRIVER")
        if asked == "dsp":
            del os.environ["SDL_AUDIODRIVER"]
        try:
            pygame.mixer.init(_RATE, -16, 1, 512)
        except (pygame.error, NotImplementedError, ImportError) as error:
            raise LudoError(
                f"No sound device is available ({error}); the game goes on without."
            ) from error
        finally:
            if asked == "dsp":
                os.environ["SDL_AUDIODRIVER"] = asked
        channels = (pygame.mixer.get_init() or (0, 0, 1))[2]
        self._sounds = {
            name: pygame.mixer.Sound(buffer=_wave(tones, channels).tobytes())
            for name, tones in TONES.items()
        }

    def play(self, name: str) -> None:
        """Play a sound."""
        self._sounds[name].play()

    def close(self) -> None:
        """Release the device."""
        self._sounds.clear()
        pygame.mixer.quit()


def _wave(tones: tuple[tuple[int, float], ...], channels: int) -> npt.NDArray[np.int16]:
    parts = []
    for pitch, seconds in tones:
        times = np.arange(int(_RATE * seconds)) / _RATE
        # The tone fades, so that it ends without a click.
        parts.append(np.sin(2 * np.pi * pitch * times) * (1 - times / seconds) ** 2)
    samples = (np.concatenate(parts) * _LOUD * np.iinfo(np.int16).max).astype(np.int16)
    return np.repeat(samples[:, None], channels, axis=1)
