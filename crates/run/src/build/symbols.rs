//! Finds the sources of the library that a program needs: those that define a symbol it refers to. `lib/symbols.txt` lists the symbols
//! that each source defines on any platform:
//!
//! ```text
//! src/mpi/bcast.c: MPI_Bcast PMPI_Bcast weft_mpi_bcast
//! ```
//!
//! A test compares the list with the compiled library, and regenerates it on request: `crates/run/tests/symbols.rs`.

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use object::{Object, ObjectSection, ObjectSymbol};

/// The list, in the library's folder.
const LIST: &str = "symbols.txt";
/// The section of an object file for link-time optimization that holds its symbols, in a format of the compiler's own.
const COMPILERS_OWN: &str = ".gnu.lto_.symtab";

/// The sources that define each symbol, by their numbers in a recipe.
pub struct Symbols(HashMap<String, Vec<usize>>);

impl Symbols {
    /// Reads the list of the library in this folder, for the sources of a recipe.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn read(library: &Path, sources: &[PathBuf]) -> Result<Symbols> {
        let path = library.join(LIST);
        let text = std::fs::read_to_string(&path);
        let text = text.with_context(|| format!("cannot read {}", path.display()))?;
        let listed = |line: &str| {
            let (source, names) = line.split_once(": ")?;
            let number = sources.iter().position(|one| one == Path::new(source))?;
            let names = names.split(' ').map(str::to_owned);
            Some(names.map(move |name| (name, number)).collect::<Vec<_>>())
        };
        let mut symbols: HashMap<String, Vec<usize>> = HashMap::new();
        for (name, number) in text.lines().filter_map(listed).flatten() {
            symbols.entry(name).or_default().push(number);
        }
        Ok(Symbols(symbols))
    }

    /// The sources that may define what an object file refers to.
    ///
    /// # Errors
    /// When it is no object file.
    pub fn needed_by(&self, object: &[u8]) -> Result<BTreeSet<usize>> {
        let file = object::File::parse(object)?;
        let undefined = file.symbols().filter(|symbol| symbol.is_undefined());
        let mut found = BTreeSet::new();
        for name in undefined.filter_map(|symbol| symbol.name_bytes().ok()) {
            self.add(name, &mut found);
        }
        for section in file.sections() {
            if section
                .name()
                .is_ok_and(|name| name.starts_with(COMPILERS_OWN))
            {
                let words = section.data()?.split(|byte| !is_of_name(*byte));
                words.for_each(|name| self.add(name, &mut found));
            }
        }
        Ok(found)
    }

    fn add(&self, name: &[u8], found: &mut BTreeSet<usize>) {
        let name = std::str::from_utf8(name).unwrap_or_default();
        found.extend(self.0.get(name).into_iter().flatten());
    }
}

fn is_of_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}
