"""From circuits to cells: sizes in gate equivalents, critical paths, frequencies and energy, in cell libraries.

    circuits    which modules there are, with the parameters of a chip
    cells       the cell libraries
    mapping     yosys with slang reads and synthesizes, abc maps: the recipes
    sta         OpenSTA
    timing      it finds the critical path
    fpga        yosys and nextpnr make it for an FPGA
    sizes       all of it for many circuits
    recording   what comes into the circuits of a chip and out of them, in each cycle of a program
    activity    a netlist with that as its input: how often each net changes
    energy      OpenSTA says what that takes
    processes   a process for each circuit and library

`hardware/gates` and `hardware/energy` are its commands.
"""
