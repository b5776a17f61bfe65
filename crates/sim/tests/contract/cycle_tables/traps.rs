//! Section 1 of the contract: exceptions, interrupts, `wfi`.

use crate::common::chip::platform;
use crate::common::table::{cores_of, one_core};

#[test]
fn exceptions() {
    one_core(
        "0  | li   t0, 0x80
         1  | csrw mtvec, t0
         2  | ecall
         11 | lw   t1, 1(s0)
         20 | csrr t1, 0x123
         29 | exit               | issue 17 hazard 12
         .org 0x80
         5 14 23   | csrr t2, mepc
         6 15 24   | addi t2, t2, 4
         7 16 25   | csrw mepc, t2
         8 17 26   | mret",
    );
}

#[test]
fn misaligned_target_that_is_illegal_costs_as_much_as_a_legal_one() {
    one_core(
        "0  | li   t0, 0x80
         1  | csrw mtvec, t0
         2  | jal  zero, @a
         -  | c.nop
         @a:
         -  | .4byte 0xffffffff
         .org 0x80
         8  | exit               | issue 4 hazard 4",
    );
}

#[test]
fn program_memory_takes_no_stores_and_null_pointers_no_loads() {
    let mut platform = platform(1);
    platform.cores.program_stores = false;
    platform.cores.null_access = false;
    cores_of(
        &platform,
        &["0  | li   t0, 0x280
         1  | csrw mtvec, t0
         2  | lw   t1, 252(zero)
         11 | sw   t1, 252(zero)
         20 | sw   t1, 256(zero)
         29 | lw   t1, 256(zero)
         31 | exit               | issue 18 hazard 13
         .org 0x280
         5 14 23   | csrr t2, mepc
         6 15 24   | addi t2, t2, 4
         7 16 25   | csrw mepc, t2
         8 17 26   | mret"],
    );
}

#[test]
fn the_instruction_that_writes_minstret_is_not_counted() {
    one_core(
        "0  | li   t0, -1
         1  | csrw minstret, t0
         2  | csrr t1, minstret
         3  | csrr t2, minstreth
         4  | bne  t0, t1, @wrong
         5  | addi t2, t2, -1
         6  | bnez t2, @wrong
         7  | exit               | issue 7
         @wrong:
         -  | nop",
    );
}

#[test]
fn return_to_a_misaligned_instruction() {
    one_core(
        "0  | li   t0, 0x80
         1  | csrw mtvec, t0
         2  | c.nop
         3  | ecall
         13 | addi t1, t1, 1     | issue 8 hazard 5
         14 | exit               | issue 9 hazard 5
         .org 0x80
         6  | csrr t2, mepc
         7  | addi t2, t2, 4
         8  | csrw mepc, t2
         9  | mret",
    );
}

#[test]
fn timer_interrupt() {
    one_core(
        "0  | li   t0, 0x80
         1  | csrw mtvec, t0
         2  | sw   zero, 4(s2)
         3  | li   t1, 20
         4  | sw   t1, 0(s2)
         5  | csrw mie, t0
         6  | csrsi mstatus, 8
         7  | idle 13
         28 | add  t4, t3, t3    | issue 23 hazard 5
         29 | exit               | issue 24 hazard 5
         .org 0x80
         23 | li   t3, -1        | issue 20 hazard 3
         24 | sw   t3, 4(s2)
         25 | mret",
    );
}

#[test]
fn an_interrupt_enabled_while_pending_is_taken_in_the_next_cycle() {
    one_core(
        "0  | li   t0, 0x80
         1  | csrw mtvec, t0
         2  | sw   zero, 4(s2)
         3  | sw   zero, 0(s2)
         4  | csrw mie, t0
         5  | csrsi mstatus, 8
         14 | exit               | issue 9 hazard 5
         .org 0x80
         9  | li   t3, -1        | issue 6 hazard 3
         10 | sw   t3, 4(s2)
         11 | mret",
    );
}

#[test]
fn a_loads_bubble_has_passed_when_an_interrupt_comes_behind_it() {
    one_core(
        "0  | li   t0, 0x80
         1  | csrw mtvec, t0
         2  | sw   zero, 4(s2)
         3  | li   t1, 10
         4  | sw   t1, 0(s2)
         5  | csrw mie, t0
         6  | csrsi mstatus, 8
         7  | idle 2
         9  | lw   t4, 0(s0)
         19 | add  t4, t4, t4    | issue 13 hazard 6
         20 | exit               | issue 14 hazard 6
         .org 0x80
         14 | li   t3, -1        | issue 10 hazard 4
         15 | sw   t3, 4(s2)
         16 | mret",
    );
}

#[test]
fn wfi_sleeps_and_wakes_in_four_cycles() {
    one_core(
        "0  | li   t0, 0x80
         1  | sw   zero, 4(s2)
         2  | li   t1, 20
         3  | sw   t1, 0(s2)
         4  | csrw mie, t0
         5  | wfi
         24 | wfi                | issue 6 sleep 18
         25 | exit               | issue 7 sleep 18",
    );
}

#[test]
fn an_interrupt_after_wfi_is_taken_when_the_core_is_awake() {
    one_core(
        "0  | li   t0, 0x80
         1  | csrw mtvec, t0
         2  | sw   zero, 4(s2)
         3  | li   t1, 20
         4  | sw   t1, 0(s2)
         5  | csrw mie, t0
         6  | csrsi mstatus, 8
         7  | wfi
         32 | exit               | issue 11 hazard 5 sleep 16
         .org 0x80
         27 | li   t3, -1        | issue 8 hazard 3 sleep 16
         28 | sw   t3, 4(s2)
         29 | mret",
    );
}

#[test]
fn priority_of_interrupts() {
    one_core(
        "0  | li   t0, 0x80
         1  | csrw mtvec, t0
         2  | sw   zero, 4(s2)
         3  | sw   zero, 0(s2)
         4  | csrw mevmask, t0
         5  | csrw mevent, t0
         6  | msg.send zero, tp, WORD
         8  | li   t1, -1
         9  | csrw mie, t1
         10 | csrsi mstatus, 8
         52 | exit                         | issue 32 hazard 19 message 1
         .org 0x80
         14 27 42  | csrr t2, mcause
         15 28 43  | andi t2, t2, 31
         16 29 44  | addi t3, t2, -3
         17 30 45  | beqz t3, @software
         31 46     | addi t3, t2, -7
         32 47     | beqz t3, @timer
         48        | csrw mevent, zero
         49        | mret
         @software:
         20        | csrr t3, mword
         21        | mret
         @timer:
         35        | sw   t1, 4(s2)
         36        | mret",
    );
}

/// Holds one core with user mode against its table.
fn with_user_mode(table: &str) {
    let mut platform = platform(1);
    platform.cores.groups[0].user_mode = true;
    cores_of(&platform, &[table]);
}

#[test]
fn calls_from_user_mode_go_to_machine_mode_and_back() {
    with_user_mode(
        "0  | li   t0, 0x80
         1  | csrw mtvec, t0
         2  | li   t0, 60
         3  | csrw mepc, t0
         4  | csrw mstatus, zero
         5  | mret
         .org 60
         8  | ecall
         20 | ecall
         32 | exit               | issue 22 hazard 10
         .org 0x80
         11 23 | csrr t2, mcause
         12 24 | addi t2, t2, -8
         13 25 | bnez t2, @wrong
         14 26 | csrr t2, mepc
         15 27 | addi t2, t2, 4
         16 28 | csrw mepc, t2
         17 29 | mret
         @wrong:
         -  | nop",
    );
}

#[test]
fn what_needs_machine_mode_is_illegal_in_user_mode() {
    with_user_mode(
        "0  | li   t0, 0x80
         1  | csrw mtvec, t0
         2  | li   t0, 60
         3  | csrw mepc, t0
         4  | csrwi mcounteren, 1
         5  | csrw mstatus, zero
         6  | mret
         .org 60
         9  | csrr t1, mstatus
         21 | csrr t1, mcounteren
         33 | csrr t1, instret
         45 | mret
         57 | csrr t1, cycle
         58 | exit
         .org 0x80
         12 24 36 48 | csrr t2, mcause
         13 25 37 49 | addi t2, t2, -2
         14 26 38 50 | bnez t2, @wrong
         15 27 39 51 | csrr t2, mepc
         16 28 40 52 | addi t2, t2, 4
         17 29 41 53 | csrw mepc, t2
         18 30 42 54 | mret
         @wrong:
         -  | nop",
    );
}

#[test]
fn mstatus_holds_no_mode_that_the_core_lacks() {
    with_user_mode(
        "0  | li   t0, 0x80
         1  | csrw mtvec, t0
         2  | ecall
         .org 0x80
         5  | csrr t1, mstatus
         6  | srli t1, t1, 11
         7  | addi t1, t1, -3
         8  | bnez t1, @wrong
         9  | lui  t1, 1
         10 | csrw mstatus, t1
         11 | csrr t1, mstatus
         12 | srli t1, t1, 11
         13 | addi t1, t1, -3
         14 | bnez t1, @wrong
         15 | csrw mstatus, zero
         16 | csrr t1, mstatus
         17 | bnez t1, @wrong
         18 | exit
         @wrong:
         -  | nop",
    );
}

#[test]
fn interrupts_are_always_on_in_user_mode() {
    with_user_mode(
        "0  | li   t0, 0x80
         1  | csrw mtvec, t0
         2  | sw   zero, 4(s2)
         3  | li   t1, 20
         4  | sw   t1, 0(s2)
         5  | csrw mie, t0
         6  | li   t0, 60
         7  | csrw mepc, t0
         8  | csrw mstatus, zero
         9  | mret
         .org 60
         12 | idle 8
         30 | exit
         .org 0x80
         23 | csrr t2, mstatus
         24 | bnez t2, @wrong
         25 | li   t3, -1
         26 | sw   t3, 4(s2)
         27 | mret
         @wrong:
         -  | nop",
    );
}

#[test]
fn mstatus_can_forbid_user_mode_to_sleep() {
    with_user_mode(
        "0  | li   t0, 0x80
         1  | csrw mtvec, t0
         2  | lui  t1, 0x200
         3  | csrw mstatus, t1
         4  | li   t0, 60
         5  | csrw mepc, t0
         6  | mret
         .org 60
         9  | wfi
         .org 0x80
         12 | csrr t2, mcause
         13 | addi t2, t2, -2
         14 | bnez t2, @wrong
         15 | exit
         @wrong:
         -  | nop",
    );
}
