"""What the cells of a library compute, from its Liberty file.

    function : "(!((A B)+C))"     -->  Y = (!((A&B)|C))
    ff (...) { next_state : "D" } -->  a flip-flop; its output changes at the end of the cycle
"""
import re
import typing

from .cells import Library

# Two operands one after the other are a product.
PRODUCT = re.compile(r"(?<=[\w)])\s+(?=[\w(!])")


class Cell(typing.NamedTuple):
    outputs: dict[str, str]  # of each output, what it is in C
    is_flip_flop: bool


def in_c(function: str) -> str:
    """A function of Liberty as an expression of C."""
    return PRODUCT.sub("&", function.strip().replace("*", "&").replace("+", "|").replace("| ", "|").replace(" |", "|"))


def blocks(text: str, keyword: str) -> typing.Iterator[tuple[str, str]]:
    """The groups `keyword(NAME) { ... }` of a text: name and contents."""
    for found in re.finditer(rf"\b{keyword}\s*\(\s*(\w+)[^)]*\)\s*\{{", text):
        depth, at = 1, found.end()
        while depth:
            depth += {"{": 1, "}": -1}.get(text[at], 0)
            at += 1
        yield found.group(1), text[found.end():at - 1]


def cell_functions(library: Library) -> dict[str, Cell]:
    """The cells by their names; of flip-flops those that take D when the clock rises."""
    with open(library.path, encoding="latin-1") as file:
        text = file.read()
    cells = {}
    for name, body in blocks(text, "cell"):
        functions = {pin: re.search(r'function\s*:\s*"([^"]*)"', inside) for pin, inside in blocks(body, "pin")}
        is_flip_flop = re.search(r"\bff\s*\(", body) is not None
        outputs = {pin: "D" if is_flip_flop else in_c(found.group(1)) for pin, found in functions.items() if found}
        cells[name] = Cell(outputs, is_flip_flop)
    return cells
