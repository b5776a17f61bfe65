"""What comes into each circuit of a chip and what comes out of it, in each cycle of a program's run.

    program --> Verilator's chip, with a recorder at each circuit --> a file for each circuit of each core

A line of a file is a cycle: all inputs as one number, and all outputs, in hexadecimal digits, the first port at the left.
"""
import glob
import os
import shutil
import subprocess
import typing

from .activity import Netlist, Port
from .circuits import HARDWARE, Circuit, sources

ENDING = ".recorded"
MOST_CYCLES = 2_000_000
RECORDER = """module record_{module} (
    input logic [{in_bits}-1:0] in,
    input logic [{out_bits}-1:0] out
);
    int file;
    initial file = $fopen($sformatf("{module}/%m{ending}"), "w");
    always @(posedge driven.clk) $fwrite(file, "%h %h\\n", in, out);
endmodule
bind {module} record_{module} recorder (.in({{{ins}}}), .out({{{outs}}}));
"""


def missing() -> str | None:
    return None if shutil.which("verilator") else "no verilator: apt-get install verilator"


def recorder(circuit: Circuit, netlist: Netlist) -> str:
    """The text of a circuit's recorder."""
    ins, outs = netlist.inputs(), netlist.outputs()

    def names(ports: list[Port]) -> str:
        return ", ".join(port.name for port in ports)

    def width(ports: list[Port]) -> int:
        return sum(len(port.bits) for port in ports)

    return RECORDER.format(module=circuit.module, in_bits=width(ins), out_bits=width(outs), ins=names(ins), outs=names(outs), ending=ENDING)


class Program(typing.NamedTuple):
    """A program that has been compiled for the chip."""

    path: str
    ranks: int
    arguments: list[str]


def record(circuits: list[tuple[Circuit, Netlist]], parameters: dict[str, int], program: Program, folder: str) -> dict[str, list[str]]:
    """Runs a program; the files of each circuit, by its name."""
    chip = compiled(circuits, parameters, folder)
    for circuit, _ in circuits:
        os.makedirs(os.path.join(folder, circuit.module))
    images = os.path.join(folder, "images")
    entry = subprocess.run([os.path.join(HARDWARE, "image"), program.path, str(program.ranks), images], capture_output=True, text=True, check=True)
    line = " ".join([os.path.basename(program.path), *program.arguments])
    command = [chip, str(program.ranks), entry.stdout.strip(), str(MOST_CYCLES), images, line]
    ended = subprocess.run(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False)
    if ended.returncode:
        raise RuntimeError(f"{program.path} ends with status {ended.returncode} on the circuits: {ended.stderr.strip()}")
    return {circuit.name: sorted(glob.glob(os.path.join(folder, circuit.module, f"*{ENDING}"))) for circuit, _ in circuits}


def compiled(circuits: list[tuple[Circuit, Netlist]], parameters: dict[str, int], folder: str) -> str:
    """Verilator's chip with the recorders: the name of the program."""
    recorders = os.path.join(folder, "recorders.sv")
    with open(recorders, "w", encoding="ascii") as text:
        text.writelines(recorder(*it) for it in circuits)
    bench = [os.path.join(HARDWARE, "bench", name) for name in ("ram.sv", "driven.sv", "standalone.cpp")]
    files = [name for name in sources() if os.path.basename(name) != "ram.sv"]
    values = [f"-G{key}={value}" for key, value in parameters.items()]
    flags = f"-std=c++17 -O1 -DCORES={parameters['CORES']} -I{HARDWARE}/bench"
    arguments = ["--cc", "--exe", "--build", "-Wno-fatal", "-Wno-lint", "--top-module", "driven", "--prefix", "Vchip", "-CFLAGS", flags, *values]
    ended = subprocess.run(["verilator", *arguments, "--Mdir", os.path.join(folder, "chip"), *files, *bench, recorders],
                           capture_output=True, text=True, check=False)
    if ended.returncode:
        wrong = [line for line in (ended.stdout + ended.stderr).splitlines() if "rror" in line]
        raise RuntimeError(f"Verilator fails: {wrong[0] if wrong else ended.returncode}")
    return os.path.join(folder, "chip", "Vchip")
