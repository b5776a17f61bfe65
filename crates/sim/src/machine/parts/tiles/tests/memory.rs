//! Tests of reads and writes of the memory tile.

use super::*;
use crate::part::memory_tile::Arrival;

/// Writes and reads back blocks of every length up to the size of the buffer; no other byte may change.
#[test]
fn what_is_written_is_read() {
    for unit in [NAGAM, NAGAMX] {
        for bytes in (1..=16).chain([60, 61, 64, 65, 119, 120, 121, 253, 256]) {
            let mut chip = Chip::new([4, 1, 1], unit);
            chip.memory.memory.fill(0xEE);
            let data: Vec<u8> = (0..bytes).map(|byte| byte as u8 ^ 0x33).collect();
            let count = bytes as usize;
            chip.cores[1].local.0.fill(0x77);
            chip.cores[1]
                .local
                .at(DATA.base, count)
                .copy_from_slice(&data);
            chip.program(1, memory_access(DATA.base, 0x80, write(reg::MWRITE, bytes)));
            chip.program(
                1,
                memory_access(DATA.base + 0x800, 0x80, write(reg::MREAD, bytes)),
            );
            chip.run();
            let place = 0x800 + 0x80;
            let there = &chip.memory.memory[place - 1..place + count + 1];
            assert_eq!(there, [&[0xEE], &data[..], &[0xEE]].concat());
            let back = chip.cores[1].local.at(DATA.base + 0x7FC, count + 8);
            assert_eq!(
                back,
                [&[0x77; 4], &data[..], &[0x77; 4]].concat(),
                "{bytes} bytes"
            );
        }
    }
}

/// A read of the last word of a block comes after the block is written, although most packets have not left when the core requests it.
#[test]
fn a_read_does_not_overtake_a_write() {
    for unit in [NAGAM, NAGAMX] {
        let mut chip = Chip::new([4, 1, 1], unit);
        let data: Vec<u8> = (1..=255).chain([1]).collect();
        chip.cores[1]
            .local
            .at(DATA.base, 256)
            .copy_from_slice(&data);
        chip.program(1, memory_access(DATA.base, 0, write(reg::MWRITE, 256)));
        chip.program(
            1,
            memory_access(DATA.base + 0x800, 252, write(reg::MREAD, 4)),
        );
        chip.run();
        let read = chip.cores[1].local.at(DATA.base + 0x800, 4);
        assert_eq!(read, &data[252..]);
    }
}

/// A read may have any length: it does not use the input buffer, not even if that is full.
#[test]
fn a_long_read_past_a_full_input_buffer() {
    let mut chip = Chip::new([4, 1, 1], NAGAM);
    for _ in 0..3 {
        chip.program(1, send(0, DATA.base, 256));
    }
    chip.run();
    assert_eq!(chip.cores[0].unit.input_room(), 0);
    for (byte, number) in chip.memory.memory.iter_mut().zip(0u32..) {
        *byte = (number % 251) as u8;
    }
    chip.program(0, memory_access(DATA.base, 0, write(reg::MREAD, 0x400)));
    chip.run();
    let expected: Vec<u8> = (0x400..0x800u32)
        .map(|number| (number % 251) as u8)
        .collect();
    assert_eq!(chip.cores[0].local.at(DATA.base, 0x400), expected);
    assert_eq!(chip.statistics(0).counters.memory_read.bytes, 0x400);
    assert!(chip.statistics(0).stalled.memory > 512);
}

/// A read of one word from the neighbour, derived by hand. MREAD acts in 1. The request is on the link in 3, 4, 5 (header, address, bytes), and its
/// last flit arrives in 13. The answer is on the link in 14 and 15; the word arrives in 23, and is copied in 24 (the DMA engine has been free for two
/// cycles). The core continues in 25.
#[test]
fn cycles_of_a_read() {
    let mut chip = Chip::new([3, 1, 1], NAGAM);
    chip.program(0, memory_access(DATA.base, 0, write(reg::MREAD, 4)));
    chip.run();
    let done = chip.cores[0].last();
    assert_eq!(done.goes_on - done.issued, 25);
    chip.memory = MemoryTile::new(0, 0x1_0000, 4);
    chip.program(0, [write(reg::MREAD, 4)]);
    chip.run();
    let done = chip.cores[0].last();
    assert_eq!(done.goes_on - done.issued, 25 + 3);
}

/// The log has each block once, with the cycle of its last word. 64 words are 5 packets of at most 15 words.
#[test]
fn arrivals_are_logged() {
    let mut chip = Chip::new([4, 1, 1], NAGAM);
    chip.program(0, memory_access(DATA.base, 0x10, write(reg::MWRITE, 256)));
    chip.run();
    let issued = chip.cores[0].last().issued;
    // SEND acts in 1; the block is copied in 129, and on the link from 131 on: 64 words, 5 headers, 5 addresses; 8 cycles to the neighbour.
    let arrival = Arrival {
        cycle: issued + (131 + 73 + 8),
        source: 1,
        address: 0x410,
        bytes: 256,
    };
    assert_eq!(chip.memory.arrivals, [arrival]);
}

/// A write without room in the output buffer waits for the memory, not for a task.
#[test]
fn writes_one_behind_the_other() {
    let mut chip = Chip::new([4, 1, 1], NAGAMX);
    for block in 0..8 {
        chip.program(
            1,
            memory_access(DATA.base, 0x40 * block, write(reg::MWRITE, 64)),
        );
        chip.program(1, [write(reg::MWRITE, 256)]);
    }
    chip.run();
    let stalled = chip.statistics(1).stalled;
    assert!(stalled.memory > 0);
    assert_eq!(stalled.overflow, 0);
    assert_eq!(chip.memory.arrivals.len(), 16);
}
