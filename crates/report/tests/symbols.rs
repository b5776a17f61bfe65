//! Addresses of small checked-in programs, found again in their sources (`data/`).

use crate::common::{address_of, app, program, APP, STRIPPED, WITHOUT_DEBUG};
use proptest::prelude::*;
use weft_report::program::Program;
use weft_report::symbols::SourceFolders;

fn described(elf: &[u8], address: u32) -> Vec<String> {
    let location = program(elf).symbols.locate(address);
    location.frames.iter().map(ToString::to_string).collect()
}

#[test]
fn a_function_and_its_line() {
    assert_eq!(described(APP, address_of("main") + 2), ["main, app.c:25"]);
}

#[test]
fn inlined_calls_come_innermost_first() {
    assert_eq!(
        described(APP, address_of("work") + 8),
        ["scale, app.c:8", "work, app.c:13"]
    );
}

#[test]
fn frames_of_the_library_are_marked() {
    let location = app().symbols.locate(address_of("work") + 0x26);
    let marks: Vec<_> = location
        .frames
        .iter()
        .map(|frame| frame.source.as_ref().map(|line| line.in_library))
        .collect();
    assert_eq!(
        location.innermost().to_string(),
        "receive, library/receive.h:4"
    );
    assert_eq!(marks, [Some(true), Some(false)]);
}

#[test]
fn a_file_outside_the_current_directory_keeps_its_path() {
    let folders = SourceFolders {
        current: "/home/user/elsewhere".into(),
        library: None,
    };
    let location = Program::read(APP, folders)
        .unwrap()
        .symbols
        .locate(address_of("main") + 2);
    assert_eq!(location.to_string(), "main, /home/user/project/app.c:25");
}

#[test]
fn assembly_without_size_or_type_reaches_to_the_next_function() {
    let last_instruction = address_of("_start") + 6;
    assert_eq!(described(APP, last_instruction), ["_start"]);
}

#[test]
fn without_debugging_information_there_are_names() {
    assert_eq!(described(WITHOUT_DEBUG, address_of("work") + 8), ["work"]);
}

#[test]
fn without_symbols_there_are_addresses() {
    assert_eq!(described(STRIPPED, 0x32), ["0x00000032"]);
}

#[test]
fn an_address_outside_the_program_has_no_name() {
    assert_eq!(described(APP, 0x4000), ["0x00004000"]);
    assert_eq!(app().symbols.function(0x4000), None);
}

#[test]
fn bytes_that_are_no_elf_file_are_refused() {
    assert!(Program::read(b"#!/bin/sh", SourceFolders::default()).is_err());
}

proptest! {
    /// Damage anywhere in the file may lose information, but never causes a panic or a hang.
    #[test]
    fn a_damaged_file_is_read_or_refused(at in 0..APP.len(), byte: u8, address in 0u32..0xA0) {
        let mut damaged = APP.to_vec();
        damaged[at] = byte;
        if let Ok(program) = Program::read(&damaged, SourceFolders::default()) {
            prop_assert!(!program.symbols.locate(address).frames.is_empty());
        }
    }
}
