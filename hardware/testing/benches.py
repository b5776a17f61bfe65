"""Benches: what holds circuits against their models, for scripts that change the circuits or the way they are compiled.

    traces of a model's ports --> [ the module, in Verilator ] --> a difference, or none
    random programs --> [ weft verify, on small chips ] --> the same

WEFT and PORT_TRACE name the programs of those names, if they are elsewhere.
"""
import concurrent.futures
import os
import pathlib
import shutil
import subprocess
from collections.abc import Callable
from typing import NamedTuple

from testing.random_programs import HARDWARE, Size, compiled

HOME = HARDWARE.parent
# The arguments of port_trace: modules that hardware/bench/run holds against their models.
TRACES = [
    ("messages", "cores=3", "locks=3", "barriers=2", "blocks=2", "word_queue=3", "wake=2", "cycles=100000"),
    ("messages", "cores=4", "locks=3", "barriers=2", "blocks=4", "block_words=4", "wake=1", "pipelined=1", "grant=1", "matching=1", "early=1", "to_sync=20",
     "cycles=100000"),
    ("messages", "cores=8", "locks=2", "barriers=2", "blocks=2", "word_queue=1", "matching=1", "early=1", "pipelined=1", "to_sync=30", "cycles=200000"),
    ("mac", "cycles=3000000"),
    ("mac", "burst=16", "mhz=125", "seed=2", "cycles=3000000"),
    ("router", "vcs=2", "priorities=4", "buffer=3", "seed=1", "cycles=30000"),
    ("router", "mesh=1", "vcs=3", "keeps=0", "seed=2", "cycles=30000"),
    ("router", "mesh=1", "vcs=2", "keeps=0", "four_stage=1", "buffer=5", "seed=3", "cycles=30000"),
    ("router", "priorities=8", "fixed=1", "buffer=2", "seed=4", "cycles=30000"),
    ("router", "priorities=8", "pairs=1", "buffer=2", "seed=5", "cycles=30000"),
    ("network_interface", "priorities=8", "cycles=200000"),
    ("network_interface", "priorities=4", "separate=1", "answers=1", "buffer=1", "seed=2", "cycles=100000"),
]
CORES = 3
SMALL = ["--set", f"cores.count={CORES}", "--set", "cores.mailbox.blocks=2", "--set", "cores.mailbox.word_queue=2", "--set", "sync.locks=3"]
# Each with what its random programs use. Registers hold anything at first, so that a missing reset is seen.
CHIPS = [("own", ["asip8", *SMALL, "--set", "sram.wait_states=1", "--power-on", "1"]),
         ("own", ["asip8x", *SMALL, "--insn", str(HARDWARE / "bench/own.insn"), "--power-on", "2"]),
         ("mac", ["uwb4", *SMALL, "--set", "mac.burst=2", "--power-on", "3"])]
# First short ones, which find most mistakes. With these seeds all go on to their end on all three chips.
PROGRAMS = [Size(seed, 900, 2, CORES) for seed in (2, 5, 9)] + [Size(seed, 1500, 3, CORES) for seed in (2, 3, 4, 7, 9, 12, 13, 15, 17, 18)]
CYCLES = "400000"


class Bench(NamedTuple):
    """A command whose status tells whether there is a difference."""

    module: str  # that is held against its model; "chip" for all that is on one
    command: list[str]
    stdin: pathlib.Path | None

    def run(self, home: pathlib.Path, environment: dict[str, str], seconds: int | None = None) -> subprocess.CompletedProcess[bytes]:
        """Runs it on the circuits of a home of Weft."""
        with open(self.stdin or os.devnull, "rb") as given:
            return subprocess.run(self.command, stdin=given, capture_output=True, timeout=seconds, check=False,
                                  env={**os.environ, "WEFT_HOME": str(home), **environment})


class Failed(Exception):
    """Verilator cannot compile a bench."""


def copied_home(work: pathlib.Path) -> pathlib.Path:
    """A home of Weft with a copy of the circuits, which may be changed."""
    home = work / "home"
    home.mkdir()
    for name in ("apps", "lib", "platforms"):
        (home / name).symlink_to(HOME / name)
    shutil.copytree(HARDWARE, home / "hardware")
    return home


def compile_bench(arguments: list[str]) -> None:
    """Compiles a bench by Verilator."""
    command = ["verilator", "--cc", "--exe", "--build", "-O3", "-Wno-fatal", "-Wno-lint", *arguments]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    if ended.returncode:
        raise Failed(f"{ended.stdout[-4000:]}{ended.stderr[-4000:]}")


def replays(work: pathlib.Path, home: pathlib.Path, added: Callable[[str], str], options: list[str]) -> list[Bench]:
    """Compiles the module of each trace. `added`: what follows the text of a top level, by its name."""
    tracer = os.environ.get("PORT_TRACE", str(HOME / "target/debug/examples/port_trace"))

    def replay(place: int) -> Bench:
        module, *keys = TRACES[place]
        trace, top, folder = work / f"trace{place}", work / f"bench{place}.sv", work / f"build{place}"
        with open(trace, "wb") as out:
            subprocess.run([tracer, module, *keys], stdout=out, check=True)
        header = trace.read_bytes().split(b"\n", 1)[0].decode()
        wrapped = subprocess.run([str(HARDWARE / "bench/wrap"), module, header], capture_output=True, text=True, check=True)
        top.write_text(wrapped.stdout + added("bench"))
        circuits = sorted((home / "hardware").glob("*.sv"), key=lambda path: (not path.stem.endswith("_pkg"), path.name))
        compile_bench([*options, "--Mdir", str(folder), "--top-module", "bench", *map(str, circuits), str(top), str(home / "hardware/bench/replay.cpp")])
        return Bench(module, [str(folder / "Vbench")], trace)

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as workers:
        return list(workers.map(replay, range(len(TRACES))))


def verifications(work: pathlib.Path) -> list[Bench]:
    """Random programs on small chips, in lock step; the circuits are compiled when the first of a chip runs."""
    weft = os.environ.get("WEFT", "weft")
    return [Bench("chip", [weft, "verify", *chip, "--max-cycles", CYCLES, str(compiled(work, size, [uses]))], None)
            for size in PROGRAMS for uses, chip in CHIPS]


def benches(work: pathlib.Path, home: pathlib.Path, added: Callable[[str], str], options: list[str]) -> list[Bench]:
    """All of them. `options` of Verilator are those of the replays only."""
    driven = home / "hardware/bench/driven.sv"
    driven.write_text(driven.read_text() + added("driven"))
    return [*replays(work, home, added, options), *verifications(work)]
