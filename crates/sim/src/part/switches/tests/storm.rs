//! All cores open circuits to random devices over several switches, use them, and close them or exit: all finish.
//!
//! docs/contract/switches.md argues that no core waits for ever; this test tries it. The cores here behave like any program that opens one
//! circuit after the other and tries again when it is refused.

use super::shapes::Shape;
use super::{get, random_access, set};
use crate::noc::random::Random;
use crate::part::switches::{registers, Requester, Switched};
use crate::port::{MemoryPort, Request};
use crate::units::Cycle;

/// Circuits that each core opens in turn.
const ROUNDS: usize = 6;
/// Far more cycles than a run takes.
const LIMIT: u64 = 400_000;

/// What a core does next.
#[derive(Clone, Copy, Debug)]
enum Plan {
    /// Accesses by best effort, then a circuit.
    Free {
        accesses: usize,
    },
    Open(usize),
    /// Reads the state of its circuit there until that is open or refused.
    Poll(usize),
    /// Accesses to any device; then it closes the circuit.
    Use {
        device: usize,
        accesses: usize,
    },
    Finished,
}

struct Program {
    plan: Plan,
    rounds: usize,
    /// It exits while it has its last circuit.
    exits: bool,
    /// It waits for an answer; it does nothing before cycle `next`.
    waits: bool,
    next: Cycle,
}

impl Program {
    fn new(random: &mut Random) -> Program {
        Program {
            plan: Plan::Free { accesses: 0 },
            rounds: ROUNDS,
            exits: random.below(4) == 0,
            waits: false,
            next: Cycle(u64::from(random.below(50))),
        }
    }

    /// The access that it posts now.
    fn request(&mut self, memories: usize, random: &mut Random) -> Option<Request> {
        let mut any = || random.below(memories as u32) as usize;
        Some(match self.plan {
            Plan::Free { accesses: 0 } => {
                self.plan = Plan::Open(any());
                return self.request(memories, random);
            }
            Plan::Free { accesses } => {
                self.plan = Plan::Free {
                    accesses: accesses - 1,
                };
                random_access(memories, any(), random)
            }
            Plan::Open(device) => {
                self.plan = Plan::Poll(device);
                let how = [registers::OPEN_ONE_WAY, registers::OPEN_BOTH_WAYS];
                let how = how[random.below(2) as usize];
                set(memories, registers::CHANNEL, device, how)
            }
            Plan::Poll(device) => get(memories, registers::CHANNEL, device),
            Plan::Use {
                device,
                accesses: 0,
            } => {
                self.rounds -= 1;
                let accesses = random.below(5) as usize;
                self.plan = match self.rounds {
                    0 => Plan::Finished,
                    _ => Plan::Free { accesses },
                };
                if self.rounds == 0 && self.exits {
                    return None;
                }
                set(memories, registers::CHANNEL, device, registers::CLOSE)
            }
            Plan::Use { device, accesses } => {
                self.plan = Plan::Use {
                    device,
                    accesses: accesses - 1,
                };
                random_access(memories, any(), random)
            }
            Plan::Finished => return None,
        })
    }

    fn receive(&mut self, value: u32, free: Cycle, random: &mut Random) {
        (self.waits, self.next) = (false, free);
        if let Plan::Poll(device) = self.plan {
            if value == registers::OPEN {
                let accesses = random.below(6) as usize;
                self.plan = Plan::Use { device, accesses };
            } else if value == registers::REFUSED {
                self.plan = Plan::Open(device);
                self.next += u64::from(random.below(60));
            }
        }
    }
}

/// One cycle of a core.
fn step(
    core: usize,
    program: &mut Program,
    switched: &mut Switched,
    now: Cycle,
    random: &mut Random,
) {
    if program.waits || program.next > now || matches!(program.plan, Plan::Finished) {
        return;
    }
    let memories = switched.targets.len();
    match program.request(memories, random) {
        Some(request) => {
            switched.post(core, request, now);
            program.waits = true;
        }
        None => switched.close_circuits(core),
    }
}

/// Runs until all cores have finished, or up to the limit; returns how many have not.
fn unfinished(switched: &mut Switched, random: &mut Random) -> (usize, Cycle) {
    let cores = switched.initiators.len();
    let mut programs: Vec<Program> = (0..cores).map(|_| Program::new(random)).collect();
    let mut now = Cycle(0);
    let is_at_work = |program: &&Program| !matches!(program.plan, Plan::Finished) || program.waits;
    while programs.iter().any(|p| is_at_work(&p)) && now < Cycle(LIMIT) {
        for (_, device, _) in switched.due(now) {
            switched.answer(device, 7, now);
        }
        for (requester, done) in switched.advance(now) {
            if let Requester::Core(core) = requester {
                programs[core].receive(done.value, done.free, random);
            }
        }
        now += 1;
        for (core, program) in programs.iter_mut().enumerate() {
            step(core, program, switched, now, random);
        }
    }
    (programs.iter().filter(is_at_work).count(), now)
}

#[test]
fn all_cores_open_circuits_over_several_switches_and_all_finish() {
    for seed in 0..60 {
        let mut random = Random::new(seed);
        let shape = Shape::random(&mut random);
        let mut switched = shape.switched();
        let (unfinished, now) = unfinished(&mut switched, &mut random);
        assert_eq!(unfinished, 0, "seed {seed}, cycle {now:?}: {shape:?}");
    }
}
