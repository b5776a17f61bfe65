"""From circuits to cells: sizes in gate equivalents, critical paths and frequencies, in cell libraries.

    circuits    which modules there are, with the parameters of a chip
    cells       the cell libraries
    mapping     yosys with slang reads and synthesizes, abc maps: the recipes
    timing      OpenSTA finds the critical path
    fpga        yosys and nextpnr make it for an FPGA
    sizes       all of it for many circuits
    processes   a process for each circuit and library

`hardware/gates` is its command.
"""
