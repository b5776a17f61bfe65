//! Random programs for one core or several that come to an end or to a deadlock, never to an endless loop.
//!
//! A system is a list of pieces of assembly, each for one core. Exchanges between cores give all partners their pieces in the
//! same order, so most systems end. Any piece can be left out, for the reduction of failures.
//!
//! Registers: s0 data memory, s1 shared memory, s2 `mtimecmp`, s3 data in the program memory, s4 the controller's node, tp the
//! own node; t4 to t6 and s9 to s11 belong to the interrupt handler, s8 to counted loops, t3 to single pieces.

mod devices;
mod exchanges;
mod hibi;
pub mod local;
mod mac;
mod switches;
mod tiles;

use crate::common::composed::{self, Parts};
use crate::common::random::Random;
use weft_sim::platform::Platform;

/// Some assembly for one core.
#[derive(Clone, Debug)]
pub struct Piece {
    pub core: usize,
    pub text: String,
}

/// Collects pieces, with names for their labels.
pub struct Writer {
    pub random: Random,
    pub cores: usize,
    pieces: Vec<Piece>,
    labels: u32,
}

impl Writer {
    fn new(random: Random, cores: usize) -> Writer {
        Writer {
            random,
            cores,
            pieces: Vec::new(),
            labels: 0,
        }
    }

    pub fn put(&mut self, core: usize, text: String) {
        self.pieces.push(Piece { core, text });
    }

    /// A label that no other piece has.
    pub fn label(&mut self) -> String {
        self.labels += 1;
        format!("@l{}", self.labels)
    }
}

/// A random system.
pub struct System {
    pub seed: u64,
    pub parts: Parts,
    pub cores: usize,
    pub pieces: Vec<Piece>,
}

impl System {
    /// The chip that it runs on; that of every other seed has the latencies of the tables.
    pub fn platform(&self) -> Platform {
        let mut random = Random::new(self.seed);
        composed::platform(self.parts, self.cores, self.seed % 2 == 1, &mut random)
    }

    /// The program of each core.
    pub fn sources(&self, pieces: &[Piece]) -> Vec<String> {
        sources(self.parts, self.cores, pieces)
    }
}

/// Message instructions and no other parts.
pub const MESSAGES: Parts = Parts {
    messages: true,
    mesh: false,
    hibi: false,
    devices: false,
    switches: false,
    buses: false,
};

/// The system of a seed, on a chip with few kinds of parts, so that each is used often.
pub fn generate(seed: u64) -> System {
    let none = Parts::default();
    let devices = Parts {
        devices: true,
        ..none
    };
    let chips = [
        MESSAGES,
        devices,
        Parts {
            messages: true,
            ..devices
        },
        Parts {
            mesh: true,
            ..MESSAGES
        },
        Parts {
            switches: true,
            ..devices
        },
        Parts {
            hibi: true,
            ..MESSAGES
        },
        Parts {
            buses: true,
            ..devices
        },
    ];
    generate_on(chips[(seed / 2) as usize % chips.len()], seed)
}

/// The system of a seed, on a chip of any parts.
pub fn generate_on_any(seed: u64) -> System {
    generate_on(Parts::any(&mut Random::new(seed ^ 0x5eed)), seed)
}

fn generate_on(parts: Parts, seed: u64) -> System {
    let mut random = Random::new(seed);
    let cores = 2 + random.below(7);
    let mut writer = Writer::new(random, cores);
    for core in 0..cores {
        start(&mut writer, core);
        if parts.devices && writer.random.one_in(2) {
            let text = devices::enable(&mut writer.random, core, 2 * cores as u32 + 2);
            writer.put(core, text);
        }
        if parts.hibi && writer.random.one_in(2) {
            let (core, text) = hibi::enable(core);
            writer.put(core, text);
        }
    }
    for _ in 0..cores * (2 + writer.random.below(8)) {
        if writer.random.one_in(2) {
            exchange(&mut writer, parts);
        } else {
            let core = writer.random.below(cores);
            local::add(&mut writer, core);
        }
    }
    System {
        seed,
        parts,
        cores,
        pieces: writer.pieces,
    }
}

/// How often a part is used, and a piece that uses it.
type Use = (usize, fn(&mut Writer));

/// A use of one of the parts; message instructions are rarer where there are others.
fn exchange(writer: &mut Writer, parts: Parts) {
    let uses: [Use; 5] = [
        (usize::from(parts.messages), exchanges::exchange),
        (4 * usize::from(parts.mesh), tiles::add),
        (4 * usize::from(parts.hibi), hibi::add),
        (3 * usize::from(parts.devices), devices::add),
        (usize::from(parts.switches), switches::add),
    ];
    let mut chosen = writer
        .random
        .below(uses.iter().map(|(weight, _)| weight).sum());
    for (weight, add) in uses {
        match chosen.checked_sub(weight) {
            Some(rest) => chosen = rest,
            None => return add(writer),
        }
    }
}

/// The pieces of a program for a core that is alone.
pub fn generate_alone(seed: u64) -> Vec<Piece> {
    let mut writer = Writer::new(Random::new(seed), 1);
    start(&mut writer, 0);
    for _ in 0..3 + writer.random.below(20) {
        local::add(&mut writer, 0);
    }
    writer.pieces
}

/// Random values in the registers and some memory, and for every other core interrupts.
fn start(writer: &mut Writer, core: usize) {
    for register in local::REGISTERS {
        let value = writer.random.word();
        writer.put(core, format!("li {register}, {value:#x}\n"));
    }
    for offset in (0..64).step_by(4) {
        let register = writer.random.pick(&local::REGISTERS);
        writer.put(core, format!("sw {register}, {offset}(s0)\n"));
    }
    if writer.random.one_in(2) {
        for text in interrupts_on(&mut writer.random) {
            writer.put(core, text);
        }
    }
}

/// Some interrupts enabled; the timer's comes a few times.
fn interrupts_on(random: &mut Random) -> [String; 4] {
    // Handlers take messages and words that the program then waits for: too many of these end in deadlock.
    let causes: u32 = [(3, 5), (7, 2), (16, 2), (17, 6), (18, 2)]
        .into_iter()
        .map(|(cause, times)| u32::from(random.one_in(times)) << cause)
        .sum();
    let (first, period, times) = (random.below(600), 40 + random.below(400), random.below(8));
    [
        format!(
            "li s10, {period}\nli s11, {times}\nsw zero, 4(s2)\nli t3, {first}\nsw t3, 0(s2)\n"
        ),
        "li t3, -1\ncsrw mevmask, t3\ncsrw mevmaskh, t3\n".to_string(),
        format!("li t3, {causes:#x}\ncsrw mie, t3\n"),
        "csrsi mstatus, 8\n".to_string(),
    ]
}

/// The program of each core.
pub fn sources(parts: Parts, cores: usize, pieces: &[Piece]) -> Vec<String> {
    let own = |core| {
        pieces
            .iter()
            .filter(move |piece| piece.core == core)
            .map(|piece| piece.text.as_str())
    };
    (0..cores)
        .map(|core| {
            format!(
                "{}{}exit\n",
                frame(parts, core, cores),
                own(core).collect::<String>()
            )
        })
        .collect()
}

/// What the handler does where a software interrupt is a single-word message.
const TAKE_WORD: &str = "    csrr t4, mword\n    add  s9, s9, t4\n";

/// The pieces of each core, to read.
pub fn described(cores: usize, pieces: &[Piece]) -> String {
    let own = |core| {
        pieces
            .iter()
            .filter(move |piece| piece.core == core)
            .map(|piece| piece.text.as_str())
    };
    (0..cores)
        .map(|core| {
            format!(
                "--- core {core}\n{}",
                own(core).collect::<Vec<_>>().join("\n")
            )
        })
        .collect()
}

/// The start of each program, and the trap handler. It takes away the cause of each interrupt, so that it comes to an end.
fn frame(parts: Parts, core: usize, cores: usize) -> String {
    let start = format!(
        "li s0, 0x10000000\nli s1, 0x80000000\nli s2, 0x02004000\nli s3, 0x1800\nli s4, {cores}\nli tp, {core}\n\
         li t3, -1\nsw t3, 0(s2)\nsw t3, 4(s2)\nli t3, 0x100\ncsrw mtvec, t3\nj @main\n"
    );
    start + ".org 0x100\n" + &handler(parts) + "@main:\n"
}

fn handler(parts: Parts) -> String {
    // Without a message unit there is no word queue.
    let take_word = if parts.messages { TAKE_WORD } else { "" };
    let take_interrupt = match parts.devices {
        true => devices::take_software_interrupt(),
        false => String::new(),
    };
    let taken = take_word.to_string() + &take_interrupt;
    let handler = include_str!("programs/handler.s").replace(TAKE_WORD, &taken);
    match (parts.devices, parts.hibi) {
        (false, false) => handler.replace("@external", "@retry"),
        (false, true) => handler + "@external:\n" + hibi::TURN_OFF,
        (true, false) => handler + &devices::handler(),
        // What devices ask is answered once.
        (true, true) => handler + &devices::handler().replace("mret\n", hibi::TURN_OFF),
    }
}
