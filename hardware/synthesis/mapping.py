"""Synthesis of a circuit and its mapping to a cell library: yosys with slang (PyPI's pyosys), and abc.

    sources --> [ slang, synth ] --> gates --> [ abc by a recipe ] --> cells --> netlist, area

A recipe that wins area loses speed. Which is the best differs from circuit to circuit, so that each circuit is mapped by all of them.
"""
import contextlib
import os
import re
import tempfile
import typing

from pyosys import libyosys

from .cells import Library
from .circuits import Circuit, sources

# Yosys tells its commands on standard output; what is asked for has a descriptor of its own.
OUTPUT = os.fdopen(os.dup(1), "w")

# abc's commands, without delay: what is asked for is picoseconds that no circuit reaches.
RECIPES = {
    # The least area, and nothing else: large loads are not driven.
    "area": "strash; ifraig; scorr; dc2; dc2; dch -f; amap -m; topo",
    # Carries do not become chains, since the structure of the circuit is kept; buffers and strong inverters drive large loads.
    "structured": "strash; ifraig; scorr; dch -f; amap -m; topo; buffer -c -N 16; upsize -D 1000; dnsize -D 1000",
    "fast": "strash; &get -n; &fraig -x; &put; scorr; dc2; dch -f; map -B 0.9 -D 1000; topo; buffer -c; upsize -D 1000; dnsize -D 1000",
}


def hush() -> None:
    """From now on nothing that this process writes to its standard output is seen, but for `OUTPUT`."""
    with open(os.devnull, "w", encoding="ascii") as nothing:
        os.dup2(nothing.fileno(), 1)


def reading(circuit: Circuit, keep_hierarchy: bool) -> str:
    """Yosys's command that reads a circuit, with its parameters."""
    values = " ".join(f"-G {key}={value}" for key, value in circuit.parameters.items())
    hierarchy = "--keep-hierarchy" if keep_hierarchy else ""
    return f"read_slang {hierarchy} {' '.join(sources())} --top {circuit.module} {values}"


@contextlib.contextmanager
def script_of(recipe: str) -> typing.Iterator[str]:
    """A file with abc's commands, a line for each."""
    with tempfile.NamedTemporaryFile("w", suffix=".abc") as script:
        script.write(recipe.replace("; ", "\n") + "\n")
        script.flush()
        yield script.name


WRITERS = {".v": "write_verilog -noattr -simple-lhs", ".json": "write_json"}


class Mapped(typing.NamedTuple):
    gates: float  # gate equivalents
    flip_flops: int


class Synthesis:
    """A circuit, synthesized but for the mapping to a library."""

    def __init__(self, circuit: Circuit) -> None:
        hush()
        self.design = libyosys.Design()
        outside = circuit.memories + circuit.bench
        self.run(reading(circuit, bool(outside)))
        if outside:
            self.run("blackbox " + " ".join(f"{module} {module}$*" for module in outside))
        self.run(f"synth -flatten -booth -top {circuit.module}")
        # The same name whatever the parameters are.
        self.run(f"rename -top {circuit.module}")

    def run(self, command: str, report: str = os.devnull) -> None:
        libyosys.run_pass(f"tee -q -o {report} {command}", self.design)

    def map(self, library: Library, recipe: str, *netlists: str) -> Mapped:
        """Maps by a recipe, and writes the netlist to these files: as Verilog, or as JSON where the name ends in .json."""
        self.run("design -push-copy")
        self.run(f"dfflibmap -liberty {library.path}")
        self.run("opt")
        self.abc(library, RECIPES[recipe])
        self.run("opt_clean -purge")
        area, flip_flops = self.area(library)
        written = [f"{WRITERS[os.path.splitext(netlist)[1]]} {netlist}" for netlist in netlists]
        # Each writer would give names of its own to what has none.
        for command in ("splitnets -ports", "rename -enumerate", *written, "design -pop"):
            self.run(command)
        return Mapped(area / library.nand_area(), flip_flops)

    def abc(self, library: Library, recipe: str) -> None:
        with script_of(recipe) as script:
            self.run(f"abc -liberty {library.path} -script {script}")

    def area(self, library: Library) -> tuple[float, int]:
        with tempfile.NamedTemporaryFile("r") as report:
            self.run(f"stat -liberty {library.path}", report.name)
            text = report.read()
        flip_flops = sum(int(count) for count in re.findall(r"^\s+(\d+)\s+\S+\s+DFF\w+\s*$", text, re.MULTILINE))
        return float(re.findall(r"Chip area for .*: ([\d.]+)", text)[-1]), flip_flops
