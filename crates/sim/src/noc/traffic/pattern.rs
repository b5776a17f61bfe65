//! The traffic patterns of synthetic traffic: which node sends to which.
//!
//! Source: W. J. Dally and B. Towles, "Principles and Practices of Interconnection Networks", 2004, section 3.2.

use super::super::parameters::GridParameters;
use super::super::random::Random;
use thiserror::Error;

/// A traffic pattern.
#[derive(Clone, PartialEq, Debug)]
pub enum Pattern {
    /// Each packet to a random node, with equal probability, including the source itself.
    Uniform,
    /// (x, y) sends to (y, x).
    Transpose,
    /// Each node sends to the node whose number is the bitwise complement of its own.
    BitComplement,
    /// Each packet to a random node, with a probability proportional to the node's weight.
    HotSpot(Vec<u32>),
    /// Each node sends to the node whose coordinates are all greater by one, modulo the size of the mesh.
    Neighbor,
}

/// Why a pattern is not defined on a mesh.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PatternError {
    #[error("transpose traffic needs a mesh with as many columns as rows, not {0}x{1}")]
    NotSquare(usize, usize),
    #[error("bitcomp traffic needs a number of nodes that is a power of two, not {0}")]
    NotPowerOfTwo(usize),
    #[error("hotspot traffic needs weights: one for each of the {0} nodes, with a sum from 1 to 2^32 - 1")]
    Weights(usize),
}

impl Pattern {
    /// Checks that the pattern is defined on a mesh.
    ///
    /// # Errors
    /// If it is not.
    pub fn check(&self, mesh: &GridParameters) -> Result<(), PatternError> {
        let ([x, y, _], nodes) = (mesh.size, mesh.routers());
        match self {
            Pattern::Transpose if x != y => Err(PatternError::NotSquare(x, y)),
            Pattern::BitComplement if !nodes.is_power_of_two() => {
                Err(PatternError::NotPowerOfTwo(nodes))
            }
            Pattern::HotSpot(weights) => {
                let sum: u64 = weights.iter().map(|&weight| u64::from(weight)).sum();
                let is_good = weights.len() == nodes && (1..1 << 32).contains(&sum);
                is_good.then_some(()).ok_or(PatternError::Weights(nodes))
            }
            _ => Ok(()),
        }
    }

    /// Returns the destinations of each node.
    pub(super) fn destinations(&self, mesh: &GridParameters) -> Vec<Destination> {
        let nodes = mesh.routers();
        let of = |node| match self {
            Pattern::Uniform => Destination::Any(nodes as u32),
            Pattern::HotSpot(weights) => Destination::Weighted(weights.clone()),
            Pattern::BitComplement => Destination::One(nodes - 1 - node),
            Pattern::Transpose => {
                let [x, y, z] = mesh.coordinates(node);
                Destination::One(mesh.router([y, x, z]))
            }
            Pattern::Neighbor => {
                let at = mesh.coordinates(node);
                let next = |dimension: usize| (at[dimension] + 1) % mesh.size[dimension];
                Destination::One(mesh.router([next(0), next(1), next(2)]))
            }
        };
        (0..nodes).map(of).collect()
    }
}

/// The destinations of one node's packets.
#[derive(Clone, Debug)]
pub(super) enum Destination {
    One(usize),
    /// A random one of this number of nodes.
    Any(u32),
    /// A random node, with these weights.
    Weighted(Vec<u32>),
}

impl Destination {
    #[inline]
    pub(super) fn choose(&self, random: &mut Random) -> u16 {
        match self {
            Destination::One(node) => *node as u16,
            Destination::Any(nodes) => random.below(*nodes) as u16,
            Destination::Weighted(weights) => weighted(weights, random) as u16,
        }
    }
}

fn weighted(weights: &[u32], random: &mut Random) -> usize {
    let mut left = random.below(weights.iter().sum());
    let is_it = |&weight: &u32| {
        let is_it = left < weight;
        left = left.wrapping_sub(weight);
        is_it
    };
    weights
        .iter()
        .position(is_it)
        .expect("less than the sum of the weights")
}
