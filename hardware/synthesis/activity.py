"""How often each net of a netlist changes, when what comes in is what came into the circuit on the chip.

    netlist (JSON) --> program in C++: all gates in the order of their inputs, once a cycle --> changes of each net
                                 ^
         recorded inputs --------+      and recorded outputs, which must be the same: gates do what the circuit does

Gates have no delay, so that what changes twice in a cycle is not seen. Memories do what `memory.sv` says, and are not counted.
"""
import json
import os
import re
import subprocess
import typing

from .cell_functions import Cell

CLOCK = "clk"
MEMORY = "memory"
PIECE = 256  # statements
RESET = 2  # cycles, with which a recording begins; before, a state that is coded otherwise in gates may be none
FRAME = """#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>
using std::string;
constexpr int nets = {nets};
static uint8_t n[nets], before[nets];
static uint64_t changes[nets];
{memories}
static bool bit(const string &digits, size_t place)
{{
    char digit = digits[digits.size() - 1 - place / 4];
    return (digit <= '9' ? digit - '0' : digit - 'a' + 10) >> place % 4 & 1;
}}
static void set_inputs(const string &in)
{{
    n[1] = 1;
{inputs}
}}
{settle}
static uint8_t next[nets];
{clock_rises}
static int difference(const string &out)
{{
{outputs}
    return -1;
}}
int main(int count, char **files)
{{
    uint64_t cycles = 0;
    for (int file = 1; file < count; file++) {{
        std::ifstream recorded(files[file]);
        string in, out;
        for (int i = 0; i < nets; i++)
            n[i] = before[i] = 0;
{clear}
        for (uint64_t cycle = 0; recorded >> in >> out; cycle++, cycles++) {{
            set_inputs(in);
            settle();
            if (int place = difference(out); cycle >= {reset} && place >= 0) {{
                std::cerr << files[file] << ", cycle " << cycle << ": output " << place << " differs\\n";
                return 1;
            }}
            for (int i = 0; i < nets; i++)
                changes[i] += n[i] ^ before[i], before[i] = n[i];
            clock_rises();
        }}
    }}
    printf("%llu\\n", (unsigned long long)cycles);
    for (int i = 0; i < nets; i++)
        printf("%llu\\n", (unsigned long long)changes[i]);
}}
"""


class Port(typing.NamedTuple):
    """A port of a circuit, with the nets and the names of its bits, the lowest first."""

    name: str
    is_input: bool
    bits: list[int | str]
    names: list[str]


class Netlist:
    """A netlist as yosys writes it. Nets have numbers; 0 and 1 are those that are always 0 and 1."""

    def __init__(self, path: str, top: str) -> None:
        with open(path, encoding="utf-8") as text:
            module = json.load(text)["modules"][top]
        self.cells: dict[str, dict[str, typing.Any]] = module["cells"]
        self.ports = list(joined(module["ports"]))
        bits = [bit for cell in self.cells.values() for of in cell["connections"].values() for bit in of]
        bits += [bit for port in self.ports for bit in port.bits]
        self.nets = max([2, *(bit + 1 for bit in bits if isinstance(bit, int))])

    def inputs(self) -> list[Port]:
        return [port for port in self.ports if port.is_input and port.name != CLOCK]

    def outputs(self) -> list[Port]:
        return [port for port in self.ports if not port.is_input]


def joined(ports: dict[str, dict[str, typing.Any]]) -> typing.Iterator[Port]:
    """Ports whose bits are ports of their own (`name[3]`) as one."""
    found: dict[str, dict[int, tuple[int | str, str]]] = {}
    inputs = set()
    for name, port in ports.items():
        base, _, index = name.removesuffix("]").partition("[")
        found.setdefault(base, {})[int(index or 0)] = port["bits"][0], name
        if port["direction"] == "input":
            inputs.add(base)
    for base, places in found.items():
        bits, names = zip(*(places[place] for place in sorted(places)), strict=True)
        yield Port(base, base in inputs, list(bits), list(names))


def net(bit: int | str) -> str:
    """A net in C++; one that is not driven is 0."""
    return f"n[{bit if isinstance(bit, int) else int(bit == '1')}]"


def in_order(cells: dict[str, dict[str, typing.Any]], functions: dict[str, Cell]) -> list[str]:
    """The names of the gates and memories, each behind those that drive its inputs."""
    drivers: dict[int | str, str] = {}
    for name, cell in cells.items():
        if not is_flip_flop(cell, functions):
            drivers.update({bit: name for pin in outputs_of(cell, functions) for bit in cell["connections"][pin]})
    order: dict[str, None] = {}
    for first in cells:
        waiting = [first]
        while waiting:
            name = waiting[-1]
            if is_flip_flop(cells[name], functions):
                waiting.pop()
                continue
            needed = {drivers.get(bit, name) for bit in read_by(cells[name], functions)} - {name}
            missing = [it for it in needed if it not in order]
            if not missing:
                order.setdefault(waiting.pop())
            waiting += missing
    return list(order)


def is_memory(cell: dict[str, typing.Any]) -> bool:
    return cell["type"].startswith(MEMORY)


def is_flip_flop(cell: dict[str, typing.Any], functions: dict[str, Cell]) -> bool:
    return not is_memory(cell) and functions[cell["type"]].is_flip_flop


def outputs_of(cell: dict[str, typing.Any], functions: dict[str, Cell]) -> list[str]:
    return ["read_data"] if is_memory(cell) else list(functions[cell["type"]].outputs)


def read_by(cell: dict[str, typing.Any], functions: dict[str, Cell]) -> list[int | str]:
    """The nets on which a cell's outputs depend in the same cycle."""
    connections = cell["connections"]
    if is_memory(cell):
        return connections["read_address"]
    return [bit for pin, bits in connections.items() if pin not in functions[cell["type"]].outputs for bit in bits]


def gate(cell: dict[str, typing.Any], functions: dict[str, Cell], number: int) -> list[str]:
    """The statements that a gate is, or a memory's read port."""
    connections = cell["connections"]
    if is_memory(cell):
        address = number_of(connections["read_address"])
        return [f"{net(bit)} = memory{number}[{address}] >> {place} & 1;" for place, bit in enumerate(connections["read_data"])]
    statements = []
    for pin, value in functions[cell["type"]].outputs.items():
        value = re.sub(r"[A-Z]\w*", lambda found: net(connections[found.group()][0]), value)
        statements.append(f"{net(connections[pin][0])} = {value};")
    return statements


def function(name: str, statements: list[str]) -> str:
    """A function of C++, in pieces: a compiler takes for one of n statements a time that grows faster than n."""
    pieces = [statements[at:at + PIECE] for at in range(0, len(statements), PIECE)]
    parts = [f"static void {name}{number}()\n{{\n" + "\n".join(piece) + "\n}\n" for number, piece in enumerate(pieces)]
    calls = "".join(f"    {name}{number}();\n" for number in range(len(pieces)))
    return f"{''.join(parts)}static void {name}()\n{{\n{calls}}}"


def number_of(bits: list[int | str]) -> str:
    return " | ".join(f"uint64_t({net(bit)}) << {place}" for place, bit in enumerate(bits)) or "0"


def at_the_end(cell: dict[str, typing.Any], number: int) -> str:
    """What a memory does when the clock rises."""
    connections = cell["connections"]
    write, place, data = (number_of(connections[pin]) for pin in ("write", "write_address", "write_data"))
    return f"if ({write}) memory{number}[{place}] = {data};"


def program(netlist: Netlist, functions: dict[str, Cell]) -> str:
    """The netlist as a program in C++."""
    cells = netlist.cells
    numbers = {name: number for number, (name, cell) in enumerate(cells.items()) if is_memory(cell)}
    flip_flops = [cell["connections"] for cell in cells.values() if is_flip_flop(cell, functions)]
    rises = [at_the_end(cells[name], number) for name, number in numbers.items()]
    rises += [f"next[{it['Q'][0]}] = {net(it['D'][0])};" for it in flip_flops]
    rises += [f"{net(it['Q'][0])} = next[{it['Q'][0]}];" for it in flip_flops]
    inputs = [bit for port in reversed(netlist.inputs()) for bit in port.bits]
    outputs = [bit for port in reversed(netlist.outputs()) for bit in port.bits]
    gates = [line for name in in_order(cells, functions) for line in gate(cells[name], functions, numbers.get(name, 0))]
    memories = {number: 1 << len(cells[name]["connections"]["write_address"]) for name, number in numbers.items()}
    return FRAME.format(
        nets=netlist.nets,
        reset=RESET,
        memories="\n".join(f"static uint64_t memory{number}[{words}];" for number, words in memories.items()),
        clear="\n".join(f"for (auto &word : memory{number}) word = 0;" for number in memories),
        inputs="\n".join(f"{net(bit)} = bit(in, {place});" for place, bit in enumerate(inputs)),
        settle=function("settle", gates),
        clock_rises=function("clock_rises", rises),
        outputs="\n".join(f"if ({net(bit)} != bit(out, {place})) return {place};" for place, bit in enumerate(outputs)),
    )


class Changes(typing.NamedTuple):
    """How often each net has changed, and in how many cycles."""

    cycles: int
    counts: list[int]


def changes(netlist: Netlist, functions: dict[str, Cell], recorded: list[str], folder: str) -> Changes:
    """The changes in all recordings together."""
    source, made = os.path.join(folder, "gates.cpp"), os.path.join(folder, "gates")
    with open(source, "w", encoding="ascii") as text:
        text.write(program(netlist, functions))
    subprocess.run(["g++", "-std=c++17", "-O1", "-o", made, source], check=True)
    told = subprocess.run([made, *recorded], capture_output=True, text=True, check=False)
    if told.returncode:
        raise RuntimeError(f"the gates do other than the circuit: {told.stderr.strip()}")
    cycles, *counts = map(int, told.stdout.split())
    return Changes(cycles, counts)
