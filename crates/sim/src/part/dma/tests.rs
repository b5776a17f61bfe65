//! ARM DDI 0196: channels compared with a plain copy, lists, halting, errors.

use proptest::prelude::*;

use super::Dma;
use crate::port::device::testing::{read, write};
use crate::port::Peripheral;

const ENABLED: u32 = 0x01C;
const RAW_COUNT: u32 = 0x014;
const RAW_ERROR: u32 = 0x018;
const E: u32 = 1;
const INCREMENT_BOTH: u32 = 3 << 26;
const WORDS: u32 = 2 << 18 | 2 << 21;
const BURST_16: u32 = 3 << 12 | 3 << 15;

/// A controller with a memory that begins at address 0.
struct Bench {
    dma: Dma,
    memory: Vec<u8>,
    bursts: Vec<u32>,
}

impl Bench {
    fn new() -> Bench {
        let mut dma = Dma::default();
        write(&mut dma, 0, 0x030, 1);
        let memory = (0..4096_u32).map(|at| (at * 7 + at / 256) as u8).collect();
        Bench {
            dma,
            memory,
            bursts: Vec::new(),
        }
    }

    fn start(&mut self, channel: u32, registers: [u32; 5]) {
        for (value, offset) in registers
            .into_iter()
            .zip((0x100 + 0x20 * channel..).step_by(4))
        {
            write(&mut self.dma, 0, offset, value);
        }
    }

    /// Carries out one burst; false if the controller requests none. All of a burst is read before anything is written.
    fn burst(&mut self) -> bool {
        let Some(transfer) = self.dma.transfer() else {
            return false;
        };
        let places = |lane: crate::port::transfer::BeatSequence| {
            let step = if lane.increments { lane.width } else { 0 };
            let place = move |beat| (lane.address + beat * step) as usize;
            (0..lane.beats).map(move |beat| place(beat)..place(beat) + lane.width as usize)
        };
        for place in transfer.read.into_iter().flat_map(places) {
            self.dma.take(&self.memory[place]);
        }
        for place in transfer.write.into_iter().flat_map(places) {
            self.dma.give(&mut self.memory[place]);
        }
        self.bursts.push(transfer.read.map_or(0, |lane| lane.beats));
        self.dma.transferred(true);
        true
    }

    fn finish(&mut self) {
        while self.burst() {
            assert!(self.bursts.len() < 5000, "it goes on for ever");
        }
    }
}

proptest! {
    /// Any widths, burst sizes and lengths move the bytes that a plain copy moves.
    #[test]
    fn a_channel_copies(widths in (0..3_u32, 0..3_u32), bursts in (0..8_u32, 0..8_u32), items in 1..40_u32, counts in any::<bool>()) {
        let mut bench = Bench::new();
        let before = bench.memory.clone();
        let (source, destination) = (1 << widths.0, 1 << widths.1);
        // As many source transfers as make whole transfers of the destination.
        let size = items * (destination / source).max(1);
        let control = size | bursts.0 << 12 | bursts.1 << 15 | widths.0 << 18 | widths.1 << 21 | INCREMENT_BOTH | u32::from(counts) << 31;
        bench.start(3, [0x100, 0x800, 0, control, E]);
        bench.finish();
        let bytes = (size * source) as usize;
        prop_assert_eq!(&bench.memory[0x800..0x800 + bytes], &before[0x100..0x100 + bytes]);
        prop_assert_eq!(&bench.memory[0x800 + bytes..], &before[0x800 + bytes..]);
        prop_assert!(bench.bursts.iter().all(|beats| *beats <= 16));
        let dma = &mut bench.dma;
        prop_assert_eq!(read(dma, 0, RAW_COUNT), u32::from(counts) << 3);
        prop_assert_eq!((read(dma, 0, ENABLED), read(dma, 0, RAW_ERROR)), (0, 0));
        prop_assert_eq!(read(dma, 0, 0x160), 0x100 + bytes as u32);
        prop_assert_eq!(read(dma, 0, 0x164), 0x800 + bytes as u32);
        prop_assert_eq!(read(dma, 0, 0x16C) & 0xFFF, 0);
    }
}

#[test]
fn bursts_are_of_16_words_and_a_rest() {
    let mut bench = Bench::new();
    bench.start(0, [0, 0x400, 0, 37 | WORDS | BURST_16 | INCREMENT_BOTH, E]);
    bench.finish();
    assert_eq!(bench.bursts, [16, 16, 5]);
}

#[test]
fn an_address_that_does_not_increment_stays() {
    let mut bench = Bench::new();
    let first = bench.memory[0x10..0x14].to_vec();
    let last = bench.memory[0x4C..0x50].to_vec();
    bench.start(0, [0x10, 0x400, 0, 4 | WORDS | 1 << 27, E]);
    bench.start(1, [0x40, 0x600, 0, 4 | WORDS | 1 << 26, E]);
    bench.finish();
    assert_eq!(bench.memory[0x400..0x410], first.repeat(4));
    assert_eq!(bench.memory[0x600..0x604], last);
}

/// Two more items; the interrupt of the first is off.
#[test]
fn a_list_is_worked_off_item_by_item() {
    let mut bench = Bench::new();
    let control = 4 | WORDS | BURST_16 | INCREMENT_BOTH;
    let items = [
        [0x20, 0x500, 0xC10, control],
        [0x30, 0x600, 0, control | 1 << 31],
    ];
    for (place, item) in [0xC00_usize, 0xC10].into_iter().zip(items) {
        for (word, bytes) in item.into_iter().zip(bench.memory[place..].chunks_mut(4)) {
            bytes.copy_from_slice(&u32::to_le_bytes(word));
        }
    }
    bench.start(0, [0x10, 0x400, 0xC00 | 1, control, E | 1 << 15]);
    assert!(bench.burst() && bench.burst() && bench.burst());
    assert_eq!(
        (read(&mut bench.dma, 0, RAW_COUNT), bench.dma.sources()),
        (0, 0)
    );
    bench.finish();
    assert_eq!(bench.bursts, [4, 4, 4, 4, 4]);
    for (from, to) in [(0x10, 0x400), (0x20, 0x500), (0x30, 0x600)] {
        assert_eq!(bench.memory[from..from + 16], bench.memory[to..to + 16]);
    }
    assert_eq!(bench.dma.sources(), 1);
    assert_eq!(read(&mut bench.dma, 0, 0x004), 1);
    write(&mut bench.dma, 0, 0x008, 1);
    assert_eq!(
        (read(&mut bench.dma, 0, 0x000), bench.dma.sources()),
        (0, 0)
    );
}

#[test]
fn the_channel_with_the_lowest_number_goes_first_unless_it_is_halted() {
    let mut bench = Bench::new();
    let control = 32 | WORDS | BURST_16 | INCREMENT_BOTH;
    bench.start(5, [0, 0x800, 0, control, E]);
    bench.burst();
    bench.start(2, [0x200, 0xA00, 0, control, E | 1 << 18]);
    bench.burst();
    assert_eq!(read(&mut bench.dma, 0, ENABLED), 1 << 2);
    assert!(!bench.burst(), "the one that is left is halted");
    write(&mut bench.dma, 0, 0x150, E);
    bench.burst();
    write(&mut bench.dma, 0, 0x030, 0);
    assert!(!bench.burst(), "the controller is off");
    write(&mut bench.dma, 0, 0x030, 1);
    bench.finish();
    assert_eq!(bench.memory[0x200..0x280], bench.memory[0xA00..0xA80]);
}

#[test]
fn what_it_cannot_do_is_an_error() {
    let control = 4 | WORDS | INCREMENT_BOTH;
    let cases = [
        ("flow control", [0, 0x400, 0, control, E | 1 << 11]),
        ("width", [0, 0x400, 0, control | 1 << 20, E]),
        ("source address", [2, 0x400, 0, control, E]),
        ("destination address", [0, 0x401, 0, control, E]),
        ("length", [0, 0x400, 0, 5 | 2 << 21, E]),
    ];
    for (what, registers) in cases {
        let mut bench = Bench::new();
        bench.start(1, registers);
        assert!(bench.dma.transfer().is_none(), "{what}");
        assert_eq!(read(&mut bench.dma, 0, RAW_ERROR), 2, "{what}");
        assert_eq!(read(&mut bench.dma, 0, ENABLED), 0, "{what}");
    }
    let mut bench = Bench::new();
    bench.start(1, [0, 0x400, 0, control, E | 1 << 14]);
    bench.dma.transferred(false);
    assert_eq!(
        (read(&mut bench.dma, 0, 0x00C), bench.dma.sources()),
        (2, 1)
    );
    write(&mut bench.dma, 0, 0x010, 2);
    assert_eq!(
        (read(&mut bench.dma, 0, RAW_ERROR), bench.dma.sources()),
        (0, 0)
    );
}

#[test]
fn a_channel_with_nothing_to_move_is_done_at_once() {
    let mut bench = Bench::new();
    bench.start(0, [0, 0x400, 0, WORDS | 1 << 31, E | 1 << 15]);
    assert_eq!(
        (
            read(&mut bench.dma, 0, RAW_COUNT),
            read(&mut bench.dma, 0, ENABLED)
        ),
        (1, 0)
    );
}

#[test]
fn identification_and_what_does_not_exist() {
    let mut bench = Bench::new();
    let dma = &mut bench.dma;
    assert_eq!(
        (
            read(dma, 0, 0xFE0),
            read(dma, 0, 0xFE4),
            read(dma, 0, 0xFFC)
        ),
        (0x80, 0x10, 0xB1)
    );
    for absent in [0x020, 0x038, 0x0FC, 0x114, 0x200, 0xFDC] {
        write(dma, 0, absent, u32::MAX);
        assert_eq!(read(dma, 0, absent), 0, "{absent:#x}");
    }
}
