//! `[map]`: where ranks and nodes are placed; the endpoints and channels of MCAPI that are there from the start.

use super::super::error::PlatformError;
use super::super::map::{Channel, ChannelKind, Endpoint, Map, Place};
use super::super::reader::{Field, Table};
use super::super::MAX_CORES;

/// `devices`: the names of those that a node can be at.
pub fn map(table: &Table, cores: usize, devices: &[&str]) -> Result<Map, PlatformError> {
    table.expect_only(&["ranks", "nodes", "endpoint", "channel"])?;
    let nodes = nodes(table, cores, devices)?;
    let mut map = Map {
        ranks: ranks(table, cores, nodes.as_deref())?,
        nodes,
        endpoints: Vec::new(),
        channels: Vec::new(),
    };
    let count = map.places().len();
    for field in elements(table, "endpoint", "[[map.endpoint]]: endpoints are a list")? {
        let endpoint = static_endpoint(&field.table()?, count)?;
        add_endpoint(&field, endpoint, &mut map.endpoints)?;
    }
    for field in elements(table, "channel", "[[map.channel]]: channels are a list")? {
        let channel = channel(&field.table()?, count)?;
        add_channel(&field, channel, &mut map)?;
    }
    Ok(map)
}

fn elements<'a>(
    table: &Table<'a>,
    key: &str,
    wanted: &str,
) -> Result<Vec<Field<'a>>, PlatformError> {
    let field = table.optional(key);
    field.map_or(Ok(Vec::new()), |field| field.elements(wanted))
}

/// With nodes, the ranks are the nodes on cores.
fn ranks(
    table: &Table,
    cores: usize,
    nodes: Option<&[Place]>,
) -> Result<Vec<usize>, PlatformError> {
    let Some(field) = table.optional("ranks") else {
        let on_core = |place: &Place| match place {
            Place::Core(core) => Some(*core),
            _ => None,
        };
        return Ok(nodes.map_or((0..cores).collect(), |nodes| {
            nodes.iter().filter_map(on_core).collect()
        }));
    };
    if nodes.is_some() {
        return Err(field.error("and `map.nodes` both say what runs where; leave one of them out (ranks are then the nodes on cores)"));
    }
    let mut ranks = Vec::new();
    for element in field.elements("the cores in rank order, for example ranks = [0, 1]")? {
        ranks.push(core_of_rank(&element, &ranks, cores)?);
    }
    if ranks.is_empty() {
        return Err(field.error("is empty; name the core of each rank, or leave the key out"));
    }
    Ok(ranks)
}

fn core_of_rank(field: &Field, taken: &[usize], cores: usize) -> Result<usize, PlatformError> {
    let last = cores - 1;
    let core = field.count(0..=u64::from(u32::MAX))?;
    if core > last {
        return Err(field.error(format!("names core {core}, but the cores are 0 to {last}")));
    }
    match taken.iter().position(|other| *other == core) {
        Some(rank) => Err(field.error(format!(
            "names core {core} twice (rank {rank} has it); each core carries one rank"
        ))),
        None => Ok(core),
    }
}

const NODES: &str =
    "the places in the order of the nodes' numbers, for example nodes = [\"core0\", \"core1\"]";

fn nodes(
    table: &Table,
    cores: usize,
    devices: &[&str],
) -> Result<Option<Vec<Place>>, PlatformError> {
    let Some(field) = table.optional("nodes") else {
        return Ok(None);
    };
    let mut nodes = Vec::new();
    for element in field.elements(NODES)? {
        let place = place(&element, cores, devices)?;
        if let Some(node) = nodes.iter().position(|other| *other == place) {
            let name = element.text()?;
            return Err(element.error(format!(
                "names \"{name}\" twice (node {node} is there); each place carries one node"
            )));
        }
        nodes.push(place);
    }
    if nodes.len() > MAX_CORES {
        return Err(field.error(format!(
            "has {} nodes; there can be {MAX_CORES}",
            nodes.len()
        )));
    }
    if !nodes.iter().any(|place| matches!(place, Place::Core(_))) {
        return Err(field.error("names no core; at least one node must run on the chip"));
    }
    Ok(Some(nodes))
}

fn place(field: &Field, cores: usize, devices: &[&str]) -> Result<Place, PlatformError> {
    let name = field.text()?;
    let core = name
        .strip_prefix("core")
        .and_then(|number| number.parse().ok());
    if let Some(device) = devices.iter().position(|device| *device == name) {
        return Ok(Place::Device(device));
    }
    match (name, core) {
        ("pc", _) => Ok(Place::Pc),
        (_, Some(core)) if core < cores => Ok(Place::Core(core)),
        _ => Err(field.error(format!(
            "names \"{name}\"; a place is core0 to core{}, \"pc\", or the name of a [[device]]",
            cores - 1
        ))),
    }
}

fn static_endpoint(table: &Table, nodes: usize) -> Result<Endpoint, PlatformError> {
    table.expect_only(&["node", "port"])?;
    let node = table.required("node", "node = 0")?;
    let port = table.required("port", "port = 1")?;
    endpoint(&node, &port, nodes)
}

fn endpoint(node: &Field, port: &Field, nodes: usize) -> Result<Endpoint, PlatformError> {
    let number = node.count(0..=u64::from(u32::MAX))?;
    if number >= nodes {
        return Err(node.error(format!(
            "names node {number}, but the nodes are 0 to {}",
            nodes - 1
        )));
    }
    Ok(Endpoint {
        node: number,
        port: port.count(0..=u64::from(u16::MAX))? as u16,
    })
}

fn add_endpoint(
    field: &Field,
    endpoint: Endpoint,
    endpoints: &mut Vec<Endpoint>,
) -> Result<(), PlatformError> {
    if endpoints.contains(&endpoint) {
        let Endpoint { node, port } = endpoint;
        return Err(field.error(format!("says port {port} of node {node}, which is there already; each endpoint is listed once, and those of channels need not be")));
    }
    endpoints.push(endpoint);
    Ok(())
}

fn channel(table: &Table, nodes: usize) -> Result<Channel, PlatformError> {
    table.expect_only(&["kind", "from", "to"])?;
    let kind = table.required("kind", "kind = \"packet\"")?;
    Ok(Channel {
        kind: ChannelKind::ALL[kind.choice(&ChannelKind::NAMES)?],
        from: end(&table.required("from", "from = [0, 1]")?, nodes)?,
        to: end(&table.required("to", "to = [1, 1]")?, nodes)?,
    })
}

fn end(field: &Field, nodes: usize) -> Result<Endpoint, PlatformError> {
    let wanted = "a node's number and a port, for example [0, 1]";
    match field.elements(wanted)?.as_slice() {
        [node, port] => endpoint(node, port, nodes),
        _ => Err(field.error(format!("must be {wanted}"))),
    }
}

/// Both ends are endpoints from the start; each is the end of one channel.
fn add_channel(field: &Field, channel: Channel, map: &mut Map) -> Result<(), PlatformError> {
    for end in [channel.from, channel.to] {
        let used = |other: &Channel| other.from == end || other.to == end;
        if map.channels.iter().any(used) || channel.from == channel.to {
            let Endpoint { node, port } = end;
            return Err(field.error(format!("uses port {port} of node {node} for a second end; each endpoint is one end of one channel")));
        }
        if !map.endpoints.contains(&end) {
            map.endpoints.push(end);
        }
    }
    map.channels.push(channel);
    Ok(())
}
