"""The circuits of a chip that are synthesized, each with the parameters of `chip.sv` that its module has.

A chip is CORES cores and message units, a crossbar, a synchronization controller and a bus. What is `within` another circuit is a part of it
that is synthesized once more, alone. The large memories (`ram.sv`, `memory.sv`) are not made of gates.
"""
import dataclasses
import os
import re
from collections.abc import Mapping

HARDWARE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
own = ""  # a folder with modules that take the place of those of the same name


@dataclasses.dataclass(frozen=True)
class Circuit:
    """A module with its parameters; or, with `of`, several circuits together."""

    name: str
    label: str
    module: str = ""
    parameters: Mapping[str, int | str] = dataclasses.field(default_factory=dict)
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


# A switch of cortex16's first cluster (platforms/cortex16.toml), right0: four cores, a scratchpad and a mailbox, and the links to left0 and the backbone.
# The 32 endpoints are first these six, then those at left0, then all others.
SWITCH_ENDPOINTS, SWITCH_LEFT, SWITCH_PORTS, SWITCH_BUFFER = 6, 8, 8, 4


def switch(priorities: int, fixed: bool, word: int = 32, pairs: bool = False) -> Circuit:
    """With one queue at each input, and look-ahead routing.

    `word` is the number of bits in a flit beside its control lines; `pairs` compares the classes of each pair of inputs ahead.
    """
    endpoints = SWITCH_ENDPOINTS + SWITCH_LEFT
    routes = [min(number, SWITCH_ENDPOINTS) if number < endpoints else SWITCH_ENDPOINTS + 1 for number in range(32)]
    places = [0] * SWITCH_ENDPOINTS + [SWITCH_BUFFER] * 2
    sizes = {"PORTS": SWITCH_PORTS, "PRIORITIES": priorities, "FIXED": int(fixed), "ENDPOINTS": len(routes), "BUFFER": SWITCH_BUFFER, "WORD": word, "PAIRS": int(pairs)}
    parameters: dict[str, int | str] = {**sizes, "ROUTES": octets(routes), "PLACES": octets(places)}
    how = "fixed priority" if fixed else "round robin"
    levels = "without priorities" if priorities == 1 else f"with {priorities} priority levels"
    compared = ", compared in pairs" * pairs
    bits = f"flits of {word} bit, " * (word < 32)
    name = f"switch-{priorities}{'-fixed' * fixed}{'-pairs' * pairs}{'-without-data' * (word < 32)}"
    return Circuit(name, f"switch of {SWITCH_PORTS} ports, {bits}{how}, {levels}{compared}", "router", parameters)


def octets(values: list[int]) -> str:
    """A constant of SystemVerilog with eight bits for each value, the first one lowest."""
    return f"{8 * len(values)}'h" + "".join(f"{value:02x}" for value in reversed(values))


# The devices of cortex16, in their order: first address, bits of an address within, and the endpoint, of which the cores have the first 16. The registers
# of the interface itself have none.
INTERFACE_DEVICES = [
    (0x8000_0000, 23, 16), (0x4000_0000, 15, 17), (0x4001_0000, 15, 18), (0x9000_0000, 3, 19), (0x9100_0000, 8, 20), (0x9200_0000, 11, 21),
    (0x9300_0000, 5, 22), (0x9400_0000, 6, 23), (0x0c00_0000, 22, 24), (0xb000_0000, 10, None), (0x4002_0000, 15, 25), (0x4003_0000, 15, 26),
    (0x9200_1000, 11, 27), (0x9300_1000, 5, 28), (0x9400_1000, 6, 29),
]


def interface(priorities: int, devices: int = len(INTERFACE_DEVICES)) -> Circuit:
    """The network interface of a core that reaches the first of these devices, without and with priorities and circuits."""
    bases, sizes, places = zip(*INTERFACE_DEVICES[:devices], strict=True)
    attached = sum((place is not None) << number for number, place in enumerate(places))
    parameters: dict[str, int | str] = {
        "DEVICES": devices, "PRIORITIES": priorities, "ENDPOINTS": 32, "BUFFER": SWITCH_BUFFER, "ATTACHED": f"{devices}'d{attached}",
        "BASES": f"{32 * devices}'h" + "".join(f"{base:08x}" for base in reversed(bases)), "SIZES": octets(list(sizes)),
        "PLACES": octets([place or 0 for place in places]),
    }
    services = "without priorities" if priorities == 1 else f"with {priorities} priority levels and circuits"
    reaches = "" if devices == len(INTERFACE_DEVICES) else f"-of-{devices}"
    return Circuit(f"interface-{priorities}{reaches}", f"network interface of a core with {devices} devices, {services}", "network_interface", parameters)


def interfaces() -> list[Circuit]:
    """With all devices of cortex16, and with three."""
    return [interface(priorities, devices) for devices in (len(INTERFACE_DEVICES), 3) for priorities in (1, 8)]


# The tiles of nagam's mesh (platforms/nagam.toml), whose packets go along x first, then along y; the memory's and the host's endpoints follow the tiles.
MESH_COLUMNS, MESH_ROWS = 4, 5
MESH_EDGES = [(0, 0), (3, 4)]


def mesh_router(column: int = 1, row: int = 2) -> Circuit:
    """In the middle, with four neighbours: ports to the tile, east, west, south and north."""
    tiles = [(x, y) for y in range(MESH_ROWS) for x in range(MESH_COLUMNS)]

    def port(x: int, y: int) -> int:
        return 1 if x > column else 2 if x < column else 3 if y > row else 4 if y < row else 0

    routes = [port(*place) for place in tiles + MESH_EDGES]
    sizes = {"PORTS": 5, "BUFFER": 8, "KEEPS": 0, "ENDPOINTS": len(routes)}
    return Circuit("router", "router of nagam's mesh", "router", {**sizes, "ROUTES": octets(routes), "PLACES": octets([0, 8, 8, 8, 8])})


def switches() -> list[Circuit]:
    """With each number of priorities, compared in both ways; and, nearly without data, for the allocator alone."""
    whole = [switch(priorities, fixed) for fixed in (False, True) for priorities in (1, 2, 4, 8)]
    pairs = [switch(priorities, fixed, pairs=True) for fixed in (False, True) for priorities in (2, 4, 8)]
    return whole + pairs + [switch(priorities, False, 1) for priorities in (1, 8)]


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
        mesh_router(),
        *(switch(priorities, False) for priorities in (1, 8)),
        *(interface(priorities) for priorities in (1, 8)),
        Circuit("total", "core, transmitter and receiver", of=("core", "transmitter", "receiver")),
    ]
