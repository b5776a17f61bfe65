//! Reads programs: ELF executables for 32-bit RISC-V cores (System V ABI, RISC-V ELF psABI).

use std::collections::HashMap;
use std::sync::Arc;

use object::elf::{self, FileHeader32};
use object::read::elf::{ElfFile32, FileHeader, ProgramHeader};
use object::{LittleEndian, Object, ObjectSymbol, SymbolKind};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use thiserror::Error;

use crate::port::Range;
use crate::units::separated;

/// A program ready to be loaded into the memories of a core.
#[derive(Clone, Debug)]
pub struct Image {
    /// The name of the program in messages, usually its path.
    pub name: String,
    /// Address of the first instruction.
    pub entry: u32,
    /// The segments to load, in the order of the file.
    pub segments: Vec<Segment>,
    /// SHA-256 of the file, in hexadecimal.
    pub sha256: String,
    /// The whole file, for readers of debug information.
    pub bytes: Arc<[u8]>,
    /// Does it need floating-point registers?
    pub passes_floats: bool,
    symbols: HashMap<String, Symbol>,
}

/// A contiguous part of the memory contents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Segment {
    /// The address at which it is loaded (ELF's physical address). Start-up code may copy it to where it is used.
    pub address: u32,
    /// Contents of the first bytes; the rest of the segment is zero.
    pub bytes: Vec<u8>,
    /// Size in memory, in bytes; at least the length of `bytes`.
    pub memory_size: u32,
}

/// The address and size of a function or an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Symbol {
    /// Address of the first byte.
    pub address: u32,
    /// Size in bytes; 0 if the compiler did not specify it.
    pub size: u32,
}

/// Why a file cannot be run: which file, and what is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{file}: {problem}")]
pub struct ElfError {
    /// The name of the program.
    pub file: String,
    /// What is wrong with it.
    pub problem: ElfProblem,
}

/// What can be wrong with a program.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ElfProblem {
    /// It does not begin with the ELF magic number.
    #[error(
        "not an ELF file; give C sources (.c), object files (.o) or an executable, compiled for a 32-bit RISC-V core"
    )]
    NotElf,
    /// Its headers or contents are contradictory or truncated.
    #[error("the file is damaged or cut short ({0}); build it again")]
    Damaged(String),
    /// It is for another kind of processor.
    #[error("a {class}-bit, {order}-endian program for {machine}; these cores run 32-bit little-endian RISC-V: compile with riscv64-unknown-elf-gcc -march=rv32imac -mabi=ilp32")]
    WrongMachine {
        class: &'static str,
        order: &'static str,
        machine: String,
    },
    /// It is another kind of file; with the remedy.
    #[error("{0}, not an executable; {1}")]
    NotExecutable(&'static str, &'static str),
    /// It is an object file that cannot be linked with those of a program.
    #[error("{0}; {1}")]
    WrongObject(&'static str, &'static str),
    /// It needs registers that the cores lack.
    #[error("compiled for {0}, which these cores lack; compile with -march=rv32imac -mabi=ilp32")]
    WrongAbi(&'static str),
    /// No segment has any contents.
    #[error("there is nothing to load in it; link it with the linker script of the platform")]
    NothingToLoad,
    /// The entry address is in no executable segment.
    #[error("it starts at {0:#010x}, where it has no code; the linker script must name the first instruction with ENTRY")]
    EntryOutside(u32),
    /// Two segments fill this address.
    #[error(
        "two of its segments overlap at {0:#010x}; link it with the linker script of the platform"
    )]
    OverlappingSegments(u32),
    /// A segment begins in a memory, but ends after the memory's end; sizes in bytes from the beginning of the memory.
    #[error("{what} needs {} bytes, {memory} of {platform} has {}: shorten the program or raise {key}", separated(*.needed), separated(u64::from(*.available)))]
    TooLarge {
        what: &'static str,
        needed: u64,
        memory: &'static str,
        platform: String,
        available: u32,
        key: &'static str,
    },
    /// A segment begins in none of the memories.
    #[error("its segment at {address:#010x} lies neither in the program memory ({}) nor in the data memory ({}) of {platform}; link it with the linker script of that platform", written(.program_memory), written(.data_memory))]
    OutsideMemories {
        address: u32,
        platform: String,
        program_memory: Range,
        data_memory: Range,
    },
}

impl Image {
    /// Reads the executable in `bytes`; `name` is its name in messages.
    ///
    /// # Errors
    /// If it is not an executable that a 32-bit RISC-V core can run.
    pub fn parse(name: &str, bytes: impl Into<Arc<[u8]>>) -> Result<Image, ElfError> {
        let bytes = bytes.into();
        read(name, bytes).map_err(|problem| ElfError {
            file: name.to_string(),
            problem,
        })
    }

    /// Returns the function or object with this name; a global symbol takes precedence.
    pub fn symbol(&self, name: &str) -> Option<Symbol> {
        self.symbols.get(name).copied()
    }
}

/// Checks that an object file can be linked into a program for 32-bit RISC-V cores. `passes_floats`: does the program pass floating-point numbers in
/// floating-point registers? Otherwise they are in integer registers.
///
/// # Errors
/// Why it cannot, with `name` in front.
pub fn check_object(name: &str, bytes: &[u8], passes_floats: bool) -> Result<(), ElfError> {
    check_linkable(bytes, passes_floats).map_err(|problem| ElfError {
        file: name.to_string(),
        problem,
    })
}

fn check_linkable(bytes: &[u8], floats: bool) -> Result<(), ElfProblem> {
    check_identity(bytes)?;
    let file: ElfFile32<LittleEndian> = ElfFile32::parse(bytes).map_err(damaged)?;
    let wrong = |kind, remedy| Err(ElfProblem::WrongObject(kind, remedy));
    if file.elf_header().e_type(LittleEndian) != elf::ET_REL {
        return wrong(
            "not an object file, though it is named .o",
            "compile it with -c",
        );
    }
    check_registers(&file)?;
    match (passes_floats(&file), floats) {
        (true, false) => Err(ElfProblem::WrongAbi("floating-point registers")),
        (false, true) => wrong(
            "compiled for cores without floating-point registers, and these cores have them",
            "compile with -march=rv32imafc -mabi=ilp32f",
        ),
        _ => Ok(()),
    }
}

fn read(name: &str, bytes: Arc<[u8]>) -> Result<Image, ElfProblem> {
    check_identity(&bytes)?;
    let file: ElfFile32<LittleEndian> = ElfFile32::parse(&*bytes).map_err(damaged)?;
    check_kind(&file)?;
    let segments = segments(&file)?;
    check_overlap(&segments)?;
    Ok(Image {
        name: name.to_string(),
        entry: entry(&file)?,
        segments,
        sha256: format!("{:x}", Sha256::digest(&bytes)),
        passes_floats: passes_floats(&file),
        symbols: symbols(&file),
        bytes: Arc::clone(&bytes),
    })
}

fn damaged(error: object::Error) -> ElfProblem {
    ElfProblem::Damaged(error.to_string())
}

/// Checks the first 20 bytes, which have the same meaning in every ELF file, except for the byte order.
fn check_identity(bytes: &[u8]) -> Result<(), ElfProblem> {
    if !bytes.starts_with(&elf::ELFMAG) {
        return Err(ElfProblem::NotElf);
    }
    let [class, order] = match bytes.get(4..6) {
        Some(&[class, order]) if bytes.len() >= 20 => [class, order],
        _ => return Err(ElfProblem::Damaged("the file header is incomplete".into())),
    };
    let machine = match order {
        elf::ELFDATA2MSB => u16::from_be_bytes([bytes[18], bytes[19]]),
        _ => u16::from_le_bytes([bytes[18], bytes[19]]),
    };
    match (class, order, machine) {
        (elf::ELFCLASS32, elf::ELFDATA2LSB, elf::EM_RISCV) => Ok(()),
        _ => Err(wrong_machine(class, order, machine)),
    }
}

fn wrong_machine(class: u8, order: u8, machine: u16) -> ElfProblem {
    let machine = match machine {
        elf::EM_RISCV => String::from("RISC-V"),
        elf::EM_X86_64 => String::from("x86-64"),
        elf::EM_386 => String::from("x86"),
        elf::EM_ARM => String::from("Arm"),
        elf::EM_AARCH64 => String::from("64-bit Arm"),
        other => format!("machine number {other}"),
    };
    ElfProblem::WrongMachine {
        class: if class == elf::ELFCLASS64 { "64" } else { "32" },
        order: match order {
            elf::ELFDATA2MSB => "big",
            _ => "little",
        },
        machine,
    }
}

fn check_kind(file: &ElfFile32<LittleEndian>) -> Result<(), ElfProblem> {
    let header: &FileHeader32<LittleEndian> = file.elf_header();
    let not_executable = |kind, remedy| Err(ElfProblem::NotExecutable(kind, remedy));
    let no_pie = "link it without -pie or -shared";
    match header.e_type(LittleEndian) {
        elf::ET_EXEC => {}
        elf::ET_REL => return not_executable("an object file", "link it first"),
        elf::ET_DYN => return not_executable("position-independent code", no_pie),
        _ => return not_executable("an ELF file of another kind", "link a program"),
    }
    check_registers(file)
}

fn check_registers(file: &ElfFile32<LittleEndian>) -> Result<(), ElfProblem> {
    let header: &FileHeader32<LittleEndian> = file.elf_header();
    let flags = header.e_flags(LittleEndian);
    match flags & elf::EF_RISCV_FLOAT_ABI {
        _ if flags & elf::EF_RISCV_RVE != 0 => {
            Err(ElfProblem::WrongAbi("the reduced register set RV32E"))
        }
        elf::EF_RISCV_FLOAT_ABI_SOFT | elf::EF_RISCV_FLOAT_ABI_SINGLE => Ok(()),
        _ => Err(ElfProblem::WrongAbi("registers of double precision")),
    }
}

/// Does the program pass single-precision numbers in floating-point registers?
fn passes_floats(file: &ElfFile32<LittleEndian>) -> bool {
    let header: &FileHeader32<LittleEndian> = file.elf_header();
    header.e_flags(LittleEndian) & elf::EF_RISCV_FLOAT_ABI == elf::EF_RISCV_FLOAT_ABI_SINGLE
}

fn segments(file: &ElfFile32<LittleEndian>) -> Result<Vec<Segment>, ElfProblem> {
    let loaded = |header: &&elf::ProgramHeader32<LittleEndian>| {
        header.p_type(LittleEndian) == elf::PT_LOAD && size_in_memory(header) > 0
    };
    let headers = file.elf_program_headers().iter().filter(loaded);
    let segments = headers.map(|header| segment(file, header));
    match segments.collect::<Result<Vec<Segment>, ElfProblem>>()? {
        segments if segments.is_empty() => Err(ElfProblem::NothingToLoad),
        segments => Ok(segments),
    }
}

/// Returns the size of a segment where it is loaded. If start-up code copies the segment to another address, only its contents are loaded: the code
/// clears the rest there.
fn size_in_memory(header: &elf::ProgramHeader32<LittleEndian>) -> u32 {
    match header.p_paddr(LittleEndian) == header.p_vaddr(LittleEndian) {
        true => header.p_memsz(LittleEndian),
        false => header.p_filesz(LittleEndian),
    }
}

fn segment(
    file: &ElfFile32<LittleEndian>,
    header: &elf::ProgramHeader32<LittleEndian>,
) -> Result<Segment, ElfProblem> {
    let address = header.p_paddr(LittleEndian);
    let memory_size = size_in_memory(header);
    let bytes = header.data(LittleEndian, file.data()).map_err(|()| {
        ElfProblem::Damaged(format!(
            "the contents of the segment at {address:#010x} are missing"
        ))
    })?;
    let ends_within = u64::from(address) + u64::from(memory_size) <= 1 << 32;
    if bytes.len() as u64 > u64::from(memory_size) || !ends_within {
        return Err(ElfProblem::Damaged(format!(
            "the segment at {address:#010x} has an impossible size"
        )));
    }
    Ok(Segment {
        address,
        bytes: bytes.to_vec(),
        memory_size,
    })
}

fn check_overlap(segments: &[Segment]) -> Result<(), ElfProblem> {
    for (index, segment) in segments.iter().enumerate() {
        let mut earlier = segments[..index].iter();
        if let Some(other) = earlier.find(|other| other.range().overlaps(&segment.range())) {
            let at = segment.address.max(other.address);
            return Err(ElfProblem::OverlappingSegments(at));
        }
    }
    Ok(())
}

fn entry(file: &ElfFile32<LittleEndian>) -> Result<u32, ElfProblem> {
    let entry = file.elf_header().e_entry(LittleEndian);
    let holds_entry = |header: &elf::ProgramHeader32<LittleEndian>| {
        let start = header.p_vaddr(LittleEndian);
        let executable = header.p_flags(LittleEndian) & elf::PF_X != 0;
        executable && entry >= start && entry - start < header.p_filesz(LittleEndian)
    };
    match file.elf_program_headers().iter().any(holds_entry) && entry % 2 == 0 {
        true => Ok(entry),
        false => Err(ElfProblem::EntryOutside(entry)),
    }
}

fn symbols(file: &ElfFile32<LittleEndian>) -> HashMap<String, Symbol> {
    let mut symbols = HashMap::new();
    let (global, local): (Vec<_>, Vec<_>) = file
        .symbols()
        .filter(|symbol| !symbol.is_undefined() && names_memory(symbol.kind()))
        .partition(|symbol| symbol.is_global());
    for symbol in local.into_iter().chain(global) {
        let (address, size) = (symbol.address().try_into(), symbol.size().try_into());
        if let (Ok(name), Ok(address), Ok(size)) = (symbol.name(), address, size) {
            symbols.insert(name.to_string(), Symbol { address, size });
        }
    }
    symbols
}

/// Is a symbol's value an address of code or data? Labels in start-up code and linker scripts have no kind.
fn names_memory(kind: SymbolKind) -> bool {
    matches!(
        kind,
        SymbolKind::Text | SymbolKind::Data | SymbolKind::Label | SymbolKind::Unknown
    )
}

impl Segment {
    /// Returns the addresses of the segment.
    pub fn range(&self) -> Range {
        Range {
            base: self.address,
            size: self.memory_size,
        }
    }
}

fn written(range: &Range) -> String {
    format!("{:#010x} to {:#010x}", range.base, range.end() - 1)
}

#[cfg(test)]
mod tests;
