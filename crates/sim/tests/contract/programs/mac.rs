//! Pieces that use the MAC unit of `devices.toml`: a program's part and that of the other devices on the air, well and badly.

use super::devices::{load, store};
use super::Writer;
use crate::common::chip::{MAC, SHARED_MEMORY, WINDOW};
use crate::common::random::Random;

/// Bytes from one data memory on the bus to the next.
const STRIDE: u32 = 0x1_0000;
/// The temporal key that frames name.
const TKID: u32 = 0x33_2211;

/// A piece for a core.
pub fn add(writer: &mut Writer, core: usize) {
    let (cores, random) = (writer.cores, &mut writer.random);
    let text = match random.below(8) {
        0 | 1 => start(random),
        2 | 3 => frame_on_air(random),
        4 => send(random),
        5 => movement(random, cores),
        6 => {
            let register = random_register(random);
            load(random, register)
        }
        _ => store(random_register(random), random.word() >> random.below(31)),
    };
    writer.put(core, text);
}

/// What an interrupt handler does: takes all events away, and the frame received last.
pub fn handler() -> String {
    format!("li t4, {MAC:#x}\nli t5, -1\nsw t5, 4(t4)\nsw t5, 0x48(t4)\n")
}

/// The address of a register, or of none.
fn random_register(random: &mut Random) -> u32 {
    let number = match random.below(3) {
        0 => random.below(8),
        1 => 0x400 + random.below(40),
        _ => random.below(0x48),
    };
    MAC + 4 * number as u32
}

/// An address of memory, or of nothing.
fn place(random: &mut Random, cores: usize) -> u32 {
    let offset = random.below(256) as u32;
    match random.below(8) {
        0 => MAC + offset,
        1..=3 => SHARED_MEMORY + offset,
        _ => WINDOW + STRIDE * random.below(cores) as u32 + offset,
    }
}

/// Superframes with frames and alarms, so long that handlers come to an end.
fn start(random: &mut Random) -> String {
    let mut text = store(MAC, 0);
    for _ in 0..random.below(4) {
        text += &frame_on_air(random);
    }
    text += &store(MAC + 0x14, 600 + random.below(2000) as u32);
    for alarm in 0..random.below(5) as u32 {
        text += &store(MAC + 0x20 + 4 * alarm, random.below(3000) as u32);
    }
    text += &store(MAC + 0x30, SHARED_MEMORY + 4 * random.below(512) as u32);
    text += &store(MAC + 0x08, random.below(256) as u32);
    if random.one_in(2) {
        text += &store(MAC + 0xe0, TKID);
    }
    text + &store(MAC, u32::from(!random.one_in(8)))
}

/// A beacon, data, or secure data of no right MIC.
fn frame_on_air(random: &mut Random) -> String {
    let octets = random.below(90) as u32;
    let mut text = store(MAC + 0x100, random.below(300) as u32);
    let control = [0x00, 0xc0, 0xd8][random.below(3)];
    text += &store(MAC + 0x104, random.word() << 16 | control);
    for word in 1..octets.div_ceil(4) {
        let value = if word == 2 { TKID << 16 } else { random.word() };
        text += &store(MAC + 0x104, value);
    }
    text + &store(MAC + 0x108, octets)
}

/// A frame to be sent, secure or not, and what was sent read back.
fn send(random: &mut Random) -> String {
    let mut text = store(MAC + 0x90, [0x00, 0xc0, 0xd8][random.below(3)]);
    text += &store(MAC + 0x98, TKID << 16);
    text += &store(MAC + 0x1000 + 4 * random.below(8) as u32, random.word());
    text += &store(MAC + 0x84, random.below(1000) as u32);
    let at_time = (random.below(2) as u32) << 31;
    text += &store(MAC + 0x80, at_time | random.below(60) as u32);
    for offset in [0x110, 0x114, 0x118, 0x118] {
        text += &load(random, MAC + offset);
    }
    text + &store(MAC + 0x11c, 1)
}

fn movement(random: &mut Random, cores: usize) -> String {
    let mut text = store(MAC + 0xc0, place(random, cores));
    text += &store(MAC + 0xc4, random.below(120) as u32);
    text += &store(MAC + 0xc8, 1 + random.below(2) as u32);
    text + &load(random, MAC + 0xc8)
}
