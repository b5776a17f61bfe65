"""The cell libraries: OSU's of 0.18, 0.35 and 0.5 um (Debian's qflow-tech-osu018, -osu035, -osu050).

A gate equivalent is the area of a library's NAND2X1, the smallest two-input NAND.
"""
import os
import re
import typing

FOLDER = "/usr/share/qflow/tech"


class Library(typing.NamedTuple):
    name: str
    technology: str
    path: str

    def nand_area(self) -> float:
        with open(self.path, encoding="latin-1") as text:
            nand = re.search(r"cell\s*\(\s*NAND2X1\s*\)\s*\{.*?area\s*:\s*([\d.]+)", text.read(), re.DOTALL)
        if not nand:
            raise RuntimeError(f"no area of NAND2X1 in {self.path}")
        return float(nand.group(1))


LIBRARIES = [
    Library("osu018", "0.18 um", f"{FOLDER}/osu018/osu018_stdcells.lib"),
    Library("osu035", "0.35 um", f"{FOLDER}/osu035/osu035_stdcells.lib"),
    Library("osu050", "0.5 um", f"{FOLDER}/osu050/osu05_stdcells.lib"),
]


def missing() -> str | None:
    """What to install, if a library is not there."""
    if all(os.path.exists(it.path) for it in LIBRARIES):
        return None
    return "no cell libraries: apt-get install qflow-tech-osu018 qflow-tech-osu035 qflow-tech-osu050"
