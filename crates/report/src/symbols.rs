//! Maps an address of a program to its function, source line and inlined calls.
//!
//! The symbol table of the ELF file names functions; DWARF adds source lines and calls that were inlined. A file without
//! debugging information gives names only, and a stripped one bare addresses.

use crate::dropped;
use crate::functions::{FunctionTable, PROFILING};
use crate::sections::{section_bytes, Reader};
use object::File;
use std::collections::HashSet;
use std::fmt;
use std::path::{Path, PathBuf};

/// The generated header with the intrinsics of the message extension. It is not in the library's folder.
const INTRINSICS: &str = "weft/instructions.h";

/// The folders that decide how source files are shown.
#[derive(Clone, Debug, Default)]
pub struct SourceFolders {
    /// Files under it are shown by their path relative to it: the directory in which the user works.
    pub current: PathBuf,
    /// Files under it belong to the message library, not to the user's program.
    pub library: Option<PathBuf>,
}

/// The functions and source lines of one program.
pub struct Symbols {
    pub(crate) functions: FunctionTable,
    dwarf: Option<addr2line::Context<Reader>>,
    /// MPI functions that the program itself defines, for profiling.
    interposed: HashSet<String>,
    folders: SourceFolders,
}

/// A line of a source file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceLine {
    /// The file as the user would type it.
    pub file: String,
    /// Counted from 1.
    pub line: u32,
    /// Is the file part of the message library?
    pub in_library: bool,
}

impl SourceLine {
    /// Is the line in an intrinsic, an instruction written as a function?
    pub(crate) fn is_intrinsic(&self) -> bool {
        self.in_library && self.file.ends_with(INTRINSICS)
    }
}

impl fmt::Display for SourceLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file, self.line)
    }
}

/// A function that is being executed, and where in its source.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Frame {
    /// The function's name, or its address in hexadecimal where no name is known.
    pub function: String,
    /// None where the program has no debugging information.
    pub source: Option<SourceLine>,
}

impl Frame {
    /// Is the function the user's, not the library's?
    pub fn is_users(&self) -> bool {
        let source = self.source.as_ref();
        source.is_some_and(|source| !source.in_library)
    }
}

impl fmt::Display for Frame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.source {
            Some(source) => write!(f, "{}, {source}", self.function),
            None => f.write_str(&self.function),
        }
    }
}

/// An address of the program: the function whose code it is, and those inlined into it there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location {
    pub address: u32,
    /// The innermost inlined function first, the function that has the code last; never empty.
    pub frames: Vec<Frame>,
}

impl Location {
    /// The innermost function.
    pub fn innermost(&self) -> &Frame {
        &self.frames[0]
    }

    /// Returns the function whose code it is, the outermost frame.
    pub fn outermost(&self) -> &Frame {
        &self.frames[self.frames.len() - 1]
    }
}

impl fmt::Display for Location {
    /// The innermost function and its line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.innermost().fmt(f)
    }
}

impl Symbols {
    /// Reads the symbol table and, where there is one that can be read, the debugging information.
    pub(crate) fn read(file: &File<'_>, folders: SourceFolders) -> Symbols {
        let functions = FunctionTable::read(file);
        let section = |id: gimli::SectionId| {
            let bytes = section_bytes(file, id.name());
            let bytes = dropped::without(id.name(), bytes, functions.size_at_0());
            Ok::<_, gimli::Error>(Reader::new(bytes.into(), gimli::LittleEndian))
        };
        let dwarf = gimli::Dwarf::load(section);
        let dwarf = dwarf.and_then(addr2line::Context::from_dwarf).ok();
        let mut symbols = Symbols {
            functions,
            dwarf,
            interposed: HashSet::new(),
            folders,
        };
        symbols.interposed = symbols.find_interposed();
        symbols
    }

    fn find_interposed(&self) -> HashSet<String> {
        let is_interface = |(_, name): &(u32, &str)| name.starts_with(&PROFILING[1..]);
        let interfaces = self.functions().filter(is_interface);
        let found = interfaces.filter(|(address, _)| self.locate(*address).outermost().is_users());
        found.map(|(_, name)| name.to_owned()).collect()
    }

    /// Returns the functions and source lines at an address.
    pub fn locate(&self, address: u32) -> Location {
        let mut frames = self.source_frames(address).unwrap_or_default();
        if frames.is_empty() {
            frames.push(Frame::default());
        }
        let outermost = frames.last_mut();
        if let Some(nameless) = outermost.filter(|frame| frame.function.is_empty()) {
            let symbol = self.functions.name(address);
            nameless.function = symbol.map_or_else(|| format!("0x{address:08x}"), str::to_owned);
        }
        Location { address, frames }
    }

    /// Returns the name of the function whose code is at the address, from the symbol table alone.
    pub fn function(&self, address: u32) -> Option<&str> {
        self.functions.name(address)
    }

    /// Returns the address and name of each function in the symbol table, in rising order of address.
    pub fn functions(&self) -> impl Iterator<Item = (u32, &str)> {
        self.functions.all()
    }

    /// Returns the frames according to DWARF, innermost first; the last one's name may be empty.
    fn source_frames(&self, address: u32) -> Option<Vec<Frame>> {
        let dwarf = self.dwarf.as_ref()?;
        let found = dwarf.find_frames(address.into()).skip_all_loads();
        let mut found = found.ok()?;
        let mut frames = Vec::new();
        while let Ok(Some(frame)) = found.next() {
            let function = frame.function.as_ref();
            let name = function.and_then(|function| function.raw_name().ok());
            let function = name.map(|name| self.as_called(&name)).unwrap_or_default();
            frames.push(Frame {
                function,
                source: self.source_line(frame.location),
            });
        }
        Some(frames)
    }

    /// Returns the name by which the program calls a function: MPI_Send for PMPI_Send, unless the program has an MPI_Send of its own.
    fn as_called(&self, name: &str) -> String {
        let called = name.strip_prefix('P').unwrap_or(name);
        let renamed = name.starts_with(PROFILING) && !self.interposed.contains(called);
        if renamed { called } else { name }.to_owned()
    }

    fn source_line(&self, location: Option<addr2line::Location<'_>>) -> Option<SourceLine> {
        let location = location?;
        let path = Path::new(location.file?);
        let library = self.folders.library.as_ref();
        let in_folder = library.is_some_and(|library| path.starts_with(library));
        let in_library = in_folder || path.ends_with(INTRINSICS);
        Some(SourceLine {
            file: self.as_typed(path),
            line: location.line?,
            in_library,
        })
    }

    fn as_typed(&self, path: &Path) -> String {
        let relative = path.strip_prefix(&self.folders.current).unwrap_or(path);
        relative.to_string_lossy().into_owned()
    }
}
