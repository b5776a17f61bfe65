//! The debugging information of a program: everything that reports look up in its ELF file.

use crate::library::LibraryState;
use crate::probes::{Operation, Probes};
use crate::stack::{Frozen, Unwinder};
use crate::symbols::{Location, SourceFolders, Symbols};
use crate::tail_calls::TailCalls;

/// Maximum number of stack frames that are searched for a wait's probe point: the library may wait in a nested function of its own.
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
    /// When the bytes are not an object file. Missing or damaged debugging information is not an error: reports then show less.
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

    /// Returns the call stack of a core, innermost function first: up to `limit` functions that are not inlined, including those that have
    /// left the stack by a tail call.
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

    /// Returns the operation that the message library waits for on this core, if it waits.
    pub fn operation(&self, core: &Frozen<'_>) -> Option<Operation> {
        let mut calls = self.unwinder.activations(core, CALLS_TO_PROBE).into_iter();
        calls.find_map(|activation| self.probes.operation(&activation, &self.symbols, core))
    }
}
