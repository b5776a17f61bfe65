//! The formulas of docs/contract/switches.md: cycles of accesses, priorities, and the effect of circuits on other cores.

mod best_effort;
mod circuits;
mod classes;
mod obstacles;
mod shapes;
mod storm;

use self::shapes::Shape;
use super::{registers, Requester, Switched};
use crate::noc::random::Random;
use crate::port::{MemoryPort, Request, Target};
use crate::units::Cycle;
use weft_isa::Op;

/// Cores of `chip`. All but the last are at one switch.
const CORES: usize = 9;
const LAST: usize = CORES - 1;
/// Devices: a memory at the switch of most cores, one at the other switch, the interface.
const NEAR: usize = 0;
const FAR: usize = 1;
const INTERFACE: usize = 2;
const BASE: u32 = 0xb000_0000;
/// Latencies of `chip`.
const REQUEST: u64 = 2;
const RESPONSE: u64 = 3;
const REGISTER: u64 = 2;
const ACCESS: u64 = 1;

fn chip(allocation: &str) -> Switched {
    let mut cores = vec![0; CORES - 1];
    cores.push(1);
    let shape = Shape {
        links: &[(0, 1)],
        cores,
        memories: vec![0, 1],
        wait_states: 0,
        keys: format!("pipeline = \"look-ahead\"\nallocation = \"{allocation}\"\npriorities = 4\n"),
    };
    shape.switched()
}

fn access(op: Op, device: usize, value: u32) -> Request {
    Request {
        op,
        address: 0x4000_0000,
        bytes: 4,
        value,
        target: Some(Target::Device {
            index: device,
            offset: 0,
        }),
        reserved: false,
    }
}

fn read(device: usize) -> Request {
    access(Op::Lw, device, 0)
}

/// A store to a register of the interface, which is device `interface`.
fn set(interface: usize, register: u32, device: usize, value: u32) -> Request {
    Request {
        address: BASE + register + registers::REGISTER_BYTES * device as u32,
        ..access(Op::Sw, interface, value)
    }
}

/// A load from a register.
fn get(interface: usize, register: u32, device: usize) -> Request {
    Request {
        op: Op::Lw,
        ..set(interface, register, device, 0)
    }
}

/// A run of the switches, with the answers that the cores got.
struct Run {
    switched: Switched,
    now: Cycle,
    /// Core and value of each answer, with the cycle in which the core continues.
    answers: Vec<(usize, u32, Cycle)>,
}

impl Run {
    fn new(allocation: &str) -> Run {
        Run::of(chip(allocation))
    }

    fn of(switched: Switched) -> Run {
        Run {
            switched,
            now: Cycle(0),
            answers: Vec::new(),
        }
    }

    fn post(&mut self, core: usize, request: Request) {
        self.switched.post(core, request, self.now);
    }

    /// Simulates one cycle. Every memory word reads as 7.
    fn cycle(&mut self) {
        for (_, device, _) in self.switched.due(self.now) {
            self.switched.answer(device, 7, self.now);
        }
        for (requester, done) in self.switched.advance(self.now) {
            let Requester::Core(core) = requester else {
                panic!("there are no controllers");
            };
            self.answers.push((core, done.value, done.free));
        }
        self.now += 1;
    }

    /// The value that an access of a core returns, and its cycles from the request until the core continues, without other traffic.
    fn alone(&mut self, core: usize, request: Request) -> (u32, u64) {
        let (since, before) = (self.now, self.answers.len());
        self.post(core, request);
        for _ in 0..200 {
            self.cycle();
            if let Some(&(who, value, free)) = self.answers.get(before) {
                assert_eq!(who, core);
                while self.now < free {
                    self.cycle();
                }
                return (value, free - since);
            }
        }
        panic!("no answer");
    }

    /// How often each core is answered in a number of cycles, when those given access `device` all the time.
    fn load(&mut self, cores: &[usize], device: usize, cycles: u64) -> [usize; CORES] {
        let before = self.answers.len();
        cores.iter().for_each(|&core| self.post(core, read(device)));
        let mut seen = before;
        for _ in 0..cycles {
            self.cycle();
            while let Some(&(core, _, _)) = self.answers.get(seen) {
                self.post(core, read(device));
                seen += 1;
            }
        }
        let mut counts = [0; CORES];
        self.answers[before..].iter().for_each(|a| counts[a.0] += 1);
        counts
    }

    /// Runs a number of cycles in which now and then each core that waits for no answer, except `quiet`, reads, writes or changes a priority.
    fn load_randomly(
        &mut self,
        random: &mut Random,
        waits: &mut [bool],
        quiet: usize,
        cycles: u64,
    ) {
        let memories = self.switched.targets.len();
        for _ in 0..cycles {
            for (core, waits) in waits.iter_mut().enumerate() {
                if core != quiet && !*waits && random.below(4) == 0 {
                    let device = random.below(memories as u32) as usize;
                    let request = random_access(memories, device, random);
                    self.post(core, request);
                    *waits = true;
                }
            }
            let before = self.answers.len();
            self.cycle();
            for &(core, _, _) in &self.answers[before..] {
                waits[core] = false;
            }
        }
    }

    fn open(&mut self, core: usize, device: usize, how: u32) -> u32 {
        self.alone(core, set(INTERFACE, registers::CHANNEL, device, how));
        for _ in 0..200 {
            let state = self
                .alone(core, get(INTERFACE, registers::CHANNEL, device))
                .0;
            if state != registers::OPENING {
                return state;
            }
        }
        panic!("neither open nor refused");
    }
}

/// A read, a write, or a change of priority.
fn random_access(memories: usize, device: usize, random: &mut Random) -> Request {
    match random.below(5) {
        0 | 1 => read(device),
        2 | 3 => access(Op::Sw, device, 1),
        _ => set(memories, registers::PRIORITY, device, random.below(4)),
    }
}

/// docs/contract/switches.md: over S switches, request + response + access + 6 S + 7.
fn expected(switches: u64) -> u64 {
    REQUEST + RESPONSE + ACCESS + 6 * switches + 7
}
