//! Names of a program's functions by their run-time addresses.

use std::collections::HashMap;
use std::path::Path;

use anyhow::{anyhow, Context, Result};
use object::{Object, ObjectSymbol, SymbolKind};

/// The function whose run-time address each rank records.
const ANCHOR: &str = "weft_trace_begin";

/// The functions of a program.
#[derive(Default)]
pub struct Functions {
    /// By the address in the file.
    names: HashMap<u64, String>,
    /// The load offset: run-time address minus address in the file.
    offset: u64,
}

impl Functions {
    /// Reads the symbols of a program whose anchor had the run-time address `anchor`.
    ///
    /// # Errors
    /// When the file cannot be read, or has no symbols.
    pub fn read(program: &Path, anchor: u64) -> Result<Functions> {
        let bytes =
            std::fs::read(program).with_context(|| format!("cannot read {}", program.display()))?;
        let file = object::File::parse(bytes.as_slice())
            .with_context(|| format!("{} is no program", program.display()))?;
        let symbols = file.symbols();
        let functions = symbols.filter(|symbol| symbol.kind() == SymbolKind::Text);
        let named =
            functions.filter_map(|symbol| Some((symbol.address(), symbol.name().ok()?.to_owned())));
        let names: HashMap<u64, String> = named.collect();
        let missing = || anyhow!("{} has no symbols: do not strip it", program.display());
        let found = names.iter().find(|(_, name)| *name == ANCHOR);
        let (place, _) = found.ok_or_else(missing)?;
        Ok(Functions {
            offset: anchor.wrapping_sub(*place),
            names,
        })
    }

    /// Returns the name of the function at an address, or the address as text.
    pub fn name(&self, address: u64) -> String {
        let place = address.wrapping_sub(self.offset);
        let name = self.names.get(&place).cloned();
        name.unwrap_or_else(|| format!("0x{place:x}"))
    }
}
