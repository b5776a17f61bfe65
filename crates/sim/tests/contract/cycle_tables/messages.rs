//! Section 3 of the contract: messages between cores.

use crate::common::chip::platform;
use crate::common::table::{cores, cores_of, one_core};

#[test]
fn an_event_takes_two_cycles_and_wakes_the_receiver() {
    cores(&[
        "0  | li   t0, 1
         1  | idle 9
         10 | msg.send s0, t0, EVENT
         12 | exit                         | issue 11 message 1",
        "0  | li   t0, 1
         1  | csrw mevmask, t0
         2  | lui  t0, 0x10
         3  | csrw mie, t0
         4  | wfi
         16 | exit                         | issue 5 sleep 11",
    ]);
}

#[test]
fn a_word_is_visible_two_cycles_after_its_request() {
    cores(&[
        "0  | li   t0, 1
         1  | idle 9
         10 | msg.send s0, t0, WORD
         12 | exit                         | issue 11 message 1",
        "0  | idle 11
         11 | csrr t0, mword
         12 | csrr t1, mword
         13 | bnez t0, @wrong
         14 | beqz t1, @wrong
         15 | exit                         | issue 15
         @wrong:
         -  | nop",
    ]);
}

#[test]
fn a_core_may_send_to_itself() {
    one_core(
        "0 | msg.send s0, tp, WORD
         2 | csrr t0, mword
         3 | beqz t0, @wrong
         4 | exit                          | issue 3 message 1
         @wrong:
         - | nop",
    );
}

#[test]
fn messages_in_both_directions_do_not_meet() {
    cores(&[
        "0 | li   t0, 1
         1 | msg.send s0, t0, EVENT
         3 | exit                          | issue 2 message 1",
        "0 | nop
         1 | msg.send s0, zero, EVENT
         3 | exit                          | issue 2 message 1",
    ]);
}

#[test]
fn two_senders_take_turns() {
    cores(&[
        "0 | li   t0, 2
         1 | msg.send s0, t0, EVENT
         3 | msg.send s0, t0, EVENT
         7 | exit                          | issue 3 message 4",
        "0 | li   t0, 2
         1 | msg.send s0, t0, EVENT
         5 | exit                          | issue 2 message 3",
        "0 | exit",
    ]);
}

#[test]
fn a_full_word_queue_refuses_until_a_word_is_taken() {
    cores(&[
        "0  | li   t0, 1
         1  | msg.send s0, t0, WORD
         3  | msg.send s0, t0, WORD
         5  | msg.send s0, t0, WORD
         7  | msg.send s0, t0, WORD
         9  | msg.send s0, t0, WORD
         28 | exit                         | issue 6 message 22",
        "0  | idle 20
         20 | csrr t0, mword
         21 | exit                         | issue 21",
    ]);
}

#[test]
fn a_message_of_n_words_takes_n_cycles_and_two_a_block() {
    cores(&[
        "0   | li   t0, 1
         1   | mbox.enable zero
         2   | mbox.store s0, t0
         4   | li   t1, 1
         5   | mbox.enable t1
         6   | mbox.store s0, t0
         9   | li   t1, 5
         10  | mbox.enable t1
         11  | mbox.store s0, t0
         15  | li   t1, 64
         16  | mbox.enable t1
         17  | mbox.store s0, t0
         35  | li   t1, 68
         36  | mbox.enable t1
         37  | mbox.store s0, t0
         58  | li   t1, 256
         59  | mbox.enable t1
         60  | mbox.store s0, t0
         132 | exit                        | issue 18 message 114",
        "0   | exit",
    ]);
}

#[test]
fn loads_of_messages_that_have_arrived() {
    cores(&[
        "0   | li   t0, 1
         1   | mbox.enable zero
         2   | mbox.store s0, t0
         4   | li   t1, 4
         5   | mbox.enable t1
         6   | mbox.store s0, t0
         9   | li   t1, 68
         10  | mbox.enable t1
         11  | mbox.store s0, t0
         32  | exit                        | issue 9 message 23",
        "0   | idle 100
         100 | mbox.load s0
         102 | mbox.load s0
         104 | mbox.load s0
         122 | exit                        | issue 103 message 19",
    ]);
}

#[test]
fn a_load_waits_for_the_first_block() {
    cores(&[
        "0 | li   t0, 1
         1 | li   t1, 8
         2 | mbox.enable t1
         3 | mbox.store s0, t0
         7 | exit                          | issue 4 message 3",
        "0 | mbox.load s0
         9 | exit                          | issue 1 message 8",
    ]);
}

#[test]
fn a_load_waits_for_each_block() {
    cores(&[
        "0  | li   t0, 1
         1  | li   t1, 132
         2  | mbox.enable t1
         3  | mbox.store s0, t0
         42 | exit                         | issue 4 message 38",
        "0  | mbox.load s0
         56 | exit                         | issue 1 message 55",
    ]);
}

#[test]
fn the_head_of_the_buffer_can_be_waited_for() {
    cores(&[
        "0 | li   t0, 1
         1 | li   t1, 4
         2 | mbox.enable t1
         3 | mbox.store s0, t0
         6 | exit                          | issue 4 message 2",
        "0 | csrr t0, mheadw
         7 | csrr t1, mheadw
         8 | exit                          | issue 2 message 6",
    ]);
}

#[test]
fn the_head_is_visible_behind_the_last_word_of_its_block() {
    cores(&[
        "0 | li   t0, 1
         1 | li   t1, 4
         2 | mbox.enable t1
         3 | mbox.store s0, t0
         6 | exit                          | issue 4 message 2",
        "0 | idle 5
         5 | csrr t0, mhead
         6 | csrr t1, mheadw
         7 | bnez t0, @wrong
         8 | exit                          | issue 8
         @wrong:
         - | nop",
    ]);
}

#[test]
fn a_full_buffer_refuses_until_a_block_is_free() {
    let mut platform = platform(2);
    platform.cores.mailbox.blocks = 2;
    cores_of(
        &platform,
        &[
            "0  | li   t0, 1
             1  | li   t1, 4
             2  | mbox.enable t1
             3  | mbox.store s0, t0
             6  | mbox.enable t1
             7  | mbox.store s0, t0
             10 | mbox.enable t1
             11 | mbox.store s0, t0
             30 | exit                     | issue 8 message 22",
            "0  | idle 20
             20 | mbox.load s0
             22 | exit                     | issue 21 message 1",
        ],
    );
}

#[test]
fn an_open_message_refuses_blocks_of_other_nodes() {
    cores(&[
        "0  | li   t0, 2
         1  | li   t1, 68
         2  | mbox.enable t1
         3  | mbox.store s0, t0
         26 | exit                         | issue 4 message 22",
        "0  | li   t0, 2
         1  | li   t1, 4
         2  | mbox.enable t1
         3  | idle 7
         10 | mbox.store s0, t0
         33 | exit                         | issue 11 message 22",
        "0  | exit",
    ]);
}

#[test]
fn a_refused_try_goes_on_and_is_told_when_to_retry() {
    let mut platform = platform(2);
    platform.cores.mailbox.blocks = 1;
    cores_of(
        &platform,
        &[
            "0  | li   t0, 1
             1  | li   t1, 4
             2  | mbox.enable t1
             3  | mbox.store s0, t0
             6  | mbox.enable t1
             7  | mbox.try t2, s0, t0
             9  | beqz t2, @wrong
             10 | lui  t3, 0x40
             11 | csrw mie, t3
             12 | wfi
             27 | mbox.enable t1
             28 | mbox.try t2, s0, t0
             31 | bnez t2, @wrong
             32 | csrr t4, mip
             33 | and  t4, t4, t3
             34 | bnez t4, @wrong
             35 | exit                     | issue 16 message 5 sleep 14
             @wrong:
             -  | nop",
            "0  | idle 20
             20 | mbox.load s0
             22 | exit                     | issue 21 message 1",
        ],
    );
}

#[test]
fn msg_receive_waits_for_a_word() {
    cores(&[
        "0  | li   t0, 1
         1  | msg.receive t1, s0, t0, WORD
         13 | exit                         | issue 2 message 11",
        "0  | idle 10
         10 | msg.send tp, zero, WORD
         12 | exit                         | issue 11 message 1",
    ]);
}

#[test]
fn msg_receive_takes_a_word_that_is_there() {
    cores(&[
        "0 | li   t0, 1
         1 | idle 4
         5 | msg.receive t1, s0, t0, WORD
         8 | exit                          | issue 6 message 2",
        "0 | msg.send tp, zero, WORD
         2 | exit                          | issue 1 message 1",
    ]);
}

#[test]
fn a_waiting_load_can_be_interrupted() {
    one_core(
        "0  | li   t0, 0x80
         1  | csrw mtvec, t0
         2  | sw   zero, 4(s2)
         3  | li   t1, 20
         4  | sw   t1, 0(s2)
         5  | csrw mie, t0
         6  | csrsi mstatus, 8
         7  | mbox.load s0
         31 | exit                         | issue 14 hazard 5 message 12
         .org 0x80
         23 | csrr t2, mepc                | issue 8 hazard 3 message 12
         24 | addi t2, t2, 4
         25 | csrw mepc, t2
         26 | li   t3, -1
         27 | sw   t3, 4(s2)
         28 | mret",
    );
}
