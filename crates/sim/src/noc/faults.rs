//! Fault injection in links: packets corrupted or lost, tail flits lost, credits lost.
//!
//! A faulty link replaces the link end in its sender's port by [`Port::Faulty`], so that fault-free links cost nothing. It marks the flits of a
//! packet; all of them still arrive and return their credits, and the interface at the destination acts on the mark. The effect on a packet is drawn
//! from the seed and the number of the packet on this link, and depends on nothing else.
//!
//! A lost tail flit does not arrive: its packet keeps every virtual channel that it owns on the rest of its path, and the credit for the flit's place
//! in the next buffer never returns.

use super::flit::{Flit, Mark};
use super::random::Random;
use super::topology::Port;
use super::Network;
use crate::injection::{Harm, LinkName};
use crate::port::Strike;
use crate::units::Cycle;
use serde::{Deserialize, Serialize};

/// Maximum number of effects of a link that are reported one by one. Further ones are only counted.
const MAX_REPORTED: usize = 1000;

/// A link with injected faults.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct FaultyLink {
    /// The end that the link leads to.
    to: Port,
    /// The coordinates of the routers at both ends.
    between: [[usize; 3]; 2],
    faults: Vec<Fault>,
    /// For each virtual channel, the mark of the packet that is passing.
    marks: Vec<Mark>,
    /// Number of tail flits still to be lost, and the effects of those already lost.
    tails_to_lose: u32,
    lost_tails: Vec<Strike>,
}

/// One kind of fault.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Fault {
    effect: Harm,
    rate: f64,
    seed: u64,
    /// Packets that have passed so far.
    packets: u64,
    occurred: u64,
    strikes: Vec<Strike>,
}

impl Fault {
    /// Draws the effect on the next packet.
    fn draw(&mut self) -> Mark {
        let mut random = Random::of(self.seed, self.packets);
        self.packets += 1;
        match random.chance(self.rate) {
            true => self.mark(random.below(32) as u8),
            false => Mark::Intact,
        }
    }

    fn mark(&self, bit: u8) -> Mark {
        match self.effect {
            Harm::Corrupts | Harm::Discards => Mark::Lost,
            Harm::Alters => Mark::Altered { bit },
            Harm::Duplicates => Mark::Duplicated,
        }
    }

    fn verb(&self) -> &'static str {
        match self.effect {
            Harm::Corrupts => "corrupted",
            Harm::Alters => "altered",
            Harm::Discards => "discarded",
            Harm::Duplicates => "duplicated",
        }
    }
}

impl FaultyLink {
    /// Returns a flit that passes in cycle `now`, with its mark.
    fn pass(&mut self, flit: &Flit, now: Cycle) -> Flit {
        let channel = usize::from(flit.virtual_channel);
        if self.marks.len() <= channel {
            self.marks.resize(channel + 1, Mark::Intact);
        }
        if flit.mark != Mark::Intact {
            return *flit;
        }
        if flit.head {
            self.marks[channel] = self.mark_packet(now);
        }
        Flit {
            mark: self.marks[channel],
            ..*flit
        }
    }

    /// Is this flit, which passes in cycle `now`, to be lost? A packet with one flit has reserved nothing that it could keep.
    fn loses_tail(&mut self, flit: &Flit, now: Cycle) -> bool {
        let is_lost = self.tails_to_lose > 0 && flit.tail && !flit.head;
        if is_lost {
            self.tails_to_lose -= 1;
            self.lost_tails.push(Strike {
                cycle: now,
                place: link_name(self.between),
                what: "lost the tail of a packet, which keeps its path".to_owned(),
            });
        }
        is_lost
    }

    /// Returns the mark of a packet whose head passes: the effect of the first fault that occurs.
    fn mark_packet(&mut self, now: Cycle) -> Mark {
        let mut mark = Mark::Intact;
        let place = link_name(self.between);
        for fault in &mut self.faults {
            let drawn = fault.draw();
            if mark == Mark::Intact && drawn != Mark::Intact {
                mark = drawn;
                fault.occurred += 1;
                if fault.strikes.len() < MAX_REPORTED {
                    let what = format!("{} a packet", fault.verb());
                    let place = place.clone();
                    fault.strikes.push(Strike {
                        cycle: now,
                        place,
                        what,
                    });
                }
            }
        }
        mark
    }

    fn strikes(&self) -> Vec<Strike> {
        let of_fault = |fault: &Fault| {
            let mut strikes = fault.strikes.clone();
            let more = fault.occurred - strikes.len() as u64;
            if let (Some(last), true) = (strikes.last(), more > 0) {
                let what = format!("{} {more} packets more", fault.verb());
                strikes.push(Strike {
                    what,
                    ..last.clone()
                });
            }
            strikes
        };
        let of_faults = self.faults.iter().flat_map(of_fault);
        of_faults.chain(self.lost_tails.iter().cloned()).collect()
    }
}

impl Network {
    /// Checks that the network has the link.
    ///
    /// # Errors
    /// If it does not; the text says which links there are.
    pub fn check_link(&self, link: &LinkName) -> Result<(), String> {
        match *link {
            LinkName::Between(from, to) if self.links_named(link).is_empty() => {
                let near = self.links_named(&LinkName::Every).into_iter();
                let near = near.map(|(_, _, between)| between);
                let near: Vec<String> = near
                    .filter(|between| between[0] == from)
                    .map(link_name)
                    .collect();
                let last = self
                    .topology
                    .coordinates
                    .iter()
                    .max()
                    .copied()
                    .unwrap_or_default();
                Err(match near.is_empty() {
                    true => format!(
                        "there is no router {}; the last one is {}",
                        router_name(from),
                        router_name(last)
                    ),
                    false => format!(
                        "there is no {}; from there lead: {}",
                        link_name([from, to]),
                        near.join(", ")
                    ),
                })
            }
            _ => Ok(()),
        }
    }

    /// Returns the names of the links between routers, as descriptions of faults use them.
    pub fn link_names(&self) -> Vec<String> {
        let links = self.links_named(&LinkName::Every).into_iter();
        links.map(|(_, _, between)| link_name(between)).collect()
    }

    /// Injects faults at a rate into links from now on. If there are several links, each has random numbers of its own.
    pub fn inject_link_faults(&mut self, link: &LinkName, effect: Harm, rate: f64, seed: u64) {
        for (number, (router, port, between)) in (0..).zip(self.links_named(link)) {
            let seed = match link {
                LinkName::Between(..) => seed,
                LinkName::Every => Random::of(seed, number).bits(),
            };
            let fault = Fault {
                effect,
                rate,
                seed,
                packets: 0,
                occurred: 0,
                strikes: Vec::new(),
            };
            let link = self.faulty_link(router, port, between);
            self.faulty[link].faults.push(fault);
        }
    }

    /// Returns the index of a link among the faulty ones; makes it faulty if it is not.
    fn faulty_link(&mut self, router: usize, port: usize, between: [[usize; 3]; 2]) -> usize {
        let known = self.faulty.iter().position(|link| link.between == between);
        known.unwrap_or_else(|| {
            let number = self.faulty.len();
            if let Some(to) = self.routers[router].replace_link(port, Port::Faulty(number as u16)) {
                self.faulty.push(FaultyLink {
                    to,
                    between,
                    faults: Vec::new(),
                    marks: Vec::new(),
                    tails_to_lose: 0,
                    lost_tails: Vec::new(),
                });
            }
            number
        })
    }

    /// The sender of a link loses a credit of the first virtual channel that has one. Returns the name of the link, and whether there was one.
    pub fn lose_credit(&mut self, link: &LinkName) -> Option<(String, bool)> {
        let (router, port, between) = self.links_named(link).pop()?;
        let had_one = self.routers[router].lose_credit(port);
        Some((link_name(between), had_one))
    }

    /// The link loses the tail flit of the next packet with more than one flit.
    pub fn lose_tail(&mut self, link: &LinkName) {
        for (router, port, between) in self.links_named(link) {
            let link = self.faulty_link(router, port, between);
            self.faulty[link].tails_to_lose += 1;
        }
    }

    /// Returns the effects of faulty links so far.
    pub fn strikes(&self) -> Vec<Strike> {
        self.faulty.iter().flat_map(FaultyLink::strikes).collect()
    }

    /// Returns the links between routers that a name stands for: router, port, and the coordinates of both ends.
    fn links_named(&self, link: &LinkName) -> Vec<(usize, usize, [[usize; 3]; 2])> {
        let coordinates = &self.topology.coordinates;
        let mut named = Vec::new();
        for (router, ports) in self.topology.links.iter().enumerate() {
            for (port, end) in ports.iter().enumerate() {
                let Some(Port::Router { router: other, .. }) = end else {
                    continue;
                };
                let between = [coordinates[router], coordinates[usize::from(*other)]];
                let is_meant = match *link {
                    LinkName::Every => true,
                    LinkName::Between(from, to) => between == [from, to],
                };
                if is_meant {
                    named.push((router, port, between));
                }
            }
        }
        named
    }

    /// Delivers a flit that arrives over a faulty link.
    #[cold]
    pub(super) fn deliver_over_faulty(&mut self, link: u16, flit: &Flit) {
        let link = &mut self.faulty[usize::from(link)];
        if link.loses_tail(flit, self.clock + 1) {
            return;
        }
        let flit = link.pass(flit, self.clock + 1);
        if let Port::Router { router, port } = link.to {
            let router = usize::from(router);
            self.routers[router].arrive(port, &flit, &self.topology);
            self.busy[router / 64] |= 1 << (router % 64);
        }
    }

    /// Delivers a credit that returns over a faulty link.
    #[cold]
    pub(super) fn credit_over_faulty(&mut self, link: u16, virtual_channel: u8) {
        if let Port::Router { router, port } = self.faulty[usize::from(link)].to {
            self.routers[usize::from(router)].credit(port, virtual_channel);
        }
    }
}

fn link_name([from, to]: [[usize; 3]; 2]) -> String {
    format!("link {}->{}", router_name(from), router_name(to))
}

fn router_name(at: [usize; 3]) -> String {
    match at {
        [x, y, 0] => format!("({x},{y})"),
        [x, y, z] => format!("({x},{y},{z})"),
    }
}
