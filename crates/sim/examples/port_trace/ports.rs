//! The ports of each module in one cycle, in the order of its trace.

use crate::chip::Chip;
use crate::core::Ports;
use crate::row::Row;
use weft_sim::port::{Response, ResponseLines};

/// Appends the ports of a module.
pub type Show = fn(&Chip, &mut Row);

/// How the ports of a module are shown.
pub fn of_module(name: &str) -> Option<Show> {
    Some(match name {
        "sync" => sync,
        "crossbar" => crossbar,
        "message_unit" => message_unit,
        "messages" => messages,
        _ => return None,
    })
}

/// Bits of a core's number.
fn source_bits(chip: &Chip) -> usize {
    (usize::BITS - (chip.cores.len() - 1).leading_zeros()) as usize
}

/// The codes of the response lines, and the nodes that they are for. A receiver that answers notifies no other node
/// with the same lines.
fn answer(lines: &ResponseLines) -> (u64, Option<u64>) {
    match lines.answer {
        Some((node, Response::Ack)) => (1, Some(1 << node)),
        Some((node, Response::Nack)) => (2, Some(1 << node)),
        None if lines.notified != 0 => (3, Some(lines.notified)),
        None => (0, None),
    }
}

/// The controller's answer; what it notifies has lines of its own.
fn sync_answer(chip: &Chip) -> (u64, Option<u64>) {
    let alone = ResponseLines {
        notified: 0,
        ..chip.sync.lines
    };
    answer(&alone)
}

/// What the transmitter of core `node` drives, or anything that it might.
fn data(chip: &Chip, node: usize) -> u64 {
    chip.cores[node].ports.tx_data.unwrap_or(0)
}

fn is_requested(chip: &Chip, receiver: usize) -> bool {
    match chip.units.get(receiver) {
        Some(unit) => unit.sampled.is_some(),
        None => chip.sync.sampled.is_some(),
    }
}

/// Whether the node that a multiplexer is on offers a message.
fn is_offer(chip: &Chip, receiver: usize) -> bool {
    chip.cores[chip.selected[receiver]].ports.tx_control == 3
}

/// ACK, NACK, LACK of the addressed node, LACK of another, towards a transmitter.
fn responses(chip: &Chip, node: usize) -> [bool; 4] {
    let lines = chip
        .units
        .iter()
        .map(|unit| &unit.lines)
        .chain([&chip.sync.lines]);
    let destination = chip.cores[node].ports.destination;
    let mut all = [false; 4];
    for (from, lines) in lines.enumerate() {
        all[0] |= lines.answer == Some((node, Response::Ack));
        all[1] |= lines.answer == Some((node, Response::Nack));
        if lines.notified >> node & 1 != 0 {
            all[if from == destination { 2 } else { 3 }] = true;
        }
    }
    all
}

/// Whether a core's receiver samples the request of a transmitter, or takes its next block without one. A circuit without early data has
/// no such wire.
fn is_sampled(chip: &Chip, node: usize) -> bool {
    let mut units = chip.units.iter();
    let is_taken = units.any(|unit| [unit.sampled, unit.continued].contains(&Some(node)));
    chip.parameters.early && is_taken
}

fn sync(chip: &Chip, row: &mut Row) {
    let node = chip.cores.len();
    row.input("reset", 1, chip.is_reset.into());
    row.input("request", 1, is_requested(chip, node).into());
    row.input("data", 32, data(chip, chip.selected[node]));
    row.input("source", source_bits(chip), chip.selected[node] as u64);
    row.output("sample", 1, Some(chip.samples[node].into()));
    row.output("in_work", node, Some(chip.in_work));
    let (code, nodes) = sync_answer(chip);
    row.output("answer", 2, Some(code));
    row.output("answer_to", node, nodes);
    row.output("notify", node, Some(chip.sync.lines.notified));
}

fn crossbar(chip: &Chip, row: &mut Row) {
    let cores = chip.cores.len();
    let ports = || chip.cores.iter().map(|core| &core.ports);
    let answers: Vec<_> = chip
        .units
        .iter()
        .map(|unit| answer(&unit.lines))
        .chain([sync_answer(chip)])
        .collect();
    row.input("reset", 1, chip.is_reset.into());
    row.inputs("tx_control", 2, ports().map(|it| it.tx_control));
    row.inputs("tx_data", 32, ports().map(|it| it.tx_data.unwrap_or(0)));
    row.inputs("tx_destination", 7, ports().map(|it| it.destination as u64));
    row.outputs(
        "sampled",
        1,
        (0..cores).map(|it| Some(is_sampled(chip, it).into())),
    );
    row.inputs("sample", 1, chip.samples.iter().map(|&it| it.into()));
    let goes_on = chip.units.iter().map(|unit| unit.continued.is_some());
    row.inputs("goes_on", 1, goes_on.map(u64::from));
    let asked = chip.units.iter().map(|unit| unit.asked);
    let is_early = chip.parameters.early;
    row.outputs(
        "asked",
        1,
        asked.map(|asked| asked.map(|it| u64::from(it && is_early))),
    );
    row.input("in_work", cores, chip.in_work);
    selected(chip, row);
    row.inputs("answer", 2, answers.iter().map(|it| it.0));
    row.inputs(
        "answer_to",
        cores,
        answers.iter().map(|it| it.1.unwrap_or(0)),
    );
    row.input("sync_notify", cores, chip.sync.lines.notified);
    for (number, name) in ["ack", "nack", "lack", "lack_other"].iter().enumerate() {
        row.outputs(
            name,
            1,
            (0..cores).map(|node| Some(responses(chip, node)[number].into())),
        );
    }
}

/// What the multiplexer of each node passes on.
fn selected(chip: &Chip, row: &mut Row) {
    let nodes = 0..=chip.cores.len();
    row.outputs(
        "request",
        1,
        nodes.clone().map(|it| Some(is_requested(chip, it).into())),
    );
    row.outputs(
        "offer",
        1,
        nodes.clone().map(|it| Some(is_offer(chip, it).into())),
    );
    row.outputs(
        "source",
        source_bits(chip),
        nodes.clone().map(|it| Some(chip.selected[it] as u64)),
    );
    row.outputs(
        "data",
        32,
        nodes.map(|it| Some(data(chip, chip.selected[it]))),
    );
}

/// The unit of the core in the middle.
fn message_unit(chip: &Chip, row: &mut Row) {
    let node = chip.cores.len() / 2;
    row.input("reset", 1, chip.is_reset.into());
    row.input("node", 6, node as u64);
    core_ports(chip, node..node + 1, row);
    let ports = &chip.cores[node].ports;
    row.output("tx_control", 2, Some(ports.tx_control));
    row.output("tx_data", 32, ports.tx_data);
    for (name, value) in ["ack", "nack", "lack", "lack_other"]
        .iter()
        .zip(responses(chip, node))
    {
        row.input(name, 1, value.into());
    }
    let unit = &chip.units[node];
    row.input("sampled", 1, is_sampled(chip, node).into());
    row.output("sample", 1, Some(chip.samples[node].into()));
    row.output("goes_on", 1, Some(unit.continued.is_some().into()));
    row.input("asked", 1, unit.asked.unwrap_or(false).into());
    row.input("request", 1, is_requested(chip, node).into());
    row.input("offer", 1, is_offer(chip, node).into());
    row.input("data", 32, data(chip, chip.selected[node]));
    row.input("source", source_bits(chip), chip.selected[node] as u64);
    let (code, nodes) = answer(&chip.units[node].lines);
    row.output("answer", 2, Some(code));
    row.output("answer_to", chip.cores.len(), nodes);
}

fn messages(chip: &Chip, row: &mut Row) {
    row.input("reset", 1, chip.is_reset.into());
    core_ports(chip, 0..chip.cores.len(), row);
}

/// The ports of message units towards their cores.
fn core_ports(chip: &Chip, nodes: std::ops::Range<usize>, row: &mut Row) {
    let ports = || chip.cores[nodes.clone()].iter().map(|core| &core.ports);
    row.inputs("order", 1, ports().map(|it| it.order.into()));
    row.inputs("issue", 1, ports().map(|it| it.issue.into()));
    row.inputs("is_block", 1, ports().map(|it| it.is_block.into()));
    row.inputs("is_query", 1, ports().map(|it| it.is_query.into()));
    row.inputs("is_try", 1, ports().map(|it| it.is_try.into()));
    row.inputs("is_offer", 1, ports().map(|it| it.is_offer.into()));
    row.inputs("body", 25, ports().map(|it| it.body));
    row.inputs("destination", 7, ports().map(|it| it.destination as u64));
    row.outputs("done", 1, ports().map(|it| Some(it.done.into())));
    row.outputs("granted", 1, ports().map(|it| it.granted));
    row.outputs("send_offset", 15, ports().map(|it| it.send_offset));
    row.inputs("send_word", 32, ports().map(|it| it.send_word));
    row.inputs("load", 1, ports().map(|it| it.load.into()));
    row.outputs("loaded", 1, ports().map(|it| Some(it.loaded.into())));
    row.outputs("load_strobe", 4, ports().map(|it| Some(it.load_strobe)));
    row.outputs("load_offset", 15, ports().map(|it| it.load_offset));
    row.masked(
        "load_word",
        32,
        ports().map(|it| (it.load_word, written_bits(it))),
    );
    row.outputs("head", 32, ports().map(|it| Some(it.head)));
    row.outputs("queued", 32, ports().map(|it| Some(it.queued)));
    row.inputs("match_begins", 1, ports().map(|it| it.match_begins.into()));
    row.inputs("match_ends", 1, ports().map(|it| it.match_ends.into()));
    row.inputs("match_word", 32, ports().map(|it| it.match_word));
    row.inputs("take_word", 1, ports().map(|it| it.take_word.into()));
    row.inputs("event_register", 2, ports().map(|it| it.event_register));
    row.inputs("event_write", 1, ports().map(|it| it.event_write.into()));
    row.inputs("event_data", 32, ports().map(|it| it.event_data));
    row.outputs("event_read", 32, ports().map(|it| Some(it.event_read)));
    row.outputs("pending", 4, ports().map(|it| Some(it.pending)));
}

/// The bits of the bytes that a load writes.
fn written_bits(ports: &Ports) -> u64 {
    (0..4)
        .filter(|byte| ports.load_strobe >> byte & 1 != 0)
        .map(|byte| 0xff << (8 * byte))
        .sum()
}
