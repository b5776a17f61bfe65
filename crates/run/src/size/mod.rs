//! Bytes by layer: of a program from the linker's map, of the whole library from its object files.

mod layer;
mod linker_map;

use std::collections::HashMap;
use std::iter::Sum;
use std::ops::AddAssign;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use object::{Object, ObjectSection, ObjectSymbol, SectionFlags, SectionKind};
use serde::Serialize;

use crate::build::{Builder, Library};
use crate::observer::Observer;

pub use layer::Layer;

/// Bytes by kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Bytes {
    pub code: u64,
    /// Read-only data.
    pub constants: u64,
    /// Initialized data.
    pub data: u64,
    /// Zero-initialized data.
    pub zeros: u64,
}

impl AddAssign for Bytes {
    fn add_assign(&mut self, other: Bytes) {
        self.code += other.code;
        self.constants += other.constants;
        self.data += other.data;
        self.zeros += other.zeros;
    }
}

impl Sum for Bytes {
    fn sum<I: Iterator<Item = Bytes>>(all: I) -> Bytes {
        all.fold(Bytes::default(), |mut sum, part| {
            sum += part;
            sum
        })
    }
}

/// One for each of [`Layer::ALL`].
pub type ByLayer = [Bytes; Layer::ALL.len()];

/// Returns the bytes of each layer in a program made of these files.
///
/// # Errors
/// When the program or the library does not compile.
pub fn program(
    builder: &Builder,
    files: &[PathBuf],
    observer: &mut dyn Observer,
) -> Result<ByLayer> {
    let map = builder.linker_map(files, observer)?;
    let of_functions = layers_of_functions(builder.library(), observer)?;
    let mut sizes = ByLayer::default();
    for placed in linker_map::sections(&map) {
        let layer = match builder.library().source_of(Path::new(placed.file)) {
            Some(source) => Layer::of_source(source),
            None if placed.file.contains(".a(") => Layer::CLibrary,
            None => {
                let function = function_of(placed.section);
                *of_functions.get(function).unwrap_or(&Layer::Program)
            }
        };
        sizes[layer as usize] += by_name(placed.section, placed.bytes);
    }
    Ok(sizes)
}

/// Returns the layer of each library function that link-time optimization may compile together with the program. For these the linker's
/// map names a file of the compiler, not the source. Code that is inlined into a function of the program counts as the program's.
fn layers_of_functions(
    library: &Library,
    observer: &mut dyn Observer,
) -> Result<HashMap<String, Layer>> {
    let mut layers = HashMap::new();
    for (path, source) in library.all(observer)? {
        if !library.recipe.is_inlined(source) {
            continue;
        }
        let bytes = std::fs::read(&path)?;
        let file = object::File::parse(&*bytes)?;
        let names = file.symbols().filter(|symbol| symbol.is_definition());
        let names = names.filter_map(|symbol| symbol.name().ok());
        layers.extend(names.map(|name| (name.to_owned(), Layer::of_source(source))));
    }
    Ok(layers)
}

/// Returns the function of a section `.text.NAME`; the compiler may have split it into parts `.text.NAME.SUFFIX`.
fn function_of(section: &str) -> &str {
    section.split('.').nth(2).unwrap_or_default()
}

/// Returns the bytes of each layer in the whole library.
///
/// # Errors
/// When the library does not compile.
pub fn whole(library: &Library, observer: &mut dyn Observer) -> Result<ByLayer> {
    let mut sizes = ByLayer::default();
    let name = library.name();
    let all = library.all(observer)?;
    let all = all
        .iter()
        .map(|(object, source)| (object.as_path(), *source));
    for (object, source) in all.chain([name]) {
        let layer = Layer::of_source(source);
        sizes[layer as usize] +=
            of_object(object).with_context(|| format!("cannot read {}", object.display()))?;
    }
    Ok(sizes)
}

fn of_object(path: &Path) -> Result<Bytes> {
    let bytes = std::fs::read(path)?;
    let file = object::File::parse(&*bytes)?;
    let mut sum = Bytes::default();
    for section in file.sections().filter(is_loaded) {
        let zeros = section.kind() == SectionKind::UninitializedData;
        let name = if zeros { ".bss" } else { section.name()? };
        sum += by_name(name, section.size());
    }
    Ok(sum)
}

fn is_loaded<'a>(section: &impl ObjectSection<'a>) -> bool {
    let allocated = u64::from(object::elf::SHF_ALLOC);
    matches!(section.flags(), SectionFlags::Elf { sh_flags } if sh_flags & allocated != 0)
}

/// Returns the bytes of a section by the kind that its name tells; zero if a chip does not load it.
fn by_name(section: &str, bytes: u64) -> Bytes {
    let mut sum = Bytes::default();
    let begins = |names: &[&str]| names.iter().any(|name| section.starts_with(name));
    if begins(&[".text", ".init"]) {
        sum.code = bytes;
    } else if begins(&[".rodata", ".srodata"]) {
        sum.constants = bytes;
    } else if begins(&[".data", ".sdata", ".weft"]) {
        sum.data = bytes;
    } else if begins(&[".bss", ".sbss", "COMMON"]) {
        sum.zeros = bytes;
    }
    sum
}
