//! Accesses over switches to the cycle, priorities, and what circuits do to others: the formulas of docs/switches.md.

use super::{registers, Asker, Switched};
use crate::bus::{Request, Target};
use crate::mesh::random::Random;
use crate::platform::Platform;
use crate::units::Cycle;
use std::path::Path;
use weft_isa::Op;

/// Cores of `chip`; all but the last are at one switch.
const CORES: usize = 9;
const LAST: usize = CORES - 1;
/// Devices: a memory at the switch of most cores, one at the other, the interface.
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
    let mut cores = vec!["a"; CORES - 1];
    cores.push("b");
    let text = format!(
        "summary = \"test\"\nclock = \"24 MHz\"\n[library]\nthreads = \"none\"\n\
         [[cores]]\ncount = {}\n\
         [cores.program_memory]\nbase = 0x0\nsize = \"4 KiB\"\n\
         [cores.data_memory]\nbase = 0x1000_0000\nsize = \"4 KiB\"\nstack = \"1 KiB\"\n\
         [switches]\nnames = [\"a\", \"b\"]\nlinks = [[\"a\", \"b\"]]\ncores = {cores:?}\n\
         pipeline = \"look-ahead\"\nallocation = \"{allocation}\"\npriorities = 4\n\
         request = {REQUEST}\nresponse = {RESPONSE}\nregister = {REGISTER}\n\
         [[device]]\nkind = \"sram\"\nname = \"near\"\nbase = 0x4000_0000\nsize = \"4 KiB\"\nswitch = \"a\"\n\
         [[device]]\nkind = \"sram\"\nname = \"far\"\nbase = 0x5000_0000\nsize = \"4 KiB\"\nswitch = \"b\"\n\
         [[device]]\nkind = \"network-interface\"\nbase = {BASE:#x}\n",
        CORES
    );
    let platform = Platform::parse(Path::new("test.toml"), &text).unwrap_or_else(|e| panic!("{e}"));
    Switched::new(&platform).expect("it has switches")
}

fn access(op: Op, device: usize, address: u32, value: u32) -> Request {
    Request {
        op,
        address,
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
    access(Op::Lw, device, 0x4000_0000, 0)
}

/// A store to a register of the interface.
fn set(register: u32, device: usize, value: u32) -> Request {
    let address = BASE + register + registers::REGISTER_BYTES * device as u32;
    access(Op::Sw, INTERFACE, address, value)
}

fn channel(device: usize) -> Request {
    let address = BASE + registers::CHANNEL + registers::REGISTER_BYTES * device as u32;
    access(Op::Lw, INTERFACE, address, 0)
}

/// Cores that ask again as soon as they are answered, and what they were told.
struct Run {
    switched: Switched,
    now: Cycle,
    /// Core and value of each answer, with the cycle in which the core goes on.
    answers: Vec<(usize, u32, Cycle)>,
}

impl Run {
    fn new(allocation: &str) -> Run {
        Run {
            switched: chip(allocation),
            now: Cycle(0),
            answers: Vec::new(),
        }
    }

    fn post(&mut self, core: usize, request: Request) {
        let Some(Target::Device { index, .. }) = request.target else {
            panic!("devices are asked");
        };
        self.switched.post(core, index, request, self.now);
    }

    /// Memories hold the word 7.
    fn cycle(&mut self) {
        for due in self.switched.due(self.now) {
            self.switched.answer(due.device, 7, self.now);
        }
        for (asker, done) in self.switched.advance(self.now) {
            let Asker::Core(core) = asker else {
                panic!("there are no controllers");
            };
            self.answers.push((core, done.value, done.free));
        }
        self.now += 1;
    }

    /// The value that a core is told, and the cycles from asking to going on, when it is alone.
    fn alone(&mut self, core: usize, request: Request) -> (u32, u64) {
        let (since, before) = (self.now, self.answers.len());
        self.post(core, request);
        for _ in 0..200 {
            self.cycle();
            if let Some(&(who, value, free)) = self.answers.get(before) {
                assert_eq!(who, core);
                self.now = self.now.max(free);
                return (value, free - since);
            }
        }
        panic!("no answer");
    }

    /// How often each core is answered in so many cycles, when those given ask `device` all the time.
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

    /// So many cycles in which each core that waits for no answer, but one, reads, writes or changes a priority, now and then.
    fn load_randomly(
        &mut self,
        random: &mut Random,
        waits: &mut [bool; CORES],
        quiet: usize,
        cycles: u64,
    ) {
        for _ in 0..cycles {
            for (core, waits) in waits.iter_mut().enumerate() {
                if core != quiet && !*waits && random.below(4) == 0 {
                    let device = [NEAR, FAR][random.below(2) as usize];
                    let request = match random.below(3) {
                        0 => read(device),
                        1 => access(Op::Sw, device, 0x4000_0000, 1),
                        _ => set(registers::PRIORITY, device, random.below(4)),
                    };
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
        self.alone(core, set(registers::CHANNEL, device, how));
        for _ in 0..200 {
            let state = self.alone(core, channel(device)).0;
            if state != registers::OPENING {
                return state;
            }
        }
        panic!("neither open nor refused");
    }
}

/// docs/switches.md: over S switches, request + response + access + 6 S + 7.
fn expected(switches: u64) -> u64 {
    REQUEST + RESPONSE + ACCESS + 6 * switches + 7
}

#[test]
fn an_access_alone_takes_what_the_formula_says() {
    let mut run = Run::new("round-robin");
    assert_eq!(run.alone(0, read(NEAR)), (7, expected(1)));
    assert_eq!(run.alone(LAST, read(NEAR)), (7, expected(2)));
    let write = access(Op::Sw, FAR, 0x5000_0000, 1);
    assert_eq!(run.alone(1, write).1, expected(2));
    assert_eq!(
        run.alone(1, access(Op::Lbu, FAR, 0x5000_0000, 0)).1,
        expected(2)
    );
}

#[test]
fn a_register_of_the_interface_takes_its_own_time() {
    let mut run = Run::new("round-robin");
    assert_eq!(run.alone(0, set(registers::PRIORITY, NEAR, 2)).1, REGISTER);
    let priority = access(Op::Lw, INTERFACE, BASE + registers::PRIORITY, 0);
    assert_eq!(run.alone(0, priority), (2, REGISTER));
    // Beyond the highest counts as the highest.
    run.alone(0, set(registers::PRIORITY, NEAR, 9));
    assert_eq!(run.alone(0, priority).0, 3);
}

const ALL_NEAR: [usize; 8] = [0, 1, 2, 3, 4, 5, 6, 7];

#[test]
fn round_robin_starves_nobody_and_fixed_priority_serves_the_first_input() {
    let fair = Run::new("round-robin").load(&ALL_NEAR, NEAR, 6_000);
    let (least, most) = (fair[..LAST].iter().min(), fair[..LAST].iter().max());
    assert!(most.unwrap() - least.unwrap() <= 1, "{fair:?}");
    let fixed = Run::new("fixed-priority").load(&ALL_NEAR, NEAR, 6_000);
    assert!(fixed[0] > 10 * fixed[7].max(1), "{fixed:?}");
}

/// While it waits at the head of a queue, one packet of a lower class goes first at each switch at most, and one is being served.
#[test]
fn a_higher_priority_waits_for_one_of_a_lower_one_at_most() {
    let mut run = Run::new("fixed-priority");
    run.alone(7, set(registers::PRIORITY, NEAR, 3));
    let counts = run.load(&ALL_NEAR, NEAR, 6_000);
    assert!(counts[7] > counts[1], "{counts:?}");
    let own = run.answers.iter().filter(|answer| answer.0 == 7);
    let times: Vec<Cycle> = own.map(|answer| answer.2).collect();
    let longest = times.windows(2).map(|pair| pair[1] - pair[0]).max();
    // Its own access, one at the interface of the memory and one in the switch before it.
    assert!(longest.unwrap() <= 3 * expected(1), "{longest:?}");
}

/// docs/switches.md: from the store that opens to the state "open", register + 6 S + 5.
#[test]
fn a_circuit_is_open_when_the_formula_says() {
    for (core, switches) in [(0, 1), (LAST, 2)] {
        for how in [registers::OPEN_ONE_WAY, registers::OPEN_BOTH_WAYS] {
            let mut run = Run::new("round-robin");
            let since = run.now;
            run.post(core, set(registers::CHANNEL, NEAR, how));
            let mut opened = None;
            for _ in 0..100 {
                run.cycle();
                let state = run.switched.initiators[core].channel_state(NEAR);
                if state == registers::OPEN && opened.is_none() {
                    opened = Some(run.now - since - 1);
                }
            }
            assert_eq!(opened, Some(REGISTER + 6 * switches + 5));
        }
    }
}

#[test]
fn behind_a_circuit_the_others_wait_and_go_on_when_it_is_released() {
    let mut run = Run::new("round-robin");
    assert_eq!(
        run.open(2, NEAR, registers::OPEN_BOTH_WAYS),
        registers::OPEN
    );
    let counts = run.load(&[0, 1, 2], NEAR, 3_000);
    assert_eq!((counts[0], counts[1]), (0, 0));
    // Nobody is in its way: each access takes what one alone does.
    assert!(counts[2] as u64 >= 3_000 / (expected(1) + 1), "{counts:?}");
    run.switched.leave(2, run.now);
    let mut after = [0; CORES];
    let before = run.answers.len();
    for _ in 0..200 {
        run.cycle();
    }
    run.answers[before..].iter().for_each(|a| after[a.0] += 1);
    assert!(after[0] == 1 && after[1] == 1, "{after:?}");
}

/// docs/switches.md: nobody is in the way of an open circuit, whatever the others ask for, and how urgently.
#[test]
fn an_access_by_a_circuit_takes_what_one_alone_does_under_any_load() {
    for seed in 0..50 {
        let mut run = Run::new(["round-robin", "fixed-priority"][seed as usize % 2]);
        let mut random = Random::new(seed);
        let holder = random.below(CORES as u32) as usize;
        let device = [NEAR, FAR][random.below(2) as usize];
        let mut waits = [false; CORES];
        run.load_randomly(&mut random, &mut waits, holder, 500);
        let asked = set(registers::CHANNEL, device, registers::OPEN_BOTH_WAYS);
        run.post(holder, asked);
        run.load_randomly(&mut random, &mut waits, holder, 500);
        let state = run.switched.initiators[holder].channel_state(device);
        assert_eq!(state, registers::OPEN, "seed {seed}");
        let is_near = (holder == LAST) == (device == FAR);
        for _ in 0..20 {
            let (since, before) = (run.now, run.answers.len());
            run.post(holder, read(device));
            run.load_randomly(&mut random, &mut waits, holder, 40);
            let own = run.answers[before..]
                .iter()
                .find(|answer| answer.0 == holder);
            let own = own.unwrap_or_else(|| panic!("seed {seed}: no answer"));
            let switches = if is_near { 1 } else { 2 };
            assert_eq!(own.2 - since, expected(switches), "seed {seed}");
        }
    }
}

#[test]
fn a_circuit_in_the_way_of_another_refuses_it_and_leaves_nothing_kept() {
    let mut run = Run::new("round-robin");
    assert_eq!(run.open(0, FAR, registers::OPEN_ONE_WAY), registers::OPEN);
    assert_eq!(
        run.open(1, FAR, registers::OPEN_ONE_WAY),
        registers::REFUSED
    );
    run.alone(0, set(registers::CHANNEL, FAR, registers::CLOSE));
    for _ in 0..30 {
        run.cycle();
    }
    // What the refused one had kept is free: all can reach both memories, and it can try again.
    for core in 0..CORES {
        assert_eq!(run.alone(core, read(FAR)).0, 7);
    }
    assert_eq!(run.open(1, FAR, registers::OPEN_ONE_WAY), registers::OPEN);
}

#[test]
fn a_circuit_to_what_is_not_in_the_network_stays_closed() {
    let mut run = Run::new("round-robin");
    for device in [INTERFACE, registers::MAX_DEVICES - 1] {
        let state = run.open(0, device, registers::OPEN_ONE_WAY);
        assert_eq!(state, registers::CLOSED, "device {device}");
    }
}

#[test]
fn of_two_that_open_at_once_one_is_refused() {
    let mut run = Run::new("round-robin");
    for core in [0, 1, LAST] {
        run.post(
            core,
            set(registers::CHANNEL, NEAR, registers::OPEN_BOTH_WAYS),
        );
    }
    for _ in 0..100 {
        run.cycle();
    }
    let states = [0, 1, LAST].map(|core| run.switched.initiators[core].channel_state(NEAR));
    let open = states.iter().filter(|&&state| state == registers::OPEN);
    assert_eq!(open.count(), 1, "{states:?}");
    assert!(
        states.iter().all(|&state| state != registers::OPENING),
        "{states:?}"
    );
}
