"""The bar of long work, on a terminal."""
import sys
import time

WIDTH = 40


class Bar:
    """Draws how much is done, and how many minutes are left, as it was until now."""

    def __init__(self) -> None:
        self.began = time.monotonic()

    def show(self, done: int, wanted: int, unit: str) -> None:
        """Draws `done` of `wanted` units."""
        if not sys.stderr.isatty():
            return
        part = min(done / wanted, 1)
        left = (time.monotonic() - self.began) * (1 - part) / part if part else 0
        full = int(WIDTH * part)
        text = f"\r[{'#' * full}{'.' * (WIDTH - full)}] {done:,} of {wanted:,} {unit}, {left / 60:.0f} minutes left "
        print(text, end="", file=sys.stderr, flush=True)
