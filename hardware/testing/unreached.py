"""Why an item of the circuits is not reached: the reasons that hardware/unreached.toml gives."""
import fnmatch
import tomllib
from typing import NamedTuple

from testing.coverage import BIT, LEAST, POINT, Item, still
from testing.random_programs import HARDWARE


class Reason(NamedTuple):
    """What it is for: shell patterns of modules, and of signals, lines or points."""

    modules: str
    kind: str
    pattern: str
    why: str


class Left(NamedTuple):
    """Something that is not reached, and why; "" if no reason is given."""

    module: str
    kind: str
    what: str
    why: str


def reasons() -> list[Reason]:
    """All reasons, in their order."""
    with open(HARDWARE / "unreached.toml", "rb") as file:
        entries = tomllib.load(file)["reason"]
    return [Reason(entry["module"], kind, pattern, entry["why"])
            for entry in entries for kind in ("signal", "line", "point") for pattern in entry.get(kind, [])]


def why(of: list[Reason], used: set[Reason], module: str, kind: str, what: str) -> str:
    """The first reason that fits; notes that it is used."""
    for reason in of:
        if reason.kind == kind and fnmatch.fnmatchcase(module, reason.modules) and fnmatch.fnmatchcase(what, reason.pattern):
            used.add(reason)
            return reason.why
    return ""


def line_of(item: Item) -> str:
    """The text of a statement's line."""
    return (HARDWARE / f"{item.module}.sv").read_text().splitlines()[item.line - 1].strip()


def left(counts: dict[Item, int]) -> tuple[list[Left], list[Reason]]:
    """What is not reached, and the reasons that are for nothing."""
    given, used = reasons(), set[Reason]()
    found = []
    for signal in still(counts):
        bits = f"`{signal.name}`" + (f" {signal.bits}" if signal.bits else "")
        found.append(Left(signal.module, "signal", bits, why(given, used, signal.module, "signal", signal.name)))
    for item in sorted(item for item, count in counts.items() if item.kind != BIT and count < LEAST[item.kind]):
        kind, what = ("point", item.name) if item.kind == POINT else ("line", line_of(item))
        found.append(Left(item.module, kind, f"`{what}`", why(given, used, item.module, kind, what)))
    return sorted(set(found)), [reason for reason in given if reason not in used]
