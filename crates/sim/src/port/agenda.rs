//! An event queue with one time for each of many things (cores, endpoints): the cycle in which it must be simulated next.
//!
//! The things are divided into blocks, each of which caches its earliest time.
//!
//! ```text
//!   thing     0    1    2    3   ...  15        16   ...
//!   time      -    90   -    97       90         -
//!             +---- block 0: earliest 90 ---+    +--- block 1: nothing planned
//!                   due: things 1 and 15
//! ```
//!
//! Most cores and endpoints that wait for each other have no time at all, so each block keeps a bit mask of the things that have one. It searches
//! these anew (`survey`) only after the last of its due things has been given a later time; until then it compares each new time with the cached
//! earliest one.

use super::set::{bits, NodeSet};
use crate::units::Cycle;
use serde::{Deserialize, Serialize};

/// Number of things in a block: few enough to search them all.
const BLOCK: usize = 16;

/// The time of each thing, in blocks.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(from = "Vec<Cycle>", into = "Vec<Cycle>")]
pub struct Agenda {
    count: usize,
    blocks: Vec<Block>,
}

#[derive(Clone, Debug)]
struct Block {
    times: [Cycle; BLOCK],
    /// The things that have a time other than `NEVER`, one bit each.
    planned: u64,
    /// The things whose time is `earliest`; 0 if `earliest` is stale and must be searched anew.
    due: u64,
    /// The earliest time in the block, valid while `due` is not 0.
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

    /// Searches for the earliest time; returns the things that have it, and that time.
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
    /// Returns an agenda of `count` things, each with the same `time`.
    pub fn new(count: usize, time: Cycle) -> Agenda {
        Agenda::from(vec![time; count])
    }

    /// Returns the cycle in which a thing must be simulated next.
    #[inline]
    pub fn time(&self, thing: usize) -> Cycle {
        self.blocks[thing / BLOCK].times[thing % BLOCK]
    }

    /// Sets the cycle in which a thing must be simulated next.
    #[inline]
    pub fn set(&mut self, thing: usize, time: Cycle) {
        self.blocks[thing / BLOCK].set(thing % BLOCK, time);
    }

    /// Returns the earliest time of all things, and updates the cache of each block.
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

    /// As [`Agenda::first`], without updating the caches.
    #[inline]
    pub fn earliest(&self) -> Cycle {
        let earliest = self.blocks.iter().map(Block::earliest);
        earliest.fold(Cycle::NEVER, Cycle::min)
    }

    /// Adds the things whose time is `first`, the result of [`Agenda::first`], to `due`.
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
