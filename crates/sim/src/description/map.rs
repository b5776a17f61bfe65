//! The placement of ranks and nodes, and the MCAPI endpoints and channels that exist from the start.
//!
//! A node is a participant of MCAPI. Its place is a core, the PC that the chip is attached to, or a device that knows nothing of MCAPI and is
//! represented by its driver. Programs know nodes by their numbers only, so that moving a node changes one word of the platform file.

use serde::{Deserialize, Serialize};

use super::header::{constant, list};
use super::keys::{choice, Macro};
use super::part::Part;
use super::Facts;

mod read;

/// Returns the number of the PC's node place in C programs, on a chip with this number of cores. (The number of a core's place is that of the core.)
fn place_of_pc(cores: usize) -> usize {
    cores.next_power_of_two().max(64)
}

/// Returns the number of the first device's place in C programs; those of the other devices follow.
fn place_of_devices(cores: usize) -> usize {
    2 * place_of_pc(cores)
}

/// The placement of ranks and nodes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Map {
    /// The core of rank 0, of rank 1, and so on. A core can appear only once.
    pub ranks: Vec<usize>,
    /// The place of node 0, of node 1, and so on, if the file lists nodes; otherwise node N has the place of rank N.
    pub nodes: Option<Vec<Place>>,
    /// Endpoints that exist from the start, including those of channels.
    pub endpoints: Vec<Endpoint>,
    /// Channels that are connected from the start.
    pub channels: Vec<Channel>,
}

/// The place of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Place {
    /// On a core.
    Core(usize),
    /// A process on the PC that the chip is attached to.
    Pc,
    /// A device, by its index in the list of devices.
    Device(usize),
}

/// An MCAPI endpoint. A platform is a single MCAPI domain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Endpoint {
    pub node: usize,
    pub port: u16,
}

/// A channel of MCAPI, from one endpoint to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Channel {
    pub kind: ChannelKind,
    pub from: Endpoint,
    pub to: Endpoint,
}

choice! {
    /// What a channel carries.
    pub enum ChannelKind {
        /// Packets of bytes.
        Packet = "packet",
        /// Numbers of 8 to 64 bits.
        Scalar = "scalar",
    }
}

impl Place {
    /// Returns the number of the place in C programs, on a chip with this number of cores.
    fn number(self, cores: usize) -> usize {
        match self {
            Place::Core(core) => core,
            Place::Pc => place_of_pc(cores),
            Place::Device(device) => place_of_devices(cores) + device,
        }
    }
}

impl Map {
    /// Returns the rank on a core as text, for pictures.
    pub fn rank_on(&self, core: usize) -> String {
        let rank = self.ranks.iter().position(|other| *other == core);
        rank.map_or(String::from("no rank"), |rank| format!("rank {rank:<2}"))
    }

    /// Returns the places of all nodes.
    pub fn places(&self) -> Vec<Place> {
        match &self.nodes {
            Some(places) => places.clone(),
            None => self.ranks.iter().copied().map(Place::Core).collect(),
        }
    }
}

/// Returns the places that the library's links reach, in the order of their numbers there: the cores, then other places with a node.
pub fn on_link(chip: &Facts) -> Vec<Place> {
    let others = chip.map.nodes.iter().flatten().copied();
    let others = others.filter(|place| !matches!(place, Place::Core(_)));
    let cores = (0..chip.cores).map(Place::Core);
    cores.chain(others).collect()
}

impl Part for Map {
    fn macros(&self, chip: &Facts) -> Vec<Macro> {
        let mut macros = vec![
            constant("WEFT_RANKS", self.ranks.len()),
            constant("WEFT_RANK_TO_CORE", list(&self.ranks)),
        ];
        macros.extend(node_macros(chip));
        macros
    }
}

/// Returns the macros about nodes for programs on the chip and on the PC; none if the file does not list nodes or endpoints.
pub fn node_macros(chip: &Facts) -> Vec<Macro> {
    let map = chip.map;
    let mut macros = Vec::new();
    if let Some(places) = &map.nodes {
        let on_link = on_link(chip);
        let cores = chip.cores;
        let number = |place: &Place| on_link.iter().position(|other| other == place);
        macros.extend([
            constant("WEFT_NODES", places.len()),
            constant("WEFT_PEERS", on_link.len()),
            constant("WEFT_PLACE_PC", place_of_pc(cores)),
            constant("WEFT_PLACE_DEVICE", place_of_devices(cores)),
            constant(
                "WEFT_NODE_PLACES",
                list(places.iter().map(|place| place.number(cores))),
            ),
            constant("WEFT_NODE_TO_LINK", list(places.iter().filter_map(number))),
        ]);
    }
    if !map.endpoints.is_empty() {
        let sorted = sorted_by_node(map);
        let before = |node| sorted.iter().filter(|end| end.node < node).count();
        let first = (0..=map.places().len()).map(before);
        let ends = sorted.iter().map(|end| static_endpoint(map, &sorted, *end));
        macros.extend([
            constant("WEFT_STATIC_FIRST", list(first)),
            constant("WEFT_STATIC_ENDPOINTS(END)", ends.collect::<String>()),
        ]);
    }
    macros
}

/// Returns the endpoints sorted by node. The index of an endpoint among those of its node is its place in the node's table.
fn sorted_by_node(map: &Map) -> Vec<Endpoint> {
    let mut endpoints = map.endpoints.clone();
    endpoints.sort_by_key(|end| end.node);
    endpoints
}

/// Returns the initializer of an endpoint: node, index and port; its role in a channel; node, index and port of the other end. The role is 0 without
/// a channel; in a channel of kind k it is 1 + 2k for the sending end, and 2 + 2k for the receiving end.
fn static_endpoint(map: &Map, sorted: &[Endpoint], own: Endpoint) -> String {
    let name = |end: Endpoint| {
        let others = sorted.iter().filter(|other| other.node == end.node);
        let place = others.take_while(|other| **other != end).count();
        format!("{}, {place}, {}", end.node, end.port)
    };
    let is_end = |channel: &&Channel| channel.from == own || channel.to == own;
    match map.channels.iter().find(is_end) {
        Some(&Channel { kind, from, to }) => {
            let receives = usize::from(to == own);
            let (kind, peer) = (1 + 2 * kind as usize + receives, [to, from][receives]);
            format!("END({}, {kind}, {}) ", name(own), name(peer))
        }
        None => format!("END({}, 0, 0, 0, 0) ", name(own)),
    }
}
