//! Each operation, as a program sees it: numbers in, memory and a0 out.

use std::collections::BTreeMap;
use std::io::Cursor;

use proptest::prelude::*;

use super::*;

const BASE: u32 = 0x1000;
const FAILED: Reply = Reply::Value(u32::MAX);

/// A small memory; the block of parameters lies at its beginning, data from `DATA` on.
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

/// What was printed, by core and stream.
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

    /// Puts bytes where the program's data lies.
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

    /// What was not read, and the bytes that were.
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

/// A name in the temporary directory that no other test uses.
fn path(name: &str) -> String {
    let file = format!("weft-semihosting-{}-{name}", std::process::id());
    let path = std::env::temp_dir().join(file);
    path.to_str().expect("UTF-8").to_string()
}

#[test]
fn files_are_written_and_read_back() {
    let mut program = Program::new();
    let name = path("read-back");
    let handle = program.open(&name, 6);
    assert!((1..100).contains(&handle));
    assert_eq!(program.write(handle, b"hello, file"), 0);
    assert_eq!(program.value(0x0C, &[handle]), 11, "FLEN");
    assert_eq!(program.value(0x0A, &[handle, 7]), 0, "SEEK");
    assert_eq!(program.read(handle, 4), (0, b"file".to_vec()));
    assert_eq!(program.read(handle, 4), (4, Vec::new()), "end of file");
    assert_eq!(program.value(0x09, &[handle]), 0, "ISTTY");
    assert_eq!(program.value(0x02, &[handle]), 0, "CLOSE");
    assert_eq!(program.call(0x02, &[handle]), FAILED);
    assert_eq!(program.errno(), 9);
    std::fs::remove_file(name).expect("the file is there");
}

#[test]
fn modes_are_those_of_fopen() {
    let mut program = Program::new();
    let name = path("modes");
    assert_eq!(program.open(&name, 0), u32::MAX, "r wants an existing file");
    assert_eq!(program.errno(), 2);
    for (mode, text) in [(4, "abc"), (8, "def"), (10, "g")] {
        let handle = program.open(&name, mode);
        assert_eq!(program.write(handle, text.as_bytes()), 0);
        program.value(0x02, &[handle]);
    }
    let handle = program.open(&name, 1);
    assert_eq!(program.read(handle, 100), (93, b"abcdefg".to_vec()));
    assert_eq!(program.write(handle, b"x"), 1, "r does not write");
    assert_eq!(program.errno(), 9);
    let handle = program.open(&name, 3);
    assert_eq!(program.write(handle, b"X"), 0, "r+ writes");
    assert_eq!(std::fs::read(&name).expect("written"), b"Xbcdefg");
    program.open(&name, 4);
    assert_eq!(std::fs::read(&name).expect("truncated"), b"");
    assert_eq!(program.open(&name, 12), u32::MAX);
    assert_eq!(program.errno(), 22);
    std::fs::remove_file(name).expect("the file is there");
}

#[test]
fn more_than_a_chunk_is_moved_at_once() {
    let mut program = Program::new();
    let name = path("chunks");
    let bytes: Vec<u8> = (0..10_000_u32).map(|i| i as u8).collect();
    let handle = program.open(&name, 6);
    assert_eq!(program.write(handle, &bytes), 0);
    program.value(0x0A, &[handle, 0]);
    assert_eq!(program.read(handle, 10_000), (0, bytes));
    std::fs::remove_file(name).expect("the file is there");
}

#[test]
fn files_are_renamed_and_removed() {
    let mut program = Program::new();
    let (old, new) = (path("old"), path("new"));
    std::fs::write(&old, "x").expect("written");
    let at_old = program.put(0, old.as_bytes());
    let at_new = program.put(0x800, new.as_bytes());
    let (old_length, new_length) = (old.len() as u32, new.len() as u32);
    let names = [at_old, old_length, at_new, new_length];
    assert_eq!(program.value(0x0F, &names), 0, "RENAME");
    assert_eq!(program.call(0x0F, &names), FAILED, "it is gone");
    assert_eq!(program.errno(), 2);
    assert_eq!(program.value(0x0E, &[at_new, new_length]), 0, "REMOVE");
    assert!(!std::path::Path::new(&new).exists());
    assert_eq!(program.call(0x0E, &[at_new, new_length]), FAILED);
}

#[test]
fn the_console_has_an_input_and_two_outputs() {
    let mut program = Program::new();
    let (input, output, error) = (
        program.open(":tt", 0),
        program.open(":tt", 4),
        program.open(":tt", 8),
    );
    assert_eq!(program.write(output, b"out"), 0);
    assert_eq!(program.write(error, b"err"), 0);
    assert_eq!(program.printed(0, Stream::Stdout), b"out");
    assert_eq!(program.printed(0, Stream::Stderr), b"err");
    assert_eq!(program.value(0x09, &[output]), 1, "ISTTY");
    assert_eq!(program.call(0x0C, &[output]), FAILED, "FLEN");
    assert_eq!(program.call(0x0A, &[input, 0]), FAILED, "SEEK");
    assert_eq!(program.errno(), 29);
    assert_eq!(
        program.read(input, 100),
        (89, b"first line\n".to_vec()),
        "one line"
    );
    assert_eq!(program.write(input, b"x"), 1);
    assert_eq!(program.call(0x06, &[output, DATA, 4]), FAILED);
}

#[test]
fn characters_go_in_and_out() {
    let mut program = Program::new();
    let address = program.put(0, b"text\0");
    assert_eq!(
        program.try_call(0x04, address),
        Ok(Reply::Value(0)),
        "WRITE0"
    );
    assert_eq!(
        program.try_call(0x03, address),
        Ok(Reply::Value(0)),
        "WRITEC"
    );
    program.host.console(0, b'!');
    assert_eq!(program.printed(0, Stream::Stdout), b"textt!");
    let read: Vec<u32> = (0..16).map(|_| program.value(0x07, &[])).collect();
    assert_eq!(&read[..2], [u32::from(b'f'), u32::from(b'i')]);
    assert_eq!(read[15], u32::MAX, "READC at the end of the input");
}

#[test]
fn only_the_input_core_reads_the_input() {
    let mut program = Program::new();
    program.core = 1;
    let input = program.open(":tt", 0);
    assert_eq!(program.read(input, 10), (10, Vec::new()));
    program.core = 0;
    assert_eq!(
        program.call(0x02, &[input]),
        FAILED,
        "handles are each core's own"
    );
    assert_eq!(program.errno(), 9);
    program.core = 1;
    assert_eq!(program.errno(), 0, "and so is errno");
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
fn extensions_are_listed() {
    let mut program = Program::new();
    let handle = program.open(":semihosting-features", 0);
    assert_eq!(program.value(0x0C, &[handle]), 5);
    assert_eq!(program.read(handle, 5), (0, b"SHFB\x03".to_vec()));
    assert_eq!(program.value(0x0A, &[handle, 4]), 0);
    assert_eq!(program.read(handle, 1), (0, vec![3]));
    assert_eq!(program.open(":semihosting-features", 4), u32::MAX);
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

#[test]
fn bad_data_addresses_and_names_are_told_by_errno() {
    let mut program = Program::new();
    let name = path("bad");
    let handle = program.open(&name, 6);
    assert_eq!(
        program.value(0x05, &[handle, 0, u32::MAX]),
        u32::MAX,
        "WRITE"
    );
    assert_eq!(program.errno(), 14);
    program.write(handle, b"abc");
    program.value(0x0A, &[handle, 0]);
    assert_eq!(
        program.call(0x06, &[handle, 0xFFFF_FFFF, 3]),
        FAILED,
        "READ"
    );
    assert_eq!(program.call(0x01, &[0, 0, 4]), FAILED, "OPEN");
    assert_eq!(program.errno(), 14);
    assert_eq!(program.call(0x01, &[DATA, 0, u32::MAX]), FAILED);
    assert_eq!(program.errno(), 91);
    program.put(0, &[0xFF, 0xFE]);
    assert_eq!(program.call(0x01, &[DATA, 0, 2]), FAILED);
    assert_eq!(program.errno(), 22);
    assert_eq!(program.open("a\0b", 0), u32::MAX);
    assert_eq!(program.errno(), 22);
    std::fs::remove_file(name).expect("the file is there");
}

#[test]
fn handles_run_out() {
    let mut program = Program::new();
    let last = (0..64).map(|_| program.open(":tt", 4)).last();
    assert_eq!(last, Some(64));
    assert_eq!(program.open(":tt", 4), u32::MAX);
    assert_eq!(program.errno(), 24);
    assert_eq!(program.value(0x02, &[10]), 0);
    assert_eq!(program.open(":tt", 4), 10);
}

#[test]
fn lines_of_cores_are_not_mixed() {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let mut lines = LineOutput::new(&mut out, &mut err, false);
    let mut print = |core, text: &str| lines.write(core, Stream::Stdout, text.as_bytes());
    for (core, text) in [
        (0, "ze"),
        (1, "one\nun"),
        (0, "ro\n"),
        (2, "prompt"),
        (1, "o\n"),
    ] {
        print(core, text).expect("a vector takes all");
    }
    lines.flush(2).expect("a vector takes all");
    lines
        .write(2, Stream::Stdout, b" and\n")
        .expect("a vector takes all");
    lines
        .write(0, Stream::Stdout, b"end")
        .expect("a vector takes all");
    lines
        .write(0, Stream::Stderr, b"oh\n")
        .expect("a vector takes all");
    lines.flush(0).expect("a vector takes all");
    lines
        .write(1, Stream::Stdout, b"last\n")
        .expect("a vector takes all");
    drop(lines);
    let text = String::from_utf8(out).expect("UTF-8");
    assert_eq!(text, "one\nzero\nuno\nprompt and\nend\nlast\n");
    assert_eq!(err, b"oh\n");
}

#[test]
fn lines_are_labelled_once() {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let mut lines = LineOutput::new(&mut out, &mut err, true);
    lines
        .write(7, Stream::Stdout, b"a")
        .expect("a vector takes all");
    lines.flush(7).expect("a vector takes all");
    lines
        .write(7, Stream::Stdout, b"b\nc\n")
        .expect("a vector takes all");
    lines
        .write(1, Stream::Stderr, b"d\n")
        .expect("a vector takes all");
    drop(lines);
    assert_eq!(out, b"core 7: ab\ncore 7: c\n");
    assert_eq!(err, b"core 1: d\n");
}

proptest! {
    /// Whatever a program asks for, the answer is one of those defined; files are left out, lest they be created.
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
