//! A program as its author knows it: everything a report looks up in its ELF file.

use crate::stack::{Frozen, Unwinder};
use crate::symbols::{Location, SourceFolders, Symbols};

/// The symbols, call frame information and probe points of one program.
pub struct Program {
    pub symbols: Symbols,
    pub unwinder: Unwinder,
}

impl Program {
    /// Reads an ELF file.
    ///
    /// # Errors
    /// When the bytes are no object file. Missing or damaged debugging information is no error: less is then known.
    pub fn read(elf: &[u8], folders: SourceFolders) -> Result<Program, object::Error> {
        let file = object::File::parse(elf)?;
        Ok(Program { symbols: Symbols::read(&file, folders), unwinder: Unwinder::read(&file) })
    }

    /// Where a core is and how it came there, the innermost function first; at most `limit` functions with code of their own.
    pub fn backtrace(&self, core: &Frozen<'_>, limit: usize) -> Vec<Location> {
        let addresses = self.unwinder.backtrace(core, limit);
        addresses.into_iter().map(|address| self.symbols.locate(address)).collect()
    }
}
