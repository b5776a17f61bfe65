//! Semihosting calls: numbers and addresses as a program may give them.

use std::io::Cursor;
use std::path::{Path, PathBuf};

use anyhow::Result;
use arbitrary::{Arbitrary, Unstructured};
use fastrand::Rng;
use weft_sim::semihosting::{Call, Host, Memory, Output, Sandbox, SemihostingHost, Stream};

use crate::target::{Entry, Target, Verdict};

pub const ENTRY: Entry = Entry {
    name: "semihosting",
    place: "semihosting operation",
    sources: &["crates/sim/src/semihosting/"],
    cases: 60_000,
    open,
};

/// Where the memory is: parameters first, then data.
const BASE: u32 = 0x1000;
const SIZE: u32 = 0x4000;
const CALLS_MAX: usize = 24;
/// Bytes of a case.
const CASE_BYTES: usize = 400;

/// A parameter.
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
    block: [Word; 4],
    parameter: Word,
    at_parameter: u8,
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

/// What is printed is lost.
struct Nothing;

impl Output for Nothing {
    fn write(&mut self, _core: usize, _stream: Stream, _bytes: &[u8]) -> std::io::Result<()> {
        Ok(())
    }

    fn flush(&mut self, _core: usize) -> std::io::Result<()> {
        Ok(())
    }
}

struct Programs {
    folder: PathBuf,
}

fn open(folder: &Path) -> Result<Box<dyn Target>> {
    let folder = folder.join("files");
    std::fs::create_dir_all(folder.join("folder"))?;
    Ok(Box::new(Programs { folder }))
}

impl Programs {
    /// The same files before each case.
    fn prepare(&self) -> std::io::Result<()> {
        for entry in std::fs::read_dir(&self.folder)? {
            let path = entry?.path();
            if !path.is_dir() || path.is_symlink() {
                std::fs::remove_file(path)?;
            }
        }
        std::fs::write(self.folder.join("b.txt"), "some text\n")?;
        std::os::unix::fs::symlink("/etc/passwd", self.folder.join("link"))
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
        let sandbox = Sandbox::new(&self.folder, &["name"]).expect("a folder");
        let input = Cursor::new(b"first line\nrest".as_slice());
        let mut host = SemihostingHost::new(Nothing, input, sandbox, 0, "name 1 2".into());
        let mut memory = Chip(vec![0x55; SIZE as usize]);
        let mut source = Unstructured::new(case);
        let mut verdict = Verdict::Accepted;
        for cycle in 0..CALLS_MAX as u64 {
            let Ok(asked) = Asked::arbitrary(&mut source) else {
                break;
            };
            if let Err(error) = host.semihosting(call(asked, &mut memory, cycle), &mut memory) {
                verdict = Verdict::of::<(), _>(Err(error));
            }
        }
        verdict
    }
}

/// Puts the parameters into memory.
fn call(asked: Asked, memory: &mut Chip, cycle: u64) -> Call {
    for (number, name) in (0..).zip(NAMES) {
        let place = (name_at(number) - BASE) as usize;
        memory.0[place..place + 0x40].fill(0);
        memory.0[place..place + name.len()].copy_from_slice(name);
    }
    for (number, word) in asked.block.iter().enumerate() {
        memory.0[4 * number..][..4].copy_from_slice(&word.value().to_le_bytes());
    }
    let any = u32::from_le_bytes([asked.operation, asked.strange, asked.at_parameter, 1]);
    Call {
        core: asked.core.into(),
        operation: if asked.strange == 0 {
            any
        } else {
            u32::from(asked.operation) % 0x33
        },
        parameter: if asked.at_parameter % 4 == 0 {
            asked.parameter.value()
        } else {
            BASE
        },
        cycle,
        clock_hz: 1000,
    }
}
