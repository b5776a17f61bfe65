//! Section 7 of the contract: matching, early data, the pipelined controller, granted locks.

use crate::common::chip::{platform, quick_platform};
use crate::common::table::{cores, cores_of};

/// Length 4 and label 5; to core 1 for the sender, from core 0 for the receiver.
const SEND_A_WORD: &str = "0  | li   t0, 0x82028004
         2  | idle 8
         10 | mbox.send t1, s0, t0, 1";

#[test]
fn a_matched_word_takes_three_cycles() {
    let send = format!(
        "{SEND_A_WORD}
         12 | bnez t1, @wrong
         13 | exit                         | issue 12 message 1
         @wrong:
         -  | nop"
    );
    cores_of(
        &quick_platform(2),
        &[
            &send,
            "0  | li   t0, 0x80028004
         2  | mbox.match t1, s0, t0
         13 | bnez t1, @wrong
         14 | exit                         | issue 4 message 10
         @wrong:
         -  | nop",
        ],
    );
}

#[test]
fn another_message_stays_where_it_is() {
    let send = format!(
        "{SEND_A_WORD}
         12 | exit                         | issue 11 message 1"
    );
    cores_of(
        &quick_platform(2),
        &[
            &send,
            "0  | li   t0, 0x80030004
         2  | mbox.match t1, s0, t0
         13 | csrr t2, mhead
         14 | bne  t1, t2, @wrong
         15 | mbox.load s0
         17 | exit                         | issue 6 message 11
         @wrong:
         -  | nop",
        ],
    );
}

#[test]
fn matching_needs_no_early_data() {
    let send = format!(
        "{SEND_A_WORD}
         13 | exit                         | issue 11 message 2"
    );
    cores(&[
        &send,
        "0  | li   t0, 0x80028004
         2  | mbox.match t1, s0, t0
         14 | bnez t1, @wrong
         15 | exit                         | issue 4 message 11
         @wrong:
         -  | nop",
    ]);
}

#[test]
fn a_word_of_no_block_is_refused_at_once() {
    cores(&["0  | mbox.send t1, s0, zero, 1
         1  | beqz t1, @wrong
         2  | exit                         | issue 2
         @wrong:
         -  | nop"]);
}

#[test]
fn an_offer_needs_a_receiver_that_waits() {
    cores_of(
        &quick_platform(2),
        &[
            "0  | li   t0, 0x82028004
         2  | mbox.send t1, s0, t0, 2
         4  | beqz t1, @wrong
         5  | idle 5
         10 | mbox.send t1, s0, t0, 2
         12 | bnez t1, @wrong
         13 | exit                         | issue 11 message 2
         @wrong:
         -  | nop",
            "0  | li   t0, 0x80028004
         2  | idle 5
         7  | mbox.match t1, s0, t0
         13 | exit                         | issue 8 message 5",
        ],
    );
}

#[test]
fn blocks_follow_each_other_without_a_gap() {
    cores_of(
        &quick_platform(2),
        &[
            "0  | li   t0, 0x82028050
         2  | idle 8
         10 | mbox.send t1, s0, t0, 2
         31 | exit                         | issue 11 message 20",
            "0  | li   t0, 0x80028050
         2  | mbox.match t1, s0, t0
         32 | bnez t1, @wrong
         33 | exit                         | issue 4 message 29
         @wrong:
         -  | nop",
        ],
    );
}

/// The event of core 2 is served between the blocks.
#[test]
fn another_request_comes_between_blocks() {
    cores_of(
        &quick_platform(3),
        &[
            "0  | li   t0, 0x82028050
         2  | idle 8
         10 | mbox.send t1, s0, t0, 1
         34 | exit                         | issue 11 message 23",
            "0  | mbox.load s0
         35 | exit                         | issue 1 message 34",
            "0  | li   t0, 1
         1  | idle 19
         20 | msg.send s0, t0, EVENT
         29 | exit                         | issue 21 message 8",
        ],
    );
}

#[test]
fn requests_of_one_cycle_are_answered_in_consecutive_ones() {
    let ask = |next: u32, waits: u32| {
        format!(
            "0 | mv   t0, tp
         1 | msg.send t0, s4, LOCK_ACQUIRE
         {next} | exit                     | issue 2 sync {waits}"
        )
    };
    cores_of(&quick_platform(3), &[&ask(4, 2), &ask(5, 3), &ask(6, 4)]);
}

#[test]
fn a_granted_lock_changes_hands_in_the_time_of_waking() {
    cores_of(
        &quick_platform(2),
        &[
            "0  | msg.send zero, s4, LOCK_ACQUIRE
         3  | idle 17
         20 | msg.send zero, s4, LOCK_RELEASE
         23 | exit                         | issue 19 sync 4",
            "0  | idle 5
         5  | msg.send zero, s4, LOCK_ACQUIRE
         27 | msg.receive t0, zero, s4, LOCK_RELEASE
         30 | beqz t0, @wrong
         31 | exit                         | issue 8 sync 23
         @wrong:
         -  | nop",
        ],
    );
}

#[test]
fn a_barrier_grows_by_a_cycle_with_each_core() {
    let first = "0  | li   t0, 0x301
         1  | msg.send t0, s4, BARRIER
         10 | exit                         | issue 2 sync 8";
    cores_of(
        &quick_platform(3),
        &[
            first,
            first,
            "0  | li   t0, 0x301
         1  | msg.send t0, s4, BARRIER
         6  | exit                         | issue 2 sync 4",
        ],
    );
}

/// And as such they read no register: there is no bubble after the multiplication.
#[test]
fn without_matching_the_instructions_are_illegal() {
    let mut platform = platform(1);
    platform.cores.mailbox.matching = false;
    cores_of(
        &platform,
        &["0 | li   t0, 0x80
         1 | csrw mtvec, t0
         2 | mul  s0, t0, t0
         - | mbox.match t1, s0, zero
         .org 0x80
         6 | csrr t0, mcause
         7 | addi t0, t0, -2
         8 | bnez t0, @wrong
         9 | exit                          | issue 7 hazard 2
         @wrong:
         - | nop"],
    );
}
