//! The links between routers: the registers that a flit passes between the switch and the next buffer, and those of the credits.
//!
//! ```text
//!   flit:    granted (s) -> in_switch: switch traversal (s + 1) -> on_link: link traversal (s + 2) -> in the next buffer (s + 3)
//!   credit:  sent (s)    -> on_link (s + 1) -> usable by the sender (s + 2)
//! ```

use super::flit::Flit;
use super::topology::Port;
use serde::{Deserialize, Serialize};

/// Flits and credits in transit, by the register that they are in.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Links {
    granted: Vec<(Port, Flit)>,
    in_switch: Vec<(Port, Flit)>,
    on_link: Vec<(Port, Flit)>,
    credits_sent: Vec<(Port, u8)>,
    credits_on_link: Vec<(Port, u8)>,
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
        self.in_switch.push((to, flit));
    }

    /// Sends a credit for a place that has become free in the buffer at this end of a link.
    #[inline]
    pub fn send_credit(&mut self, to: Port, virtual_channel: u8) {
        self.credits_sent.push((to, virtual_channel));
    }

    /// Advances everything by one register. Pass the returned lists to [`Links::reuse`] after use.
    pub fn advance(&mut self) -> Arrivals {
        let flits = std::mem::take(&mut self.on_link);
        std::mem::swap(&mut self.on_link, &mut self.in_switch);
        std::mem::swap(&mut self.in_switch, &mut self.granted);
        let credits = std::mem::take(&mut self.credits_on_link);
        std::mem::swap(&mut self.credits_on_link, &mut self.credits_sent);
        Arrivals { flits, credits }
    }

    /// Reuses the memory of lists that [`Links::advance`] has returned.
    pub fn reuse(&mut self, mut arrivals: Arrivals) {
        arrivals.flits.clear();
        arrivals.credits.clear();
        self.granted = arrivals.flits;
        self.credits_sent = arrivals.credits;
    }

    /// Returns the flit that is on the link to this end.
    pub fn flit(&self, to: Port) -> Option<&Flit> {
        let mut flits = self.on_link.iter();
        flits.find(|(end, _)| *end == to).map(|(_, flit)| flit)
    }

    /// Returns the virtual channels whose credits are on the link to this end, as a bit set.
    pub fn credits(&self, to: Port) -> u64 {
        let credits = self.credits_on_link.iter();
        credits
            .filter(|(end, _)| *end == to)
            .fold(0, |set, (_, channel)| set | 1 << channel)
    }

    pub fn is_empty(&self) -> bool {
        let flits = self.granted.len() + self.in_switch.len() + self.on_link.len();
        flits + self.credits_sent.len() + self.credits_on_link.len() == 0
    }
}
