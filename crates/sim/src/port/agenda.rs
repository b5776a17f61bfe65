//! The cycle in which each of many things (cores, endpoints) must be looked at, in blocks that know their earliest.
//!
//! ```text
//!   thing     0    1    2    3   ...  15        16   ...
//!   time      -    90   -    97       90         -
//!             +---- block 0: earliest 90 ---+    +--- block 1: nothing planned
//!                   due: things 1 and 15
//! ```
//!
//! Where cores and endpoints wait for each other most have no time at all, so a block looks at those only that have one. It does that when the
//! last of its due things has been put off; before, a new time is compared with the earliest.

use super::set::{bits, NodeSet};
use crate::units::Cycle;
use serde::{Deserialize, Serialize};

/// Things of a block: few enough to look through all of them.
const BLOCK: usize = 16;

/// The times, and what follows from those of each block.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(from = "Vec<Cycle>", into = "Vec<Cycle>")]
pub struct Agenda {
    count: usize,
    blocks: Vec<Block>,
}

#[derive(Clone, Debug)]
struct Block {
    times: [Cycle; BLOCK],
    /// The things that have a time, one bit each.
    planned: u64,
    /// Those of them whose time is the earliest; none if they must be found anew.
    due: u64,
    /// That time, as long as some are known to be due.
    earliest: Cycle,
}

impl Block {
    fn of(times: &[Cycle]) -> Block {
        let mut block = Block {
            times: [Cycle::NEVER; BLOCK],
            planned: 0,
            due: 0,
            earliest: Cycle::NEVER,
        };
        for (thing, time) in times.iter().enumerate() {
            block.set(thing, *time);
        }
        block
    }

    #[inline]
    fn set(&mut self, thing: usize, time: Cycle) {
        let bit = 1 << thing;
        self.times[thing] = time;
        self.planned &= !bit;
        self.due &= !bit;
        if time == Cycle::NEVER {
            return;
        }
        if self.planned == 0 || self.due != 0 && time < self.earliest {
            (self.due, self.earliest) = (bit, time);
        } else if self.due != 0 && time == self.earliest {
            self.due |= bit;
        }
        self.planned |= bit;
    }

    #[inline]
    fn earliest(&self) -> Cycle {
        match self.due {
            0 => self.survey().1,
            _ => self.earliest,
        }
    }

    /// The things whose time is the earliest, and that time.
    #[inline]
    fn survey(&self) -> (u64, Cycle) {
        let (mut due, mut earliest) = (0, Cycle::NEVER);
        for thing in bits(self.planned) {
            let time = self.times[thing];
            if time < earliest {
                (due, earliest) = (0, time);
            }
            due |= u64::from(time == earliest) << thing;
        }
        (due, earliest)
    }
}

impl PartialEq for Agenda {
    fn eq(&self, other: &Agenda) -> bool {
        let mut blocks = self.blocks.iter().zip(&other.blocks);
        self.count == other.count && blocks.all(|(one, other)| one.times == other.times)
    }
}

impl From<Agenda> for Vec<Cycle> {
    fn from(agenda: Agenda) -> Vec<Cycle> {
        (0..agenda.count).map(|thing| agenda.time(thing)).collect()
    }
}

impl From<Vec<Cycle>> for Agenda {
    fn from(times: Vec<Cycle>) -> Agenda {
        Agenda {
            count: times.len(),
            blocks: times.chunks(BLOCK).map(Block::of).collect(),
        }
    }
}

impl Agenda {
    /// As many things as `count`, each of which must be looked at in cycle `time`.
    pub fn new(count: usize, time: Cycle) -> Agenda {
        Agenda::from(vec![time; count])
    }

    /// When a thing must be looked at.
    #[inline]
    pub fn time(&self, thing: usize) -> Cycle {
        self.blocks[thing / BLOCK].times[thing % BLOCK]
    }

    /// A thing must be looked at in cycle `time`, and not before.
    #[inline]
    pub fn set(&mut self, thing: usize, time: Cycle) {
        self.blocks[thing / BLOCK].set(thing % BLOCK, time);
    }

    /// The earliest cycle in which a thing must be looked at.
    #[inline]
    pub fn first(&mut self) -> Cycle {
        let mut first = Cycle::NEVER;
        for block in &mut self.blocks {
            if block.due == 0 {
                (block.due, block.earliest) = block.survey();
            }
            first = first.min(block.earliest);
        }
        first
    }

    /// The same, where it is only looked up.
    #[inline]
    pub fn earliest(&self) -> Cycle {
        let earliest = self.blocks.iter().map(Block::earliest);
        earliest.fold(Cycle::NEVER, Cycle::min)
    }

    /// Adds the things that must be looked at in cycle `first`, which [`Agenda::first`] has found.
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
        fn finds_the_earliest(steps in prop::collection::vec((0_usize..70, 0_u64..9), 1..200)) {
            let mut agenda = Agenda::new(70, Cycle::NEVER);
            let mut times = vec![Cycle::NEVER; 70];
            for (thing, time) in steps {
                let time = if time == 8 { Cycle::NEVER } else { Cycle(time) };
                agenda.set(thing, time);
                times[thing] = time;
                let first = *times.iter().min().unwrap();
                prop_assert_eq!(agenda.earliest(), first);
                prop_assert_eq!(agenda.first(), first);
                let mut due = NodeSet::default();
                agenda.collect_due(first, &mut due);
                let is_due = |thing: &usize| times[*thing] == first && first != Cycle::NEVER;
                let expected = (0..70).filter(is_due);
                prop_assert!(due.iter().eq(expected));
            }
        }
    }
}
