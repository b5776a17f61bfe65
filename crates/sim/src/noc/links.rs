//! What is between the routers: the registers that a flit passes from the switch to the next buffer, and those of the credits.
//!
//! A flit granted in cycle s crosses the switch in s + 1, the link in s + 2, and is in the next buffer from s + 3 on. A credit given in
//! s counts from s + 2 on.

use super::flit::Flit;
use super::topology::Port;
use serde::{Deserialize, Serialize};

/// Flits and credits under way, by the register that holds them.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Links {
    granted: Vec<(Port, Flit)>,
    crossing: Vec<(Port, Flit)>,
    travelling: Vec<(Port, Flit)>,
    credits_given: Vec<(Port, u8)>,
    credits_travelling: Vec<(Port, u8)>,
}

/// What has come to the end of its link.
#[derive(Default)]
pub struct Arrivals {
    pub flits: Vec<(Port, Flit)>,
    pub credits: Vec<(Port, u8)>,
}

impl Links {
    /// A router's switch allocator has let the flit go towards that end of a link, in that virtual channel.
    #[inline]
    pub fn grant(&mut self, to: Port, virtual_channel: u8, flit: &Flit) {
        let flit = Flit {
            virtual_channel,
            ..*flit
        };
        self.granted.push((to, flit));
    }

    /// An endpoint drives a flit: it is where a flit is that crosses a switch.
    #[inline]
    pub fn inject(&mut self, to: Port, flit: Flit) {
        self.crossing.push((to, flit));
    }

    /// A place has become free in the buffer that this end of a link fills.
    #[inline]
    pub fn give_credit(&mut self, to: Port, virtual_channel: u8) {
        self.credits_given.push((to, virtual_channel));
    }

    /// Everything moves by one register. The lists that come back are to be returned by [`Links::reuse`].
    pub fn advance(&mut self) -> Arrivals {
        let flits = std::mem::take(&mut self.travelling);
        std::mem::swap(&mut self.travelling, &mut self.crossing);
        std::mem::swap(&mut self.crossing, &mut self.granted);
        let credits = std::mem::take(&mut self.credits_travelling);
        std::mem::swap(&mut self.credits_travelling, &mut self.credits_given);
        Arrivals { flits, credits }
    }

    /// Takes back the memory of lists that have been read.
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
