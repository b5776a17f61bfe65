//! Section 2 of the contract: the bus.

use crate::common::chip::{platform, platform_with_wait_states};
use crate::common::table::{cores, cores_of, one_core};

#[test]
fn a_load_takes_four_cycles() {
    one_core(
        "0 | lw   t0, 0(s1)
         4 | add  t1, t0, t0     | issue 1 bus 3
         5 | lbu  t0, 1(s1)
         9 | exit                | issue 3 bus 6",
    );
}

#[test]
fn a_posted_store_delays_the_next_access() {
    one_core(
        "0  | sw   s0, 0(s1)
         1  | addi t0, t0, 1
         4  | lw   t1, 0(s1)     | issue 2 bus 2
         8  | sw   s0, 4(s1)
         12 | sw   s0, 8(s1)     | issue 4 bus 8
         13 | idle 5
         18 | sw   s0, 12(s1)
         19 | lw   t0, 0(s0)
         21 | add  t0, t0, t0
         22 | exit               | issue 13 hazard 1 bus 8",
    );
}

#[test]
fn fences_wait_for_a_posted_store() {
    one_core(
        "0  | fence
         1  | sw   s0, 0(s1)
         5  | fence              | issue 2 bus 3
         6  | sw   s0, 0(s1)
         10 | fence.i            | issue 4 bus 6
         13 | fence
         14 | exit               | issue 6 hazard 2 bus 6",
    );
}

#[test]
fn message_instructions_wait_for_a_posted_store_but_for_enable() {
    one_core(
        "0  | sw   s0, 0(s1)
         1  | mbox.enable zero
         4  | msg.send zero, s4, LOCK_ACQUIRE  | issue 2 bus 2
         7  | exit               | issue 3 bus 2 sync 2",
    );
}

#[test]
fn wait_states_lengthen_the_data_state() {
    let platform = platform_with_wait_states(1, 2);
    cores_of(
        &platform,
        &["0  | lw   t0, 0(s1)
           6  | sw   t0, 0(s1)
           12 | lw   t0, 0(s1)           | issue 2 bus 10
           18 | amoadd.w t0, t0, (s1)
           30 | lr.w t0, (s1)            | issue 4 bus 26
           36 | exit                     | issue 5 bus 31"],
    );
}

#[test]
fn atomic_operations_hold_the_bus_for_two_accesses() {
    one_core(
        "0  | amoadd.w t0, s0, (s1)
         8  | add  t1, t0, t0    | issue 1 bus 7
         9  | lr.w t0, (s1)
         13 | sc.w t1, s0, (s1)
         17 | sc.w t2, s0, (s1)
         21 | add  t3, t1, t2
         22 | exit               | issue 6 bus 16",
    );
}

#[test]
fn two_cores_take_turns() {
    cores(&[
        "0  | lw t0, 0(s1)
         4  | lw t0, 0(s1)
         12 | exit               | issue 2 bus 10",
        "0  | lw t0, 0(s1)
         8  | lw t0, 0(s1)
         16 | exit               | issue 2 bus 14",
    ]);
}

#[test]
fn round_robin_begins_behind_the_last_winner() {
    cores(&[
        "0  | idle 5
         5  | lw t0, 0(s1)
         13 | exit               | issue 6 bus 7",
        "0  | idle 1
         1  | lw t0, 0(s1)
         5  | lw t0, 0(s1)
         17 | exit               | issue 3 bus 14",
        "0  | idle 5
         5  | lw t0, 0(s1)
         9  | exit               | issue 6 bus 3",
    ]);
}

#[test]
fn a_request_that_misses_the_idle_cycle_waits_for_the_next() {
    cores(&[
        "0  | lw t0, 0(s1)
         4  | exit               | issue 1 bus 3",
        "0  | idle 1
         1  | lw t0, 0(s1)
         8  | exit               | issue 2 bus 6",
        "0  | idle 2
         2  | amoadd.w t0, s0, (s1)
         16 | exit               | issue 3 bus 13",
    ]);
}

#[test]
fn posted_stores_of_two_cores() {
    cores(&[
        "0  | sw s0, 0(s1)
         4  | fence              | issue 1 bus 3
         5  | exit               | issue 2 bus 3",
        "0  | sw s0, 4(s1)
         1  | idle 3
         8  | fence              | issue 4 bus 4
         9  | exit               | issue 5 bus 4",
    ]);
}

#[test]
fn a_write_of_another_core_ends_a_reservation() {
    cores(&[
        "0  | lr.w t0, (s1)
         4  | idle 4
         8  | sc.w t1, s0, (s1)
         12 | bnez t1, @failed
         -  | nop
         @failed:
         15 | exit               | issue 7 hazard 2 bus 6",
        "0  | idle 3
         3  | sw s0, 0(s1)
         4  | exit               | issue 4",
    ]);
}

#[test]
fn a_slower_bus() {
    let mut platform = platform(1);
    platform.bus.single_access = 6;
    cores_of(
        &platform,
        &["0  | lw   t0, 0(s1)
           6  | sw   t0, 0(s1)
           12 | amoadd.w t0, t0, (s1)    | issue 2 bus 10
           24 | exit                     | issue 3 bus 21"],
    );
}

/// Core 1 asks in the same cycle as core 0, and is granted that many cycles before core 0 has its answer.
#[test]
fn the_next_access_is_granted_before_the_response() {
    for (overlap, answer) in [(0, 8), (1, 7), (2, 6)] {
        let mut platform = platform(2);
        platform.bus.overlap = overlap;
        let second = format!(
            "0 | lw t0, 0(s1)
             {answer} | exit  | issue 1 bus {}",
            answer - 1
        );
        let first = "0 | lw t0, 0(s1)
                     4 | exit  | issue 1 bus 3";
        cores_of(&platform, &[first, &second]);
    }
}

#[test]
fn wait_states_and_atomic_operations_keep_an_overlapped_bus() {
    let mut platform = platform_with_wait_states(2, 1);
    platform.bus.overlap = 2;
    cores_of(
        &platform,
        &[
            "0  | amoadd.w t0, t0, (s1)
             10 | exit                   | issue 1 bus 9",
            "0  | lw   t0, 0(s1)
             13 | exit                   | issue 1 bus 12",
        ],
    );
}

#[test]
fn a_core_has_one_reservation() {
    one_core(
        "0  | lr.w t0, (s0)
         1  | lr.w t1, (s1)
         5  | sc.w t2, s0, (s0)
         6  | beqz t2, @wrong
         7  | sc.w t2, s0, (s1)
         11 | beqz t2, @wrong
         12 | lr.w t0, (s0)
         13 | sw   s1, 0(s0)
         14 | sc.w t2, s0, (s0)
         15 | bnez t2, @wrong
         16 | exit               | issue 10 bus 6
         @wrong:
         -  | nop",
    );
}
