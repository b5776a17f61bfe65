//! Pieces that use the devices of `devices.toml` and the data memories of other cores, well and badly.

use super::local::{self, arithmetic, REGISTERS};
use super::{mac, Writer};
use crate::common::chip::{
    DMA, INTERRUPT_CONTROLLER, MAILBOX, SHARED_MEMORY, SOFTWARE_INTERRUPT, TEST_AND_SET, WINDOW,
};
use crate::common::random::Random;

/// Bytes from one data memory on the bus to the next.
const STRIDE: u32 = 0x1_0000;
/// Where the items of a DMA list are put in the shared memory.
const ITEMS: u32 = SHARED_MEMORY + 0x800;

/// A piece, or some that belong together, for random cores.
pub fn add(writer: &mut Writer) {
    let core = writer.random.below(writer.cores);
    match writer.random.below(18) {
        0 | 1 => other_memory(writer, core),
        2 => test_and_set(writer, core),
        3 => lock(writer),
        4 => software_interrupt(writer, core),
        5 => interrupt_controller(writer, core),
        6 => message(writer, core),
        7 => mailbox_register(writer, core),
        8 | 9 => transfer(writer, core),
        10 => dma_register(writer, core),
        11..=13 => mac::add(writer, core),
        14..=16 => watched_memory(writer, core),
        _ => wrong_width(writer, core),
    }
}

/// The interrupt controller set up so that devices can interrupt a core.
pub fn enable(random: &mut Random, core: usize, sources: u32) -> String {
    let enable = random.word() & ((2 << sources) - 1);
    let mut text: String = (1..=sources)
        .map(|source| {
            let priority = random.below(4) as u32;
            store(INTERRUPT_CONTROLLER + 4 * source, priority)
        })
        .collect();
    text += &store(INTERRUPT_CONTROLLER + 0x2000 + 0x80 * core as u32, enable);
    text + "li t3, 0x800\ncsrs mie, t3\ncsrsi mstatus, 8\n"
}

/// What the handler does with an external interrupt: takes away every cause that this core can take away.
pub fn handler() -> String {
    let mut text = format!(
        "@external:\nslli t6, tp, 12\nli t5, {:#x}\nadd t6, t6, t5\nlw t5, 4(t6)\nadd s9, s9, t5\n\
         li t4, {:#x}\nli t5, -1\nsw t5, 0(t4)\nsw t5, 4(t4)\n\
         li t4, {DMA:#x}\nsw t5, 8(t4)\nsw t5, 16(t4)\n\
         li t5, 1\nsll t5, t5, tp\nli t4, {MAILBOX:#x}\n",
        INTERRUPT_CONTROLLER + 0x20_0000,
        TEST_AND_SET + 0x2000,
    );
    for mailbox in 0..4 {
        text += &format!(
            "sw t5, {}(t4)\nsw zero, {}(t4)\n",
            0x40 * mailbox + 8,
            0x40 * mailbox + 0x20
        );
    }
    text += &mac::handler();
    // Sources of other cores may have been claimed: all are completed.
    text + "li t4, 32\n@complete:\naddi t4, t4, -1\nsw t4, 4(t6)\nbnez t4, @complete\nmret\n"
}

/// What it does with a software interrupt.
pub fn take_software_interrupt() -> String {
    format!("slli t5, tp, 2\nli t4, {SOFTWARE_INTERRUPT:#x}\nadd t4, t4, t5\nsw zero, 0(t4)\n")
}

pub fn store(address: u32, value: u32) -> String {
    format!("li t3, {address:#x}\nli t2, {value:#x}\nsw t2, 0(t3)\n")
}

pub fn load(random: &mut Random, address: u32) -> String {
    let register = random.pick(&REGISTERS);
    format!("li t3, {address:#x}\nlw {register}, 0(t3)\n")
}

/// Loads and stores in the first words of any core's data memory.
fn other_memory(writer: &mut Writer, core: usize) {
    for _ in 0..1 + writer.random.below(4) {
        let owner = writer.random.below(writer.cores) as u32;
        let random = &mut writer.random;
        let address = WINDOW + STRIDE * owner + 4 * random.below(64) as u32;
        let access = random.pick(&["lw", "sw", "lh", "sh", "lbu", "sb"]);
        let (register, work) = (random.pick(&REGISTERS), arithmetic(random));
        writer.put(
            core,
            format!("li t3, {address:#x}\n{access} {register}, 0(t3)\n{work}"),
        );
    }
}

/// A core that works in its data memory for a while, and one that reads and writes the same words over the bus meanwhile.
fn watched_memory(writer: &mut Writer, owner: usize) {
    let (watcher, random) = (writer.random.below(writer.cores), &mut writer.random);
    let (mine, yours) = (4 * random.below(64), 4 * random.below(64));
    let (work, watch) = (20 + random.below(400), 1 + random.below(30));
    let access = random.pick(&[
        "lw t1, 0(t3)",
        "sw t0, 0(t3)",
        "lb t1, 0(t3)",
        "sh t0, 0(t3)",
    ]);
    let window = WINDOW + STRIDE * owner as u32;
    let (again, repeat) = (writer.label(), writer.label());
    writer.put(
        owner,
        format!(
            "li s8, {work}\n{again}:\nlw t1, {yours}(s0)\nadd t0, t0, t1\nsw t0, {mine}(s0)\naddi s8, s8, -1\nbnez s8, {again}\n"
        ),
    );
    writer.put(
        watcher,
        format!(
            "li s8, {watch}\n{repeat}:\nli t3, {:#x}\nlw t1, 0(t3)\nadd t0, t0, t1\nli t3, {:#x}\n{access}\naddi s8, s8, -1\nbnez s8, {repeat}\n",
            window + mine as u32,
            window + yours as u32
        ),
    );
}

fn test_and_set(writer: &mut Writer, core: usize) {
    let random = &mut writer.random;
    let lock = 4 * random.below(42) as u32;
    let text = match random.below(5) {
        0 => load(random, TEST_AND_SET + lock),
        1 => load(random, TEST_AND_SET + 0x1000 + lock),
        2 => load(random, TEST_AND_SET + 0x2000 + (lock & 4)),
        3 => store(TEST_AND_SET + 0x2000 + (lock & 4), u32::MAX),
        _ => store(TEST_AND_SET + lock, random.below(2) as u32),
    };
    writer.put(core, text);
}

/// Several cores that try some times to take the same lock, each with work while it holds it.
fn lock(writer: &mut Writer) {
    let lock = TEST_AND_SET + 4 * writer.random.below(3) as u32;
    let lock = lock + 0x1000 * writer.random.below(2) as u32;
    for _ in 0..1 + writer.random.below(writer.cores) {
        let core = writer.random.below(writer.cores);
        let (again, taken, end) = (writer.label(), writer.label(), writer.label());
        let times = 1 + writer.random.below(60);
        let work = local::piece(writer);
        writer.put(
            core,
            format!(
                "li t1, {times}\nli t3, {lock:#x}\n{again}:\nlw t2, 0(t3)\nbeqz t2, {taken}\naddi t1, t1, -1\n\
                 bnez t1, {again}\nj {end}\n{taken}:\n{work}li t3, {lock:#x}\nsw zero, 0(t3)\n{end}:\n"
            ),
        );
    }
}

fn software_interrupt(writer: &mut Writer, core: usize) {
    let other = writer.random.below(writer.cores + 1) as u32;
    let address = SOFTWARE_INTERRUPT + 4 * other;
    let text = match writer.random.below(4) {
        0 => load(&mut writer.random, address),
        _ => store(address, 1),
    };
    writer.put(core, text);
}

fn interrupt_controller(writer: &mut Writer, core: usize) {
    let sources = 2 * writer.cores + 2;
    let random = &mut writer.random;
    let context = 0x1000 * random.below(writer.cores) as u32;
    let base = INTERRUPT_CONTROLLER;
    let text = match random.below(6) {
        0 => load(random, base + 0x1000),
        1 => load(random, base + 0x20_0004 + context),
        2 => store(base + 0x20_0004 + context, random.below(sources + 2) as u32),
        3 => store(base + 0x20_0000 + context, random.below(4) as u32),
        4 => store(
            base + 4 * random.below(sources + 2) as u32,
            random.below(8) as u32,
        ),
        _ => enable(random, core, sources as u32),
    };
    writer.put(core, text);
}

/// A mailbox from one core to others, as a driver does it.
fn message(writer: &mut Writer, core: usize) {
    let cores = writer.cores;
    let random = &mut writer.random;
    let mailbox = MAILBOX + 0x40 * random.below(4) as u32;
    let destinations = random.below(1 << cores) as u32;
    let mut text = store(mailbox, 1 << core);
    text += &store(mailbox + 0x04, destinations);
    text += &store(mailbox + 0x10, random.below(4) as u32);
    text += &store(mailbox + 0x14, destinations | random.below(2) as u32);
    for word in 0..random.below(8) as u32 {
        let register = random.pick(&REGISTERS);
        text += &format!(
            "li t3, {:#x}\nsw {register}, 0(t3)\n",
            mailbox + 0x24 + 4 * word
        );
    }
    text += &store(mailbox + 0x20, 1);
    if random.one_in(2) {
        text += &store(mailbox, 0);
    }
    writer.put(core, text);
    let receiver = writer.random.below(cores);
    let mut answer = load(&mut writer.random, mailbox + 0x24);
    answer += &load(&mut writer.random, MAILBOX + 0x800 + 8 * receiver as u32);
    answer += &store(mailbox + 0x08, 1 << receiver);
    writer.put(receiver, answer);
}

fn mailbox_register(writer: &mut Writer, core: usize) {
    let random = &mut writer.random;
    let offset = match random.below(4) {
        0 => 0x800 + 4 * random.below(18),
        1 => 0x900,
        _ => 0x40 * random.below(5) + 4 * random.below(16),
    };
    let address = MAILBOX + offset as u32;
    let text = match random.below(2) {
        0 => load(random, address),
        _ => store(address, 1 << random.below(8)),
    };
    writer.put(core, text);
}

/// The four words of a DMA item: source, destination, next item and control.
fn item(random: &mut Random, cores: usize, next: u32) -> [u32; 4] {
    let mut place = |width: u32| {
        let offset = (random.below(256) as u32) & !(width - 1);
        match random.below(12) {
            0 => MAILBOX,
            1 => offset | 1,
            2..=4 => SHARED_MEMORY + offset,
            _ => WINDOW + STRIDE * random.below(cores) as u32 + offset,
        }
    };
    let (source, destination) = (place(4), place(4));
    let width = |random: &mut Random| {
        if random.one_in(3) {
            random.below(3) as u32
        } else {
            2
        }
    };
    let burst = |random: &mut Random| random.below(8) as u32;
    let size = match random.below(12) {
        0 => random.below(2) as u32,
        1 => 100 + random.below(200) as u32,
        _ => 4 * (1 + random.below(16)) as u32,
    };
    let control = size
        | burst(random) << 12
        | burst(random) << 15
        | width(random) << 18
        | width(random) << 21
        | u32::from(!random.one_in(6)) << 26
        | u32::from(!random.one_in(6)) << 27
        | u32::from(random.one_in(2)) << 31;
    [source, destination, next, control]
}

/// A channel with one item or a list of some.
fn transfer(writer: &mut Writer, core: usize) {
    let cores = writer.cores;
    let random = &mut writer.random;
    let (channel, items) = (random.below(8) as u32, random.below(4) as u32);
    let place = |number: u32| ITEMS + 0x80 * channel + 16 * number;
    let next = |number: u32| if number < items { place(number) } else { 0 };
    let mut text = store(DMA + 0x30, 1);
    for number in 0..items {
        let words = item(random, cores, next(number + 1));
        for (word, offset) in words.into_iter().zip((0..).step_by(4)) {
            text += &store(place(number) + offset, word);
        }
    }
    let registers = DMA + 0x100 + 0x20 * channel;
    for (word, offset) in item(random, cores, next(0))
        .into_iter()
        .zip((0..).step_by(4))
    {
        text += &store(registers + offset, word);
    }
    let flow = if random.one_in(12) { 1 << 11 } else { 0 };
    let mask = (random.below(4) as u32) << 14;
    text += &store(registers + 0x10, 1 | mask | flow);
    writer.put(core, text);
    if writer.random.one_in(3) {
        let text = store(
            registers + 0x10,
            [0, 1, 1 << 18 | 1][writer.random.below(3)],
        );
        let other = writer.random.below(cores);
        writer.put(other, text);
    }
}

fn dma_register(writer: &mut Writer, core: usize) {
    let random = &mut writer.random;
    let offset = match random.below(3) {
        0 => 4 * random.below(16),
        1 => 0x100 + 4 * random.below(64),
        _ => 0x1c,
    };
    let text = match random.below(4) {
        0 => store(DMA + 4 * random.below(5) as u32, 1 << random.below(8)),
        _ => load(random, DMA + offset as u32),
    };
    writer.put(core, text);
}

/// An exception.
fn wrong_width(writer: &mut Writer, core: usize) {
    let random = &mut writer.random;
    let base = [DMA, MAILBOX, TEST_AND_SET, INTERRUPT_CONTROLLER][random.below(4)];
    let access = random.pick(&[
        "lb t0, 0(t3)",
        "sh t0, 0(t3)",
        "lr.w t0, (t3)",
        "lw t0, 2(t3)",
    ]);
    writer.put(core, format!("li t3, {base:#x}\n{access}\n"));
}
