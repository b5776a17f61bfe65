"""What the changes of a netlist's nets take, by OpenSTA: the cells' own tables, and the capacitance of the pins that a net drives.

Wires have no capacitance, since nothing is placed: it is an estimate, and a low one.
"""
import re
import typing

from .activity import CLOCK, Changes, Netlist
from .cell_functions import Cell
from .cells import Library
from .sta import told

PERIOD_NS = 10.0
DUTY = 0.5  # the part of the time in which a net is 1; the libraries' energies do not depend on it
PICO = 1e12
REPORT = "its report:"


class Energy(typing.NamedTuple):
    """Of a circuit in a cycle, in pJ."""

    idle: float  # when nothing but the clock changes
    busy: float  # beyond that


def energy(library: Library, verilog: str, top: str, netlist: Netlist, functions: dict[str, Cell], changed: Changes) -> Energy:
    """What a circuit takes in a cycle, if its nets change so often."""
    pins = list(activities(netlist, functions))
    commands = [f"read_liberty {library.path}", f"read_verilog {verilog}", f"link_design {top}", f"create_clock -name clk -period {PERIOD_NS} [get_ports clk]"]
    for counts in ([0] * netlist.nets, changed.counts):
        commands += [f"{command} {counts[net] / changed.cycles:.8f} {DUTY}" for command, net in pins]
        commands += [f"puts {{{REPORT}}}", "report_power -digits 9"]
    _, idle, both = report(commands).split(REPORT)
    return Energy(picojoules_of(idle), picojoules_of(both) - picojoules_of(idle))


def report(commands: list[str]) -> str:
    """What OpenSTA prints; memories are boxes to it, and it must know all else."""
    text = told(commands)
    wrong = [line for line in re.findall(r"^(?:Warning|Error): .*", text, re.MULTILINE) if "black box" not in line]
    if wrong:
        raise RuntimeError(f"OpenSTA: {wrong[0]}")
    return text


def activities(netlist: Netlist, functions: dict[str, Cell]) -> typing.Iterator[tuple[str, int]]:
    """What tells OpenSTA how often the net at each pin changes, but for the clock, up to the number: and the net."""
    clock = {bit for port in netlist.ports if port.name == CLOCK for bit in port.bits}
    for name, cell in netlist.cells.items():
        for pin, bits in cell["connections"].items() if cell["type"] in functions else ():
            if isinstance(bits[0], int) and bits[0] not in clock:
                # What `set_power_activity -pins` calls; in the OpenSTA of Debian 12 that itself fails for any pin.
                yield f"sta::set_power_pin_activity [get_pins {{{name}/{pin}}}]", bits[0]
    for port in netlist.inputs():
        for name, bit in zip(port.names, port.bits, strict=True):
            assert isinstance(bit, int), "an input is no constant"
            yield f"sta::set_power_input_port_activity [get_ports {{{name}}}]", bit


def picojoules_of(power: str) -> float:
    """The pJ of a cycle, from a report of power in watts."""
    found = re.search(r"^Total\s+(\S+)\s+(\S+)\s+(\S+)\s+(\S+)", power, re.MULTILINE)
    if not found:
        raise RuntimeError(f"OpenSTA tells no power: {power.strip()[-500:]}")
    return float(found.group(4)) * PERIOD_NS * 1e-9 * PICO
