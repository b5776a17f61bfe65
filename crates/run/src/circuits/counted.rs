//! The counters of the circuits, for the record of a run.

use std::collections::BTreeMap;

use weft_hardware::engine::{Counts, Executed};
use weft_isa::message::{block, request, single};
use weft_report::{Counted as Counting, Parts};
use weft_sim::part::core::classes::{Class, ClassCycles};
use weft_sim::part::core::profile::PcProfile;
use weft_sim::port::{MessageCounts, UsedCore};
use weft_sim::{CoreStatistics, Machine};

/// The counts of all cores.
pub struct Counted<'m> {
    /// The machine, after it has adopted the final state of the circuits.
    machine: &'m Machine,
    now: u64,
    counts: BTreeMap<usize, Counts>,
    profiles: BTreeMap<usize, Vec<PcProfile>>,
}

impl<'m> Counted<'m> {
    /// Takes the counts of the cores that had programs.
    pub fn new(machine: &'m Machine, counts: Vec<(usize, Counts)>, now: u64) -> Self {
        let counts: BTreeMap<usize, Counts> = counts.into_iter().collect();
        let profile = |(core, counts): (&usize, &Counts)| {
            let executed = counts.executed.iter();
            let executed = executed.map(|it| profile_entry(machine, *core, it));
            (*core, executed.collect())
        };
        Counted {
            machine,
            now,
            profiles: counts.iter().map(profile).collect(),
            counts,
        }
    }

    fn left(&self, core: usize, kind: usize, size: impl Fn(u32) -> u32) -> Vec<(u32, u32)> {
        let counts = self.counts.get(&core);
        let words = counts.into_iter().flat_map(|it| &it.left[kind]);
        words
            .map(|&word| (request::SOURCE.get(word), size(word)))
            .collect()
    }

    fn classes(&self, core: usize) -> ClassCycles {
        let mut classes = ClassCycles::default();
        match self.counts.get(&core) {
            Some(counts) => {
                let counts = Class::ALL.iter().zip(counts.classes);
                counts.for_each(|((class, _), cycles)| classes.add(*class, cycles));
            }
            None => classes.add(Class::Halted, self.now),
        }
        classes
    }
}

fn profile_entry(machine: &Machine, core: usize, executed: &Executed) -> PcProfile {
    /// The lowest two bits of a 32-bit instruction.
    const LONG: u8 = 3;
    let bytes = machine.peek(core, executed.address, 1);
    let is_long = bytes.is_some_and(|bytes| bytes[0] & LONG == LONG);
    PcProfile {
        pc: executed.address,
        size: if is_long { 4 } else { 2 },
        executed: executed.times,
        cycles: executed.cycles,
    }
}

impl Counting for Counted<'_> {
    fn elapsed(&self) -> u64 {
        self.now
    }

    fn core_count(&self) -> usize {
        self.machine.core_count()
    }

    fn statistics(&self, core: usize) -> CoreStatistics {
        let counts = self.counts.get(&core);
        let [sent, bytes_sent, received, bytes_received] =
            counts.map_or([0; 4], |counts| counts.messages);
        CoreStatistics {
            name: format!("core{core}"),
            period: 1,
            instructions: counts.map_or(0, |counts| counts.instructions),
            classes: self.classes(core),
            messages: MessageCounts {
                sent,
                bytes_sent,
                received,
                bytes_received,
            },
            run_ahead: 0,
        }
    }

    fn exit_status(&self, core: usize) -> Option<i32> {
        self.machine.core(core).exit_status
    }

    fn profile(&self, core: usize) -> Vec<PcProfile> {
        self.profiles.get(&core).cloned().unwrap_or_default()
    }

    fn waits_at(&self, _core: usize) -> Option<u32> {
        None
    }

    fn parts(&self, used: &[UsedCore]) -> Parts {
        self.machine.parts(used)
    }

    fn messages_left(&self, core: usize) -> Vec<(u32, u32)> {
        self.left(core, 0, |word| block::LENGTH.get(word))
    }

    fn words_left(&self, core: usize) -> Vec<(u32, u32)> {
        self.left(core, 1, |word| single::PAYLOAD.get(word))
    }
}
