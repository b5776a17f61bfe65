//! The registers that the circuits report in addition to those of the cores, in the order of `hardware/bench/engine.cpp`
//! (`observe_node.sv`, `observe_controller.sv`, `observe_bus.sv`, `observe_interrupts.sv`, `observe_mac.sv`). Each corresponds to a signal of
//! the simulator.

use crate::parameters::Parameters;

/// Registers of each message unit: those on its core's side, and those of its node of the crossbar.
const OF_UNIT: [&str; 7] = [
    "mailbox_blocks",
    "word_queue",
    "head",
    "queued",
    "events",
    "event_mask",
    "pending",
];
const OF_NODE: [&str; 8] = [
    "tx_state",
    "tx_request",
    "tx_destination",
    "rx_state",
    "rx_source",
    "rx_answer",
    "rx_refused_block",
    "rx_refused_word",
];
const OF_LOCK: [&str; 3] = ["held", "owner", "waiting"];
const OF_BARRIER: [&str; 2] = ["arrived", "waiting"];
const OF_BUS: [&str; 2] = ["busy", "master"];
/// Registers of the interrupt controller, and of the MAC unit, its only source.
const OF_SOURCE: [&str; 3] = ["pending", "claimed", "priority"];
const OF_CONTEXT: [&str; 2] = ["enable0", "threshold"];
const SOURCES: u64 = 1;
const OF_MAC: [&str; 7] = [
    "superframe",
    "events",
    "enabled",
    "sending",
    "moving",
    "frames",
    "beacons",
];

/// A register.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Register {
    /// The path of the simulator's signal.
    pub path: String,
    /// The circuit that contains it, and its name there.
    pub component: String,
    pub signal: String,
}

/// Returns all registers of a chip, in the order of the circuits' reports.
pub fn registers(parameters: &Parameters) -> Vec<Register> {
    let count = |name: &str| 0..parameters.value(name);
    let mut all = Vec::new();
    let mut add = |scope: &str, component: &str, signal: &str| {
        all.push(Register {
            path: format!("{scope}.{signal}"),
            component: component.to_owned(),
            signal: signal.to_owned(),
        });
    };
    for core in count("CORES") {
        let component = format!("message unit {core}");
        for signal in OF_UNIT {
            add(&format!("core{core}"), &component, signal);
        }
        for signal in OF_NODE {
            add(&format!("crossbar.node{core}"), &component, signal);
        }
    }
    let controller = "synchronization controller";
    add("sync", controller, "busy");
    for lock in count("LOCKS") {
        for signal in OF_LOCK {
            add("sync", controller, &format!("lock{lock}.{signal}"));
        }
    }
    for barrier in count("BARRIERS") {
        for signal in OF_BARRIER {
            add("sync", controller, &format!("barrier{barrier}.{signal}"));
        }
    }
    for signal in OF_BUS {
        add("bus", "bus", signal);
    }
    if parameters.value("MAC") == 0 {
        return all;
    }
    let (scope, component) = ("interrupt_controller", "interrupt controller");
    for source in 1..=SOURCES {
        for signal in OF_SOURCE {
            add(scope, component, &format!("source{source}.{signal}"));
        }
    }
    for core in count("CORES") {
        for signal in OF_CONTEXT {
            add(scope, component, &format!("core{core}.{signal}"));
        }
    }
    for signal in OF_MAC {
        add("mac", "MAC unit", signal);
    }
    all
}
