//! The functions in an ELF symbol table, found by address.
//!
//! A symbol of type function covers as many bytes as its size. A symbol without size or type, as in assembly code, covers the bytes up
//! to the next symbol if it is global. Local labels without a type are places inside a function and are ignored.

use object::{File, Object, ObjectSection, ObjectSymbol, SectionKind, SymbolKind};
use std::cmp::Reverse;

/// The prefix of the MPI functions that profiling libraries call (MPI 4.0, section 15.2). Programs call the same functions without the P.
pub(crate) const PROFILING: &str = "PMPI_";

/// Suffixes, each followed by a number, that GCC adds to the names of whole functions that it copies: static functions in link-time
/// optimization, copies for constant arguments, and copies with changed argument passing.
const COPIES: [&str; 3] = [".lto_priv", ".constprop", ".isra"];

/// Names of functions by address.
#[derive(Debug, Default)]
pub(crate) struct FunctionTable {
    /// In rising order of address, one at each address.
    functions: Vec<Function>,
}

#[derive(Debug)]
struct Function {
    address: u64,
    /// The address after the last byte.
    end: u64,
    name: String,
}

/// A symbol that may name a function; the order puts the better name of two at one address first.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Candidate {
    address: u64,
    size: Reverse<u64>,
    is_for_profiling: bool,
    is_local: bool,
    name: String,
    section_end: u64,
}

impl FunctionTable {
    pub(crate) fn read(file: &File<'_>) -> FunctionTable {
        let symbols = file.symbols();
        let found = symbols.filter_map(|symbol| candidate(file, &symbol));
        let mut candidates: Vec<Candidate> = found.collect();
        candidates.sort();
        candidates.dedup_by_key(|candidate| candidate.address);
        let next = candidates.iter().skip(1).map(|next| next.address);
        let next_addresses: Vec<u64> = next.chain([u64::MAX]).collect();
        let with_next = candidates.into_iter().zip(next_addresses);
        let functions = with_next.map(|(candidate, next)| candidate.function(next));
        FunctionTable {
            functions: functions.collect(),
        }
    }

    /// Returns the address and name of each function, in rising order of address.
    pub(crate) fn all(&self) -> impl Iterator<Item = (u32, &str)> {
        let functions = self.functions.iter();
        functions.map(|function| (function.address as u32, function.name.as_str()))
    }

    /// Returns the size in bytes of the function that begins at address 0; 0 if there is none.
    pub(crate) fn size_at_0(&self) -> u32 {
        let first = self.functions.first();
        let first = first.filter(|function| function.address == 0);
        first.map_or(0, |function| function.end as u32)
    }

    /// Returns the name of the function whose code is at the address.
    pub(crate) fn name(&self, address: u32) -> Option<&str> {
        Some(self.at(address)?.name.as_str())
    }

    /// Returns the first address of the function whose code is at the address, and the address after its last byte.
    pub(crate) fn bounds(&self, address: u32) -> Option<(u32, u32)> {
        let function = self.at(address)?;
        Some((function.address as u32, function.end as u32))
    }

    fn at(&self, address: u32) -> Option<&Function> {
        let address = u64::from(address);
        let after = self
            .functions
            .partition_point(|function| function.address <= address);
        let function = &self.functions[after.checked_sub(1)?];
        (address < function.end).then_some(function)
    }
}

impl Candidate {
    fn function(self, next_address: u64) -> Function {
        let end = match self.size.0 {
            0 => self.section_end.min(next_address),
            size => self.address.saturating_add(size),
        };
        Function {
            address: self.address,
            end,
            name: self.name,
        }
    }
}

/// Returns the name of a function in its source, without the suffixes that the compiler adds to copies.
fn as_written(name: &str) -> String {
    let mut written = name;
    while let Some((before, number)) = written.rsplit_once('.') {
        let is_number = !number.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit());
        match COPIES.iter().find_map(|copy| before.strip_suffix(copy)) {
            Some(shorter) if is_number => written = shorter,
            _ => break,
        }
    }
    written.to_owned()
}

fn candidate(file: &File<'_>, symbol: &object::Symbol<'_, '_>) -> Option<Candidate> {
    let section = file.section_by_index(symbol.section_index()?).ok()?;
    let section_end = section.address().saturating_add(section.size());
    let in_code = section.kind() == SectionKind::Text
        && (section.address()..section_end).contains(&symbol.address());
    let names_function = match symbol.kind() {
        SymbolKind::Text => true,
        SymbolKind::Unknown | SymbolKind::Label => symbol.is_global(),
        _ => false,
    };
    let name = symbol.name().ok().filter(|name| !name.is_empty())?;
    let (address, size) = (symbol.address(), Reverse(symbol.size()));
    (in_code && names_function).then_some(Candidate {
        address,
        size,
        is_for_profiling: name.starts_with(PROFILING),
        is_local: symbol.is_local(),
        name: as_written(name),
        section_end,
    })
}
