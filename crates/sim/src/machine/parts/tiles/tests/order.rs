//! Tests of the order of service: envelopes, blocks, room.

use super::*;
use crate::part::message_buffers::output::{OutputBuffer, Purpose};
use crate::part::message_buffers::{BlockedSend, Waiting};

/// Sends blocks to core 1: from these cores, of these numbers of bytes, each when the previous one has advanced as far as it can.
fn sent_one_by_one(columns: usize, blocks: &[(usize, u32)]) -> Chip {
    let mut chip = Chip::new([columns, 1, 1], NAGAM);
    for &(core, bytes) in blocks {
        chip.program(core, send(1, DATA.base, bytes));
        chip.run();
    }
    chip
}

/// Returns the tiles whose envelopes wait at core 1.
fn asking(chip: &Chip) -> Vec<u16> {
    let envelopes = chip.cores[1].unit.input.envelopes.iter();
    envelopes.map(|envelope| envelope.source).collect()
}

/// The status table lists blocks in the order in which they were complete, and RECEIVE takes the oldest one from its source.
#[test]
fn the_status_table_is_in_order_of_arrival() {
    let mut chip = sent_one_by_one(5, &[(0, 8), (2, 12), (0, 16), (2, 4)]);
    let blocks = chip.cores[1].unit.left_over();
    assert_eq!(
        blocks,
        [(Some(0), 8), (Some(2), 12), (Some(0), 16), (Some(2), 4)]
    );
    chip.program(1, [read(reg::ARRIVED)]);
    chip.program(1, receive(2, DATA.base, 12));
    chip.program(1, [read(reg::ARRIVED)]);
    chip.program(1, [write(reg::TAKE, DATA.base), read(reg::WAIT)]);
    chip.run();
    let values = chip.cores[1].values();
    assert_eq!((values[0], values[4]), (0x8000_0008, 0x8000_0008));
    assert_eq!(values[6], 0x8000_0010);
    let blocks = chip.cores[1].unit.left_over();
    assert_eq!(blocks, [(Some(0), 16), (Some(2), 4)]);
}

/// 512 bytes hold two blocks. The third and fourth envelope wait, and are granted in the order of their arrival.
#[test]
fn envelopes_are_granted_first_come_first_served() {
    let mut chip = sent_one_by_one(7, &[(0, 256), (2, 256), (3, 256), (4, 8)]);
    // The 8 bytes of core 4 have no room either: nothing is free.
    assert_eq!(asking(&chip), [4, 5]);
    chip.program(1, receive(2, DATA.base, 256));
    chip.run();
    assert_eq!(asking(&chip), [5], "a block's room for a block");
    chip.program(1, receive(0, DATA.base, 256));
    chip.run();
    let blocks = chip.cores[1].unit.left_over();
    assert_eq!(blocks, [(Some(3), 256), (Some(4), 8)]);
}

/// A large block at the head of the queue delays a small one after it, even though the small one would fit.
#[test]
fn nothing_passes_the_oldest_envelope() {
    let chip = sent_one_by_one(7, &[(0, 256), (2, 128), (3, 256), (4, 8)]);
    assert_eq!(asking(&chip), [4, 5]);
    assert_eq!(chip.cores[1].unit.input_room(), 128);
}

/// MP_send stalls only when both buffers are full: two blocks at the receiver, one in the output buffer.
#[test]
fn a_send_stalls_when_both_buffers_are_full() {
    let mut chip = Chip::new([4, 1, 1], NAGAM);
    for _ in 0..4 {
        chip.program(0, send(1, DATA.base, 256));
    }
    chip.run();
    let unit = &chip.cores[0].unit;
    assert_eq!(chip.cores[0].done.len(), 3 * 3 + 2);
    assert_eq!(unit.waiting(), Some(Waiting::Room));
    let blocked = BlockedSend {
        task: 1,
        tile: 2,
        bytes: 256,
        is_requested: true,
    };
    assert_eq!(unit.blocked_sends(), [blocked]);
    chip.program(1, receive(0, DATA.base, 256));
    chip.run();
    assert_eq!(chip.cores[0].done.len(), 4 * 3);
    assert!(chip.statistics(0).stalled.overflow > 0);
}

/// A waiting block does not delay blocks to other tiles. A second block to the same tile requests room only after the first has left.
#[test]
fn one_request_towards_a_tile() {
    let mut chip = Chip::new([6, 1, 1], NAGAM);
    for bytes in [256, 256, 64, 32] {
        chip.program(0, send(1, DATA.base, bytes));
    }
    chip.program(0, send(2, DATA.base, 40));
    chip.run();
    assert_eq!(chip.cores[2].unit.left_over(), [(Some(0), 40)]);
    assert_eq!(asking(&chip), [1]);
    let is_requested: Vec<bool> = chip.cores[0]
        .unit
        .blocked_sends()
        .iter()
        .map(|b| b.is_requested)
        .collect();
    assert_eq!(is_requested, [true, false]);
}

/// Blocks that are sent at the same time alternate, a packet each.
#[test]
fn packets_of_two_blocks_alternate() {
    let mut buffer = OutputBuffer::new(64, 1, false);
    for tile in [2, 1] {
        buffer.admit(tile, Purpose::Message { task: 0 }, 128);
        (0..32).for_each(|word| buffer.copied(word));
        assert_eq!(buffer.request_room(Cycle(0)), Some((tile, 128)));
    }
    for tile in [2, 1] {
        buffer.granted(tile, Cycle(0));
    }
    let mut packet = || {
        let header = buffer.begin_packet(7, 16, Cycle(0))?.header;
        (0..16).for_each(|_| assert!(buffer.take_word(header.destination).is_some()));
        Some((header.destination, header.last))
    };
    let packets = [packet(), packet(), packet(), packet(), packet()];
    let turns = [(1, false), (2, false), (1, true), (2, true)].map(Some);
    assert_eq!(packets[..4], turns);
    assert_eq!(packets[4], None);
}

/// A tile that the host has not started yet grants nothing, so that its table is complete when the first block arrives.
#[test]
fn nothing_is_granted_before_the_start() {
    let mut chip = Chip::reset([4, 1, 1], NAGAM);
    chip.start(0..1);
    chip.program(0, send(1, DATA.base, 4));
    chip.run();
    assert_eq!(asking(&chip), [1]);
    chip.start(1..2);
    chip.run();
    assert_eq!(chip.cores[1].unit.left_over(), [(Some(0), 4)]);
}

/// Each packet of the host contains whole pairs of offset and value.
#[test]
fn tables_in_packets_of_odd_length() {
    let mut chip = Chip::reset([5, 1, 1], NAGAM);
    chip.host = Host::new(4, 5, SET_BY_HOST);
    chip.start(0..3);
    for core in 0..3 {
        chip.program(
            core,
            [read(reg::SELF), read(reg::TASKS), read(reg::MEMORY_BYTES)],
        );
        chip.run();
        assert_eq!(chip.cores[core].values(), [core as u32, 3, 0x400]);
    }
}

#[test]
fn a_task_can_send_to_itself() {
    let mut chip = Chip::new([4, 1, 1], NAGAM);
    chip.cores[0]
        .local
        .at(DATA.base, 4)
        .copy_from_slice(&[1, 2, 3, 4]);
    chip.program(0, send(0, DATA.base, 4));
    chip.program(0, receive(0, DATA.base + 8, 4));
    chip.run();
    assert_eq!(chip.cores[0].local.at(DATA.base + 8, 4), [1, 2, 3, 4]);
}

/// WAIT ends when a block arrives, or when there is as much room as it was told to wait for.
#[test]
fn waiting_for_a_block_or_room() {
    let mut chip = Chip::new([4, 1, 1], NAGAM);
    chip.program(0, [write(reg::WAIT_ROOM, 0), read(reg::WAIT)]);
    chip.run();
    assert_eq!(chip.cores[0].unit.waiting(), Some(Waiting::AnyBlock));
    chip.program(1, send(0, DATA.base, 4));
    chip.run();
    assert_eq!(chip.cores[0].last().value, 0x8001_0004);
    chip.program(
        1,
        [write(reg::WAIT_ROOM, 256), read(reg::ROOM), read(reg::WAIT)],
    );
    chip.run();
    assert_eq!(chip.cores[1].values()[4..], [256, 0]);
    assert_eq!(chip.cores[1].unit.waiting(), None);
}

/// Room is reported only while nothing is copied, so that a core that finds room can send at once.
#[test]
fn room_while_a_block_is_copied() {
    let mut chip = Chip::new([4, 1, 1], NAGAM);
    chip.program(0, send(1, DATA.base, 64));
    chip.program(0, [read(reg::ROOM), read(reg::SENT), read(reg::ROOM)]);
    chip.run();
    let values = chip.cores[0].values();
    assert_eq!((values[3], values[5]), (0, 192));
    chip.program(0, send(1, DATA.base, 64));
    chip.program(0, [write(reg::WAIT_ROOM, 4), read(reg::WAIT)]);
    chip.run();
    let done = &chip.cores[0].done;
    // SEND acts in cycle 1 and has copied 16 words by cycle 33; the room counts from cycle 34 on.
    assert_eq!(
        chip.cores[0].last().goes_on - done[done.len() - 3].issued,
        35
    );
}

/// The host changes a table while the tasks run: blocks sent afterwards go to the other tile.
#[test]
fn a_task_moves() {
    let mut chip = Chip::new([5, 1, 1], NAGAM);
    let at = chip.now + 100;
    chip.host.change(at, 1, 1, 3);
    chip.program(0, send(1, DATA.base, 4));
    chip.run();
    chip.program(0, send(1, DATA.base, 8));
    chip.run();
    assert_eq!(chip.cores[1].unit.left_over(), [(Some(0), 4)]);
    assert_eq!(chip.cores[2].unit.left_over(), [(Some(0), 8)]);
}

/// A block whose source is not in the table has no task; TAKE takes it.
#[test]
fn a_block_from_a_stranger() {
    let mut chip = Chip::new([4, 1, 1], NAGAM);
    chip.program(1, [write(reg::TABLE, 0), read(reg::TASKS)]);
    chip.program(0, send(1, DATA.base, 4));
    chip.run();
    chip.program(
        1,
        [
            read(reg::ARRIVED),
            write(reg::TAKE, DATA.base),
            read(reg::ARRIVED),
        ],
    );
    chip.run();
    let unknown = 1 << 31 | 0x7FFF << 16 | 4;
    assert_eq!(chip.cores[1].values(), [0, 1, unknown, 0, 0]);
}

/// If two entries name the source's tile, the first one determines the task.
#[test]
fn a_tile_in_two_entries() {
    let mut chip = Chip::new([4, 1, 1], NAGAM);
    let entry = reg::TABLE + 5 * reg::TABLE_STRIDE;
    chip.program(1, [write(entry, reg::TABLE_VALID | 1)]);
    chip.program(0, send(1, DATA.base, 4));
    chip.run();
    assert_eq!(chip.cores[1].unit.left_over(), [(Some(0), 4)]);
}

#[test]
fn nothing_moves_at_a_deadlock() {
    let mut chip = Chip::new([4, 1, 1], NAGAM);
    chip.program(0, receive(1, DATA.base, 4));
    chip.program(1, receive(0, DATA.base, 4));
    chip.run();
    for core in &chip.cores {
        let task = u32::from(core.tile == 1);
        assert_eq!(core.unit.waiting(), Some(Waiting::Block { task }));
        assert_eq!(core.unit.next_event(chip.now), Cycle::NEVER);
    }
}
