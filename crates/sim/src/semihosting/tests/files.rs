//! Tests of the host's files: open, read, write, rename, remove; and `errno` after failures.

use super::*;

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
    assert_eq!(program.value(0x06, &[handle, u32::MAX, 3]), 3, "READ");
    assert_eq!(program.errno(), 14);
    assert_eq!(program.value(0x06, &[handle + 1, 0, 3]), 3, "READ");
    assert_eq!(program.errno(), 9);
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
fn extensions_are_listed() {
    let mut program = Program::new();
    let handle = program.open(":semihosting-features", 0);
    assert_eq!(program.value(0x0C, &[handle]), 5);
    assert_eq!(program.read(handle, 5), (0, b"SHFB\x03".to_vec()));
    assert_eq!(program.value(0x0A, &[handle, 4]), 0);
    assert_eq!(program.read(handle, 1), (0, vec![3]));
    assert_eq!(program.open(":semihosting-features", 4), u32::MAX);
}
