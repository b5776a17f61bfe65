//! The ELF file of a program or shared object that a process has mapped: finds the functions and source lines of addresses.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use gimli::{EndianArcSlice, LittleEndian};
use object::{
    Architecture, File, Object, ObjectSection, ObjectSegment, ObjectSymbol, SymbolMap,
    SymbolMapName,
};

type Reader = EndianArcSlice<LittleEndian>;

/// A function that has been called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// Its name.
    pub function: String,
    /// File and line; None without debugging information.
    pub source: Option<(PathBuf, u32)>,
}

/// The file.
pub struct Image<'a> {
    bytes: &'a [u8],
    file: File<'a>,
    symbols: SymbolMap<SymbolMapName<'a>>,
    dwarf: Option<addr2line::Context<Reader>>,
}

impl<'a> Image<'a> {
    /// Reads an ELF file; None if it is not one.
    pub fn read(bytes: &'a [u8]) -> Option<Image<'a>> {
        let file = File::parse(bytes).ok()?;
        let dwarf = gimli::Dwarf::load(|id| Ok::<_, gimli::Error>(section(&file, id.name())));
        Some(Image {
            bytes,
            symbols: file.symbol_map(),
            dwarf: dwarf.and_then(addr2line::Context::from_dwarf).ok(),
            file,
        })
    }

    /// Returns the functions whose code is at an offset of the file: the innermost inlined one first. Empty if nothing is known.
    pub fn frames(&self, offset: u64) -> Vec<Frame> {
        let Some(address) = self.address(offset) else {
            return Vec::new();
        };
        let frames = self.source_frames(address).unwrap_or_default();
        if !frames.is_empty() {
            return frames;
        }
        let symbol = self.symbols.get(address).map(|symbol| Frame {
            function: symbol.name().to_owned(),
            source: None,
        });
        symbol.into_iter().collect()
    }

    /// Returns the names of the function that the instruction before a return address calls. That function may have tail-called another one.
    /// Empty for an indirect call, whose target is in a register.
    pub fn called(&self, return_offset: u64) -> Vec<&'a str> {
        let target = self.target(return_offset);
        let symbols = self.file.symbols();
        let named = symbols.filter(|symbol| Some(symbol.address()) == target);
        named.filter_map(|symbol| symbol.name().ok()).collect()
    }

    fn target(&self, return_offset: u64) -> Option<u64> {
        let after = self.address(return_offset)?;
        let bytes = self.bytes.get(..usize::try_from(return_offset).ok()?)?;
        let word = i32::from_le_bytes(*bytes.last_chunk()?);
        match self.file.architecture() {
            // call rel32
            Architecture::X86_64 if bytes.len() > 4 && bytes[bytes.len() - 5] == 0xE8 => {
                after.checked_add_signed(word.into())
            }
            // bl
            Architecture::Aarch64 if word as u32 >> 26 == 0b10_0101 => {
                let words = word << 6 >> 6;
                after.checked_add_signed(4 * (i64::from(words) - 1))
            }
            _ => None,
        }
    }

    /// Returns the virtual address of an offset of the file.
    fn address(&self, offset: u64) -> Option<u64> {
        self.file.segments().find_map(|segment| {
            let (start, bytes) = segment.file_range();
            let place = offset.checked_sub(start).filter(|place| *place < bytes)?;
            Some(segment.address() + place)
        })
    }

    fn source_frames(&self, address: u64) -> Option<Vec<Frame>> {
        let mut found = self
            .dwarf
            .as_ref()?
            .find_frames(address)
            .skip_all_loads()
            .ok()?;
        let mut frames = Vec::new();
        while let Ok(Some(frame)) = found.next() {
            let name = frame.function.as_ref()?.raw_name().ok()?.into_owned();
            let line = |at: addr2line::Location<'_>| Some((Path::new(at.file?).into(), at.line?));
            frames.push(Frame {
                function: name,
                source: frame.location.and_then(line),
            });
        }
        Some(frames)
    }
}

/// A section, decompressed; empty when there is none.
fn section(file: &File<'_>, name: &str) -> Reader {
    let section = file.section_by_name(name);
    let bytes = section.and_then(|section| section.uncompressed_data().ok());
    EndianArcSlice::new(Arc::from(bytes.unwrap_or_default()), LittleEndian)
}
