"""The circuits of a chip that are synthesized, each with the parameters of `chip.sv` that its module has.

A chip is CORES cores and message units, a crossbar, a synchronization controller and a bus. What is `within` another circuit is a part of it
that is synthesized once more, alone. The large memories (`ram.sv`, `memory.sv`) are not made of gates.
"""
import dataclasses
import os
import re

HARDWARE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
own = ""  # a folder with modules that take the place of those of the same name


@dataclasses.dataclass(frozen=True)
class Circuit:
    """A module with its parameters; or, with `of`, several circuits together."""

    name: str
    label: str
    module: str = ""
    parameters: dict[str, int] = dataclasses.field(default_factory=dict)
    within: str = ""  # the circuit that it is a part of
    count: int = 1  # in a chip
    memories: tuple[str, ...] = ()  # modules in it that are not made of gates
    bench: tuple[str, ...] = ()  # modules in it that are no part of it, but its test bench
    of: tuple[str, ...] = ()


def sources() -> list[str]:
    names = sorted(name for name in os.listdir(HARDWARE) if name.endswith(".sv"))
    names.sort(key=lambda name: not name.endswith("_pkg.sv"))
    return [os.path.join(own if own and os.path.exists(os.path.join(own, name)) else HARDWARE, name) for name in names]


def of_module(module: str, values: dict[str, int]) -> dict[str, int]:
    """Those of a chip's parameters that a module has."""
    with open(os.path.join(HARDWARE, f"{module}.sv"), encoding="utf-8") as text:
        names = re.findall(r"^\s*parameter .*?(\w+)\s*=", text.read(), re.MULTILINE)
    return {name: values[name] for name in names if name in values}


CORE_PARTS = [
    ("bus-interface", "bus interface (`sub_pipeline`)", "sub_pipeline"),
    ("multiplier", "multiplier", "multiply"),
    ("divider", "divider", "divide"),
    ("registers", "registers", "registers"),
    ("csr", "control and status registers", "csr"),
    ("timer", "timer", "timer"),
]
USER_PART = ("own-instructions", "instructions of the chip's own", "user_result")
UNIT_PARTS = [
    ("transmitter", "transmitter", "transmitter"),
    ("receiver", "receiver", "receiver"),
    ("mailbox-buffer", "mailbox buffer, without its memories", "mailbox_buffer"),
    ("mailbox-load", "mailbox load", "mailbox_load"),
    ("word-queue", "word queue", "word_queue"),
    ("events", "events", "events"),
    ("match-register", "match register", "match_register"),
]
MAC_PARTS = [
    ("mac-mover", "mover", "mac_mover"),
    ("mac-keys", "keys", "mac_keys"),
    ("mac-clock", "superframe clock", "mac_clock"),
    ("mac-receive", "receiver", "mac_receive"),
    ("ccm", "ciphering circuit", "ccm"),
]
MEMORIES = {"mailbox_buffer": ("memory",), "mac": ("memory", "ram")}
BENCHES = {"mac": ("mac_air",)}


def circuit(values: dict[str, int], name: str, label: str, module: str, count: int = 1, within: str = "") -> Circuit:
    """The circuit of a module, with those of a chip's parameters that it has."""
    return Circuit(name, label, module, of_module(module, values), within, count, MEMORIES.get(module, ()), BENCHES.get(module, ()))


def devices(values: dict[str, int]) -> list[Circuit]:
    """The MAC unit and the interrupt controller."""
    return [
        circuit(values, "interrupt-controller", "interrupt controller", "interrupt_controller"),
        circuit(values, "mac", "MAC unit, without its memories", "mac"),
        *(circuit(values, *part, within="mac") for part in MAC_PARTS),
        circuit(values, "aes", "AES", "aes", within="ccm"),
        circuit(values, "aes-sbox", "one S-box of 20", "aes_sbox", within="aes"),
    ]


def of_chip(values: dict[str, int]) -> list[Circuit]:
    """The circuits of a chip with these parameters of `chip.sv`; each other parameter has its default."""
    cores = values.get("CORES", 8)
    core = CORE_PARTS + ([USER_PART] if values.get("USER") else [])
    unit = [circuit(values, *part, cores, "message-unit") for part in UNIT_PARTS]
    if not values.get("MATCHING"):
        unit = [it for it in unit if it.name != "match-register"]
    return [
        circuit(values, "core", "core, with its bus interface, without memories and message unit", "core", cores),
        *(circuit(values, *part, cores, "core") for part in core),
        Circuit("message-unit", "message unit, without its memories", count=cores, of=tuple(it.name for it in unit)),
        *unit,
        circuit(values, "crossbar", "crossbar", "crossbar"),
        circuit(values, "sync", "synchronization controller", "sync"),
        circuit(values, "bus", "bus", "bus"),
        *(devices(values) if values.get("MAC") else []),
    ]


def controller(cores: int, count: int, name: str, more: str = "", **parameters: int) -> Circuit:
    label = f"synchronization controller, {cores} cores, {count} locks and barriers{more}"
    return Circuit(name, label, "sync", {"CORES": cores, "LOCKS": count, "BARRIERS": count, **parameters})


def documented() -> list[Circuit]:
    """Those of asip8x, with its matching; what the source's tables 3 and 5 have; and the devices of uwb4."""
    chip = [it for it in of_chip({"CORES": 8, "MATCHING": 1}) if it.name != "sync"]
    return [
        *(controller(8, count, f"sync-{count}") for count in (2, 4, 8, 16, 32)),
        *(controller(cores, 8, f"sync-of-{cores}-cores") for cores in (4, 16, 32)),
        controller(8, 8, "sync-pipelined", ", pipelined, granted locks", PIPELINED=1, GRANT=1),
        Circuit("communication", "transmitter and receiver", of=("transmitter", "receiver")),
        *chip,
        *devices({}),
        Circuit("total", "core, transmitter and receiver", of=("core", "transmitter", "receiver")),
    ]
