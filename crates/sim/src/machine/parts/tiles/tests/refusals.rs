//! Tests of commands that are refused, and of the result register.

use super::*;
use crate::part::message_buffers::registers::Code;

fn result_of(accesses: &[RegisterAccess]) -> u32 {
    let mut chip = Chip::new([4, 1, 1], NAGAM);
    chip.program(1, send(0, DATA.base, 8));
    chip.run();
    chip.program(0, accesses.iter().copied().chain([read(reg::RESULT)]));
    chip.run();
    assert!(
        chip.cores[0].issued.is_none(),
        "not answered: {accesses:x?}"
    );
    chip.cores[0].last().value
}

#[test]
fn result_codes() {
    let (base, end) = (DATA.base, DATA.base + DATA.size);
    let cases: [(&[RegisterAccess], Code); 22] = [
        (&send(1, base, 256), Code::Good),
        (&send(1, end - 4, 4), Code::Good),
        (&send(2, base, 4), Code::NoSuchTask),
        (&send(32, base, 4), Code::NoSuchTask),
        (&send(u32::MAX, base, 4), Code::NoSuchTask),
        (&send(1, base, 0), Code::Length),
        (&send(1, base, 257), Code::Length),
        (&send(1, base + 2, 4), Code::Address),
        (&send(1, end - 4, 5), Code::Address),
        (&send(1, base - 4, 4), Code::Address),
        (&receive(1, base, 8), Code::Good),
        (&receive(7, base, 8), Code::NoSuchTask),
        (&receive(1, base, 0), Code::Length),
        (&receive(1, base, 513), Code::Length),
        (&receive(1, base, 4), Code::OtherLength),
        (&receive(1, end, 8), Code::Address),
        (&[write(reg::TAKE, base + 1)], Code::Address),
        (&[write(reg::TAKE, base)], Code::Good),
        (
            &memory_access(base, 0x3FC, write(reg::MREAD, 4)),
            Code::Good,
        ),
        (
            &memory_access(base, 0x3FC, write(reg::MREAD, 8)),
            Code::Memory,
        ),
        (
            &memory_access(base, u32::MAX - 3, write(reg::MWRITE, 4)),
            Code::Memory,
        ),
        (&memory_access(end, 0, write(reg::MWRITE, 4)), Code::Address),
    ];
    for (accesses, code) in cases {
        assert_eq!(result_of(accesses), code as u32, "{accesses:x?}");
    }
}

/// A block of a different length stays in the buffer, so that it can be received with its own length.
#[test]
fn a_mismatch_loses_nothing() {
    let accesses = [receive(1, DATA.base, 4), receive(1, DATA.base, 8)].concat();
    assert_eq!(result_of(&accesses), Code::Good as u32);
}

/// A table entry that names the memory tile, the host or no tile at all is not valid.
#[test]
fn entries_name_tiles_with_cores() {
    for tile in [0, 3, 4, 0xFFFF, 0x10001] {
        let mut chip = Chip::new([4, 1, 1], NAGAM);
        let entry = reg::TABLE + 5 * reg::TABLE_STRIDE;
        chip.program(
            0,
            [
                write(entry, reg::TABLE_VALID | tile),
                read(entry),
                read(reg::TASKS),
            ],
        );
        chip.run();
        assert_eq!(chip.cores[0].values(), [0, 0, 2], "tile {tile}");
    }
}

/// Registers that do not exist read as 0 and ignore writes; a core cannot access the host's registers.
#[test]
fn other_registers() {
    let mut chip = Chip::new([4, 1, 1], NAGAM);
    for offset in [0x54, 0x3FC, 0x480, 0xFFC] {
        chip.program(0, [write(offset, u32::MAX), read(offset)]);
    }
    for register in [reg::SELF, reg::MEMORY_BASE, reg::MEMORY_BYTES] {
        chip.program(0, [write(register, 77), read(register)]);
    }
    chip.run();
    let values = chip.cores[0].values();
    let reads: Vec<u32> = values.into_iter().skip(1).step_by(2).collect();
    assert_eq!(reads, [0, 0, 0, 0, 0, 0x400, 0x400]);
}
