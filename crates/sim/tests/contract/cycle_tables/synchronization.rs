//! Section 4 of the contract: locks and barriers.

use crate::common::chip::platform;
use crate::common::table::{cores, cores_of, one_core};

#[test]
fn a_free_lock_takes_three_cycles() {
    one_core(
        "0 | msg.send zero, s4, LOCK_ACQUIRE
         3 | msg.send zero, s4, LOCK_RELEASE
         6 | exit                          | issue 2 sync 4",
    );
}

#[test]
fn lock_try_tells_whether_the_lock_was_free() {
    one_core(
        "0  | msg.receive t0, zero, s4, LOCK_TRY
         3  | beqz t0, @wrong
         4  | msg.receive t0, zero, s4, LOCK_TRY
         7  | bnez t0, @wrong
         8  | msg.receive t0, zero, s4, LOCK_RELEASE
         11 | beqz t0, @wrong
         12 | exit                         | issue 6 sync 6
         @wrong:
         -  | nop",
    );
}

#[test]
fn what_makes_no_sense_is_refused() {
    one_core(
        "0  | msg.receive t0, zero, s4, LOCK_RELEASE
         3  | bnez t0, @wrong
         4  | li   t1, 200
         5  | msg.receive t0, t1, s4, LOCK_TRY
         8  | bnez t0, @wrong
         9  | msg.receive t0, zero, s4, 9
         12 | bnez t0, @wrong
         13 | msg.receive t0, zero, s4, BARRIER
         16 | bnez t0, @wrong
         17 | exit                         | issue 9 sync 8
         @wrong:
         -  | nop",
    );
}

#[test]
fn a_lock_is_not_given_back_by_another_core() {
    cores(&[
        "0  | msg.send zero, s4, LOCK_ACQUIRE
         3  | exit                         | issue 1 sync 2",
        "0  | idle 5
         5  | msg.receive t0, zero, s4, LOCK_RELEASE
         8  | bnez t0, @wrong
         9  | msg.receive t0, zero, s4, LOCK_TRY
         12 | bnez t0, @wrong
         13 | exit                         | issue 9 sync 4
         @wrong:
         -  | nop",
    ]);
}

#[test]
fn a_request_during_another_waits() {
    cores(&[
        "0 | msg.send zero, s4, LOCK_ACQUIRE
         3 | exit                          | issue 1 sync 2",
        "0 | li   t0, 1
         1 | msg.send t0, s4, LOCK_ACQUIRE
         6 | exit                          | issue 2 sync 4",
    ]);
}

#[test]
fn requests_of_one_cycle_are_served_in_turn() {
    cores(&[
        "0  | li   t0, 1
         1  | msg.send t0, s4, LOCK_ACQUIRE
         4  | exit                         | issue 2 sync 2",
        "0  | li   t0, 2
         1  | msg.send t0, s4, LOCK_ACQUIRE
         7  | exit                         | issue 2 sync 5",
        "0  | li   t0, 3
         1  | msg.send t0, s4, LOCK_ACQUIRE
         10 | exit                         | issue 2 sync 8",
    ]);
}

#[test]
fn a_contended_lock_changes_hands_in_eight_cycles() {
    cores(&[
        "0  | msg.send zero, s4, LOCK_ACQUIRE
         3  | idle 17
         20 | msg.send zero, s4, LOCK_RELEASE
         23 | exit                         | issue 19 sync 4",
        "0  | idle 5
         5  | msg.send zero, s4, LOCK_ACQUIRE
         31 | exit                         | issue 6 sync 25",
    ]);
}

#[test]
fn a_race_for_a_lock() {
    cores(&[
        "0  | msg.send zero, s4, LOCK_ACQUIRE
         3  | msg.send zero, s4, LOCK_RELEASE
         9  | exit                         | issue 2 sync 7",
        "0  | msg.send zero, s4, LOCK_ACQUIRE
         17 | exit                         | issue 1 sync 16",
    ]);
}

#[test]
fn waiting_cores_get_the_lock_in_turn() {
    cores(&[
        "0  | idle 5
         5  | msg.send zero, s4, LOCK_ACQUIRE
         42 | exit                         | issue 6 sync 36",
        "0  | msg.send zero, s4, LOCK_ACQUIRE
         3  | idle 17
         20 | msg.send zero, s4, LOCK_RELEASE
         23 | exit                         | issue 19 sync 4",
        "0  | idle 5
         5  | msg.send zero, s4, LOCK_ACQUIRE
         31 | msg.send zero, s4, LOCK_RELEASE
         34 | exit                         | issue 7 sync 27",
    ]);
}

#[test]
fn a_barrier_of_two() {
    cores(&[
        "0  | li   t0, 0x200
         1  | msg.send t0, s4, BARRIER
         17 | exit                         | issue 2 sync 15",
        "0  | li   t0, 0x200
         1  | idle 9
         10 | msg.send t0, s4, BARRIER
         13 | exit                         | issue 11 sync 2",
    ]);
}

#[test]
fn a_barrier_of_three_at_once() {
    let first_two = "0  | li   t0, 0x301
         1  | msg.send t0, s4, BARRIER
         14 | exit                         | issue 2 sync 12";
    cores(&[
        first_two,
        first_two,
        "0  | li   t0, 0x301
         1  | msg.send t0, s4, BARRIER
         10 | exit                         | issue 2 sync 8",
    ]);
}

#[test]
fn a_barrier_can_be_used_again() {
    cores(&[
        "0  | li   t0, 0x200
         1  | msg.send t0, s4, BARRIER
         17 | msg.send t0, s4, BARRIER
         20 | exit                         | issue 3 sync 17",
        "0  | li   t0, 0x200
         1  | idle 9
         10 | msg.send t0, s4, BARRIER
         13 | msg.send t0, s4, BARRIER
         24 | exit                         | issue 12 sync 12",
    ]);
}

#[test]
fn cores_that_wake_in_one_cycle() {
    let mut platform = platform(2);
    platform.cores.groups[0].timing.wake = 1;
    cores_of(
        &platform,
        &[
            "0  | li   t0, 0x200
             1  | msg.send t0, s4, BARRIER
             14 | idle 6
             20 | msg.send zero, s4, LOCK_ACQUIRE
             38 | exit                     | issue 9 sync 29",
            "0  | li   t0, 0x200
             1  | idle 9
             10 | msg.send t0, s4, BARRIER
             13 | msg.send zero, s4, LOCK_ACQUIRE
             16 | idle 14
             30 | msg.send zero, s4, LOCK_RELEASE
             33 | exit                     | issue 27 sync 6",
        ],
    );
}
