"""Tests of the circuits: what their commands share.

    random_programs   random programs, compiled
    benches           what holds circuits against their models: traces of a model's ports, and `weft verify`
    coverage          what Verilator has counted: statements, bits that change, points
    unreached         the reasons of what is not reached
    progress          the bar of long work

`hardware/campaign`, `hardware/coverage`, `hardware/mutations` and `hardware/programs` are its commands.
"""
