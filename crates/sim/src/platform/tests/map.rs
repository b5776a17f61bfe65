//! Tests of nodes, endpoints and channels of `[map]`: what is read, the macros of C programs, and the messages for errors.

use super::{parse, SMALL, SRAM};
use crate::platform::{c_header, Channel, ChannelKind, Endpoint, Place};

const NODES: &str = "[map]\nnodes = [\"core1\", \"pc\", \"core0\", \"sram\"]\n";

fn with(more: &str) -> String {
    format!("{SMALL}{SRAM}{NODES}{more}")
}

/// Returns the message for a map with `more` after the nodes, which are in line 17.
fn about(more: &str) -> String {
    let message = parse(&with(more)).expect_err("it is wrong").to_string();
    message.replace("dir/my.toml:", "")
}

/// Returns the message for `[map]` with this key.
fn about_map(key: &str) -> String {
    let message = parse(&format!("{SMALL}{SRAM}[map]\n{key}\n"));
    message.expect_err("it is wrong").to_string()
}

#[test]
fn nodes_have_places_and_ranks_are_those_on_cores() {
    let map = parse(&with("")).expect("a map").map;
    let places = [Place::Core(1), Place::Pc, Place::Core(0), Place::Device(0)];
    assert_eq!(map.nodes.as_deref(), Some(places.as_slice()));
    assert_eq!(map.ranks, [1, 0]);
}

#[test]
fn without_nodes_they_are_where_the_ranks_are() {
    let map = parse(&format!("{SMALL}[map]\nranks = [1, 0]\n"))
        .expect("a map")
        .map;
    assert_eq!(map.nodes, None);
    assert_eq!(map.places(), [Place::Core(1), Place::Core(0)]);
}

#[test]
fn channels_bring_their_endpoints() {
    let text = with(
        "[[map.endpoint]]\nnode = 2\nport = 7\n[[map.channel]]\nkind = \"scalar\"\nfrom = [2, 7]\nto = [0, 65535]\n",
    );
    let map = parse(&text).expect("a map").map;
    let (from, to) = (
        Endpoint { node: 2, port: 7 },
        Endpoint {
            node: 0,
            port: 65535,
        },
    );
    assert_eq!(map.endpoints, [from, to]);
    let kind = ChannelKind::Scalar;
    assert_eq!(map.channels, [Channel { kind, from, to }]);
}

#[test]
fn programs_find_the_map_in_their_header() {
    let text = with(
        "[[map.endpoint]]\nnode = 0\nport = 9\n[[map.channel]]\nkind = \"packet\"\nfrom = [0, 1]\nto = [2, 3]\n",
    );
    let header = c_header(&parse(&text).expect("a map"));
    for line in [
        "#define WEFT_NODES 4\n",
        "#define WEFT_PEERS 4\n",
        "#define WEFT_NODE_PLACES {1, 64, 0, 128}\n",
        "#define WEFT_NODE_TO_LINK {1, 2, 0, 3}\n",
        "#define WEFT_STATIC_FIRST {0, 2, 2, 3, 3}\n",
        "#define WEFT_STATIC_ENDPOINTS(END) END(0, 0, 9, 0, 0, 0, 0) END(0, 1, 1, 1, 2, 0, 3) END(2, 0, 3, 2, 0, 1, 1) \n",
    ] {
        assert!(header.contains(line), "{line} is not in\n{header}");
    }
    let without = c_header(&parse(SMALL).expect("a platform"));
    assert!(!without.contains("WEFT_NODE"), "{without}");
}

#[test]
fn mistakes_in_nodes_are_named() {
    let say = |nodes: &str| about_map(&format!("nodes = {nodes}"));
    assert!(say("[\"core2\"]").contains("17:10: `map.nodes` names \"core2\"; a place is core0 to core1, \"pc\", or the name of a [[device]]"));
    assert!(say("[\"core0\", \"core0\"]").contains("names \"core0\" twice (node 0 is there)"));
    assert!(say("[\"pc\"]").contains("names no core"));
    assert!(say("[]").contains("names no core"));
    assert!(say("3").contains("write a list in [ ] of strings in quotes"));
    assert!(about("ranks = [0]\n").contains("`map.ranks` and `map.nodes` both say"));
}

#[test]
fn mistakes_in_endpoints_and_channels_are_named() {
    let endpoint = |rest: &str| about(&format!("[[map.endpoint]]\n{rest}\n"));
    assert!(endpoint("node = 4\nport = 1")
        .contains("19:8: `map.endpoint.node` names node 4, but the nodes are 0 to 3"));
    assert!(endpoint("node = 0\nport = 65536").contains("an integer from 0 to 65535"));
    assert!(endpoint("node = 0").contains("lacks `port`; write for example `port = 1`"));
    let twice = "node = 1\nport = 1\n[[map.endpoint]]\nnode = 1\nport = 1";
    assert!(endpoint(twice).contains("port 1 of node 1, which is there already"));
    let channel = |rest: &str| about(&format!("[[map.channel]]\n{rest}\n"));
    assert!(channel("kind = \"pack\"").contains("did you mean \"packet\"?"));
    assert!(channel("kind = \"packet\"\nfrom = [0]\nto = [1, 1]")
        .contains("must be a node's number and a port"));
    assert!(channel("kind = \"packet\"\nfrom = [0, 1]\nto = [0, 1]").contains("for a second end"));
}
