"""A circuit in lookup tables of four and six inputs, as FPGAs have them, whoever makes them: how many, and how many in a row on the longest path.

    circuit --> [ synth ] --> gates --> [ abc: least area ] --> tables
                                  +---> [ abc: least depth ] -> levels: the tables from one register to the next

Virtex-II and Virtex-4 have tables of four inputs; Stratix II and III have tables of up to six. Nothing is placed: the levels tell how much slower a
circuit is than another where each table costs the same time, and no time in nanoseconds.

How many tables there are depends on how abc rewrites the logic before it maps it. There are nine ways to do so: each of three rewritings with each of
three sets of choices among structures of the same function. None is the best for all circuits.
"""
import re
import tempfile
import typing

from pyosys import libyosys

from .circuits import Circuit
from .mapping import hush, reading, script_of

INPUTS = (4, 6)
# abc's commands.
REWRITINGS = ("dc2", "balance; rewrite; refactor; balance; rewrite -z; refactor -z; balance", "dc2; resub; dc2; resub -K 8; balance")
CHOICES = ("dch -f", "dch", "strash")
WAYS = [f"strash; ifraig; scorr; {rewriting}; {choice}" for rewriting in REWRITINGS for choice in CHOICES]
# K is the number of inputs.
LEAST_AREA = "if -K {} -a; mfs2 -a"
LEAST_DEPTH = "if -K {}; mfs2"


class Tables(typing.NamedTuple):
    """A circuit in tables of one size."""

    luts: int
    levels: int


class Lookup(typing.NamedTuple):
    """A circuit in tables of each size."""

    flip_flops: int
    of: dict[int, Tables]


def lookup(circuit: Circuit, way: int) -> Lookup:
    """Maps a circuit in one of the `WAYS`."""
    hush()
    design = libyosys.Design()

    def told(command: str) -> str:
        with tempfile.NamedTemporaryFile("r") as report:
            libyosys.run_pass(f"tee -q -o {report.name} {command}", design)
            return report.read()

    told(reading(circuit, False))
    told(f"synth -flatten -noabc -top {circuit.module}")
    # Otherwise yosys gives abc the logic of each enable and each reset by itself.
    told("chtype -set FLIP_FLOP t:$_*DFF*_")
    return Lookup(count(told, "FLIP_FLOP"), {inputs: Tables(luts(told, way, inputs), levels(told, way, inputs)) for inputs in INPUTS})


def count(told: typing.Callable[[str], str], cell: str) -> int:
    """The cells of a kind."""
    return int(re.findall(rf"^\s+(\d+)\s+{cell}\s*$", told("stat"), re.MULTILINE)[-1])


def luts(told: typing.Callable[[str], str], way: int, inputs: int) -> int:
    mapped(told, f"{WAYS[way]}; {LEAST_AREA}", inputs)
    found = count(told, r"\$lut")
    told("design -pop")
    return found


def levels(told: typing.Callable[[str], str], way: int, inputs: int) -> int:
    """Those of the longest path without registers in it."""
    mapped(told, f"{WAYS[way]}; {LEAST_DEPTH}", inputs)
    length = re.findall(r"length=(\d+)", told("ltp -noff"))[-1]
    told("design -pop")
    return int(length)


def mapped(told: typing.Callable[[str], str], recipe: str, inputs: int) -> None:
    """Maps a copy of the design, which is there until it is popped."""
    with script_of(recipe.format(inputs)) as script:
        for command in ("design -push-copy", f"abc -lut {inputs} -script {script}", "opt_clean -purge"):
            told(command)
