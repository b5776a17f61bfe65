//! Switches between cores and what they address: which are linked with each other, what is attached to each.
//!
//! Where a platform has them they take the place of the shared bus. What each latency means is defined in `docs/contract/switches.md`.

use super::Device;
use serde::{Deserialize, Serialize};

use crate::noc::{Allocation, Pipeline, RouterParameters, Shape, Topology, Unusable, MAX_CLASSES};
use crate::part::switches::Channels;

/// Priority levels of the fabric at most.
pub const MAX_PRIORITIES: u64 = MAX_CLASSES as u64;

/// The switched fabric of a clustered chip.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Switches {
    /// The switches' names.
    pub names: Vec<String>,
    /// Pairs of switches that are linked, in both directions.
    pub links: Vec<(usize, usize)>,
    /// The switch of each core.
    pub cores: Vec<usize>,
    /// The switch of each device; the registers of the interfaces are at none.
    pub devices: Vec<Option<usize>>,
    /// The stages of a switch.
    pub pipeline: Pipeline,
    /// Flits that a switch buffers at an input.
    pub buffer_flits: usize,
    /// Which of several requests of the same priority goes first.
    pub allocation: Allocation,
    /// Priority levels, 1 to [`MAX_PRIORITIES`]: 0 is best effort, the highest goes first.
    pub priorities: u8,
    /// Whether each priority has a virtual channel of its own.
    pub channel_for_each_priority: bool,
    /// Whether answers have virtual channels of their own, so that they never wait behind requests.
    pub channel_for_answers: bool,
    /// Cycles from a core's request to the first flit of its packet.
    pub request: u64,
    /// Cycles from the last flit of an answer to the core's going on.
    pub response: u64,
    /// Cycles of an access to a register of the core's own interface.
    pub register: u64,
    /// Where each core has these registers, if programs can use them.
    pub interface: Option<u32>,
}

/// The names of allocations in platform files.
pub const ALLOCATIONS: [(&str, Allocation); 2] = [
    ("round-robin", Allocation::RoundRobin),
    ("fixed-priority", Allocation::FixedPriority),
];

impl Switches {
    /// Endpoints are the cores, which take what arrives at once, then the devices, which keep `device_flits`, then the controllers among
    /// them as those who ask.
    ///
    /// # Errors
    /// The switches cannot be used.
    pub fn topology(&self, devices: &[Device], device_flits: u8) -> Result<Topology, Unusable> {
        let cores = self.cores.iter().map(|&switch| (switch, None));
        let attached = self.devices.iter().flatten();
        let attached = attached.map(|&switch| (switch, Some(device_flits)));
        let masters = devices.iter().zip(&self.devices);
        let masters = masters.filter(|(device, _)| device.kind.is_master());
        let masters = masters.filter_map(|(_, &switch)| Some((switch?, None)));
        let endpoints: Vec<(usize, Option<u8>)> = cores.chain(attached).chain(masters).collect();
        Topology::switched(&Shape {
            switches: self.names.len(),
            links: &self.links,
            endpoints: &endpoints,
        })
    }

    /// What the switches have in common.
    pub fn router_parameters(&self) -> RouterParameters {
        RouterParameters {
            pipeline: self.pipeline,
            virtual_channels: self.channels().count(),
            buffer_flits: self.buffer_flits,
            allocation: self.allocation,
            has_classes: self.priorities > 1,
            keeps_channel: true,
            has_circuits: self.interface.is_some(),
        }
    }

    /// The virtual channels of every link.
    pub fn channels(&self) -> Channels {
        let kept_apart = match self.channel_for_each_priority {
            true => self.priorities,
            false => 1,
        };
        Channels::new(
            kept_apart,
            self.channel_for_answers,
            self.interface.is_some(),
        )
    }
}
