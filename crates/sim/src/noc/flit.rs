//! A flit: what a link carries in one cycle, and what the control lines beside it say.

use crate::units::Cycle;
use serde::{Deserialize, Serialize};

/// One word on its way through the network. The first flit of a packet reserves the way, the last one gives it back.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Flit {
    pub word: u32,
    /// First of its packet.
    pub head: bool,
    /// Last of its packet; a packet of one flit is both.
    pub tail: bool,
    /// The endpoint that injected it.
    pub source: u16,
    /// The endpoint that ejects it.
    pub destination: u16,
    /// Priority; 0 is best effort.
    pub class: u8,
    /// The virtual channel it is in. The network keeps it; an injecting endpoint may leave it 0.
    pub virtual_channel: u8,
    /// What its packet does to the way it goes.
    pub circuit: CircuitStep,
    /// Whether links can harm its packet, and what they have done to it.
    pub mark: Mark,
    /// When its packet was made, for statistics.
    pub created: Cycle,
}

/// What links have done to a packet, for the interface at the end to carry out: all flits arrive, whatever it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Mark {
    /// Nothing, and they cannot: a short packet of the interfaces' own carries a code by which they correct it.
    #[default]
    Protected,
    /// Nothing so far.
    Whole,
    /// It was lost, or found damaged.
    Lost,
    /// It comes a second time.
    Twice,
    /// A bit of its first payload word is wrong, which nothing notices.
    Altered { bit: u8 },
}

/// What a packet does to the outputs that it passes; such a packet has one flit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum CircuitStep {
    /// Nothing: it is an ordinary packet.
    #[default]
    None,
    /// Each output is kept for the endpoint that sends it; both ways: so is the output by which answers go back.
    Open { both_ways: bool },
    /// They are given back.
    Release { both_ways: bool },
    /// It could not go on: on its way back to the endpoint that sent it, it gives back what it had kept.
    Refused { both_ways: bool },
}

impl Flit {
    /// Turns a packet round that would open a circuit and has met an output kept for another endpoint.
    pub fn refuse(&mut self, virtual_channel: u8) {
        if let CircuitStep::Open { both_ways } = self.circuit {
            std::mem::swap(&mut self.source, &mut self.destination);
            self.circuit = CircuitStep::Refused { both_ways };
            self.virtual_channel = virtual_channel;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Routers copy flits in every cycle.
    #[test]
    fn a_flit_is_three_words_of_the_host() {
        assert_eq!(size_of::<Flit>(), 24);
    }
}
