//! Fault injection: faults are checked against the chip when they are planned, and injected between two cycles.
//!
//! The engines run from one fault to the next ([`Machine::run`]). So both have the same state when a fault is injected, and faults still to come cost
//! no time.

use super::parts::fabric::Fabric;
use super::parts::messages::Messages;
use super::Machine;
use crate::injection::{Cell, Injection, LinkName, Places, What};
use crate::noc::Network;
use crate::port::{Strike, Target};
use crate::units::Cycle;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// The faults of a run.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Injections {
    /// The faults still to come, in the order of their cycles.
    planned: VecDeque<Injection>,
    /// The effects of faults that the machine itself has injected.
    strikes: Vec<Strike>,
}

impl Injections {
    fn take_due(&mut self, now: Cycle) -> Option<Injection> {
        self.planned.front().filter(|next| next.at <= now)?;
        self.planned.pop_front()
    }
}

impl Machine {
    /// Plans a fault.
    ///
    /// # Errors
    /// If the chip lacks the component that the fault is for; the text says what the chip has.
    pub fn inject(&mut self, injection: &Injection) -> Result<(), String> {
        self.check(&injection.what)?;
        let planned = &mut self.injections.planned;
        let place = planned.partition_point(|before| before.at <= injection.at);
        planned.insert(place, injection.clone());
        Ok(())
    }

    /// Returns what faults can hit on this chip.
    pub fn fault_places(&self) -> Places {
        let (data, program) = self.cores[0].memories();
        let buses = self.interconnects.bus.all().iter();
        let memories = self.memory_ranges();
        Places {
            cores: self.cores.len(),
            data: data.range(),
            program: (program.base, program.bytes.len() as u32),
            memories: memories
                .map(|(name, base, bytes)| (name.clone(), base, bytes))
                .collect(),
            buses: buses
                .filter(|_| self.has_bus())
                .map(|bus| bus.name().to_owned())
                .collect(),
            networks: self
                .messages
                .iter()
                .map(|_| Messages::NETWORK.to_owned())
                .collect(),
            has_locks: self.messages.is_some(),
            links: self.networks().flat_map(Network::link_names).collect(),
        }
    }

    /// Are there faults still to come?
    pub fn awaits_faults(&self) -> bool {
        !self.injections.planned.is_empty()
    }

    /// Returns the effects of the faults so far, in the order of time.
    pub fn strikes(&self) -> Vec<Strike> {
        let buses = self.interconnects.bus.all().iter();
        let messages = self.messages.iter().flat_map(|it| it.strikes());
        let networks = self.networks().flat_map(Network::strikes);
        let own = self.injections.strikes.iter();
        let all = own
            .chain(buses.flat_map(|bus| bus.strikes()))
            .chain(messages);
        let mut all: Vec<Strike> = all.cloned().chain(networks).collect();
        all.sort_by_key(|strike| strike.cycle);
        all
    }

    /// Returns the cycle in which a fault has killed a core, if one has.
    pub fn died(&self, core: usize) -> Option<Cycle> {
        self.cores[core].died()
    }

    /// Injects the faults whose cycle has come; returns the cycle of the next one.
    pub(crate) fn strike(&mut self) -> Cycle {
        let now = self.now;
        while let Some(due) = self.injections.take_due(now) {
            if let Some((place, what)) = self.carry_out(&due.what) {
                let strike = Strike {
                    cycle: now,
                    place,
                    what,
                };
                self.injections.strikes.push(strike);
            }
        }
        let next = self.injections.planned.front();
        next.map_or(Cycle::NEVER, |next| next.at)
    }

    /// Injects a fault. Returns its place and effect, or None if the part that is hit reports them itself.
    fn carry_out(&mut self, what: &What) -> Option<(String, String)> {
        let now = self.now;
        match what {
            What::Dies { core } => {
                let did = match self.cores[*core].die(now) {
                    true => "died",
                    false => "would have died, but had ended before",
                };
                Some((core_name(*core), did.to_owned()))
            }
            What::Stalls { core, cycles } => {
                let did = match self.cores[*core].stall_for(now, *cycles) {
                    true => format!("stalled for {cycles} cycles"),
                    false => "would have stalled, but had ended before".to_owned(),
                };
                Some((core_name(*core), did))
            }
            What::Flip { place, bit } => Some(self.flip(place, *bit)),
            What::Error { bus } => {
                self.interconnects.bus.named(bus)?.break_next_access();
                None
            }
            What::HolderStops => {
                let messages = self.messages.as_mut()?;
                messages.doom_holder(now, &mut self.cores);
                None
            }
            What::Word { .. } => {
                self.messages.as_mut()?.doom_word();
                None
            }
            What::Link {
                link,
                harm,
                rate,
                seed,
            } => {
                for network in self.networks_mut() {
                    network.inject_link_faults(link, *harm, *rate, *seed);
                }
                None
            }
            What::Credit { link } => {
                let mut networks = self.networks_mut();
                let (name, had_one) = networks.find_map(|it| it.lose_credit(link))?;
                let did = match had_one {
                    true => "lost a credit",
                    false => "would have lost a credit, but had none",
                };
                Some((name, did.to_owned()))
            }
            What::Tail { link } => {
                for network in self.networks_mut() {
                    network.lose_tail(link);
                }
                None
            }
        }
    }

    /// The networks of routers: of the mesh and of the switches.
    fn networks(&self) -> impl Iterator<Item = &Network> {
        let fabrics = self.fabrics.iter().filter_map(Fabric::network);
        fabrics.chain(self.interconnects.network())
    }

    fn networks_mut(&mut self) -> impl Iterator<Item = &mut Network> {
        let fabrics = self.fabrics.iter_mut().filter_map(Fabric::network_mut);
        fabrics.chain(self.interconnects.network_mut())
    }

    /// Flips a bit.
    fn flip(&mut self, place: &Cell, bit: u32) -> (String, String) {
        match place {
            Cell::Register { core, number } => {
                self.cores[*core].flip_register(*number, bit);
                (core_name(*core), format!("bit {bit} of x{number} changed"))
            }
            Cell::Data { core, address } => {
                self.cores[*core].flip_data(*address, bit);
                let what = format!("bit {bit} of the data memory at 0x{address:08x} changed");
                (core_name(*core), what)
            }
            Cell::Program { core, address } => {
                self.cores[*core].flip_program(*address, bit);
                let what = format!("bit {bit} of the program memory at 0x{address:08x} changed");
                (core_name(*core), what)
            }
            Cell::Shared { name, address } => {
                if let Some(byte) = self.shared_byte(name, *address) {
                    *byte ^= 1 << bit;
                    self.devices.changes += 1;
                }
                (
                    name.clone(),
                    format!("bit {bit} at 0x{address:08x} changed"),
                )
            }
        }
    }

    /// Returns a byte of the shared memory with this name. `address` is a bus address if the memory is on an interconnect, otherwise an offset in the
    /// memory.
    fn shared_byte(&mut self, name: &str, address: u32) -> Option<&mut u8> {
        let is_it = |index: usize| self.devices.names[index] == name;
        match self.devices.map.target(address, 1) {
            Some(Target::Device { index, .. }) if is_it(index) => {
                self.devices.memory_mut(address, 1)?.first_mut()
            }
            _ => self.host_memory_mut(name)?.get_mut(address as usize),
        }
    }

    /// Checks that the chip has what a fault is for.
    fn check(&mut self, what: &What) -> Result<(), String> {
        match what {
            What::Dies { core } | What::Stalls { core, .. } => self.check_core(*core),
            What::Flip { place, .. } => self.check_cell(place),
            What::Error { bus } => self.check_bus(bus),
            What::HolderStops => match self.messages {
                Some(_) => Ok(()),
                None => Err(
                    "the chip has no synchronization controller, whose locks cores could hold"
                        .to_owned(),
                ),
            },
            What::Word { network } => match self.messages {
                Some(_) if network == Messages::NETWORK => Ok(()),
                _ => Err(format!(
                    "the chip has no network `{network}` that carries words from core to core"
                )),
            },
            What::Link { link, .. } | What::Credit { link } | What::Tail { link } => {
                self.check_link(link)
            }
        }
    }

    fn check_core(&self, core: usize) -> Result<(), String> {
        match self.cores.len() - 1 {
            last if core > last => Err(format!(
                "there is no core{core}; the chip has core0 to core{last}"
            )),
            _ => Ok(()),
        }
    }

    fn check_cell(&mut self, place: &Cell) -> Result<(), String> {
        match place {
            Cell::Register { core, .. } => self.check_core(*core),
            Cell::Data { core, address } | Cell::Program { core, address } => {
                self.check_core(*core)?;
                let (data, program) = self.cores[*core].memories();
                let (base, bytes) = match place {
                    Cell::Data { .. } => data.range(),
                    _ => (program.base, program.bytes.len() as u32),
                };
                match address.wrapping_sub(base) < bytes {
                    true => Ok(()),
                    false => Err(outside(*address, base, bytes)),
                }
            }
            Cell::Shared { name, address } => match self.shared_byte(name, *address) {
                Some(_) => Ok(()),
                None => Err(self.no_such_byte(name, *address)),
            },
        }
    }

    /// Returns the error text for a byte that a shared memory does not have.
    fn no_such_byte(&self, name: &str, address: u32) -> String {
        let ranges: Vec<(&String, u32, u32)> = self.memory_ranges().collect();
        let own = self
            .host_memory(name)
            .map(|memory| (0, memory.len() as u32));
        let named = ranges.iter().find(|(it, ..)| *it == name);
        match named.map(|&(_, base, bytes)| (base, bytes)).or(own) {
            Some((base, bytes)) => outside(address, base, bytes),
            None => {
                let names = ranges.iter().map(|(name, ..)| name.as_str());
                let names: Vec<&str> = names.collect();
                format!(
                    "there is no memory `{name}`; the cores of this chip share: {}",
                    list(&names)
                )
            }
        }
    }

    /// Returns the memories on interconnects: name, base address, size in bytes.
    fn memory_ranges(&self) -> impl Iterator<Item = (&String, u32, u32)> {
        let devices = self.devices.all.iter().zip(&self.devices.names).enumerate();
        devices.filter_map(|(index, (device, name))| {
            let bytes = device.memory()?.len() as u32;
            Some((name, self.devices.map.address_of(index, 0), bytes))
        })
    }

    fn check_bus(&mut self, name: &str) -> Result<(), String> {
        if self.has_bus() && self.interconnects.bus.named(name).is_some() {
            return Ok(());
        }
        let buses = self.interconnects.bus.all().iter().map(|bus| bus.name());
        let buses: Vec<&str> = buses.filter(|_| self.has_bus()).collect();
        Err(format!(
            "there is no bus `{name}`; the chip has: {}",
            list(&buses)
        ))
    }

    fn check_link(&self, link: &LinkName) -> Result<(), String> {
        let none =
            || Err("the chip has no links between routers that faults can strike".to_owned());
        self.networks()
            .next()
            .map_or_else(none, |network| network.check_link(link))
    }
}

fn core_name(core: usize) -> String {
    format!("core {core}")
}

fn outside(address: u32, base: u32, bytes: u32) -> String {
    let last = base.wrapping_add(bytes).wrapping_sub(1);
    format!("0x{address:08x} is not in this memory, which has 0x{base:08x} to 0x{last:08x}")
}

fn list(names: &[&str]) -> String {
    match names {
        [] => "none".to_owned(),
        names => names.join(", "),
    }
}
