//! The checked-in programs and what the tests need to know about them.

pub mod record;

use object::{Object, ObjectSymbol};
use weft_report::program::Program;
use weft_report::symbols::SourceFolders;

pub const APP: &[u8] = include_bytes!("../data/app.elf");
pub const WITHOUT_DEBUG: &[u8] = include_bytes!("../data/app.nodebug.elf");
pub const STRIPPED: &[u8] = include_bytes!("../data/app.stripped.elf");

/// The program read as if in the directory it was compiled in.
pub fn program(elf: &[u8]) -> Program {
    let project = std::path::PathBuf::from("/home/user/project");
    let folders = SourceFolders {
        library: Some(project.join("library")),
        current: project,
    };
    Program::read(elf, folders).expect("a checked-in ELF file")
}

pub fn app() -> Program {
    program(APP)
}

/// The address of a function of the program.
pub fn address_of(function: &str) -> u32 {
    let file = object::File::parse(APP).expect("a checked-in ELF file");
    let mut symbols = file.symbols();
    let symbol = symbols.find(|symbol| symbol.name() == Ok(function));
    symbol.expect("a function of app.c").address() as u32
}
