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
