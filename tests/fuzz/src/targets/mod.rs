//! The targets, each in a file of its own.

mod arguments;
mod c;
mod csv;
mod elf;
mod gdb;
mod graph;
mod instructions;
mod jpeg;
mod perfetto;
mod platform;
mod pragma;
mod protobuf;
mod ranks;
mod replay;
mod semihosting;
mod small_elf;
mod tune;
mod wav;

use crate::target::Entry;

/// All of them.
pub const ALL: &[Entry] = &[
    platform::ENTRY,
    graph::ENTRY,
    tune::ENTRY,
    instructions::ENTRY,
    pragma::ENTRY,
    elf::ENTRY,
    csv::ENTRY,
    perfetto::ENTRY,
    ranks::ENTRY,
    replay::ENTRY,
    gdb::ENTRY,
    semihosting::ENTRY,
    jpeg::ENTRY,
    wav::ENTRY,
    arguments::MPI,
    arguments::MCAPI,
    arguments::MPI_CHIP,
    arguments::MCAPI_CHIP,
];
