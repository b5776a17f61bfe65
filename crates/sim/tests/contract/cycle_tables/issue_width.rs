//! Section 1 of the contract: several instructions in a cycle.

use crate::common::chip::{platform, platform_with_wait_states};
use crate::common::table::cores_of;

/// Holds a core that issues up to `width` instructions in a cycle against its table.
fn wide(width: usize, table: &str) {
    let mut platform = platform(1);
    platform.cores.groups[0].issue_width = width;
    cores_of(&platform, &[table]);
}

#[test]
fn independent_instructions_issue_together() {
    wide(
        4,
        "0 | addi t0, zero, 1
         0 | addi t1, zero, 2
         0 | c.li t2, 3
         0 | lui  t3, 4
         1 | addi t4, zero, 5    | issue 1
         2 | fence               | issue 2
         3 | exit                | issue 3",
    );
}

#[test]
fn at_most_as_many_as_the_core_is_wide() {
    wide(
        2,
        "0 | addi t0, zero, 1
         0 | addi t1, zero, 2
         1 | addi t2, zero, 3
         1 | addi t3, zero, 4
         2 | exit                | issue 2",
    );
}

#[test]
fn one_that_depends_on_another_begins_a_bundle() {
    wide(
        4,
        "0 | addi t0, zero, 1
         1 | addi t1, t0, 2
         2 | addi t1, zero, 3
         2 | add  t2, zero, s0
         3 | add  t3, t1, s0
         3 | addi s0, s0, 4
         4 | fence               | issue 4
         5 | exit                | issue 5",
    );
}

#[test]
fn one_access_and_two_multiplications() {
    wide(
        8,
        "0 | lw   t0, 0(s0)
         0 | mul  t1, s0, s0
         0 | mul  t2, s0, s0
         1 | mul  t3, s0, s0
         1 | sw   zero, 0(s0)
         2 | lw   t4, 4(s0)
         3 | fence               | issue 3
         4 | exit                | issue 4",
    );
}

#[test]
fn bubbles_are_those_of_the_bundle() {
    wide(
        4,
        "0 | lw   t0, 0(s0)
         0 | addi t1, zero, 1
         0 | mul  t2, s0, s0
         2 | add  t3, t2, t0     | issue 1 hazard 1
         2 | lw   t0, 0(s0)
         2 | addi t1, zero, 2
         2 | addi t2, zero, 1
         3 | addi t3, zero, 1    | issue 2 hazard 1
         3 | addi t4, t1, 1
         4 | add  t4, t0, t1     | issue 3 hazard 1
         5 | fence
         6 | exit                | issue 5 hazard 1",
    );
}

#[test]
fn a_transfer_of_control_ends_a_bundle_and_its_target_begins_one() {
    wide(
        4,
        "0     | li   t0, 2
         0     | li   t1, 0
         @again:
         1 5   | addi t1, t1, 3
         1 5   | addi t0, t0, -1
         2 6   | bnez t0, @again
         7     | addi t2, zero, 1  | issue 5 hazard 2
         7     | jal  zero, @end
         -     | nop
         @end:
         9     | exit              | issue 6 hazard 3",
    );
}

#[test]
fn what_is_left_of_a_bundle_entered_in_its_middle() {
    wide(
        4,
        "0 | auipc t0, 0
         1 | jalr  zero, 16(t0)
         - | addi  t1, zero, 1
         - | addi  t2, zero, 2
         4 | addi  t3, zero, 3   | issue 2 hazard 2
         4 | addi  t4, zero, 4
         5 | exit                | issue 3 hazard 2",
    );
}

#[test]
fn an_access_beyond_the_data_memory_ends_its_bundle() {
    wide(
        4,
        "0  | addi t0, zero, 1
         0  | lw   t1, 0(s1)
         4  | addi t2, zero, 2   | issue 1 bus 3
         4  | addi t3, zero, 3
         5  | addi t4, zero, 3
         5  | lw   t1, 0(s3)
         7  | addi t5, zero, 3   | issue 3 hazard 1 bus 3
         8  | fence              | issue 4 hazard 1 bus 3
         9  | exit",
    );
}

#[test]
fn a_bundle_waits_for_the_posted_store_as_a_whole() {
    let mut platform = platform_with_wait_states(1, 0);
    platform.cores.groups[0].issue_width = 4;
    cores_of(
        &platform,
        &["0 | sw   zero, 0(s1)
           1 | csrw mscratch, s0 | issue 1
           2 | addi t1, zero, 2  | issue 2
           4 | sw   zero, 4(s1)  | issue 2 bus 2
           5 | addi t2, zero, 3  | issue 3 bus 2
           6 | csrw mscratch, s0 | issue 4 bus 2
           7 | exit"],
    );
}

#[test]
fn all_other_instructions_issue_alone() {
    wide(
        4,
        "0  | addi t0, zero, 1
         1  | csrr t1, mcycle
         2  | addi t2, t1, -1
         2  | addi t3, zero, 1
         3  | div  t4, t3, t3
         37 | csrr t5, minstret
         38 | addi t5, t5, -5
         39 | bnez t5, @wrong
         40 | fence
         41 | exit
         -  | nop
         @wrong:
         -  | nop",
    );
}

#[test]
fn a_written_program_has_other_bundles() {
    wide(
        4,
        "0  | auipc t0, 0
         1  | lw    t1, 40(t0)
         4  | sw    t1, 20(t0)
         6  | fence.i
         9  | addi  t2, zero, 1
         10 | addi  t3, zero, 1  # overwritten by the one behind the end
         10 | addi  t4, zero, 1
         10 | exit
         -  | addi  t3, t2, 1",
    );
}
