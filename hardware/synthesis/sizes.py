"""Sizes and frequencies of circuits in each library: at relaxed timing, and where 80 % of the highest frequency is kept."""
import os
import statistics
import tempfile
import typing

from . import timing
from .cells import LIBRARIES, Library
from .circuits import Circuit
from .fpga import DEVICE, Device, Fabric, fabric, side_by_side
from .mapping import RECIPES, Synthesis
from .processes import carry_out

KEPT = 0.8  # of the highest frequency


class Choice(typing.NamedTuple):
    """A circuit by one recipe."""

    recipe: str
    gates: float
    flip_flops: int
    path: timing.Path

    @property
    def mhz(self) -> float:
        return 1000 / self.path.ns


class Size(typing.NamedTuple):
    """In one library."""

    relaxed: Choice  # the smallest
    kept: Choice  # the smallest of at least 80 % of the fastest's frequency
    fastest: Choice


Sizes = dict[str, Size]  # by the names of the libraries


def size(circuit: Circuit, library: Library) -> Size:
    synthesis = Synthesis(circuit)
    choices = []
    with tempfile.TemporaryDirectory() as folder:
        for recipe in RECIPES:
            netlist = os.path.join(folder, f"{recipe}.v")
            mapped = synthesis.map(library, recipe, netlist)
            choices.append(Choice(recipe, *mapped, timing.critical_path(library, netlist, circuit.module)))
    return chosen(choices)


def chosen(choices: list[Choice]) -> Size:
    smallest = sorted(choices, key=lambda it: it.gates)
    fastest = max(choices, key=lambda it: it.mhz)
    return Size(smallest[0], next(it for it in smallest if it.mhz >= KEPT * fastest.mhz), fastest)


def together(parts: list[Sizes]) -> Sizes:
    """Circuits side by side: as fast as the slowest of them."""

    def sum_of(choices: list[Choice]) -> Choice:
        slowest = min(choices, key=lambda it: it.mhz)
        return slowest._replace(gates=sum(it.gates for it in choices), flip_flops=sum(it.flip_flops for it in choices))

    names = [it.name for it in LIBRARIES]
    return {library: Size(*(sum_of(list(choices)) for choices in zip(*(part[library] for part in parts), strict=True))) for library in names}


def of_target(circuit: Circuit, target: Library | Device) -> Size | Fabric:
    return fabric(circuit) if isinstance(target, Device) else size(circuit, target)


def sizes(asked: list[Circuit], known: list[Circuit], with_fpga: bool) -> typing.Iterator[tuple[Circuit, Sizes, Fabric | None]]:
    """Each circuit that is asked for, with its sizes, and what it takes of the FPGA if that is wanted; the parts of those that are several are among the known ones.

    Each has a process of its own in each library: the mapping depends a little on what a process has synthesized before.
    """
    needed = {circuit.name: circuit for circuit in asked if not circuit.of}
    for circuit in asked:
        needed.update({it.name: it for it in known if it.name in circuit.of})
    targets = [*LIBRARIES, *([DEVICE] if with_fpga else [])]
    results = carry_out(of_target, [(circuit, target) for circuit in needed.values() for target in targets])
    in_libraries: dict[str, Sizes] = {name: {} for name in needed}
    in_fpga: dict[str, Fabric] = {}
    for circuit in asked:
        names = circuit.of or (circuit.name,)
        while any(len(in_libraries[name]) + (name in in_fpga) < len(targets) for name in names):
            (part, target), result = next(results)
            if target == DEVICE:
                in_fpga[part.name] = result
            else:
                in_libraries[part.name][target.name] = result
        yield circuit, together([in_libraries[name] for name in names]), side_by_side([in_fpga[name] for name in names]) if with_fpga else None


def median(values: typing.Iterable[float]) -> int:
    return round(statistics.median(values))
