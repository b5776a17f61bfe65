"""Random programs in assembly language (hardware/bench/random_program), compiled."""
import pathlib
import subprocess
from collections.abc import Iterable
from typing import NamedTuple

HARDWARE = pathlib.Path(__file__).resolve().parent.parent
COMPILER = ["riscv64-unknown-elf-gcc", "-march=rv32imac", "-mabi=ilp32", "-nostdlib", "-T", str(HARDWARE / "bench/random_program.ld")]


class Size(NamedTuple):
    """What a program depends on, next to what it uses."""

    seed: int
    instructions: int
    rounds: int
    cores: int


def compiled(folder: pathlib.Path, size: Size, uses: Iterable[str]) -> pathlib.Path:
    """Compiles a program in a folder; `uses`: "mac", "own", as `random_program` says."""
    name = "-".join(["random", *map(str, size), *uses])
    source, made = folder / f"{name}.S", folder / f"{name}.elf"
    arguments = [str(HARDWARE / "bench/random_program"), *map(str, size), *uses]
    source.write_text(subprocess.run(arguments, capture_output=True, text=True, check=True).stdout)
    subprocess.run([*COMPILER, "-o", str(made), str(source)], check=True)
    source.unlink()
    return made
