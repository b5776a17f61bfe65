"""What Verilator counts of the circuits: statements that are executed, bits that change, points that happen.

    circuits + points --> [ Verilator with --coverage ] --> benches --> a file each --> added up here

An item counts for a module, whatever its instances and parameters: it is reached if any bench reaches it. A bit must change both ways: Verilator
adds up the changes of all instances, so there must be more changes than instances.
"""
import os
import pathlib
import re
import shutil
from collections.abc import Iterable
from typing import NamedTuple

from testing.random_programs import HARDWARE

OPTIONS = ["--coverage-line", "--coverage-toggle", "--coverage-user"]
# The counts of a line of Verilator's file: fields between control characters, then the count.
FIELD = re.compile("\x01(\\w+)\x02([^\x01']*)")
LINE = re.compile("^C '(.*)' (\\d+)$")
BOUND = re.compile(r"^`POINT\((\w+), (\w+),", re.MULTILINE)
STATEMENT, BIT, POINT = "statement", "bit", "point"
# Both ways: from 0 to 1, and from 1 to 0.
LEAST = {STATEMENT: 1, BIT: 2, POINT: 1}


class Item(NamedTuple):
    """Something to be reached in a module."""

    module: str
    kind: str
    line: int  # of its file; 0 for a point
    name: str  # the bit or the point; for statements of one line, which of them


class Signal(NamedTuple):
    """A signal of a module, and those of its bits that do not change."""

    module: str
    name: str
    bits: str


def points() -> dict[str, str]:
    """The module of each point, from the files that bind them."""
    found: dict[str, str] = {}
    for path in sorted((HARDWARE / "points").glob("*.sv")):
        for module, name in BOUND.findall(path.read_text()):
            if name in found:
                raise ValueError(f"{path}: two points are called {name}")
            found[name] = module
    return found


def texts() -> str:
    """The points, to be added to the text of a top level."""
    folder = HARDWARE / "points"
    return "".join(path.read_text() for path in [folder / "point.svh", *sorted(folder.glob("*.sv"))])


def with_options(folder: pathlib.Path) -> dict[str, str]:
    """The environment in which `weft` compiles circuits that count: a `verilator` in a folder, which adds the options."""
    real, given = shutil.which("verilator"), folder / "verilator"
    given.write_text(f'#!/bin/sh\ncase "$1" in --version) exec {real} "$1";; esac\nexec {real} {" ".join(OPTIONS)} "$@"\n')
    given.chmod(0o755)
    return {"PATH": f"{folder}:{os.environ['PATH']}"}


def item_of(fields: dict[str, str], of_points: dict[str, str]) -> Item | None:
    """The item of a line; None for what is no circuit: a bench, or what replaces a memory.

    >>> line = {"f": "x/hardware/bus.sv", "l": "7", "n": "3", "page": "v_toggle/bus__C3", "o": "left[1]", "h": "TOP.bus"}
    >>> item_of(line, {})
    Item(module='bus', kind='bit', line=7, name='left[1]')
    >>> item_of({**line, "page": "v_user/several_ask"}, {"several_ask": "bus"})
    Item(module='bus', kind='point', line=0, name='several_ask')
    >>> item_of({**line, "f": "x/hardware/bench/ram.sv"}, {})
    """
    page, path = fields["page"], pathlib.Path(fields["f"])
    if page.startswith("v_user"):
        name = page.rpartition("/")[2]
        return Item(of_points[name], POINT, 0, name) if name in of_points else None
    if path.parent.name != "hardware":
        return None
    kind = BIT if page.startswith("v_toggle") else STATEMENT
    name = fields["o"] if kind == BIT else f"{fields['o']} at {fields['n']}"
    return Item(path.stem, kind, int(fields["l"]), name)


def counted_in(path: pathlib.Path, of_points: dict[str, str]) -> dict[Item, list[int]]:
    """The counts of a file: of each item one for each instance."""
    counts: dict[Item, list[int]] = {}
    for line in path.read_text().splitlines():
        found = LINE.match(line)
        item = item_of(dict(FIELD.findall(found[1])), of_points) if found else None
        if found and item:
            counts.setdefault(item, []).append(int(found[2]))
    return counts


def counted(files: Iterable[pathlib.Path]) -> dict[Item, int]:
    """The counts of all files: of a bit the most changes that one instance has for certain, of other items the sum."""
    of_points = points()
    counts: dict[Item, int] = {Item(module, POINT, 0, name): 0 for name, module in of_points.items()}
    for path in files:
        for item, of in counted_in(path, of_points).items():
            before = counts.get(item, 0)
            counts[item] = max(before, sum(of) - len(of) + 1) if item.kind == BIT else before + sum(of)
    return counts


def reached(counts: dict[Item, int], module: str, kind: str) -> tuple[int, int]:
    """How many items of a kind a module has, and how many of them are reached."""
    of = [count for item, count in counts.items() if item.module == module and item.kind == kind]
    return len(of), sum(count >= LEAST[kind] for count in of)


def ranges(numbers: list[int]) -> str:
    """Numbers of bits as ranges.

    >>> ranges([30, 5, 31])
    '31:30, 5'
    """
    text, left = [], sorted(numbers, reverse=True)
    while left:
        end = 1
        while end < len(left) and left[end] == left[0] - end:
            end += 1
        text.append(f"{left[0]}:{left[end - 1]}" if end > 1 else str(left[0]))
        left = left[end:]
    return ", ".join(text)


def still(counts: dict[Item, int]) -> list[Signal]:
    """The signals with bits that do not change. Elements of an array with the same such bits are told together.

    >>> bit = lambda name, count: {Item("bus", BIT, 1, name): count}
    >>> still({**bit("left[0]", 2), **bit("left[1]", 1), **bit("left[2]", 0), **bit("is_free", 0)})
    [Signal(module='bus', name='is_free', bits=''), Signal(module='bus', name='left', bits='2:1')]
    >>> still({**bit("data[0][7]", 0), **bit("data[1][7]", 0), **bit("data[2][7]", 9)})
    [Signal(module='bus', name='data[1:0]', bits='7')]
    """
    bits: dict[tuple[str, str], list[int]] = {}
    for item, count in counts.items():
        if item.kind == BIT and count < LEAST[BIT]:
            name, _, last = item.name.removesuffix("]").rpartition("[") if item.name.endswith("]") else (item.name, "", "")
            bits.setdefault((item.module, name), []).extend([int(last)] if last else [])
    alike: dict[Signal, list[int]] = {}
    for (module, name), numbers in bits.items():
        base, _, index = name.removesuffix("]").partition("[") if name.endswith("]") and name.count("[") == 1 else (name, "", "")
        alike.setdefault(Signal(module, base, ranges(numbers)), []).extend([int(index)] if index else [])
    return sorted(it._replace(name=f"{it.name}[{ranges(elements)}]") if elements else it for it, elements in alike.items())
