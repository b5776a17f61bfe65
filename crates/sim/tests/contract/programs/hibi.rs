//! Pieces that use the DMA controllers of HIBI and what is at the bus, well and badly. No piece waits for ever in a loop.

use super::local;
use super::Writer;
use crate::common::chip::{HIBI_ADDRESS, HIBI_DCT, HIBI_DMA, HIBI_MEMORY};
use crate::common::random::Random;
use weft_sim::part::hibi_dma::registers as at;

/// Where buffers lie: among the words that other pieces read and write, too.
const WORDS: usize = 128;
/// Channels of a controller: the first half are streams.
const CHANNELS: u32 = 4;

/// A piece, or some that belong together, for random cores.
pub fn add(writer: &mut Writer) {
    let core = writer.random.below(writer.cores);
    match writer.random.below(16) {
        0..=5 => transfer(writer, core),
        12..=14 => quick(writer, core),
        6 => parameters_of_memory(writer, core),
        7 => dct(writer, core),
        8 => ask(writer, core),
        9 => consume(writer, core),
        10 => sleep(writer, core),
        _ => misuse(writer, core),
    }
}

/// The end of a handler after which external interrupts stay off.
pub const TURN_OFF: &str = "li t5, 0x800\ncsrc mie, t5\nmret\n";

/// Lets the controller interrupt the core.
pub fn enable(core: usize) -> (usize, String) {
    let text = base() + &store(at::CONTROL, at::INTERRUPTS);
    (
        core,
        text + "li t2, 0x800\ncsrs mie, t2\ncsrsi mstatus, 8\n",
    )
}

fn base() -> String {
    format!("li t3, {HIBI_DMA:#x}\n")
}

fn store(register: u32, value: u32) -> String {
    format!("li t2, {value:#x}\nsw t2, {register}(t3)\n")
}

fn local_address(random: &mut Random) -> u32 {
    0x1000_0000 + 4 * random.below(WORDS) as u32
}

/// The HIBI address of one of a core's channels.
fn address(core: usize, channel: u32) -> u32 {
    HIBI_ADDRESS + 0x100 * core as u32 + 4 * channel
}

/// Waits a while for the last transfer, and sends: by the command, or by the address where the platform has that.
fn send(writer: &mut Writer, words: u32, address: u32) -> String {
    let (again, free) = (writer.label(), writer.label());
    let memory = local_address(&mut writer.random);
    let by_address = writer.random.one_in(4);
    let start = if by_address { at::START_BY_ADDRESS } else { 0 };
    let (command, address) = (
        store(at::SEND_COMMAND, at::WRITE),
        store(at::SEND_ADDRESS, address),
    );
    base()
        + &format!("li s8, 40\n{again}:\nlw t1, {}(t3)\nsrli t1, t1, 16\nbnez t1, {free}\naddi s8, s8, -1\nbnez s8, {again}\n{free}:\n", at::CONTROL)
        + &store(at::CONTROL, at::INTERRUPTS | start)
        + &store(at::SEND_MEMORY, memory)
        + &store(at::SEND_WORDS, words)
        + &if by_address { command + &address } else { address + &command }
}

fn receive(random: &mut Random, core: usize, channel: u32, words: u32) -> String {
    let registers = at::CHANNEL_STRIDE * channel;
    base()
        + &store(registers + at::MEMORY, local_address(random))
        + &store(registers + at::ADDRESS, address(core, channel))
        + &store(registers + at::WORDS, words)
        + &store(at::INIT, 1 << channel)
}

/// Words from one core to another, which looks for them a few times. Now and then nobody receives them.
fn transfer(writer: &mut Writer, from: usize) {
    let to = writer.random.below(writer.cores);
    let channel = writer.random.below(CHANNELS as usize) as u32;
    let words = 1 + writer.random.below(20) as u32;
    if !writer.random.one_in(20) {
        let text = receive(&mut writer.random, to, channel, words);
        writer.put(to, text);
    }
    let text = send(writer, words, address(to, channel));
    writer.put(from, text);
    if writer.random.one_in(2) {
        local::add(writer, to);
    }
    let text = look(writer, channel);
    writer.put(to, text);
}

/// Polls a channel for a while, and takes what has come as seen.
fn look(writer: &mut Writer, channel: u32) -> String {
    let (again, seen) = (writer.label(), writer.label());
    let times = 1 + writer.random.below(30);
    let current = at::CHANNEL_STRIDE * channel + at::CURRENT;
    base()
        + &format!(
            "li s8, {times}\n{again}:\nlw t1, {}(t3)\nandi t1, t1, {}\nbnez t1, {seen}\naddi s8, s8, -1\nbnez s8, {again}\n{seen}:\nadd t0, t0, s8\n",
            at::PENDING,
            1 << channel
        )
        + &store(at::PENDING, 1 << channel)
        + &format!("lw t1, {current}(t3)\nadd t0, t0, t1\nsw t1, {current}(t3)\n")
}

/// Four parameters of a transfer of the external memory, and now and then its data.
fn parameters_of_memory(writer: &mut Writer, core: usize) {
    let random = &mut writer.random;
    let (place, words) = (4 * random.below(60) as u32, 1 + random.below(12) as u32);
    let channel = random.below(2) as u32;
    let answer = address(
        random.below(writer.cores),
        random.below(CHANNELS as usize) as u32,
    );
    let ports = HIBI_MEMORY + 0x400 + 8 * channel;
    let (parameters, writes) = match writer.random.one_in(2) {
        true => ([place, answer, words, 1], false),
        false => ([0, place, words, 2], true),
    };
    let mut text = String::from("li t3, 0x10000000\n");
    for (number, value) in parameters.iter().enumerate() {
        text += &store(4 * number as u32, *value);
    }
    let begin = send(writer, 4, ports);
    text += &begin.replace("sw t2, 32(t3)", "sw s0, 32(t3)");
    if writes {
        text += &send(writer, words, ports + 4);
    }
    writer.put(core, text);
}

/// Where coefficients go, and a block of samples.
fn dct(writer: &mut Writer, core: usize) {
    let to = writer.random.below(writer.cores);
    let channel = writer.random.below(CHANNELS as usize) as u32;
    let text = receive(&mut writer.random, to, channel, 32);
    writer.put(to, text);
    let target = address(to, channel);
    let mut text = format!("li t2, {target:#x}\nsw t2, 0(s0)\n");
    text += &send(writer, 1, HIBI_DCT).replace("sw t2, 32(t3)", "sw s0, 32(t3)");
    text += &send(writer, 32, HIBI_DCT + 4);
    writer.put(core, text);
    let text = look(writer, channel);
    writer.put(to, text);
}

/// A register, whatever it says.
fn ask(writer: &mut Writer, core: usize) {
    let register = 4 * writer.random.below(4 * 0x40 / 4);
    writer.put(
        core,
        base() + &format!("lw t1, {register}(t3)\nadd t0, t0, t1\n"),
    );
}

/// Words of a stream have been consumed.
fn consume(writer: &mut Writer, core: usize) {
    let stream = writer.random.below(CHANNELS as usize / 2) as u32;
    let register = at::CHANNEL_STRIDE * stream + at::CURRENT;
    let words = writer.random.below(6) as u32;
    writer.put(core, base() + &store(register, words));
}

/// Sleeps until the controller has something, or, now and then, for good.
fn sleep(writer: &mut Writer, core: usize) {
    let enabled = store(at::CONTROL, at::INTERRUPTS);
    let text = base() + &enabled + "csrr t1, mie\nli t2, 0x880\ncsrs mie, t2\n";
    if writer.random.one_in(3) {
        writer.put(core, text + "wfi\n");
    }
}

/// Words that a store each sends to a stream, and a core that takes some with loads that wait, and has the others moved. Now and then as
/// many come as are taken; otherwise it is a deadlock, or an interrupt that ends the wait.
fn quick(writer: &mut Writer, from: usize) {
    let to = writer.random.below(writer.cores);
    let stream = writer.random.below(CHANNELS as usize / 2) as u32;
    let words = 1 + writer.random.below(8) as u32;
    let room = words + writer.random.below(3) as u32;
    let text = receive(&mut writer.random, to, stream, room);
    writer.put(to, text);
    let window = writer.random.below(2) as u32;
    let mut text = store_high(at::TARGET + 4 * window, address(to, stream));
    for _ in 0..words {
        text += &format!(
            "sw s{}, {}(t3)\n",
            writer.random.below(2),
            at::WINDOW + 4 * window - at::QUICK
        );
    }
    writer.put(from, text);
    if writer.random.one_in(2) {
        local::add(writer, to);
    }
    let text = take(&mut writer.random, words);
    writer.put(to, text);
}

fn take(random: &mut Random, words: u32) -> String {
    let taken = 1 + random.below(words as usize) as u32;
    let mut text = high();
    for word in 0..taken {
        let register = if word == 0 { at::TAKE } else { at::REST };
        text += &format!("lw t1, {}(t3)\nadd t0, t0, t1\n", register - at::QUICK);
    }
    let extra = u32::from(random.one_in(15));
    text + &store_high(at::MOVE_MEMORY, local_address(random))
        + &store_high(at::MOVE, words - taken + extra)
}

/// The registers behind the channels.
fn high() -> String {
    format!("li t3, {:#x}\n", HIBI_DMA + at::QUICK)
}

fn store_high(register: u32, value: u32) -> String {
    high() + &format!("li t2, {value:#x}\nsw t2, {}(t3)\n", register - at::QUICK)
}

/// Starts with another command, or while something is sent; nothing at all; words that nobody takes, or that are not there.
fn misuse(writer: &mut Writer, core: usize) {
    let start = store(at::SEND_COMMAND, at::WRITE);
    let text = match writer.random.below(5) {
        0 => base() + &store(at::SEND_COMMAND, 4),
        1 => base() + &start + &start,
        2 => base() + &store(at::SEND_WORDS, 0) + &start,
        3 => send(writer, 3, 0xF000_0000),
        _ => base() + &store(at::SEND_MEMORY, 0x2000_0000) + &start,
    };
    let clear = store(at::PENDING, u32::MAX);
    writer.put(core, text + &base() + &clear);
}
