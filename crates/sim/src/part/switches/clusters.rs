//! Clusters of a switched chip: the cores that share a near memory, and the part of it that belongs to each core.
//!
//! A platform file does not name clusters; they follow from its topology. The first sram is the memory that all cores share. Switches that are
//! linked by a path that avoids the switch of that memory form a cluster. A core's scratchpad is the first other sram at its switch; the cores
//! there have equal parts of it.

use super::keys::Switches;
use crate::description::{Facts, Range};

/// Alignment of a core's part of a scratchpad, in bytes.
const ALIGNMENT: u32 = 16;

/// The clusters of a platform.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clusters {
    /// The cluster of each core; clusters are numbered in the order of their first cores.
    pub of_core: Vec<usize>,
    /// The number of each core in its cluster.
    pub number: Vec<usize>,
    /// Each core's part of its scratchpad.
    pub parts: Vec<Range>,
}

impl Clusters {
    /// Derives the clusters from the topology.
    ///
    /// # Errors
    /// What the platform lacks.
    pub fn of(switches: Option<&Switches>, chip: &Facts) -> Result<Clusters, &'static str> {
        let switches = switches
            .ok_or("[switches], and memories at them; add these, or choose another link")?;
        let between = chip.devices.iter().position(|device| device.is_memory);
        let between =
            between.ok_or("a [[device]] of kind \"sram\" that all cores share; add one")?;
        let parts = (0..chip.cores).map(|core| part(chip, switches, between, core));
        let parts = parts.collect::<Option<Vec<Range>>>().ok_or(
            "another [[device]] of kind \"sram\", beside the first, at the switch of each core; add them",
        )?;
        let of_core = clusters(switches, switches.devices[between]);
        let number = (0..of_core.len()).map(|core| {
            let before = of_core[..core].iter();
            before.filter(|cluster| **cluster == of_core[core]).count()
        });
        Ok(Clusters {
            number: number.collect(),
            of_core,
            parts,
        })
    }

    /// Number of clusters.
    pub fn count(&self) -> usize {
        self.of_core.iter().max().map_or(0, |last| last + 1)
    }

    /// Number of cores in the largest cluster.
    pub fn largest(&self) -> usize {
        self.number.iter().max().map_or(0, |last| last + 1)
    }
}

/// A core's part of the scratchpad at its switch, if there is one.
fn part(chip: &Facts, switches: &Switches, between: usize, core: usize) -> Option<Range> {
    let own = switches.cores[core];
    let is_near = |&device: &usize| {
        device != between && chip.devices[device].is_memory && switches.devices[device] == Some(own)
    };
    let memory = (0..chip.devices.len()).find(is_near)?;
    let whole = chip.devices[memory].range;
    let cores_at_switch =
        |cores: &[usize]| cores.iter().filter(|&&switch| switch == own).count() as u32;
    let size = whole.size / cores_at_switch(&switches.cores) / ALIGNMENT * ALIGNMENT;
    let base = whole.base + cores_at_switch(&switches.cores[..core]) * size;
    Some(Range { base, size })
}

/// The cluster of each core, ignoring the links of switch `between`.
fn clusters(switches: &Switches, between: Option<usize>) -> Vec<usize> {
    let mut joined: Vec<usize> = (0..switches.names.len()).collect();
    let remains = |&&(one, other): &&(usize, usize)| between != Some(one) && between != Some(other);
    for &(one, other) in switches.links.iter().filter(remains) {
        let (representative, merged) = (joined[one], joined[other]);
        for cluster in joined.iter_mut().filter(|cluster| **cluster == merged) {
            *cluster = representative;
        }
    }
    let mut seen: Vec<usize> = Vec::new();
    let number = |&switch: &usize| {
        let cluster = joined[switch];
        seen.iter()
            .position(|&other| other == cluster)
            .unwrap_or_else(|| {
                seen.push(cluster);
                seen.len() - 1
            })
    };
    switches.cores.iter().map(number).collect()
}
