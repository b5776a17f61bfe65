//! Pieces that use the message buffers of a mesh's tiles, well and badly. Task i is core i.

use super::local::{self, arithmetic, REGISTERS};
use super::Writer;
use crate::common::chip::MESSAGE_BUFFERS;
use crate::common::random::Random;
use weft_sim::part::message_buffers::registers;

/// Where blocks are copied from and to: among the words that other pieces read and write, too.
const WORDS: usize = 128;

/// A piece, or some that belong together, for random cores.
pub fn add(writer: &mut Writer) {
    let core = writer.random.below(writer.cores);
    match writer.random.below(12) {
        0..=5 => block(writer, core),
        6 => several(writer, core),
        7 => memory_read(writer, core),
        8 => memory_write(writer, core),
        9 => ask(writer, core),
        10 => change_table(writer, core),
        _ => bad_length(writer, core),
    }
}

fn store(register: u32, value: u32) -> String {
    format!("li t2, {value:#x}\nsw t2, {register}(t3)\n")
}

fn base() -> String {
    format!("li t3, {MESSAGE_BUFFERS:#x}\n")
}

fn local_address(random: &mut Random) -> u32 {
    0x1000_0000 + 4 * random.below(WORDS) as u32
}

/// Most blocks are short enough for every output buffer.
fn length(random: &mut Random) -> u32 {
    match random.below(4) {
        0 => 1 + random.below(200) as u32,
        _ => 1 + random.below(4) as u32,
    }
}

/// Three accesses that start something: two operands and the length.
fn command(registers: [u32; 3], values: [u32; 3]) -> String {
    let stores = registers.iter().zip(values);
    base()
        + &stores
            .map(|(register, value)| store(*register, value))
            .collect::<String>()
}

fn send(random: &mut Random, task: usize, bytes: u32) -> String {
    let registers = [
        registers::SEND_TASK,
        registers::SEND_ADDRESS,
        registers::SEND,
    ];
    command(registers, [task as u32, local_address(random), bytes])
}

fn receive(random: &mut Random, task: usize, bytes: u32) -> String {
    let registers = [
        registers::RECEIVE_TASK,
        registers::RECEIVE_ADDRESS,
        registers::RECEIVE,
    ];
    command(registers, [task as u32, local_address(random), bytes])
}

/// A block from one core to another, with work in the words that are copied meanwhile. Now and then nobody receives it.
fn block(writer: &mut Writer, from: usize) {
    let to = writer.random.below(writer.cores);
    let bytes = length(&mut writer.random);
    let mut text = send(&mut writer.random, to, bytes);
    if writer.random.one_in(2) {
        text += &work_in_block(writer);
    }
    writer.put(from, text);
    if writer.random.one_in(3) {
        local::add(writer, to);
    }
    let text = match writer.random.below(40) {
        0 => return,
        1 | 2 => base() + &store(registers::TAKE, local_address(&mut writer.random)),
        _ => receive(&mut writer.random, from, bytes),
    };
    writer.put(to, text);
}

/// Stores and loads in the words that may be on their way to the output buffer.
fn work_in_block(writer: &mut Writer) -> String {
    let again = writer.label();
    let random = &mut writer.random;
    let (from, to) = (4 * random.below(WORDS), 4 * random.below(WORDS));
    let times = 1 + random.below(100);
    format!(
        "li s8, {times}\n{again}:\nlw t1, {from}(s0)\nadd t0, t0, t1\nsw t0, {to}(s0)\naddi s8, s8, -1\nbnez s8, {again}\n"
    )
}

/// Several blocks from each of some cores to one.
fn several(writer: &mut Writer, to: usize) {
    let blocks = 1 + writer.random.below(5);
    let bytes = length(&mut writer.random);
    let mut sources = Vec::new();
    for _ in 0..blocks {
        let from = writer.random.below(writer.cores);
        let text = send(&mut writer.random, to, bytes);
        writer.put(from, text);
        sources.push(from);
    }
    for from in sources {
        let text = receive(&mut writer.random, from, bytes);
        writer.put(to, text);
    }
}

fn memory(random: &mut Random, starts: u32) -> String {
    let registers = [registers::MEMORY_LOCAL, registers::MEMORY_ADDRESS, starts];
    let (address, bytes) = (4 * random.below(1024) as u32, length(random));
    command(registers, [local_address(random), address, bytes])
}

fn memory_read(writer: &mut Writer, core: usize) {
    let text = memory(&mut writer.random, registers::MREAD);
    writer.put(core, text);
}

fn memory_write(writer: &mut Writer, core: usize) {
    let mut text = memory(&mut writer.random, registers::MWRITE);
    if writer.random.one_in(2) {
        text += &work_in_block(writer);
    }
    writer.put(core, text);
}

/// A register that answers at once, or, now and then, one that waits.
fn ask(writer: &mut Writer, core: usize) {
    let random = &mut writer.random;
    let register = match random.below(12) {
        0 => registers::SENT,
        1 => registers::ARRIVED,
        2 => registers::SELF,
        3 => registers::ROOM,
        4 => registers::TASKS,
        5 => registers::TABLE + 4 * random.below(40) as u32,
        6 => return wait(writer, core),
        _ => registers::RESULT,
    };
    let to = random.pick(&REGISTERS);
    let text = format!("{}lw {to}, {register}(t3)\n{}", base(), arithmetic(random));
    writer.put(core, text);
}

/// For a block or for room; mostly for little room, which there is some day.
fn wait(writer: &mut Writer, core: usize) {
    let room = [4, 4, 4, 64, 0][writer.random.below(5)];
    let text = base() + &store(registers::WAIT_ROOM, room);
    writer.put(core, format!("{text}lw t1, {}(t3)\n", registers::WAIT));
}

/// A change that names the tile that the entry had before, or another's.
fn change_table(writer: &mut Writer, core: usize) {
    let random = &mut writer.random;
    let task = random.below(writer.cores) as u32;
    let (from, to) = (
        registers::TABLE + 4 * task,
        registers::TABLE + 4 * random.below(40) as u32,
    );
    let again = match random.below(10) {
        0 => format!("sw t1, {to}(t3)\n"),
        _ => format!("sw zero, {from}(t3)\nsw t1, {from}(t3)\n"),
    };
    writer.put(core, format!("{}lw t1, {from}(t3)\n{again}", base()));
}

/// A block of no length or too long, from or to no task, and an access that is not of a word.
fn bad_length(writer: &mut Writer, core: usize) {
    let random = &mut writer.random;
    let text = match random.below(4) {
        0 => send(random, 0, 0),
        1 => send(random, 99, 4),
        2 => receive(random, 99, 4) + "lh t1, 0(t3)\n",
        _ => send(random, 0, 5000) + "sb t1, 1(t3)\n",
    };
    writer.put(core, text);
}
