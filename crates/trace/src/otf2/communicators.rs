//! The members of communicators. OTF2 needs them: it identifies the other end of a message by its rank in the communicator, and a
//! communicator by the list of its members.
//!
//! Each member records its own rank when a communicator is made, so the members are known when all of them have done so.

use crate::event::{ITSELF, TASKS, WORLD};
use std::collections::BTreeMap;

/// The members of all communicators, by the contexts of these.
pub struct Communicators {
    /// Ranks of the whole trace.
    ranks: u32,
    made: BTreeMap<u32, Members>,
}

/// The members of a communicator, as far as they have recorded their ranks.
struct Members {
    /// The rank in MPI_COMM_WORLD of each.
    world: Vec<Option<u32>>,
    /// Number of members that have not recorded theirs.
    missing: usize,
}

/// Who belongs to a context.
pub enum Group {
    /// The one rank that uses it.
    Itself,
    /// These, by their ranks in MPI_COMM_WORLD.
    Ranks(Vec<u64>),
}

impl Communicators {
    /// Makes the communicators that exist from the beginning.
    pub fn new(ranks: u32) -> Communicators {
        Communicators {
            ranks,
            made: BTreeMap::new(),
        }
    }

    /// Records that the rank `world` of MPI_COMM_WORLD has the rank `rank` in a communicator of `size` ranks.
    pub fn learn(&mut self, context: u32, size: u32, rank: u32, world: u32) {
        if is_predefined(context) {
            return;
        }
        let size = size.min(self.ranks) as usize;
        let members = self.made.entry(context).or_insert_with(|| Members {
            world: vec![None; size],
            missing: size,
        });
        if let Some(place @ None) = members.world.get_mut(rank as usize) {
            *place = Some(world);
            members.missing -= 1;
        }
    }

    /// Are all members of a message's communicator known?
    pub fn are_known(&self, context: u32) -> bool {
        let members = || self.made.get(&communicator(context));
        is_predefined(communicator(context))
            || members().is_some_and(|members| members.missing == 0)
    }

    /// Stops waiting for the members that have not recorded their ranks: from now on all ranks count as members.
    pub fn give_up(&mut self, context: u32) {
        let all = Members {
            world: (0..self.ranks).map(Some).collect(),
            missing: 0,
        };
        self.made.insert(communicator(context), all);
    }

    /// Translates a rank in MPI_COMM_WORLD to the rank in a message's communicator, whose members are known.
    pub fn rank_in(&self, context: u32, world: u32) -> u32 {
        match self.made.get(&communicator(context)) {
            None if communicator(context) == ITSELF => 0,
            None => world,
            Some(members) => {
                let mut ranks = members.world.iter();
                let found = ranks.position(|rank| *rank == Some(world));
                found.map_or(world, |rank| rank as u32)
            }
        }
    }

    /// Returns the members of a context's communicator; all ranks if they are not known.
    pub fn group(&self, context: u32) -> Group {
        let made = self.made.get(&communicator(context));
        let all = || (0..u64::from(self.ranks)).collect();
        match made.map(|members| members.world.iter().copied().collect::<Option<Vec<u32>>>()) {
            None if communicator(context) == ITSELF => Group::Itself,
            Some(Some(known)) => Group::Ranks(known.into_iter().map(u64::from).collect()),
            None | Some(None) => Group::Ranks(all()),
        }
    }
}

/// Returns the context of the communicator whose collective operations use this one.
fn communicator(context: u32) -> u32 {
    context & !1
}

fn is_predefined(context: u32) -> bool {
    matches!(context, WORLD | ITSELF | TASKS)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ranks(communicators: &Communicators, context: u32) -> Vec<u64> {
        match communicators.group(context) {
            Group::Itself => Vec::new(),
            Group::Ranks(ranks) => ranks,
        }
    }

    #[test]
    fn members_are_known_when_all_have_told() {
        let mut all = Communicators::new(4);
        all.learn(6, 2, 0, 3);
        assert!(!all.are_known(6));
        all.learn(6, 2, 0, 3);
        all.learn(6, 2, 1, 1);
        assert!(
            all.are_known(6) && all.are_known(7),
            "and of its collectives"
        );
        assert_eq!((all.rank_in(6, 3), all.rank_in(7, 1)), (0, 1));
        assert_eq!(ranks(&all, 6), [3, 1]);
    }

    #[test]
    fn what_was_there_from_the_beginning_needs_no_telling() {
        let all = Communicators::new(3);
        assert!(all.are_known(WORLD) && all.are_known(ITSELF) && all.are_known(TASKS));
        assert_eq!((all.rank_in(WORLD, 2), all.rank_in(ITSELF, 2)), (2, 0));
        assert_eq!(ranks(&all, WORLD), [0, 1, 2]);
        assert!(matches!(all.group(ITSELF), Group::Itself));
    }

    #[test]
    fn of_a_communicator_that_is_given_up_all_are_members() {
        let mut all = Communicators::new(3);
        all.learn(8, 2, 0, 2);
        all.give_up(9);
        assert!(all.are_known(8));
        assert_eq!(all.rank_in(8, 2), 2);
        assert_eq!(ranks(&all, 8), [0, 1, 2]);
    }
}
