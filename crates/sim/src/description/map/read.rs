//! `[map]`: its keys, and the checks of places, endpoints and channels.

use super::{Channel, ChannelKind, Endpoint, Map, Place};
use crate::description::keys::{keys, At, Chip, Count, Key, Line, List, Shape, Tables, Value};
use crate::description::{Field, PlatformError, Reading, Result, Section, Spot, MAX_CORES};

/// A number whose upper limit is checked later, when the number of cores or nodes is known.
type Any = Count<0, { u32::MAX as u64 }>;

keys! {
    /// Placement of ranks and nodes. A core without one stays halted.
    pub struct MapKeys in "map" {
        /// The core of rank 0, of rank 1, and so on. A core can appear only once.
        ranks: Option<List<At<Any>>> => "the nodes on cores, or else all cores in their order",
        /// Placement of MCAPI's node 0, of node 1, and so on: `core0`, ..., `pc`, or a device, which is then represented by its driver.
        nodes: Option<List<At<Line>>> => "where the ranks are",
        /// MCAPI endpoints that are there from the start.
        endpoint: Tables<EndpointKeys>,
        /// MCAPI channels that are connected from the start, and their endpoints with them.
        channel: Tables<ChannelKeys>,
    }
}

keys! {
    /// An MCAPI endpoint that exists from the start.
    pub struct EndpointKeys {
        /// The number of its node.
        node: At<Any> => "0",
        /// The number of its port.
        port: Count<0, { u16::MAX as u64 }> => "1",
    }
}

keys! {
    /// An MCAPI channel that is connected from the start, with its endpoints. An endpoint belongs to one channel.
    pub struct ChannelKeys {
        /// Its payload.
        kind: ChannelKind => "\"packet\"",
        /// Node and port of the sending end.
        from: End => "[0, 1]",
        /// Node and port of the receiving end.
        to: End => "[1, 1]",
    }
}

/// A node and a port, written as a list.
pub struct End;

impl Value for End {
    type Read = EndpointKeys;
    const SHAPE: Shape = Shape::Pair(&Any::SHAPE);

    fn read(field: &Field, chip: &Chip) -> Result<EndpointKeys> {
        let wanted = "a node's number and a port, for example [0, 1]";
        match field.elements(wanted)?.as_slice() {
            [node, port] => Ok(EndpointKeys {
                node: At::<Any>::read(node, chip)?,
                port: port.count(0..=u64::from(u16::MAX))?,
            }),
            _ => Err(field.error(format!("must be {wanted}"))),
        }
    }

    fn write(end: &EndpointKeys) -> String {
        format!("[{}, {}]", end.node.value, end.port)
    }
}

impl Section for Map {
    const KEY: Key = Key::table::<MapKeys>();

    fn read(reading: &mut Reading) -> Result<Map> {
        let keys: MapKeys = reading.section()?;
        let nodes = nodes(&keys, reading)?;
        let mut map = Map {
            ranks: ranks(&keys, reading, nodes.as_deref())?,
            nodes,
            endpoints: Vec::new(),
            channels: Vec::new(),
        };
        let nodes = map.places().len();
        for keys in &keys.endpoint {
            add_endpoint(keys, keys.value.endpoint(nodes)?, &mut map.endpoints)?;
        }
        for keys in &keys.channel {
            let channel = Channel {
                kind: keys.value.kind,
                from: keys.value.from.endpoint(nodes)?,
                to: keys.value.to.endpoint(nodes)?,
            };
            add_channel(keys, channel, &mut map)?;
        }
        Ok(map)
    }
}

/// Returns the core of each rank. If the map lists nodes, the ranks are the nodes on cores.
fn ranks(keys: &MapKeys, reading: &Reading, nodes: Option<&[Place]>) -> Result<Vec<usize>> {
    let cores = reading.chip.cores;
    let on_core = |place: &Place| match place {
        Place::Core(core) => Some(*core),
        _ => None,
    };
    match (&keys.ranks, nodes) {
        (None, None) => Ok((0..cores).collect()),
        (None, Some(nodes)) => Ok(nodes.iter().filter_map(on_core).collect()),
        (Some(_), Some(_)) => Err(wrong(reading, "ranks", "and `map.nodes` both say what runs where; leave one of them out (ranks are then the nodes on cores)")?),
        (Some(named), None) if named.is_empty() => {
            Err(wrong(reading, "ranks", "is empty; name the core of each rank, or leave the key out")?)
        }
        (Some(named), None) => {
            let mut ranks = Vec::new();
            for core in named {
                ranks.push(core_of_rank(core, &ranks, cores)?);
            }
            Ok(ranks)
        }
    }
}

/// Returns an error about a key of the map.
fn wrong(reading: &Reading, key: &str, message: &str) -> Result<PlatformError> {
    let table = reading.root.optional_table("map")?;
    Ok(table.required(key, "")?.error(message))
}

fn core_of_rank(named: &Spot<usize>, taken: &[usize], cores: usize) -> Result<usize> {
    let (core, last) = (named.value, cores - 1);
    if core > last {
        return Err(named.error(format!("names core {core}, but the cores are 0 to {last}")));
    }
    match taken.iter().position(|other| *other == core) {
        Some(rank) => Err(named.error(format!(
            "names core {core} twice (rank {rank} has it); each core carries one rank"
        ))),
        None => Ok(core),
    }
}

fn nodes(keys: &MapKeys, reading: &Reading) -> Result<Option<Vec<Place>>> {
    let Some(named) = &keys.nodes else {
        return Ok(None);
    };
    let mut nodes = Vec::new();
    for name in named {
        let place = place(name, reading)?;
        if let Some(node) = nodes.iter().position(|other| *other == place) {
            return Err(name.error(format!(
                "names \"{}\" twice (node {node} is there); each place carries one node",
                name.value
            )));
        }
        nodes.push(place);
    }
    if nodes.len() > MAX_CORES {
        let message = format!("has {} nodes; there can be {MAX_CORES}", nodes.len());
        return Err(wrong(reading, "nodes", &message)?);
    }
    if !nodes.iter().any(|place| matches!(place, Place::Core(_))) {
        let message = "names no core; at least one node must run on the chip";
        return Err(wrong(reading, "nodes", message)?);
    }
    Ok(Some(nodes))
}

fn place(named: &Spot<String>, reading: &Reading) -> Result<Place> {
    let name = named.value.as_str();
    let mut devices = reading.places.iter();
    if let Some(device) = devices.position(|device| device == name) {
        return Ok(Place::Device(device));
    }
    let core = name.strip_prefix("core");
    let core = core.and_then(|number| number.parse().ok());
    match (name, core) {
        ("pc", _) => Ok(Place::Pc),
        (_, Some(core)) if core < reading.chip.cores => Ok(Place::Core(core)),
        _ => Err(named.error(format!(
            "names \"{name}\"; a place is core0 to core{}, \"pc\", or the name of a [[device]]",
            reading.chip.cores - 1
        ))),
    }
}

impl EndpointKeys {
    /// Returns the endpoint, if its node is one of `nodes`.
    fn endpoint(&self, nodes: usize) -> Result<Endpoint> {
        let node = self.node.value;
        match node < nodes {
            true => Ok(Endpoint {
                node,
                port: self.port as u16,
            }),
            false => Err(self.node.error(format!(
                "names node {node}, but the nodes are 0 to {}",
                nodes - 1
            ))),
        }
    }
}

fn add_endpoint(
    named: &Spot<EndpointKeys>,
    endpoint: Endpoint,
    endpoints: &mut Vec<Endpoint>,
) -> Result<()> {
    if endpoints.contains(&endpoint) {
        let Endpoint { node, port } = endpoint;
        return Err(named.error(format!("says port {port} of node {node}, which is there already; list each endpoint once (channel endpoints may be omitted)")));
    }
    endpoints.push(endpoint);
    Ok(())
}

/// Adds a channel and its endpoints. An endpoint can be the end of one channel only.
fn add_channel(named: &Spot<ChannelKeys>, channel: Channel, map: &mut Map) -> Result<()> {
    for end in [channel.from, channel.to] {
        let used = |other: &Channel| other.from == end || other.to == end;
        if map.channels.iter().any(used) || channel.from == channel.to {
            let Endpoint { node, port } = end;
            return Err(named.error(format!("uses port {port} of node {node} for a second end; each endpoint is one end of one channel")));
        }
        if !map.endpoints.contains(&end) {
            map.endpoints.push(end);
        }
    }
    map.channels.push(channel);
    Ok(())
}
