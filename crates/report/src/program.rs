//! A program as its author knows it: everything a report looks up in its ELF file.

use crate::library::LibraryState;
use crate::probes::{Operation, Probes};
use crate::stack::{Frozen, Unwinder};
use crate::symbols::{Location, SourceFolders, Symbols};
use crate::tail_calls::TailCalls;

/// How many calls up a wait is looked for: the library may wait in a function of its own.
const CALLS_TO_PROBE: usize = 8;

/// The symbols, call frame information and probe points of one program.
pub struct Program {
    pub symbols: Symbols,
    pub unwinder: Unwinder,
    pub probes: Probes,
    pub library: LibraryState,
}

impl Program {
    /// Reads an ELF file.
    ///
    /// # Errors
    /// When the bytes are no object file. Missing or damaged debugging information is no error: less is then known.
    pub fn read(elf: &[u8], folders: SourceFolders) -> Result<Program, object::Error> {
        let file = object::File::parse(elf)?;
        let symbols = Symbols::read(&file, folders);
        Ok(Program {
            symbols,
            unwinder: Unwinder::read(&file),
            probes: Probes::read(&file),
            library: LibraryState::read(&file),
        })
    }

    /// Where a core is and how it came there, the innermost function first; at most `limit` functions with code of their
    /// own, those that a tail call has replaced among them.
    pub fn backtrace(&self, core: &Frozen<'_>, limit: usize) -> Vec<Location> {
        let activations = self.unwinder.activations(core, limit);
        let addresses: Vec<u32> = activations.iter().map(|active| active.address).collect();
        let functions = &self.symbols.functions;
        let calls = TailCalls { functions, core };
        let calls = addresses
            .windows(2)
            .map(|pair| calls.between(pair[0], pair[1]));
        let replaced = calls.chain([Vec::new()]);
        let all = addresses.iter().zip(replaced);
        let all = all.flat_map(|(&address, replaced)| std::iter::once(address).chain(replaced));
        all.take(limit)
            .map(|address| self.symbols.locate(address))
            .collect()
    }

    /// What the message library waits for on this core, if it does.
    pub fn operation(&self, core: &Frozen<'_>) -> Option<Operation> {
        let mut calls = self.unwinder.activations(core, CALLS_TO_PROBE).into_iter();
        calls.find_map(|activation| self.probes.operation(&activation, &self.symbols, core))
    }
}
