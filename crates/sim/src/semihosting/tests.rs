//! Tests each operation as a program uses it: numbers in; memory and a0 out.

mod console;
mod files;

use std::collections::BTreeMap;
use std::io::Cursor;

use proptest::prelude::*;

use super::*;

const BASE: u32 = 0x1000;
const FAILED: Reply = Reply::Value(u32::MAX);

/// A small memory, with the block of parameters at its beginning, and data from `DATA` on.
struct TestMemory(Vec<u8>);
const DATA: u32 = BASE + 0x100;

impl Memory for TestMemory {
    fn read(&self, address: u32, into: &mut [u8]) -> Result<(), u32> {
        let start = address.checked_sub(BASE).ok_or(address)? as usize;
        let bytes = self.0.get(start..start + into.len());
        into.copy_from_slice(bytes.ok_or(BASE + self.0.len() as u32)?);
        Ok(())
    }

    fn write(&mut self, address: u32, from: &[u8]) -> Result<(), u32> {
        let start = address.checked_sub(BASE).ok_or(address)? as usize;
        let end = BASE + self.0.len() as u32;
        let bytes = self.0.get_mut(start..start + from.len());
        bytes.ok_or(end)?.copy_from_slice(from);
        Ok(())
    }
}

/// The printed bytes, by core and stream.
#[derive(Default)]
struct Printed(BTreeMap<(usize, Stream), Vec<u8>>);

impl Output for Printed {
    fn write(&mut self, core: usize, stream: Stream, bytes: &[u8]) -> std::io::Result<()> {
        self.0.entry((core, stream)).or_default().extend(bytes);
        Ok(())
    }

    fn flush(&mut self, _core: usize) -> std::io::Result<()> {
        Ok(())
    }
}

/// A program on core 0 of a chip with a host.
struct Program {
    host: SemihostingHost<Printed, Cursor<&'static [u8]>>,
    memory: TestMemory,
    core: usize,
    cycle: u64,
}

impl Program {
    fn new() -> Self {
        let input: &[u8] = b"first line\nrest";
        Program {
            host: SemihostingHost::new(
                Printed::default(),
                Cursor::new(input),
                Sandbox::new(&std::env::temp_dir(), &[""; 0]).expect("a folder"),
                0,
                command_line(&["one", "two words"]),
            ),
            memory: TestMemory(vec![0; 0x4000]),
            core: 0,
            cycle: 0,
        }
    }

    fn try_call(&mut self, operation: u32, parameter: u32) -> Result<Reply, SemihostingError> {
        let call = Call {
            core: self.core,
            operation,
            parameter,
            cycle: self.cycle,
            clock_hz: 1000,
        };
        self.host.semihosting(call, &mut self.memory)
    }

    fn call(&mut self, operation: u32, block: &[u32]) -> Reply {
        for (index, word) in block.iter().enumerate() {
            self.memory.0[4 * index..4 * index + 4].copy_from_slice(&word.to_le_bytes());
        }
        self.try_call(operation, BASE).expect("a right call")
    }

    fn value(&mut self, operation: u32, block: &[u32]) -> u32 {
        match self.call(operation, block) {
            Reply::Value(value) => value,
            other => panic!("{other:?}"),
        }
    }

    /// Writes bytes into the program's data.
    fn put(&mut self, offset: u32, bytes: &[u8]) -> u32 {
        let address = DATA + offset;
        self.memory.write(address, bytes).expect("there is room");
        address
    }

    fn bytes(&self, address: u32, length: usize) -> Vec<u8> {
        let mut bytes = vec![0; length];
        self.memory.read(address, &mut bytes).expect("memory");
        bytes
    }

    fn open(&mut self, name: &str, mode: u32) -> u32 {
        let address = self.put(0, name.as_bytes());
        self.value(0x01, &[address, mode, name.len() as u32])
    }

    fn write(&mut self, handle: u32, bytes: &[u8]) -> u32 {
        let address = self.put(0x1000, bytes);
        self.value(0x05, &[handle, address, bytes.len() as u32])
    }

    /// Returns how many bytes were not read, and the bytes that were.
    fn read(&mut self, handle: u32, length: u32) -> (u32, Vec<u8>) {
        let left = self.value(0x06, &[handle, DATA, length]);
        (left, self.bytes(DATA, length.saturating_sub(left) as usize))
    }

    fn errno(&mut self) -> u32 {
        self.value(0x13, &[])
    }

    fn printed(&self, core: usize, stream: Stream) -> &[u8] {
        self.host
            .output()
            .0
            .get(&(core, stream))
            .map_or(&[], |bytes| bytes)
    }
}

#[test]
fn time_is_simulated_time() {
    let mut program = Program::new();
    assert_eq!(program.value(0x11, &[]), 946_684_800, "TIME at the start");
    program.cycle = 12_345;
    assert_eq!(
        program.value(0x10, &[]),
        1234,
        "CLOCK in hundredths at 1 kHz"
    );
    assert_eq!(program.value(0x11, &[]), 946_684_812, "TIME");
    assert_eq!(program.value(0x31, &[]), 1000, "TICKFREQ");
    program.cycle = 0x0000_0002_0000_0003;
    assert_eq!(program.value(0x30, &[]), 0, "ELAPSED");
    assert_eq!(program.bytes(BASE, 8), [3, 0, 0, 0, 2, 0, 0, 0]);
    program.cycle = u64::MAX;
    assert_eq!(program.value(0x10, &[]), u32::MAX, "CLOCK saturates");
    assert_eq!(program.value(0x11, &[]), u32::MAX, "TIME saturates");
}

#[test]
fn the_command_line_quotes_what_needs_it() {
    let mut program = Program::new();
    assert_eq!(program.value(0x15, &[DATA, 80]), 0);
    assert_eq!(program.bytes(DATA, 16), b"one \"two words\"\0");
    assert_eq!(program.bytes(BASE + 4, 4), [15, 0, 0, 0], "length");
    assert_eq!(
        program.call(0x15, &[DATA, 15]),
        FAILED,
        "no room for the end"
    );
    assert_eq!(program.errno(), 7);
    assert_eq!(command_line(&["", "a\"b", "c\\d"]), r#""" "a\"b" "c\\d""#);
    assert_eq!(command_line::<&str>(&[]), "");
}

#[test]
fn programs_end_with_a_status() {
    let mut program = Program::new();
    assert_eq!(program.try_call(0x18, 0x20026), Ok(Reply::Exit(0)), "EXIT");
    assert_eq!(program.try_call(0x18, 0x20023), Ok(Reply::Abort(1)));
    assert_eq!(
        program.call(0x20, &[0x20026, 7]),
        Reply::Exit(7),
        "EXIT_EXTENDED"
    );
    assert_eq!(program.call(0x20, &[0x20026, u32::MAX]), Reply::Exit(-1));
    assert_eq!(program.call(0x20, &[0x20023, 5]), Reply::Abort(5));
    assert_eq!(
        program.call(0x20, &[0x20023, 0]),
        Reply::Abort(1),
        "never 0"
    );
}

#[test]
fn small_questions_are_answered() {
    let mut program = Program::new();
    assert_eq!(program.value(0x08, &[0]), 0, "ISERROR");
    assert_eq!(program.value(0x08, &[u32::MAX]), 1);
    assert_eq!(program.call(0x12, &[DATA, 2]), FAILED, "SYSTEM is refused");
    assert_eq!(program.errno(), 1);
    program.put(0, &[9; 16]);
    assert_eq!(program.value(0x16, &[DATA]), 0, "HEAPINFO");
    assert_eq!(program.bytes(DATA, 16), [0; 16]);
    program.core = 3;
    assert_eq!(program.value(0x0D, &[DATA, 12, 40]), 0, "TMPNAM");
    assert_eq!(program.bytes(DATA, 18), b"weft-core3-12.tmp\0");
    assert_eq!(program.call(0x0D, &[DATA, 12, 17]), FAILED);
    assert_eq!(program.call(0x0D, &[DATA, 256, 40]), FAILED);
}

#[test]
fn requests_without_sense_are_errors() {
    let mut program = Program::new();
    let unknown = program.try_call(0x99, 0).expect_err("there is none");
    assert_eq!(
        unknown.to_string(),
        "semihosting operation 0x99 does not exist (register a0 at ebreak)"
    );
    let bad = program
        .try_call(0x05, 0x4FFC)
        .expect_err("the block ends outside");
    assert_eq!(
        bad.to_string(),
        "semihosting operation SYS_WRITE was given 0x00004ffc in register a1, but there is no memory at 0x00005000"
    );
    program.put(0, &[b'x'; 0x3F00]);
    assert!(
        program.try_call(0x04, DATA).is_err(),
        "a string without an end"
    );
    assert!(program.try_call(0x03, 0).is_err());
}

proptest! {
    /// For every request the answer is one of those defined. Files are left out, since the test would create them.
    #[test]
    fn no_request_panics(
        operation in 0..0x40_u32,
        block in proptest::collection::vec(any::<u32>(), 4),
        aligned in any::<bool>(),
    ) {
        prop_assume!(![0x01, 0x0E, 0x0F].contains(&operation));
        let mut program = Program::new();
        program.open(":tt", 4);
        for (index, word) in block.iter().enumerate() {
            let word = if aligned { DATA + word % 0x100 } else { *word };
            program.memory.0[4 * index..4 * index + 4].copy_from_slice(&word.to_le_bytes());
        }
        let _ = program.try_call(operation, if aligned { BASE } else { block[0] });
    }
}
