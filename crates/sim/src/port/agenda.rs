//! The cycle in which each of many things (cores, endpoints) must be looked at, in blocks that know their earliest.

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
    /// In the last block, what is behind the last thing is never looked at.
    times: [Cycle; BLOCK],
    earliest: Cycle,
    /// The things whose time it is, one bit each.
    due: u64,
    /// Whether times have changed since these were found.
    is_stale: bool,
}

impl Block {
    fn of(times: &[Cycle]) -> Block {
        let mut block = Block {
            times: [Cycle::NEVER; BLOCK],
            earliest: Cycle::NEVER,
            due: 0,
            is_stale: true,
        };
        block.times[..times.len()].copy_from_slice(times);
        block
    }

    #[inline]
    fn earliest(&self) -> Cycle {
        match self.is_stale {
            true => earliest(&self.times),
            false => self.earliest,
        }
    }

    #[inline]
    fn survey(&mut self) {
        self.earliest = earliest(&self.times);
        self.due = 0;
        for (bit, time) in self.times.iter().enumerate() {
            self.due |= u64::from(*time == self.earliest) << bit;
        }
        self.is_stale = false;
    }
}

/// The earliest of two halves, which the processor looks through side by side.
#[inline]
fn earliest(times: &[Cycle; BLOCK]) -> Cycle {
    let (mut even, mut odd) = (Cycle::NEVER, Cycle::NEVER);
    for pair in times.chunks_exact(2) {
        even = even.min(pair[0]);
        odd = odd.min(pair[1]);
    }
    even.min(odd)
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
        let block = &mut self.blocks[thing / BLOCK];
        block.times[thing % BLOCK] = time;
        block.is_stale = true;
    }

    /// The earliest cycle in which a thing must be looked at.
    #[inline]
    pub fn first(&mut self) -> Cycle {
        let mut first = Cycle::NEVER;
        for block in &mut self.blocks {
            if block.is_stale {
                block.survey();
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
                agenda.set(thing, Cycle(time));
                times[thing] = Cycle(time);
                let first = *times.iter().min().unwrap();
                prop_assert_eq!(agenda.earliest(), first);
                prop_assert_eq!(agenda.first(), first);
                let mut due = NodeSet::default();
                agenda.collect_due(first, &mut due);
                let expected = (0..70).filter(|&thing| times[thing] == first);
                prop_assert!(due.iter().eq(expected));
            }
        }
    }
}
