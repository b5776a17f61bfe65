//! HIBI as text: its agents as boxes, its parameters.

use super::{boxed, rows_of, side_by_side};
use crate::platform::hibi::{Agent, AgentKind, Arbitration, Hibi};
use crate::platform::quantity;

/// The agents beside the cores.
pub fn agents(hibi: &Hibi) -> Vec<String> {
    let drawn = |agent: &Agent| boxed(&[agent.name.clone(), text(agent)]);
    let rows = rows_of(hibi.agents.iter().map(drawn).collect());
    rows.iter().flat_map(|row| side_by_side(row)).collect()
}

fn text(agent: &Agent) -> String {
    match &agent.kind {
        AgentKind::Memory {
            bytes, channels, ..
        } => format!("{}, {channels} channels", quantity::bytes(*bytes)),
        AgentKind::Dct { cycles } => format!("8 x 8, {cycles} cycles"),
        AgentKind::PcBridge(_) => String::from("to the PC"),
    }
}

/// Lines of the table of parameters.
pub fn parameters(hibi: &Hibi) -> Vec<String> {
    let dma = &hibi.dma;
    let arbitration = match hibi.arbitration {
        Arbitration::RoundRobin => "offered to one a cycle, in turn",
        Arbitration::Immediate => "the next in turn at once",
    };
    let mut lines = vec![
        format!(
            "HIBI      FIFOs of {} and {} words, turns of {} words, {arbitration}",
            hibi.send_words, hibi.receive_words, hibi.longest_turn
        ),
        format!(
            "          DMA: {} stream and {} packet channels; read {}, write {}, start {} (cycles)",
            dma.streams, dma.packets, dma.read, dma.write, dma.start
        ),
    ];
    if dma.send_width > 1 {
        lines.push(format!(
            "          {} words go from memory to the wrapper in a cycle",
            dma.send_width
        ));
    }
    if dma.send_windows > 0 {
        lines.push(format!(
            "          {} windows, to each of which a store sends a word",
            dma.send_windows
        ));
    }
    if dma.waiting_loads {
        let text = "          loads that wait for words of streams, and moves of them";
        lines.push(text.to_string());
    }
    lines
}
