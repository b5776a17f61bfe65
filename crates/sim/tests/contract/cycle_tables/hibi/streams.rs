//! Streams, windows and loads that wait: the registers with which a controller moves single words (docs/contract/hibi.md).

use super::{run, words, END};
use crate::common::chip::{hibi_platform, DATA_MEMORY, HIBI_ADDRESS};
use crate::common::table::cores_of;
use weft_sim::port::Wait;
use weft_sim::{Cycle, Machine, Outcome};

/// Registers that answer in a cycle, two windows, loads that wait.
const QUICK: &str = "read = 1\nwrite = 1\nstart = 1\nsend_windows = 2\nwaiting_loads = true\n";

/// Four words for core 1, stored in 20 to 23: in the wrapper from 21 on, the address on the wires in 22, the words in 23 to 26, in the other
/// wrapper from 24 to 27 on.
const WINDOW: &str = "0  | lui  t3, 0xac001
     1  | li   t1, 0x01000100
     3  | sw   t1, -0x7bc(t3)
     4  | li   t2, 7
     5  | nop; nop; nop; nop; nop; nop; nop; nop; nop; nop; nop; nop; nop; nop; nop
     20 | sw   t2, -0x77c(t3)
     21 | sw   t3, -0x77c(t3)
     22 | sw   zero, -0x77c(t3)
     23 | sw   t2, -0x77c(t3)
     24 | exit";

/// Stream 0 takes words into a ring of four.
const STREAM: &str = "0  | lui  t3, 0xac000
     1  | addi t1, s0, 64
     2  | sw   t1, 0(t3)
     3  | li   t1, 0x01000100
     5  | sw   t1, 4(t3)
     6  | li   t2, 4
     7  | sw   t2, 8(t3)
     8  | li   t2, 1
     9  | sw   t2, 0x14(t3)
     10 | lui  t4, 0xac001
     11 | li   t2, 7
     ";

fn four_words(seen: &str) {
    let platform = hibi_platform(2, "arbitration = \"immediate\"\n", QUICK);
    cores_of(&platform, &[WINDOW, &format!("{STREAM}{seen}{END}")]);
}

#[test]
fn a_load_that_waits_has_a_word_in_the_cycle_in_which_it_would_go_to_memory() {
    four_words(
        "12 | lw   t0, -0x800(t4)
         25 | lw   t1, -0x7fc(t4)
         26 | bne  t0, t2, @wrong
         27 | bne  t1, t4, @wrong
         28 | exit                 | issue 16 message 12",
    );
}

#[test]
fn a_word_that_lies_in_memory_takes_a_cycle_more() {
    four_words(
        "12 | nop; nop; nop; nop; nop; nop; nop; nop; nop; nop; nop; nop; nop; nop; nop; nop; nop; nop
         30 | lw   t0, -0x800(t4)
         32 | lw   t1, -0x7fc(t4)
         34 | bne  t0, t2, @wrong
         35 | bne  t1, t4, @wrong
         36 | lw   t0, 0x0c(t3)
         37 | addi t0, t0, -2
         38 | bnez t0, @wrong
         39 | exit                 | issue 37 message 2",
    );
}

/// The second and third word go to the ring at the end of 25 and 26. The fourth comes behind them, and goes to its place at the end of 27; in
/// that cycle the core's port reads the second. It is written at the end of 28, the third at the end of 29.
#[test]
fn words_in_memory_are_moved_while_others_come() {
    four_words(
        "12 | li   t0, 3
         13 | addi t1, s0, 128
         14 | lw   t5, -0x800(t4)
         25 | sw   t1, -0x7f8(t4)
         26 | sw   t0, -0x7f4(t4)
         30 | lw   t0, 128(s0)
         31 | lw   t1, 136(s0)
         32 | lw   t6, 72(s0)
         33 | bne  t5, t2, @wrong
         34 | bne  t0, t4, @wrong
         35 | bne  t1, t2, @wrong
         36 | bnez t6, @wrong
         37 | exit                 | issue 24 message 13",
    );
}

/// Two words lie in memory when the move begins; the five behind them come meanwhile, one a cycle, and go straight to their places.
#[test]
fn a_move_takes_no_longer_than_the_words_that_come() {
    let platform = hibi_platform(2, "arbitration = \"immediate\"\n", QUICK);
    let more = "24 | sw   t3, -0x77c(t3)
     25 | sw   t2, -0x77c(t3)
     26 | sw   t3, -0x77c(t3)
     27 | sw   t2, -0x77c(t3)
     28 | exit";
    let sender = WINDOW.replace("24 | exit", more);
    let taker = "12 | li   t0, 7
         13 | addi t1, s0, 128
         14 | lw   t5, -0x800(t4)
         25 | sw   t1, -0x7f8(t4)
         26 | sw   t0, -0x7f4(t4)
         32 | lw   t0, 128(s0)
         33 | lw   t1, 140(s0)
         34 | lw   t6, 152(s0)
         35 | bne  t0, t4, @wrong
         36 | bne  t1, t4, @wrong
         37 | bne  t6, t2, @wrong
         38 | exit                 | issue 23 message 15";
    cores_of(&platform, &[&sender, &format!("{STREAM}{taker}{END}")]);
}

/// Sets up stream 0 of core 0 for its own words, and window 0 as the way to it.
fn to_itself() -> String {
    format!(
        "li s0, {DATA_MEMORY:#x}\nli t3, 0xac000000\nli t4, 0xac001000\nli t2, {:#x}\nsw t2, 0(t3)\nli t2, {HIBI_ADDRESS:#x}\nsw t2, 4(t3)\n\
         sw t2, -0x7c0(t4)\nsw t2, 0x2c(t3)\nli t2, 8\nsw t2, 8(t3)\nli t2, 1\nsw t2, 0x14(t3)\n",
        DATA_MEMORY + 256
    )
}

fn run_quick(program: &str) -> (Machine, Outcome) {
    run(program, &[11, 12, 13, 14, 15, 16, 17], QUICK)
}

#[test]
fn a_stored_word_goes_behind_what_is_being_sent() {
    let send = "sw s0, 0x20(t3)\nli t2, 7\nsw t2, 0x24(t3)\nli t2, 2\nsw t2, 0x28(t3)\nli t2, 1\nsw t2, -0x780(t4)\n";
    let take = "lw a1, -0x800(t4)\naddi a1, s0, 128\nsw a1, -0x7f8(t4)\nli a1, 7\nsw a1, -0x7f4(t4)\nexit\n";
    let (machine, outcome) = run_quick(&(to_itself() + send + take));
    assert_eq!(outcome, Outcome::Finished);
    assert_eq!(words(&machine, 128, 7), [12, 13, 14, 15, 16, 17, 1]);
}

/// The start acts at the end of 17, so that the wrapper has six words from 19, 20 and 21 on; they are sent in 20.
#[test]
fn two_words_go_to_the_wrapper_in_a_cycle_where_the_port_is_as_wide() {
    let sender = "0  | lui  t3, 0xac000
     1  | li   t1, 0x01000100
     3  | sw   t1, 0x2c(t3)
     4  | sw   s0, 0x20(t3)
     5  | li   t2, 6
     6  | sw   t2, 0x24(t3)
     7  | li   t2, 2
     8  | nop; nop; nop; nop; nop; nop; nop; nop; nop
     17 | sw   t2, 0x28(t3)
     18 | li   t2, 1
     19 | nop
     20 | lw   t0, 0x10(t3)
     21 | lw   t1, 0x10(t3)
     22 | srli t1, t1, 16
     23 | bnez t0, @wrong
     24 | bne  t1, t2, @wrong
     25 | exit
     @wrong:
     -  | nop";
    let keys = format!("{QUICK}send_width = 2\n");
    let platform = hibi_platform(1, "send_fifo = 6\n", &keys);
    cores_of(&platform, &[sender]);
}

#[test]
fn a_load_that_waits_for_nothing_is_a_deadlock() {
    let (machine, outcome) = run_quick(&(to_itself() + "lw a1, -0x800(t4)\nexit\n"));
    assert_eq!(outcome, Outcome::Deadlock);
    assert_eq!(machine.waiting(0), Some(Wait::Controller));
}

/// The handler gives the load up, and sends the word for which it waits again behind it.
#[test]
fn an_interrupt_ends_the_wait_of_a_load_and_takes_nothing() {
    let timer = "li t5, 0x100\ncsrw mtvec, t5\nli s2, 0x02004000\nli t5, 200\nsw t5, 0(s2)\nsw zero, 4(s2)\nli t5, 0x80\ncsrw mie, t5\n\
                 csrsi mstatus, 8\n";
    let wait = "lw a1, -0x800(t4)\nsw a1, 128(s0)\nexit\n.org 0x100\n";
    let handler = "csrw mie, zero\nli t5, 21\nsw t5, -0x780(t4)\nmret\n";
    let (machine, outcome) = run_quick(&(to_itself() + timer + wait + handler));
    assert_eq!(outcome, Outcome::Finished);
    assert_eq!(words(&machine, 128, 1), [21]);
    assert!(machine.now() > Cycle(200));
}

/// A packet that is complete ends the wait as well, since the core may wait for that.
#[test]
fn a_load_of_any_stream_is_0_when_a_packet_is_complete() {
    let packet = format!(
        "li t2, {:#x}\nsw t2, 0x80(t3)\nli t2, {HIBI_ADDRESS:#x}+4\nsw t2, 0x84(t3)\nli t2, 1\nsw t2, 0x88(t3)\n\
         li t2, 4\nsw t2, 0x14(t3)\nli t2, {HIBI_ADDRESS:#x}+4\nsw t2, -0x7bc(t4)\nsw t4, -0x77c(t4)\n",
        DATA_MEMORY + 64
    );
    let wait = "li a1, 5\nlw a1, -0x800(t4)\nsw a1, 128(s0)\nexit\n";
    let (machine, outcome) = run_quick(&(to_itself() + &packet + wait));
    assert_eq!(outcome, Outcome::Finished);
    assert_eq!(words(&machine, 128, 1), [0]);
    assert_eq!(words(&machine, 64, 1), [0xac00_1000]);
}
