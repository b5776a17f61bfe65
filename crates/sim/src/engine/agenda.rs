//! The cycle in which each core must be looked at, in blocks that know their earliest.

use crate::port::set::NodeSet;
use crate::units::Cycle;

/// Cores of a block: few enough to look through all of them.
const BLOCK: usize = 16;

/// The times of the cores, and the earliest of each block.
pub struct Agenda {
    times: Vec<Cycle>,
    earliest: Vec<Cycle>,
}

impl Agenda {
    /// Nothing to do for so many cores.
    pub fn new(cores: usize) -> Agenda {
        Agenda {
            times: vec![Cycle::NEVER; cores],
            earliest: vec![Cycle::NEVER; cores.div_ceil(BLOCK)],
        }
    }

    /// A core must be looked at in cycle `time`, and not before.
    #[inline]
    pub fn set(&mut self, core: usize, time: Cycle) {
        let before = std::mem::replace(&mut self.times[core], time);
        let earliest = &mut self.earliest[core / BLOCK];
        if time <= *earliest {
            *earliest = time;
        } else if before == *earliest {
            let first = core / BLOCK * BLOCK;
            let last = (first + BLOCK).min(self.times.len());
            let times = self.times[first..last].iter();
            *earliest = times.fold(Cycle::NEVER, |least, &time| least.min(time));
        }
    }

    /// The earliest cycle in which a core must be looked at.
    #[inline]
    pub fn first(&self) -> Cycle {
        let earliest = self.earliest.iter();
        earliest.fold(Cycle::NEVER, |least, &time| least.min(time))
    }

    /// Adds the cores that must be looked at in the cycle that is the earliest.
    #[inline]
    pub fn collect_due(&self, first: Cycle, due: &mut NodeSet) {
        let blocks = self.times.chunks(BLOCK).zip(&self.earliest).enumerate();
        for (block, (times, _)) in blocks.filter(|(_, (_, &earliest))| earliest == first) {
            for (core, _) in times.iter().enumerate().filter(|(_, &time)| time == first) {
                due.insert(BLOCK * block + core);
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
