//! The cycle in which each core must be looked at, in blocks that know their earliest.

use crate::port::{bits, NodeSet};
use crate::units::Cycle;

/// Cores of a block: few enough to look through all of them.
const BLOCK: usize = 16;

/// The times of the cores, and what follows from those of each block.
pub struct Agenda {
    times: Vec<Cycle>,
    blocks: Vec<Block>,
}

#[derive(Clone)]
struct Block {
    earliest: Cycle,
    /// The cores whose time it is, one bit each.
    due: u64,
    /// Whether times have changed since these were found.
    is_stale: bool,
}

impl Block {
    #[inline]
    fn survey(&mut self, times: &[Cycle]) {
        let (mut earliest, mut due) = (Cycle::NEVER, 0);
        for (&time, bit) in times.iter().zip(0..) {
            if time < earliest {
                (earliest, due) = (time, 0);
            }
            due |= u64::from(time == earliest) << bit;
        }
        *self = Block {
            earliest,
            due,
            is_stale: false,
        };
    }
}

impl Agenda {
    /// Nothing to do for this number of cores.
    pub fn new(cores: usize) -> Agenda {
        let idle = Block {
            earliest: Cycle::NEVER,
            due: 0,
            is_stale: false,
        };
        Agenda {
            times: vec![Cycle::NEVER; cores],
            blocks: vec![idle; cores.div_ceil(BLOCK)],
        }
    }

    /// A core must be looked at in cycle `time`, and not before.
    #[inline]
    pub fn set(&mut self, core: usize, time: Cycle) {
        self.times[core] = time;
        self.blocks[core / BLOCK].is_stale = true;
    }

    /// The earliest cycle in which a core must be looked at.
    #[inline]
    pub fn first(&mut self) -> Cycle {
        let mut first = Cycle::NEVER;
        for (block, times) in self.blocks.iter_mut().zip(self.times.chunks(BLOCK)) {
            if block.is_stale {
                block.survey(times);
            }
            first = first.min(block.earliest);
        }
        first
    }

    /// Adds the cores that must be looked at in cycle `first`, which [`Agenda::first`] has found.
    #[inline]
    pub fn collect_due(&self, first: Cycle, due: &mut NodeSet) {
        for (number, block) in self.blocks.iter().enumerate() {
            if block.earliest == first {
                bits(block.due).for_each(|bit| due.insert(BLOCK * number + bit));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn finds_the_earliest_cores(steps in prop::collection::vec((0_usize..70, 0_u64..9), 1..200)) {
            let mut agenda = Agenda::new(70);
            let mut times = vec![Cycle::NEVER; 70];
            for (core, time) in steps {
                agenda.set(core, Cycle(time));
                times[core] = Cycle(time);
                let first = *times.iter().min().unwrap();
                prop_assert_eq!(agenda.first(), first);
                let mut due = NodeSet::default();
                agenda.collect_due(first, &mut due);
                let expected = (0..70).filter(|&core| times[core] == first);
                prop_assert!(due.iter().eq(expected));
            }
        }
    }
}
