//! Paths over several buses: the path with the fewest bridges; of several of that length, each bus takes the first bridge in the order of the
//! platform file.

use serde::{Deserialize, Serialize};

/// The next hop of a path: over a bridge to the bus at its other end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Hop {
    pub bridge: usize,
    pub bus: usize,
}

/// The next hop from each bus to each other.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Routes {
    /// Indexed by the bus where the path ends, then by the bus of the hop's start; None if there is no path, or it ends here.
    hops: Vec<Vec<Option<Hop>>>,
}

impl Routes {
    /// The paths over bridges between these pairs of buses.
    pub fn new(buses: usize, bridges: &[[usize; 2]]) -> Routes {
        let hops = (0..buses).map(|goal| hops_to(goal, buses, bridges));
        Routes {
            hops: hops.collect(),
        }
    }

    /// The next hop; None if the path ends here, or there is none.
    pub fn next(&self, from: usize, goal: usize) -> Option<Hop> {
        self.hops[goal][from]
    }

    /// The bridges from one bus to another, in the order of the path.
    pub fn path(&self, from: usize, goal: usize) -> impl Iterator<Item = Hop> + '_ {
        let first = self.next(from, goal);
        std::iter::successors(first, move |hop| self.next(hop.bus, goal))
    }
}

/// The hops of all paths to one bus, by breadth-first search from there: each bus takes the first bridge to a bus that is one hop nearer.
fn hops_to(goal: usize, buses: usize, bridges: &[[usize; 2]]) -> Vec<Option<Hop>> {
    let mut hops = vec![None; buses];
    let mut reached = vec![goal];
    loop {
        let mut farther = Vec::new();
        for (bridge, &[one, other]) in bridges.iter().enumerate() {
            for (from, bus) in [(one, other), (other, one)] {
                let is_new = !reached.contains(&from) && !farther.contains(&from);
                if reached.contains(&bus) && is_new {
                    hops[from] = Some(Hop { bridge, bus });
                    farther.push(from);
                }
            }
        }
        if farther.is_empty() {
            return hops;
        }
        reached.extend(farther);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bridges(routes: &Routes, from: usize, goal: usize) -> Vec<usize> {
        routes.path(from, goal).map(|hop| hop.bridge).collect()
    }

    #[test]
    fn a_path_has_the_fewest_bridges_and_of_these_the_first() {
        let routes = Routes::new(4, &[[0, 1], [1, 2], [2, 3], [0, 3]]);
        assert_eq!(bridges(&routes, 0, 3), [3]);
        assert_eq!(bridges(&routes, 3, 1), [2, 1]);
        assert_eq!(bridges(&routes, 1, 3), [0, 3]);
        assert!(bridges(&routes, 2, 2).is_empty());
    }

    #[test]
    fn there_may_be_no_path() {
        let routes = Routes::new(3, &[[1, 2]]);
        assert_eq!(routes.next(0, 2), None);
        assert_eq!(bridges(&routes, 2, 1), [0]);
    }
}
