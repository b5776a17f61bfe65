//! HIBI (docs/contract/hibi.md): what goes over the bus, seen from the cores, and from outside. With two wrappers the free bus is offered to core 0 in
//! even cycles.

mod streams;

use crate::common::assembler::assemble;
use crate::common::chip::{
    hibi_platform, machine, ExitOnly, DATA_MEMORY, HIBI_ADDRESS, HIBI_DCT, HIBI_MEMORY,
};
use crate::common::table::cores_of;
use weft_sim::{Cycle, Engine, Machine, Outcome};

/// The start acts in 16: words in the wrapper from 21 and 22 on; offered to core 0 in 22, the address on the wires in 23, the words in 24 and 25;
/// in memory at the end of 25 and 26, the packet complete from 27 on.
const SENDER: &str = "0  | lui  t3, 0xac000
     1  | li   t2, 2
     2  | sw   t2, 0(s0)
     3  | sw   s0, 0x20(t3)
     5  | sw   t2, 0x24(t3)
     7  | nop; nop
     9  | li   t1, 0x01000108
     11 | sw   t1, 0x2c(t3)
     13 | sw   zero, 4(s0)
     14 | nop
     15 | sw   t2, 0x28(t3)
     17 | li   t2, 1
     18 | nop
     19 | lw   t0, 0x10(t3)
     22 | lw   t1, 0x10(t3)
     25 | bnez t0, @wrong
     26 | srli t1, t1, 16
     27 | bne  t1, t2, @wrong
     28 | exit
     @wrong:
     -  | nop";

/// Channel 2 takes two words.
const RECEIVER: &str = "0  | lui  t3, 0xac000
     1  | sw   zero, 64(s0)
     2  | addi t1, s0, 64
     3  | sw   t1, 0x80(t3)
     5  | li   t1, 0x01000108
     7  | sw   t1, 0x84(t3)
     9  | li   t2, 2
     10 | sw   t2, 0x88(t3)
     12 | li   t2, 4
     13 | sw   t2, 0x14(t3)
     15 | nop; nop; nop; nop; nop; nop; nop; nop; nop
     ";

const END: &str = "
     @wrong:
     -  | nop";

fn two_words(keys: &str, seen: &str) {
    let platform = hibi_platform(2, keys, "");
    cores_of(&platform, &[SENDER, &format!("{RECEIVER}{seen}{END}")]);
}

#[test]
fn a_word_is_in_memory_for_loads_of_the_next_cycle() {
    two_words(
        "",
        "24 | nop
         25 | lw   t0, 64(s0)
         26 | lw   t1, 64(s0)
         27 | li   t2, 2
         28 | bnez t0, @wrong
         29 | bne  t1, t2, @wrong
         30 | exit                 | issue 26 message 4",
    );
}

#[test]
fn a_packet_is_complete_in_the_cycle_behind_its_last_word() {
    two_words(
        "",
        "24 | lw   t0, 0x1c(t3)
         27 | bnez t0, @wrong
         28 | exit",
    );
    two_words(
        "",
        "24 | nop
         25 | lw   t0, 0x1c(t3)
         28 | bne  t0, t2, @wrong
         29 | exit",
    );
}

#[test]
fn immediate_arbitration_loses_no_cycle() {
    let keys = "arbitration = \"immediate\"\n";
    two_words(
        keys,
        "24 | lw   t0, 0x1c(t3)
         27 | bne  t0, t2, @wrong
         28 | exit",
    );
}

/// A program that sends words of its data memory, one transfer after the other; words, HIBI address.
fn sending(transfers: &[(u32, u32, u32)]) -> String {
    let mut text = String::from("li t3, 0xac000000\n");
    for (number, (offset, words, address)) in transfers.iter().enumerate() {
        text += &format!(
            "@wait{number}:\nlw t1, 0x10(t3)\nsrli t1, t1, 16\nbeqz t1, @wait{number}\n\
             li t2, {:#x}\nsw t2, 0x20(t3)\nli t2, {words}\nsw t2, 0x24(t3)\n\
             li t2, {address:#x}\nsw t2, 0x2c(t3)\nli t2, 2\nsw t2, 0x28(t3)\n",
            DATA_MEMORY + offset
        );
    }
    text
}

/// Receives this number of words of core 0's own address on its third channel, waits for them, and exits.
fn receiving(words: u32, offset: u32) -> (String, String) {
    let begin = format!(
        "li t3, 0xac000000\nli t2, {:#x}\nsw t2, 0x80(t3)\nli t2, {HIBI_ADDRESS:#x}\nsw t2, 0x84(t3)\n\
         li t2, {words}\nsw t2, 0x88(t3)\nli t2, 4\nsw t2, 0x14(t3)\n",
        DATA_MEMORY + offset
    );
    let end = "@come:\nlw t1, 0x1c(t3)\nbeqz t1, @come\nexit\n";
    (begin, end.to_string())
}

/// Runs a program on core 0, with these words at the beginning of its data memory.
fn run(program: &str, memory: &[u32], devices: &str) -> (Machine, Outcome) {
    let platform = hibi_platform(2, "", devices);
    let programs = assemble(&[program.to_string(), String::from("exit\n")]);
    let mut machines = [Engine::Step, Engine::Fast].map(|engine| {
        let mut machine = machine(&platform, &programs);
        let bytes: Vec<u8> = memory.iter().flat_map(|word| word.to_le_bytes()).collect();
        machine
            .write_memory(0, DATA_MEMORY, &bytes)
            .expect("data memory");
        let outcome = machine.run(engine, Cycle(5000), &mut ExitOnly);
        (machine, outcome)
    });
    assert_eq!(machines[0].0.now(), machines[1].0.now());
    std::mem::replace(
        &mut machines[1],
        (machine(&platform, &programs), Outcome::Reached),
    )
}

fn words(machine: &Machine, offset: u32, count: usize) -> Vec<u32> {
    let bytes = machine.peek(0, DATA_MEMORY + offset, 4 * count);
    let words = bytes.expect("data memory").chunks_exact(4);
    words
        .map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]]))
        .collect()
}

/// Words in the FIFOs whose signals end so, of all wrappers together.
fn fifos(machine: &Machine, end: &str) -> u64 {
    let mut words = 0;
    machine.for_each_signal(&mut |path, _, value| {
        if path.to_string().ends_with(end) {
            words += value;
        }
    });
    words
}

/// Four words lie in the receiver's wrapper and two in the sender's; the fifth is refused again and again. Nobody can go on.
#[test]
fn words_that_nobody_takes_are_a_deadlock() {
    let program = sending(&[(0, 6, HIBI_ADDRESS + 0x100)]) + "csrwi mie, 0\nwfi\nexit\n";
    let (machine, outcome) = run(&program, &[1, 2, 3, 4, 5, 6], "");
    assert_eq!(outcome, Outcome::Deadlock);
    assert_eq!(
        (
            fifos(&machine, ".receive_fifo"),
            fifos(&machine, ".send_fifo")
        ),
        (4, 2)
    );
}

/// Addresses and words that were on the wires.
fn carried(machine: &Machine) -> Option<u64> {
    let mut carried = None;
    machine.loads(&mut |load| {
        if load.name.to_string() == "HIBI" {
            carried = Some(load.carried);
        }
    });
    carried
}

/// A command, an address and a command again; each transfer is an address and a word.
#[test]
fn the_command_starts_a_transfer_or_the_address() {
    let nops = "nop\n".repeat(20);
    let program = format!(
        "li t3, 0xac000000\nli t2, 4\nsw t2, 0x10(t3)\nsw s0, 0x20(t3)\nli t2, 1\nsw t2, 0x24(t3)\n\
         li t2, 2\nsw t2, 0x28(t3)\n{nops}li t1, 0xf0000000\nsw t1, 0x2c(t3)\n{nops}sw t2, 0x28(t3)\n{nops}exit\n"
    );
    for (keys, transfers) in [("", 2), ("start_by_address = true\n", 1)] {
        let (machine, outcome) = run(&program, &[1], keys);
        assert_eq!(outcome, Outcome::Finished);
        assert_eq!(carried(&machine), Some(2 * transfers));
    }
}

#[test]
fn words_for_nobody_are_lost() {
    let program = sending(&[(0, 3, 0xF000_0000), (0, 1, 0xF000_0000)]) + "exit\n";
    let (machine, _) = run(&program, &[1, 2, 3], "");
    // Two addresses and four words were on the wires, and no wrapper has any.
    assert_eq!(carried(&machine), Some(2 + 4));
    assert_eq!(
        (
            fifos(&machine, ".receive_fifo"),
            fifos(&machine, ".send_fifo")
        ),
        (0, 0)
    );
}

/// Three words go to the memory by a transfer, and come back by another; a fourth has been written where it belongs.
#[test]
fn external_memory_keeps_what_transfers_bring() {
    const MEMORY: &str = "[[device]]\nkind = \"hibi-memory\"\naddress = 0x0200_0000\nsize = \"1 KiB\"\nchannels = 2\n";
    let memory = [0, 0x40, 3, 2, 0x40, HIBI_ADDRESS, 4, 1, 77, 88, 99, 66];
    let channel = HIBI_MEMORY + 0x400;
    let (begin, end) = receiving(4, 256);
    let sends = sending(&[
        (0, 4, channel),
        (44, 1, HIBI_MEMORY + 0x4c),
        (32, 3, channel + 4),
        (16, 4, channel + 8),
    ]);
    let (machine, outcome) = run(&(begin + &sends + &end), &memory, MEMORY);
    assert_eq!(outcome, Outcome::Finished);
    assert_eq!(words(&machine, 256, 4), [77, 88, 99, 66]);
    let external = machine.host_memory("hibi_memory").expect("external memory");
    assert_eq!(external[0x40..0x44], 77_u32.to_le_bytes());
}

/// A block of equal samples has one coefficient, eight times as large.
#[test]
fn the_accelerator_answers_where_it_is_told() {
    const DCT: &str = "[[device]]\nkind = \"dct\"\naddress = 0x0300_0000\n";
    let mut memory = vec![HIBI_ADDRESS];
    memory.extend([0x0007_0007; 32]);
    let (begin, end) = receiving(32, 256);
    let sends = sending(&[(0, 1, HIBI_DCT), (4, 32, HIBI_DCT + 4)]);
    let (machine, outcome) = run(&(begin + &sends + &end), &memory, DCT);
    assert_eq!(outcome, Outcome::Finished);
    let mut coefficients = vec![0; 32];
    coefficients[0] = 56;
    assert_eq!(words(&machine, 256, 32), coefficients);
}
