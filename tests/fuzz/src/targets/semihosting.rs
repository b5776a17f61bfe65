//! Semihosting calls: numbers and addresses as a program may give them.

use std::io::Cursor;
use std::path::{Path, PathBuf};

use anyhow::Result;
use arbitrary::{Arbitrary, Unstructured};
use fastrand::Rng;
use weft_sim::semihosting::{Call, Host, LineOutput, Memory, Reply, Sandbox, SemihostingHost};

use crate::target::{Entry, Target, Verdict};

pub const ENTRY: Entry = Entry {
    name: "semihosting",
    places: &["semihosting operation"],
    sources: &["crates/sim/src/semihosting/"],
    cases: 60_000,
    open,
};

/// Where the memory is: parameters first, then names, then data.
const BASE: u32 = 0x1000;
const SIZE: u32 = 0x4000;
const DATA: u32 = 0x800;
const CALLS_MAX: usize = 24;
/// Bytes of a case.
const CASE_BYTES: usize = 400;
/// One call of this number has parameters that are just any.
const STRANGE: u8 = 16;

/// What a parameter of a call is.
#[derive(Clone, Copy, Debug)]
enum Kind {
    Handle,
    Name,
    /// The length of the name before.
    Length,
    Mode,
    Data,
    /// Bytes of data.
    Bytes,
    /// Where in a file: near its beginning, or far beyond its end.
    Position,
    Any,
}

/// The operations with their parameters; those that have none are given any.
const OPERATIONS: [(u32, [Kind; 4]); 26] = {
    use Kind::{Any, Bytes, Data, Handle, Length, Mode, Name, Position};
    let none = [Any; 4];
    let open = [Name, Mode, Length, Any];
    let moved = [Handle, Data, Bytes, Any];
    let handle = [Handle, Any, Any, Any];
    [
        (0x01, open),
        (0x01, open),
        (0x02, handle),
        (0x03, none),
        (0x04, none),
        (0x05, moved),
        (0x05, moved),
        (0x06, moved),
        (0x06, moved),
        (0x07, none),
        (0x08, none),
        (0x09, handle),
        (0x0A, [Handle, Position, Any, Any]),
        (0x0C, handle),
        (0x0D, [Data, Bytes, Bytes, Any]),
        (0x0E, [Name, Length, Any, Any]),
        (0x0F, [Name, Length, Name, Length]),
        (0x10, none),
        (0x11, none),
        (0x12, [Name, Length, Any, Any]),
        (0x13, none),
        (0x15, [Data, Bytes, Any, Any]),
        (0x16, [Data, Any, Any, Any]),
        (0x20, [Any, Bytes, Any, Any]),
        (0x30, none),
        (0x31, none),
    ]
};

/// A parameter that is just any.
#[derive(Clone, Copy, Debug, Arbitrary)]
enum Word {
    Small(u8),
    Name(u8),
    Data(u16),
    Any(u32),
    Largest,
    End(u8),
}

impl Word {
    fn value(self) -> u32 {
        match self {
            Word::Small(value) => u32::from(value) % 16,
            Word::Name(number) => name_at(number),
            Word::Data(offset) => BASE + u32::from(offset) % SIZE,
            Word::Any(value) => value,
            Word::Largest => u32::MAX,
            Word::End(distance) => BASE + SIZE - u32::from(distance),
        }
    }
}

/// A call.
#[derive(Clone, Copy, Debug, Arbitrary)]
struct Asked {
    core: bool,
    operation: u8,
    strange: u8,
    numbers: [u16; 4],
    words: [Word; 4],
    parameter: Word,
}

/// Names of files, and others that are none.
const NAMES: [&[u8]; 14] = [
    b"a",
    b"b.txt",
    b":tt",
    b":semihosting-features",
    b"../outside",
    b"/etc/passwd",
    b"link",
    b"folder",
    b"",
    b"fifo/x",
    b"a/../a",
    b"\xFF\xFE",
    b"very/long/name/that/leads/nowhere",
    b".",
];

fn name_at(number: u8) -> u32 {
    BASE + 0x200 + 0x40 * (u32::from(number) % NAMES.len() as u32)
}

struct Chip(Vec<u8>);

impl Memory for Chip {
    fn read(&self, address: u32, into: &mut [u8]) -> Result<(), u32> {
        let from = place(address, into.len())?;
        into.copy_from_slice(&self.0[from..from + into.len()]);
        Ok(())
    }

    fn write(&mut self, address: u32, from: &[u8]) -> Result<(), u32> {
        let to = place(address, from.len())?;
        self.0[to..to + from.len()].copy_from_slice(from);
        Ok(())
    }
}

fn place(address: u32, length: usize) -> Result<usize, u32> {
    let offset = address.checked_sub(BASE).ok_or(address)? as usize;
    match offset + length <= SIZE as usize {
        true => Ok(offset),
        false => Err(address.max(BASE + SIZE)),
    }
}

struct Programs {
    folder: PathBuf,
}

/// What a core reads from its console.
const INPUT: &[u8] = b"first line\nrest";
/// Files in the folder before each case.
const FILES: usize = 3;

fn open(folder: &Path) -> Result<Box<dyn Target>> {
    let folder = folder.join("files");
    Ok(Box::new(Programs { folder }))
}

impl Programs {
    /// The same files before each case.
    fn prepare(&self) -> std::io::Result<()> {
        if self.folder.exists() {
            std::fs::remove_dir_all(&self.folder)?;
        }
        std::fs::create_dir_all(self.folder.join("folder"))?;
        std::fs::write(self.folder.join("b.txt"), "some text\n")?;
        std::os::unix::fs::symlink("/etc/passwd", self.folder.join("link"))
    }
}

type Served = SemihostingHost<LineOutput<Vec<u8>, Vec<u8>>, Cursor<&'static [u8]>>;

impl Programs {
    /// The host of two cores: with the folder, or with no files.
    fn host(&self, closed: bool, labels: bool) -> Served {
        let sandbox = match closed {
            true => Sandbox::closed(),
            false => Sandbox::new(&self.folder, &["name", "--out=out"]).expect("a folder"),
        };
        let output = LineOutput::new(Vec::new(), Vec::new(), labels);
        let input = Cursor::new(INPUT);
        let mut host = SemihostingHost::new(output, input, sandbox, 0, "name 1 2".into());
        host.tell(1, "another".into());
        host
    }
}

impl Target for Programs {
    fn make(&mut self, random: &mut Rng) -> Vec<u8> {
        let mut case = vec![0; random.usize(1..CASE_BYTES)];
        random.fill(&mut case);
        case
    }

    fn check(&mut self, case: &[u8]) -> Verdict {
        self.prepare().expect("files are made");
        let mut memory = Chip(vec![0x55; SIZE as usize]);
        let mut source = Unstructured::new(case);
        let closed = case.len() % 16 == 1;
        let mut host = self.host(closed, case.len() % 2 == 0);
        let mut verdict = Verdict::Accepted;
        for cycle in 0..CALLS_MAX as u64 {
            let Ok(asked) = Asked::arbitrary(&mut source) else {
                break;
            };
            host.console(asked.core.into(), asked.operation);
            match host.semihosting(call(asked, &mut memory, cycle), &mut memory) {
                Ok(Reply::Value(_)) => {}
                Ok(Reply::Exit(_)) => break,
                Ok(Reply::Abort(status)) => {
                    assert_ne!(status, 0);
                    break;
                }
                Err(error) => verdict = Verdict::of::<(), _>(Err(error)),
            }
        }
        host.finish().expect("memory takes all");
        assert!(!closed || std::fs::read_dir(&self.folder).expect("a folder").count() == FILES);
        verdict
    }
}

/// Puts the parameters into memory.
fn call(asked: Asked, memory: &mut Chip, cycle: u64) -> Call {
    put_names(memory);
    // Most programs open a file first.
    let operation = if cycle == 0 { 0 } else { asked.operation };
    let (operation, kinds) = OPERATIONS[usize::from(operation) % OPERATIONS.len()];
    let is_strange = asked.strange % STRANGE == 0;
    let mut name = 0;
    for (place, kind) in kinds.into_iter().enumerate() {
        let kind = if is_strange { Kind::Any } else { kind };
        let value = parameter(kind, asked.numbers[place], asked.words[place], &mut name);
        memory.0[4 * place..][..4].copy_from_slice(&value.to_le_bytes());
    }
    Call {
        core: asked.core.into(),
        operation: match asked.strange {
            0 => u32::from_le_bytes([asked.operation, asked.strange, asked.operation, 1]),
            16 => asked.operation.into(),
            _ => operation,
        },
        parameter: match is_strange {
            true => asked.parameter.value(),
            false => BASE,
        },
        cycle,
        clock_hz: 1000,
    }
}

fn put_names(memory: &mut Chip) {
    for (number, name) in (0..).zip(NAMES) {
        let place = (name_at(number) - BASE) as usize;
        memory.0[place..place + 0x40].fill(0);
        memory.0[place..place + name.len()].copy_from_slice(name);
    }
}

/// A parameter of this kind; `name` is the last one that was named.
fn parameter(kind: Kind, number: u16, word: Word, name: &mut u8) -> u32 {
    let number = u32::from(number);
    match kind {
        // The first handle is 1, and two files are often open.
        Kind::Handle if number % 8 == 0 => number % 5,
        Kind::Handle => 1 + number % 2,
        Kind::Name => {
            let any = number / 2;
            *name = if number % 2 == 0 { any % 2 } else { any } as u8;
            name_at(*name)
        }
        Kind::Length => NAMES[usize::from(*name) % NAMES.len()].len() as u32,
        Kind::Mode => number % 13,
        Kind::Data => BASE + DATA + number % (SIZE / 2),
        Kind::Bytes => number % 300,
        Kind::Position if number % 8 == 0 => number << 15,
        Kind::Position => number % 16,
        Kind::Any => word.value(),
    }
}
