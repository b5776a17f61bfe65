//! Tests of cycle counts, derived by hand from docs/contract/message-buffers.md. Between neighbours, a flit that is driven in cycle c arrives in c +
//! 8: two routers of 3 cycles, and two links (docs/contract/timing.md).

use super::*;
use crate::port::Reach;

/// Core 0 sends this number of words to core 1, which waits for them. Returns the cycles from the issue of SEND to the cycle in which the sender
/// continues, and to that in which the receiver continues.
fn transfer(unit: MessageUnit, words: u32) -> (u64, u64) {
    let mut chip = Chip::new([4, 1, 1], unit);
    chip.program(1, receive(0, DATA.base, 4 * words));
    chip.run();
    let data: Vec<u8> = (0..4 * words).map(|byte| byte as u8 ^ 0x5A).collect();
    chip.cores[0]
        .local
        .at(DATA.base + 64, data.len())
        .copy_from_slice(&data);
    chip.program(0, send(1, DATA.base + 64, 4 * words));
    chip.run();
    assert_eq!(chip.cores[1].local.at(DATA.base, data.len()), data);
    let sent = chip.cores[0].last();
    (
        sent.goes_on - sent.issued,
        chip.cores[1].last().goes_on - sent.issued,
    )
}

/// | cycle | nagam, one word |
/// |---|---|
/// | 1 | SEND acts |
/// | 3 | the word is in the output buffer |
/// | 5, 6 | envelope |
/// | 13, 14 | it arrives |
/// | 16 | grant |
/// | 24 | it arrives |
/// | 26, 27 | header and word |
/// | 34, 35 | they arrive |
/// | 37 | the status table has the block, RECEIVE acts |
/// | 39 | the word is in local memory |
#[test]
fn one_word() {
    assert_eq!(transfer(NAGAM, 1), (2, 40));
}

/// As `one_word`, with 63 more words: 2 x 63 cycles into the buffer; 63 words and 3 headers more on the link; 2 x 63 cycles out of the buffer.
#[test]
fn sixty_four_words() {
    assert_eq!(transfer(NAGAM, 64), (2, 40 + 126 + 66 + 126));
}

/// | cycle | nagamx, 64 words |
/// |---|---|
/// | 0 | SEND acts |
/// | 1 .. 64 | words come into the output buffer |
/// | 1, 2 | envelope |
/// | 10 | it has arrived |
/// | 11 | grant |
/// | 19 | it arrives |
/// | 20 .. 87 | 4 headers and 64 words |
/// | 29 | the first word arrives |
/// | 30 | the status table has the block, RECEIVE acts |
/// | 31 .. | words are copied as they come |
/// | 95 | the last word arrives |
/// | 96 | it is in local memory |
#[test]
fn sixty_four_words_cut_through() {
    assert_eq!(transfer(NAGAMX, 64), (1, 97));
}

/// pronto V.A: 4 packets, 68 flits; 2 flits of the envelope and 1 of the acknowledgement.
#[test]
fn flits_of_sixty_four_words() {
    let mut chip = Chip::new([4, 1, 1], NAGAM);
    let [before, _] = chip.flits();
    chip.program(0, send(1, DATA.base, 256));
    chip.program(1, receive(0, DATA.base, 256));
    chip.run();
    let [sent, received] = chip.flits();
    assert_eq!(sent, received);
    let flits: Vec<u64> = sent
        .iter()
        .zip(before)
        .map(|(now, before)| now - before)
        .collect();
    // Envelope, grant, data, and nothing else.
    assert_eq!(flits, [2, 1, 68, 0, 0, 0, 0, 0, 0, 0]);
}

/// RECEIVE of a block that has already arrived: it acts in cycle 1, and the words are in local memory in 3, 5, ... The core waits only for the copy.
#[test]
fn a_block_that_is_there() {
    let mut chip = Chip::new([4, 1, 1], NAGAM);
    chip.program(0, send(1, DATA.base, 40));
    chip.run();
    chip.program(1, receive(0, DATA.base, 38));
    chip.program(1, receive(0, DATA.base, 40));
    chip.run();
    let done = chip.cores[1].last();
    assert_eq!(done.goes_on - done.issued, 2 + 20);
    let stalled = chip.statistics(1).stalled;
    assert_eq!((stalled.copying, stalled.underflow), (20, 0));
}

/// The sender's second block waits until the first has been copied, not until it has left the output buffer.
#[test]
fn the_next_send_waits_for_the_copy() {
    let mut chip = Chip::new([4, 1, 1], NAGAM);
    chip.program(0, send(1, DATA.base, 64));
    chip.program(0, send(1, DATA.base, 64));
    chip.run();
    let sends: Vec<Done> = chip.cores[0]
        .done
        .iter()
        .copied()
        .skip(2)
        .step_by(3)
        .collect();
    // Acts in cycle 1, copies 16 words by 33. SEND issues at 6 and acts in 34.
    assert_eq!(sends[1].issued - sends[0].issued, 6);
    assert_eq!(sends[1].goes_on - sends[0].issued, 35);
    assert_eq!(chip.statistics(0).stalled.copying, 34 - 7);
}

/// Both senders are granted at once. The link to the receiver carries a flit in each cycle, packets of the two blocks in turn; so the sender that is
/// served second is complete 68 cycles later than it would be alone.
#[test]
fn two_senders_share_the_receiver() {
    let last_of = |source| {
        let mut chip = Chip::new([5, 1, 1], NAGAM);
        for sender in [0, 2] {
            chip.program(sender, send(1, DATA.base, 256));
        }
        chip.program(1, receive(source, DATA.base, 256));
        chip.run();
        chip.cores[1].last().goes_on - chip.cores[0].last().issued
    };
    let alone = 40 + 126 + 66 + 126;
    assert_eq!((last_of(0), last_of(2)), (alone + 3 * 17, alone + 4 * 17));
}

/// A grant is sent between two packets of a block. The data of core 1 are on the link from 152 to 219, in packets of 17 flits. The SEND of core 2 in
/// 146 makes its envelope arrive in 160. The grant leaves after the first packet in 169 and arrives in 177. The word's packet, in 179 and 180,
/// arrives in 188; the block is in the table in 190 and in local memory in 192.
#[test]
fn a_grant_passes_data() {
    let mut chip = Chip::new([5, 1, 1], NAGAM);
    let start = chip.now;
    chip.cores[2].next = start + 146;
    chip.program(1, send(0, DATA.base, 256));
    chip.program(1, receive(2, DATA.base + 0x400, 4));
    chip.program(2, send(1, DATA.base, 4));
    chip.run();
    assert_eq!(chip.cores[2].last().issued, start + (4 + 146));
    assert_eq!(chip.cores[1].last().goes_on, start + (4 + 193));
}

/// Stall cycles are the same whether every cycle is simulated or only those with events.
#[test]
fn steps_and_events_agree() {
    for unit in [NAGAM, NAGAMX] {
        let run = |steps| {
            let mut chip = Chip::new([4, 2, 1], unit);
            chip.steps = steps;
            for core in 0..6 {
                for round in 0..5 {
                    chip.program(
                        core,
                        send((core as u32 + 1 + round) % 6, DATA.base, 100 + 32 * round),
                    );
                    chip.program(
                        core,
                        receive(
                            (core as u32 + 11 - round) % 6,
                            DATA.base + 0x400,
                            100 + 32 * round,
                        ),
                    );
                }
            }
            chip.run();
            chip.steps = false;
            chip
        };
        let (steps, events) = (run(true), run(false));
        assert_eq!(steps, events);
        assert!(steps
            .cores
            .iter()
            .all(|core| core.program.is_empty() && core.issued.is_none()));
    }
}

/// With four words in a row: 3 words to the end of the first row, 8 rows, 1 word; and the same from the beginning of a row. SEND acts in 1, the last
/// row is copied in 1 + 2 x rows, and SENT acts in the next cycle.
#[test]
fn rows_of_four_words() {
    let wide = MessageUnit {
        copy_words: 4,
        ..NAGAM
    };
    for (address, rows) in [(DATA.base + 4, 10), (DATA.base, 9)] {
        let mut chip = Chip::new([4, 1, 1], wide);
        chip.program(0, send(1, address, 144));
        chip.program(0, [read(reg::SENT)]);
        chip.run();
        let [.., send, sent] = chip.cores[0].done[..] else {
            panic!("four accesses");
        };
        assert_eq!(sent.goes_on - send.issued, 3 + 2 * rows);
    }
}

/// A block occupies whole lines: 5 words occupy 8. They become free when the first 4 words, and then the last one, have been copied out.
#[test]
fn lines_of_four_words() {
    let wide = MessageUnit {
        copy_words: 4,
        ..NAGAM
    };
    let mut chip = Chip::new([4, 1, 1], wide);
    chip.program(0, send(1, DATA.base, 20));
    chip.run();
    assert_eq!(chip.cores[1].unit.input_room(), 512 - 32);
    let mut rooms = vec![];
    chip.steps = true;
    chip.program(1, receive(0, DATA.base, 20));
    while chip.next_event() != Cycle::NEVER {
        chip.cycle();
        rooms.push(chip.cores[1].unit.input_room());
    }
    rooms.dedup();
    assert_eq!(rooms, [512 - 32, 512 - 16, 512]);
}

/// The first 31 of 32 rows are not simulated in their cycles; the last row is copied 64 cycles after the command has acted.
#[test]
fn of_a_copy_the_last_row_is_noticed() {
    let mut chip = Chip::new([4, 1, 1], NAGAM);
    chip.program(0, send(1, DATA.base, 128));
    while chip.cores[0].unit.reach() == Reach::None {
        chip.cycle();
    }
    let begun = chip.now.0 - 1;
    assert_eq!(chip.cores[0].unit.next_event(chip.now), Cycle(begun + 64));
}

/// Words that a cut-through copy has to wait for cost waiting cycles, not copying cycles: 4 words arrive in 29, 30, 31 and 32.
#[test]
fn a_copy_that_starves() {
    let mut chip = Chip::new([4, 1, 1], NAGAMX);
    chip.program(1, receive(0, DATA.base, 16));
    chip.run();
    chip.program(0, send(1, DATA.base, 16));
    chip.run();
    let send = chip.cores[0].last().issued;
    let before = send - chip.cores[1].last().issued;
    let stalled = chip.statistics(1).stalled;
    assert_eq!(chip.cores[1].last().goes_on, send + 34);
    assert_eq!((stalled.underflow, stalled.copying), (before + 32, 1));
}
