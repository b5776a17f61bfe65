//! The cycle in which each core must be looked at, as a tournament tree: the earliest is at its root.

use crate::port::set::NodeSet;
use crate::units::Cycle;

/// A complete binary tree. The leaves are the cores' times, a node is the earlier of its two children.
pub struct Agenda {
    /// Node i has the children 2i and 2i + 1; the root is 1.
    tree: Vec<Cycle>,
    leaves: usize,
}

impl Agenda {
    /// Nothing to do for so many cores.
    pub fn new(cores: usize) -> Agenda {
        let leaves = cores.next_power_of_two();
        Agenda {
            tree: vec![Cycle::NEVER; 2 * leaves],
            leaves,
        }
    }

    /// A core must be looked at in cycle `time`, and not before.
    #[inline]
    pub fn set(&mut self, core: usize, time: Cycle) {
        let mut node = self.leaves + core;
        if self.tree[node] == time {
            return;
        }
        self.tree[node] = time;
        while node > 1 {
            let earlier = time_of_pair(&self.tree, node);
            node /= 2;
            if self.tree[node] == earlier {
                return;
            }
            self.tree[node] = earlier;
        }
    }

    /// The earliest cycle in which a core must be looked at.
    #[inline]
    pub fn first(&self) -> Cycle {
        self.tree[1]
    }

    /// Adds the cores that must be looked at in the earliest cycle.
    #[inline]
    pub fn collect_due(&self, due: &mut NodeSet) {
        self.collect(1, self.first(), due);
    }

    fn collect(&self, node: usize, time: Cycle, due: &mut NodeSet) {
        if self.tree[node] != time {
            return;
        }
        if node >= self.leaves {
            due.insert(node - self.leaves);
            return;
        }
        self.collect(2 * node, time, due);
        self.collect(2 * node + 1, time, due);
    }
}

/// The earlier of a node and its sibling.
#[inline]
fn time_of_pair(tree: &[Cycle], node: usize) -> Cycle {
    tree[node].min(tree[node ^ 1])
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
                agenda.collect_due(&mut due);
                let expected = (0..70).filter(|&core| times[core] == first);
                prop_assert!(due.iter().eq(expected));
            }
        }
    }
}
