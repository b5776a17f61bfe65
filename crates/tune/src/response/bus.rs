//! Upper bound of the time to move a block, whatever the other processors move over the bus at that time.

use crate::schedule::bus::{beside, Mover};
use crate::{Constants, CopyTime, Memory, Nanoseconds, Plan, Scenario, Side};

/// The slowest pace of each side in each memory, as a time for a KiB alone and together.
pub(super) struct Slowest<'a> {
    constants: &'a Constants,
    /// The memories in which the plan places blocks.
    used: Vec<Memory>,
    dsps: usize,
}

impl Slowest<'_> {
    pub(super) fn new<'a>(scenario: &'a Scenario, plan: &Plan) -> Slowest<'a> {
        let memories = [Memory::Internal, Memory::External];
        let is_used = |memory: &Memory| {
            let mut tasks = plan.tasks.iter();
            tasks.any(|one| one.strategy.choice.memory == *memory)
        };
        Slowest {
            constants: &scenario.platform.constants,
            used: memories.into_iter().filter(is_used).collect(),
            dsps: scenario.platform.dsps,
        }
    }

    /// What takes so long alone.
    pub(super) fn of(&self, side: Side, memory: Memory, time: Nanoseconds) -> Nanoseconds {
        let own = self.mover(side, memory);
        match own.alone.0 {
            0 => time,
            alone => Nanoseconds((time.0 * self.pace(&own).0).div_ceil(alone)),
        }
    }

    fn mover(&self, side: Side, memory: Memory) -> Mover {
        let (constants, moves) = (self.constants, &self.constants.moves);
        let (internal, external) = match side {
            Side::Gpp => (constants.internal, constants.external),
            Side::Dsp => (moves.internal, moves.external),
        };
        Mover {
            side,
            memory,
            alone: memory.of(internal, external),
        }
    }

    /// Returns the pace with the other processors at the memories that are worst for it. Only the number of DSPs at each memory and the memory of
    /// the GPP matter.
    fn pace(&self, own: &Mover) -> CopyTime {
        let (dsps, gpps) = match own.side {
            Side::Gpp => (self.dsps, vec![None]),
            Side::Dsp => (self.dsps - 1, self.used.iter().copied().map(Some).collect()),
        };
        let splits = gpps
            .iter()
            .flat_map(|gpp| (0..=dsps).map(move |first| (*gpp, first)));
        let pace = |(gpp, first): (Option<Memory>, usize)| {
            let of_dsp = |number| {
                self.used[if number < first {
                    0
                } else {
                    self.used.len() - 1
                }]
            };
            let others = (0..dsps).map(|number| self.mover(Side::Dsp, of_dsp(number)));
            let gpp = gpp.map(|memory| self.mover(Side::Gpp, memory));
            let all: Vec<Mover> = others.chain(gpp).chain([*own]).collect();
            beside(own, &all, &self.constants.moves.bus)
        };
        splits.map(pace).max().unwrap_or(own.alone)
    }
}
