"""The critical path of a netlist, by OpenSTA: between registers, and from inputs and to outputs, which have all of the period.

Wires cost nothing: nothing is placed.
"""
import re
import shutil
import typing

from .cells import Library
from .sta import told

# Longer than any path.
PERIOD_NS = 1000.0


class Path(typing.NamedTuple):
    ns: float
    start: str
    end: str


def missing() -> str | None:
    return None if shutil.which("sta") else "no sta: apt-get install opensta"


def critical_path(library: Library, netlist: str, top: str) -> Path:
    with open(netlist, encoding="utf-8") as file:
        cells = file.read()
    clock = "[get_ports clk]" if re.search(r"\binput clk;", cells) else ""
    commands = [
        f"read_liberty {library.path}",
        f"read_verilog {netlist}",
        f"link_design {top}",
        f"create_clock -name clk -period {PERIOD_NS} {clock}",
        "set_input_delay 0 -clock clk [all_inputs]",
        "set_output_delay 0 -clock clk [all_outputs]",
        "report_checks",
    ]
    path = path_of(told(commands))
    return path._replace(start=held_by(path.start, cells), end=held_by(path.end, cells))


def path_of(report: str) -> Path:
    """Reads OpenSTA's report of one path."""
    slack = re.search(r"(-?[\d.]+)\s+slack", report)
    ends = re.search(r"^Startpoint: (\S+).*?^Endpoint: (\S+)", report, re.MULTILINE | re.DOTALL)
    if not slack or not ends:
        raise RuntimeError(f"OpenSTA finds no path: {report.strip()[-500:]}")
    return Path(PERIOD_NS - float(slack.group(1)), *ends.groups())


def held_by(point: str, cells: str) -> str:
    """The signal that a register of the netlist holds; a port has its own name."""
    register = re.search(rf"^\s*DFF\w+ {re.escape(point)} \((.*?)\);", cells, re.MULTILINE | re.DOTALL)
    output = re.search(r"\.Q\(([^)]*)\)", register.group(1)) if register else None
    name = output.group(1) if output else point
    return re.sub(r"\s*\[\d+\]$", "", name.strip().lstrip("\\"))
