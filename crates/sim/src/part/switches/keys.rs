//! `[switches]`: the keys of the switches between cores and devices: their links, and what is attached to each.
//!
//! A platform with switches has no shared bus. What each latency means is defined in docs/contract/switches.md.

mod read;
mod show;

use super::Channels;
use crate::description::keys::{keys, At, Cycles, Flag, Flits, Level, Line, List, Pair};
use crate::description::Neighbour;
use crate::noc::{
    Allocation, Pipeline, RouterParameters, Shape as NetworkShape, Topology, TopologyError,
    MAX_CLASSES,
};

keys! {
    /// Switches instead of the bus. Data memories are then private.
    #[derive(Eq)]
    pub struct Switches in "switches" {
        /// Names of the switches.
        names: List<Line> => "[\"left\", \"right\"]",
        /// Stages of a switch.
        pipeline: Pipeline = Pipeline::FourStage,
        /// Flits that a switch buffers at an input.
        buffer_flits as "buffer": Flits<1, 255> = 4,
        /// Arbitration among requests of equal priority.
        allocation: Allocation = Allocation::RoundRobin,
        /// Number of priority levels: 0 is best effort, the highest wins arbitration.
        #[header = "WEFT_NI_PRIORITIES"]
        priorities: Level<1, { MAX_CLASSES as u64 }> = 1,
        /// Whether each priority has its own virtual channel.
        channel_for_each_priority: Flag = false,
        /// Whether answers have their own virtual channels, so that they never wait for requests.
        channel_for_answers: Flag = true,
        /// From a core's request to the first flit of its packet.
        request: Cycles<1, 1000> = 1,
        /// From the last flit of an answer to the core's next instruction.
        response: Cycles<1, 1000> = 1,
        /// Access to a register of the core's interface.
        register: Cycles<1, 1000> = 1,
    } and {
        /// Pairs of switches with a link in both directions.
        links: Vec<(usize, usize)>,
        /// Switch to which each core is attached.
        cores: Vec<usize>,
        /// The switch of each device; None for the registers of the interfaces.
        devices: Vec<Option<usize>>,
        /// The address of these registers, the same for each core; None if the platform does not have them.
        interface: Option<u32>,
    }
}

keys! {
    /// What is connected with what.
    pub struct Wiring {
        /// Pairs of switches with a link in both directions.
        links: Option<List<At<Pair<At<Line>>>>> => "none",
        /// Switch to which each core is attached.
        cores: List<At<Line>> => "[\"left\", \"right\"]",
    }
}

impl Switches {
    /// Builds the network. The endpoints are the cores, which take what arrives at once; the devices, which buffer `device_flits` flits; and the
    /// controllers among the devices once more, as initiators.
    ///
    /// # Errors
    /// The switches cannot be used.
    pub fn topology(
        &self,
        devices: &[Neighbour],
        device_flits: u8,
    ) -> Result<Topology, TopologyError> {
        let cores = self.cores.iter().map(|&switch| (switch, None));
        let attached = self.devices.iter().flatten();
        let attached = attached.map(|&switch| (switch, Some(device_flits)));
        let controllers = devices.iter().zip(&self.devices);
        let controllers = controllers.filter(|(device, _)| device.kind.is_master());
        let controllers = controllers.filter_map(|(_, &switch)| Some((switch?, None)));
        let endpoints: Vec<(usize, Option<u8>)> =
            cores.chain(attached).chain(controllers).collect();
        Topology::switched(&NetworkShape {
            routers: self.names.len(),
            links: &self.links,
            endpoints: &endpoints,
        })
    }

    /// The parameters that all switches share.
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
        let separate_priorities = match self.channel_for_each_priority {
            true => self.priorities,
            false => 1,
        };
        Channels::new(
            separate_priorities,
            self.channel_for_answers,
            self.interface.is_some(),
        )
    }
}
