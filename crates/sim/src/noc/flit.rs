//! A flit: the data word that a link carries in one cycle, and its control signals.

use crate::units::Cycle;
use serde::{Deserialize, Serialize};

/// A flit. The head flit of a packet reserves a virtual channel of each link on its path, the tail flit releases it.
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
    /// The virtual channel that the flit is in. The network sets it.
    pub virtual_channel: u8,
    /// What its packet does to the outputs on its path.
    pub circuit: CircuitStep,
    /// Whether faulty links can affect its packet, and what they have done to it.
    pub mark: Mark,
    /// When its packet was created, for statistics.
    pub created: Cycle,
}

/// What faulty links have done to a packet. All of its flits arrive in any case; the interface at the destination acts on the mark.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Mark {
    /// Not affected, and cannot be: the interfaces' own short packets have an error-correcting code.
    #[default]
    Protected,
    /// Not affected so far.
    Intact,
    /// Lost, or found to be corrupted.
    Lost,
    /// Duplicated: it arrives a second time.
    Duplicated,
    /// A bit of its first payload word is wrong, and this is not detected.
    Altered { bit: u8 },
}

/// What a packet does to the outputs that it passes. A packet that opens or releases a circuit has one flit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum CircuitStep {
    /// Nothing: an ordinary packet.
    #[default]
    None,
    /// Reserves each output for the sending endpoint. `both_ways`: also the outputs for answers on the path back.
    Open { both_ways: bool },
    /// Releases these outputs.
    Release { both_ways: bool },
    /// A refused `Open`: on its way back to its sender, it releases the outputs that it had reserved.
    Refused { both_ways: bool },
}

impl Flit {
    /// Turns an `Open` packet that has met an output reserved for another endpoint around.
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

    /// Routers copy flits in every cycle, so a flit should stay small.
    #[test]
    fn a_flit_is_three_words_of_the_host() {
        assert_eq!(size_of::<Flit>(), 24);
    }
}
