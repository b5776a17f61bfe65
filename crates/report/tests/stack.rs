//! Backtraces of a program stopped at a chosen instruction, with a stack as its code would have left it.

use crate::common::{self, address_of, app, program, WITHOUT_DEBUG};
use std::collections::HashMap;
use weft_report::stack::Frozen;

const RA: usize = 1;
const SP: usize = 2;

/// Words of a stack; everything else cannot be read.
type Words = HashMap<u32, u32>;

fn read(words: &Words, address: u32, into: &mut [u8]) -> bool {
    match words.get(&address) {
        Some(word) if into.len() == 4 => into.copy_from_slice(&word.to_le_bytes()),
        _ => return false,
    }
    true
}

fn backtrace_of(elf: &[u8], pc: u32, ra: u32, sp: u32, words: &Words, limit: usize) -> Vec<String> {
    let mut registers = [0; 32];
    registers[RA] = ra;
    registers[SP] = sp;
    let core = Frozen {
        pc,
        registers,
        read_memory: &|address, into| read(words, address, into),
    };
    let locations = program(elf).backtrace(&core, limit);
    locations
        .iter()
        .map(|location| location.innermost().function.clone())
        .collect()
}

fn backtrace(pc: u32, ra: u32, sp: u32, words: &Words) -> Vec<String> {
    backtrace_of(common::APP, pc, ra, sp, words, 8)
}

/// wait_for called by work called by main called by _start: 16 + 48 + 16 bytes of stack from 0x1000 up.
fn words_of_three_frames() -> Words {
    let into_work = 0x1010 + 44;
    let into_main = 0x1040 + 12;
    Words::from([
        (into_work, address_of("main") + 0xA),
        (into_main, address_of("_start") + 6),
        (into_main - 4, 0),
    ])
}

#[test]
fn saved_return_addresses_lead_to_the_entry() {
    let pc = address_of("wait_for") + 6;
    let found = backtrace(
        pc,
        address_of("work") + 0x28,
        0x1000,
        &words_of_three_frames(),
    );
    assert_eq!(found, ["wait_for", "receive", "main", "_start"]);
}

#[test]
fn callers_are_shown_at_their_call() {
    let mut registers = [0; 32];
    (registers[RA], registers[SP]) = (address_of("work") + 0x28, 0x1000);
    let words = words_of_three_frames();
    let pc = address_of("wait_for") + 6;
    let core = Frozen {
        pc,
        registers,
        read_memory: &|address, into| read(&words, address, into),
    };
    let lines: Vec<_> = app()
        .backtrace(&core, 8)
        .iter()
        .map(|location| location.outermost().to_string())
        .collect();
    assert_eq!(
        lines,
        [
            "wait_for, library/receive.c:17",
            "work, app.c:14",
            "main, app.c:25",
            "_start"
        ]
    );
}

#[test]
fn before_the_frame_is_set_up_the_registers_tell() {
    let words = Words::from([(0x1040 + 12, address_of("_start") + 6), (0x1040 + 8, 0)]);
    let found = backtrace(address_of("work"), address_of("main") + 0xA, 0x1040, &words);
    assert_eq!(found, ["work", "main", "_start"]);
}

#[test]
fn a_call_through_a_bad_pointer_is_traced_to_the_caller() {
    let words = Words::from([(0x1040 + 12, address_of("_start") + 6), (0x1040 + 8, 0)]);
    let found = backtrace(0xDEAD_0000, address_of("main") + 0xA, 0x1040, &words);
    assert_eq!(found, ["0xdead0000", "main", "_start"]);
}

#[test]
fn a_deep_recursion_ends_at_the_limit() {
    let into_descend = address_of("descend") + 0x1A;
    let words: Words = (0..100)
        .map(|frame| (0x1000 + 80 * frame + 76, into_descend))
        .collect();
    let found = backtrace_of(
        common::APP,
        address_of("descend") + 0x18,
        0,
        0x1000,
        &words,
        5,
    );
    assert_eq!(found, ["descend"; 5]);
}

#[test]
fn a_stack_that_cannot_be_read_ends_the_trace() {
    assert_eq!(
        backtrace(address_of("work") + 0x22, 0, 0x1000, &Words::new()),
        ["work"]
    );
}

#[test]
fn nonsense_in_every_register_is_survived() {
    assert_eq!(
        backtrace(u32::MAX, u32::MAX, u32::MAX, &Words::new()),
        ["0xffffffff"]
    );
}

#[test]
fn without_frame_information_only_the_innermost_function_is_known() {
    let found = backtrace_of(
        WITHOUT_DEBUG,
        address_of("work"),
        address_of("main") + 0xA,
        0x1040,
        &Words::new(),
        8,
    );
    assert_eq!(found, ["work"]);
}
