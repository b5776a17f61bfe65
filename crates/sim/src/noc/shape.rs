//! Networks that are not a mesh: switches with any number of endpoints each, linked in any way.
//!
//! Routing is by shortest paths; of several, the one over the link named first. Such routes can deadlock, so the network is checked before it is
//! built. Source of the check: W. J. Dally and C. L. Seitz, "Deadlock-Free Message Routing in Multiprocessor Interconnection Networks", 1987: the
//! channel dependency graph (links that a packet can hold while it waits for others) must have no cycle.

use super::topology::{Port, Topology};
use std::collections::{HashMap, HashSet, VecDeque};

/// The switches of a network, their links and their endpoints.
pub struct Shape<'a> {
    pub routers: usize,
    /// Pairs of switches linked in both directions.
    pub links: &'a [(usize, usize)],
    /// For each endpoint, its switch and the size of its flit buffer. None: it takes each flit at once.
    pub endpoints: &'a [(usize, Option<u8>)],
}

/// Why a network cannot be used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TopologyError {
    /// There is no path between two switches.
    Disconnected(usize, usize),
    /// The path back passes other switches than the path there.
    AsymmetricPath(usize, usize),
    /// There is a cycle of dependencies through this link: packets on it and on the next ones can deadlock.
    DependencyCycle(usize, usize),
}

impl Topology {
    /// Returns the topology of such a network. The ports of a switch are those of its endpoints, then those of its links.
    ///
    /// # Errors
    /// If some switches are not connected, or packets could deadlock.
    pub fn switched(shape: &Shape) -> Result<Topology, TopologyError> {
        let mut links = vec![Vec::new(); shape.routers];
        let mut attachments = Vec::new();
        for (endpoint, &(switch, _)) in shape.endpoints.iter().enumerate() {
            attachments.push(Port::of(switch, links[switch].len()));
            links[switch].push(Some(Port::Endpoint(endpoint as u16)));
        }
        for &(one, other) in shape.links {
            let (first, second) = (links[one].len(), links[other].len());
            links[one].push(Some(Port::of(other, second)));
            links[other].push(Some(Port::of(one, first)));
        }
        let next = next_routers(&links)?;
        check_paths(&next)?;
        let routes = (0..shape.routers)
            .flat_map(|switch| routes(switch, &links[switch], &next[switch], &attachments))
            .collect();
        Ok(Topology {
            coordinates: (0..shape.routers).map(|router| [router, 0, 0]).collect(),
            buffer_sizes: shape.endpoints.iter().map(|&(_, buffer)| buffer).collect(),
            links,
            attachments,
            routes,
        })
    }
}

/// Returns the switches at the other ends of a switch's links, in the order of its ports.
fn neighbours(links: &[Option<Port>]) -> impl Iterator<Item = usize> + '_ {
    links.iter().filter_map(|link| match link {
        Some(Port::Router { router, .. }) => Some(usize::from(*router)),
        _ => None,
    })
}

/// Returns, for each switch, the next switch on the path to each other; for itself, itself.
fn next_routers(links: &[Vec<Option<Port>>]) -> Result<Vec<Vec<usize>>, TopologyError> {
    let routers = 0..links.len();
    let distances: Vec<Vec<usize>> = routers.clone().map(|to| distances(links, to)).collect();
    let next = |from: usize, to: usize| {
        let nearest = neighbours(&links[from]).min_by_key(|&there| distances[to][there]);
        match nearest {
            _ if from == to => Ok(to),
            Some(there) if distances[to][there] < usize::MAX => Ok(there),
            _ => Err(TopologyError::Disconnected(from, to)),
        }
    };
    routers
        .clone()
        .map(|from| routers.clone().map(|to| next(from, to)).collect())
        .collect()
}

/// Returns each switch's distance in links to the target.
fn distances(links: &[Vec<Option<Port>>], target: usize) -> Vec<usize> {
    let mut distances = vec![usize::MAX; links.len()];
    distances[target] = 0;
    let mut reached = VecDeque::from([target]);
    while let Some(switch) = reached.pop_front() {
        for there in neighbours(&links[switch]) {
            if distances[there] == usize::MAX {
                distances[there] = distances[switch] + 1;
                reached.push_back(there);
            }
        }
    }
    distances
}

/// Returns the switches on the path from one to another, including both.
fn path(next: &[Vec<usize>], from: usize, to: usize) -> Vec<usize> {
    let mut path = vec![from];
    while let Some(&here) = path.last().filter(|&&here| here != to) {
        path.push(next[here][to]);
    }
    path
}

/// Checks that each path back is the reverse of the path there, which refused circuits rely on, and that dependencies have no cycle.
fn check_paths(next: &[Vec<usize>]) -> Result<(), TopologyError> {
    let mut dependencies: Vec<((usize, usize), (usize, usize))> = Vec::new();
    for from in 0..next.len() {
        for to in 0..next.len() {
            let there = path(next, from, to);
            if !there.iter().rev().eq(path(next, to, from).iter()) {
                return Err(TopologyError::AsymmetricPath(from, to));
            }
            let held: Vec<(usize, usize)> = there.windows(2).map(|w| (w[0], w[1])).collect();
            dependencies.extend(held.windows(2).map(|w| (w[0], w[1])));
        }
    }
    match dependency_cycle(dependencies) {
        Some((from, to)) => Err(TopologyError::DependencyCycle(from, to)),
        None => Ok(()),
    }
}

/// Returns a link in a cycle of dependencies; None if there is no cycle. A pair (a, b) in `dependencies` means: a packet can hold a while it waits
/// for b.
fn dependency_cycle(
    mut dependencies: Vec<((usize, usize), (usize, usize))>,
) -> Option<(usize, usize)> {
    loop {
        let before = dependencies.len();
        let waiting: HashSet<(usize, usize)> = dependencies.iter().map(|(held, _)| *held).collect();
        // What waits for a link whose holder waits for nothing is in no cycle.
        dependencies.retain(|(_, wanted)| waiting.contains(wanted));
        if dependencies.len() == before {
            break;
        }
    }
    // Each link that is left waits for another that is left. So from any of them, as many steps as there are links end within a cycle.
    let waits_for: HashMap<(usize, usize), (usize, usize)> = dependencies.iter().copied().collect();
    let (first, _) = *dependencies.first()?;
    (0..waits_for.len()).try_fold(first, |link, _| waits_for.get(&link).copied())
}

/// Returns the output port of a switch for each endpoint.
fn routes(switch: usize, links: &[Option<Port>], next: &[usize], attachments: &[Port]) -> Vec<u8> {
    let port_to = |there: usize| {
        let leads_there = |link: &Option<Port>| matches!(link, Some(Port::Router { router, .. }) if usize::from(*router) == there);
        links.iter().position(leads_there).unwrap_or(0) as u8
    };
    let route = |attachment: &Port| match *attachment {
        Port::Router { router, port } if usize::from(router) == switch => port,
        Port::Router { router, .. } => port_to(next[usize::from(router)]),
        Port::Endpoint(_) | Port::Faulty(_) => unreachable!("endpoints are linked to routers"),
    };
    attachments.iter().map(route).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A ring of five switches, and one that hangs on it.
    ///
    /// ```text
    ///   0 --- 1 --- 2
    ///        /       \
    ///       5 -- 4 -- 3
    /// ```
    #[test]
    fn the_link_named_is_in_the_ring_and_does_not_only_lead_to_it() {
        let links = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 1)];
        let endpoints: Vec<(usize, Option<u8>)> = (0..6).map(|switch| (switch, None)).collect();
        let shape = Shape {
            routers: 6,
            links: &links,
            endpoints: &endpoints,
        };
        match Topology::switched(&shape) {
            Err(TopologyError::DependencyCycle(from, to)) => {
                assert!(from > 0 && to > 0, "from {from} to {to}");
            }
            other => panic!("{:?}", other.err()),
        }
    }
}
