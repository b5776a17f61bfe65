//! The links between routers: the registers that a flit passes between the switch and the next buffer, and those of the credits.
//!
//! ```text
//!   flit:    granted (s) -> crossing: switch traversal (s + 1) -> travelling: link traversal (s + 2) -> in the next buffer (s + 3)
//!   credit:  given (s)   -> travelling (s + 1) -> usable by the sender (s + 2)
//! ```

use super::flit::Flit;
use super::topology::Port;
use serde::{Deserialize, Serialize};

/// Flits and credits in transit, by the register that they are in.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Links {
    granted: Vec<(Port, Flit)>,
    crossing: Vec<(Port, Flit)>,
    travelling: Vec<(Port, Flit)>,
    credits_given: Vec<(Port, u8)>,
    credits_travelling: Vec<(Port, u8)>,
}

/// Flits and credits that have reached the end of their link.
#[derive(Default)]
pub struct Arrivals {
    pub flits: Vec<(Port, Flit)>,
    pub credits: Vec<(Port, u8)>,
}

impl Links {
    /// A router's switch allocator grants a flit, which will arrive at link end `to` in this virtual channel.
    #[inline]
    pub fn grant(&mut self, to: Port, virtual_channel: u8, flit: &Flit) {
        let flit = Flit {
            virtual_channel,
            ..*flit
        };
        self.granted.push((to, flit));
    }

    /// An endpoint sends a flit, which takes as long as one that is crossing a switch.
    #[inline]
    pub fn inject(&mut self, to: Port, flit: Flit) {
        self.crossing.push((to, flit));
    }

    /// Sends a credit for a place that has become free in the buffer at this end of a link.
    #[inline]
    pub fn give_credit(&mut self, to: Port, virtual_channel: u8) {
        self.credits_given.push((to, virtual_channel));
    }

    /// Advances everything by one register. Pass the returned lists to [`Links::reuse`] after use.
    pub fn advance(&mut self) -> Arrivals {
        let flits = std::mem::take(&mut self.travelling);
        std::mem::swap(&mut self.travelling, &mut self.crossing);
        std::mem::swap(&mut self.crossing, &mut self.granted);
        let credits = std::mem::take(&mut self.credits_travelling);
        std::mem::swap(&mut self.credits_travelling, &mut self.credits_given);
        Arrivals { flits, credits }
    }

    /// Reuses the memory of lists that [`Links::advance`] has returned.
    pub fn reuse(&mut self, mut arrivals: Arrivals) {
        arrivals.flits.clear();
        arrivals.credits.clear();
        self.granted = arrivals.flits;
        self.credits_given = arrivals.credits;
    }

    pub fn is_empty(&self) -> bool {
        let flits = self.granted.len() + self.crossing.len() + self.travelling.len();
        flits + self.credits_given.len() + self.credits_travelling.len() == 0
    }
}
