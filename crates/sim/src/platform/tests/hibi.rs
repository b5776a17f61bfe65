//! Tests of `[hibi]` and its devices: what is read, and the errors that are reported.

use super::{parse, SMALL};
use crate::description::device::agent::ControllerFacts;
use crate::part::dct::keys::DctKeys;
use crate::platform::hibi::Arbitration;
use crate::platform::AgentKind;

const CONTROLLER: &str =
    "[[device]]\nkind = \"hibi-dma\"\nbase = 0xa000_0000\naddress = 0x0100_0000\n";

fn with(text: &str) -> String {
    format!("{SMALL}\n{text}")
}

fn about(text: &str) -> String {
    let error = parse(&with(text)).expect_err("a mistake");
    error.to_string()
}

#[test]
fn what_is_not_said_has_the_value_of_the_tables() {
    let platform = parse(&with(&format!("[hibi]\n{CONTROLLER}"))).expect("a platform");
    let hibi = platform.hibi.expect("the bus");
    let fifos = (
        hibi.wires.send_words,
        hibi.wires.receive_words,
        hibi.wires.longest_turn,
    );
    assert_eq!(fifos, (4, 4, 255));
    assert_eq!(hibi.wires.arbitration, Arbitration::RoundRobin);
    let dma = &hibi.dma;
    assert_eq!((dma.read, dma.write, dma.start), (3, 2, 4));
    assert_eq!((dma.streams, dma.packets), (8, 8));
    assert_eq!(dma.of(1).base, 0x0100_1000);
    assert_eq!((dma.send_windows, dma.waiting_loads), (0, false));
    assert_eq!(dma.send_width, 1);
    assert_eq!(dma.registers().size, 16 * 0x40);
    assert!(hibi.agents.is_empty());
}

/// Features whose registers follow those of the channels need a page of addresses.
#[test]
fn windows_and_waiting_loads_need_a_page() {
    for key in ["send_windows = 3\n", "waiting_loads = true\n"] {
        let platform = parse(&with(&format!("[hibi]\n{CONTROLLER}{key}"))).expect("a platform");
        let dma = platform.hibi.expect("the bus").dma;
        assert_eq!(dma.registers().size, 0x1000, "{key}");
    }
}

#[test]
fn agents_keep_the_order_of_the_file() {
    let devices = "[[device]]\nkind = \"dct\"\naddress = 0x0200_0000\n\
                   [[device]]\nkind = \"hibi-memory\"\naddress = 0x8000_0000\nsize = \"1 MiB\"\nchannels = 3\n\
                   [[device]]\nkind = \"pc-bridge\"\naddress = 0x0300_0000\n";
    let platform = parse(&with(&format!("[hibi]\n{CONTROLLER}{devices}"))).expect("a platform");
    let agents = platform.hibi.expect("the bus").agents;
    let names: Vec<&str> = agents.iter().map(|agent| agent.name.as_str()).collect();
    assert_eq!(names, ["dct", "hibi_memory", "pc_bridge"]);
    let [dct, memory, _] = &agents[..] else {
        panic!("three agents")
    };
    assert_eq!(dct.kind, AgentKind::Dct(DctKeys { cycles: 64 }));
    // Two words for each channel follow the memory itself.
    assert_eq!(memory.range.size, (1 << 20) + 3 * 8);
}

#[test]
fn mistakes_at_the_bus_are_named() {
    let bus = |devices: &str| about(&format!("[hibi]\n{CONTROLLER}{devices}"));
    assert!(about("[hibi]\n").contains("has no [[device]] of kind \"hibi-dma\""));
    assert!(about(CONTROLLER).contains("is a device at [hibi], but the chip has no [hibi]; add it"));
    let second =
        "[[device]]\nkind = \"hibi-dma\"\nname = \"other\"\nbase = 0xa100_0000\naddress = 0\n";
    assert!(bus(second).contains("is the second of kind \"hibi-dma\""));
    let dct = "[[device]]\nkind = \"dct\"\naddress = 0x0100_0800\n";
    assert!(bus(dct).contains("that core 0 has (0x01000000 to 0x01000fff)"));
    let fifo = about(&format!("[hibi]\nsend_fifo = 0\n{CONTROLLER}"));
    assert!(fifo.contains("`hibi.send_fifo`"), "{fifo}");
    let windows = about(&format!("[hibi]\n{CONTROLLER}send_windows = 17\n"));
    assert!(windows.contains("send_windows"), "{windows}");
}

#[test]
fn the_link_needs_a_channel_of_each_kind_for_each_peer() {
    let few = CONTROLLER.replace("address =", "streams = 1\naddress =");
    let text = format!("[library]\nlink = \"hibi\"\nthreads = \"none\"\n[hibi]\n{few}");
    assert!(about(&text).contains("a stream and a packet channel"));
    let text = "[library]\nlink = \"hibi\"\nthreads = \"none\"\n";
    assert!(about(text).contains("needs [hibi]"));
}
