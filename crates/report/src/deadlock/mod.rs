//! Explains a deadlock: what each core waits for, and the ring of cores that wait for each other.

mod reason;
mod sentence;
mod standstill;

pub use reason::{Peer, Reason};
pub use weft_trace::traffic::Traffic;

use std::collections::BTreeMap;

use crate::names::{full_name, listed};
use crate::stack::Frozen;
use crate::summary::quantity::separated;
use crate::symbols::Location;
use crate::workload::Workload;
use weft_sim::platform::Platform;
use weft_sim::Machine;

/// Maximum depth of the backtrace in which the user's line and its caller are searched.
const BACKTRACE: usize = 16;

/// The state of a stopped chip.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// Cycles that have passed.
    pub cycle: u64,
    /// What each core is doing.
    pub standings: Vec<Standing>,
    /// The core of rank 0, of rank 1, and so on.
    pub core_of_rank: Vec<usize>,
    /// The tasks of a task graph, by the cores that run them.
    pub task_of_core: BTreeMap<usize, String>,
}

/// What a core is doing.
#[derive(Clone, Debug, PartialEq)]
pub enum Standing {
    NoProgram,
    Exited {
        status: i32,
    },
    Waits(Wait),
    /// An injected fault has stopped it.
    Died {
        cycle: u64,
        /// The locks that it holds.
        locks: Vec<u32>,
    },
    /// It could go on. Its backtrace, the innermost function first.
    Runs(Vec<Location>),
}

/// A wait, and its place in the program.
#[derive(Clone, Debug, PartialEq)]
pub struct Wait {
    pub reason: Reason,
    /// The innermost function first.
    pub backtrace: Vec<Location>,
}

impl Scene {
    /// Observes what the cores of a machine are doing.
    pub fn observe(machine: &Machine, workload: &Workload) -> Scene {
        Scene::of(machine, workload, false)
    }

    /// The same for a chip on which all cores wait: a core that polls in a call of the library counts as waiting for that call.
    pub fn observe_polling(machine: &Machine, workload: &Workload) -> Scene {
        Scene::of(machine, workload, true)
    }

    fn of(machine: &Machine, workload: &Workload, polling_waits: bool) -> Scene {
        Scene {
            cycle: machine.now().0,
            standings: (0..machine.core_count())
                .map(|core| standing(machine, workload, core, polling_waits))
                .collect(),
            core_of_rank: workload.core_of_rank.clone(),
            task_of_core: workload.task_of_core.clone(),
        }
    }

    /// Describes what each core waits for, and the ring of waiting cores, if there is one.
    pub fn describe(&self) -> String {
        let cycles = separated(self.cycle);
        format!("deadlock after {cycles} cycles: no core can go on\n") + &self.waits()
    }

    /// The same without the first line.
    pub fn waits(&self) -> String {
        let ring = self.cycle_of_waits();
        let ring = ring.map(|cores| self.cycle_sentence(&cores));
        self.standings() + &ring.unwrap_or_default()
    }

    /// Describes what each core does; cores in the same situation share a line.
    pub fn standings(&self) -> String {
        let mut text = String::new();
        for (cores, situation) in self.situations() {
            let names: Vec<String> = cores.iter().map(|&core| self.name(core)).collect();
            let verb = if cores.len() == 1 {
                situation.one
            } else {
                situation.many
            };
            text += &format!("  {} {verb}{}\n", listed(&names), situation.rest);
        }
        text
    }

    /// Lists the holders of the platform's mutexes, one a line.
    pub fn holders(&self, machine: &Machine, platform: &Platform) -> String {
        let numbers = 0..platform.mutexes() as u32;
        let held = numbers.filter_map(|number| Some((number, machine.lock_owner(number)?)));
        held.map(|(number, owner)| {
            let owner = self.name(owner);
            format!("  lock {number} is held by {owner}\n")
        })
        .collect()
    }

    /// Groups the cores by situation, in the order of the first core of each group.
    fn situations(&self) -> Vec<(Vec<usize>, Situation)> {
        let mut situations: Vec<(Vec<usize>, Situation)> = Vec::new();
        for (core, standing) in self.standings.iter().enumerate() {
            let Some(situation) = self.situation(standing) else {
                continue;
            };
            match situations.iter_mut().find(|(_, known)| *known == situation) {
                Some((cores, _)) => cores.push(core),
                None => situations.push((vec![core], situation)),
            }
        }
        situations
    }

    fn situation(&self, standing: &Standing) -> Option<Situation> {
        let (one, many, rest) = match standing {
            Standing::Waits(wait) => ("waits", "wait", sentence::wait(self, wait)),
            Standing::Exited { status } => ("has", "have", format!(" exited with status {status}")),
            Standing::Died { cycle, locks } => ("died", "died", sentence::death(*cycle, locks)),
            Standing::Runs(backtrace) => ("runs", "run", sentence::run(backtrace)),
            Standing::NoProgram => return None,
        };
        Some(Situation { one, many, rest })
    }

    /// Returns the first ring of cores that wait for each other, beginning with its lowest core.
    fn cycle_of_waits(&self) -> Option<Vec<usize>> {
        (0..self.standings.len()).find_map(|start| {
            let chain = std::iter::successors(Some(start), |&core| self.blocker(core));
            let ring: Vec<usize> = chain.take(self.standings.len() + 1).collect();
            let back = ring.iter().skip(1).position(|&core| core == start)?;
            Some(ring[..=back].to_vec())
        })
    }

    fn rank(&self, core: usize) -> Option<usize> {
        self.core_of_rank.iter().position(|&placed| placed == core)
    }

    fn name(&self, core: usize) -> String {
        full_name(self.task_of_core.get(&core), self.rank(core), core)
    }

    fn blocker(&self, core: usize) -> Option<usize> {
        match self.standings.get(core) {
            Some(Standing::Waits(wait)) => wait.reason.blocker(),
            _ => None,
        }
    }

    fn cycle_sentence(&self, cores: &[usize]) -> String {
        match cores {
            [alone] => format!("  cycle: {} waits for itself\n", self.name(*alone)),
            [first, others @ ..] => {
                let awaited = others.iter().chain([first]).map(|&core| self.name(core));
                let awaited = awaited.collect::<Vec<_>>().join(", which waits for ");
                format!("  cycle: {} waits for {awaited}\n", self.name(*first))
            }
            [] => String::new(),
        }
    }
}

/// A situation, in words for one core and for several.
#[derive(PartialEq)]
struct Situation {
    one: &'static str,
    many: &'static str,
    rest: String,
}

fn standing(machine: &Machine, workload: &Workload, core: usize, polling_waits: bool) -> Standing {
    if let Some(status) = machine.core(core).exit_status {
        return Standing::Exited { status };
    }
    if let Some(cycle) = machine.died(core) {
        let locks = machine.locks_of(core);
        let cycle = cycle.0;
        return Standing::Died { cycle, locks };
    }
    let Some(program) = workload.program(core) else {
        return Standing::NoProgram;
    };
    let read_memory = memory_of(machine, core);
    let frozen = Frozen {
        pc: machine.core(core).pc(),
        registers: machine.core(core).registers(),
        read_memory: &read_memory,
    };
    let backtrace = program.backtrace(&frozen, BACKTRACE);
    let operation = program.operation(&frozen);
    let ranks = &workload.core_of_rank;
    let why = |wait| Reason::of(wait, operation.as_ref(), &backtrace, machine, ranks);
    let polled = operation.as_ref().filter(|_| polling_waits);
    let polled =
        polled.and_then(|operation| Reason::of_library(operation, &backtrace, machine, ranks));
    match machine.waiting(core).and_then(why).or(polled) {
        Some(reason) => Standing::Waits(Wait { reason, backtrace }),
        None => Standing::Runs(backtrace),
    }
}

/// A core's view of memory, for [`Frozen`].
pub fn memory_of(machine: &Machine, core: usize) -> impl Fn(u32, &mut [u8]) -> bool + '_ {
    move |address, into| {
        let bytes = machine.peek(core, address, into.len());
        bytes.map(|bytes| into.copy_from_slice(bytes)).is_some()
    }
}
