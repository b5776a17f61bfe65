//! Sections 3 and 4 of the contract: refused requests, retries, and what may and may not interrupt a wait.

use crate::common::chip::platform;
use crate::common::table::{cores, cores_of, one_core};
use weft_sim::platform::Platform;

fn platform_with_one_block() -> Platform {
    let mut platform = platform(2);
    platform.cores.mailbox.blocks = 1;
    platform
}

#[test]
fn a_sleeping_transmitter_wakes_only_by_the_node_it_has_asked() {
    cores_of(
        &platform_with_one_block(),
        &[
            "0  | li   t0, 1
             1  | li   t1, 4
             2  | mbox.enable t1
             3  | mbox.store s0, t0
             6  | mbox.enable t1
             7  | mbox.try t2, s0, t0
             9  | li   t4, 0x200
             10 | msg.send t4, s4, BARRIER
             30 | csrr t5, mip
             31 | lui  t3, 0x40
             32 | and  t5, t5, t3
             33 | beqz t5, @wrong
             34 | exit                     | issue 12 message 3 sync 19
             @wrong:
             -  | nop",
            "0  | idle 20
             20 | mbox.load s0
             22 | li   t4, 0x200
             23 | msg.send t4, s4, BARRIER
             26 | exit                     | issue 23 message 1 sync 2",
        ],
    );
}

#[test]
fn a_try_sleeps_once_a_block_has_been_accepted() {
    cores_of(
        &platform_with_one_block(),
        &[
            "0  | li   t0, 1
             1  | li   t1, 68
             2  | mbox.enable t1
             3  | mbox.try t2, s0, t0
             45 | bnez t2, @wrong
             46 | exit                     | issue 5 message 41
             @wrong:
             -  | nop",
            "0  | mbox.load s0
             46 | exit                     | issue 1 message 45",
        ],
    );
}

#[test]
fn a_barrier_can_be_waited_for_in_wfi() {
    cores(&[
        "0  | li   t4, 0x200
         1  | msg.receive t5, t4, s4, BARRIER
         4  | bnez t5, @wrong
         5  | lui  t3, 0x40
         6  | csrw mie, t3
         7  | wfi
         27 | exit                         | issue 6 sync 2 sleep 19
         @wrong:
         -  | nop",
        "0  | li   t4, 0x200
         1  | idle 19
         20 | msg.receive t5, t4, s4, BARRIER
         23 | beqz t5, @wrong
         24 | exit                         | issue 22 sync 2
         @wrong:
         -  | nop",
    ]);
}

#[test]
fn words_pass_between_the_blocks_of_a_message() {
    cores(&[
        "0  | li   t0, 2
         1  | li   t1, 68
         2  | mbox.enable t1
         3  | mbox.store s0, t0
         26 | exit                         | issue 4 message 22",
        "0  | li   t0, 2
         1  | idle 9
         10 | msg.send s0, t0, WORD
         23 | exit                         | issue 11 message 12",
        "0  | exit",
    ]);
}

#[test]
fn a_wait_for_a_posted_store_is_not_interrupted() {
    one_core(
        "0  | li   t0, 0x80
         1  | csrw mtvec, t0
         2  | sw   zero, 4(s2)
         3  | li   t1, 12
         4  | sw   t1, 0(s2)
         5  | csrw mie, t0
         6  | csrsi mstatus, 8
         7  | idle 3
         10 | sw   s0, 0(s1)
         22 | lw   t2, 0(s1)
         26 | exit                         | issue 15 hazard 5 bus 6
         .org 0x80
         17 | li   t3, -1                  | issue 11 hazard 3 bus 3
         18 | sw   t3, 4(s2)
         19 | mret",
    );
}

#[test]
fn a_wait_for_an_answer_is_not_interrupted() {
    cores(&[
        "0  | li   t0, 0x80
         1  | csrw mtvec, t0
         2  | sw   zero, 4(s2)
         3  | li   t1, 12
         4  | sw   t1, 0(s2)
         5  | csrw mie, t0
         6  | csrsi mstatus, 8
         7  | li   t0, 1
         8  | msg.receive t2, s0, t0, WORD
         41 | exit                         | issue 12 hazard 5 message 24
         .org 0x80
         36 | li   t3, -1                  | issue 9 hazard 3 message 24
         37 | sw   t3, 4(s2)
         38 | mret",
        "0  | idle 30
         30 | msg.send tp, zero, WORD
         32 | exit                         | issue 31 message 1",
    ]);
}

#[test]
fn a_wait_for_the_head_of_the_buffer_can_be_interrupted() {
    one_core(
        "0  | li   t0, 0x80
         1  | csrw mtvec, t0
         2  | sw   zero, 4(s2)
         3  | li   t1, 20
         4  | sw   t1, 0(s2)
         5  | csrw mie, t0
         6  | csrsi mstatus, 8
         7  | csrr t4, mheadw
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
