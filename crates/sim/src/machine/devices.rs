//! The devices of a chip with their address decoder: the effects of an access on them.
//!
//! Interconnects perform their accesses here. What a changed register leads to (interrupts, cores released, transfers requested) takes effect in the
//! next cycle.

use super::interrupts::Interrupts;
use crate::part::core::Core;
use crate::part::Device;
use crate::platform::Platform;
use crate::port::address_map::Place;
use crate::port::{AddressMap, CorePort, NodeSet, Request, Target};
use crate::units::Cycle;
use serde::{Deserialize, Serialize};
use weft_isa::{amo, Op};

/// The devices, their address decoder and their interrupt wires.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Devices {
    pub(super) all: Vec<Device>,
    /// For each device, whether it is a memory.
    memories: Vec<bool>,
    /// Names, in the order of the platform.
    pub(super) names: Vec<String>,
    pub(super) map: AddressMap,
    /// The devices that are bus masters, in the order of their numbers.
    pub(super) controllers: Vec<usize>,
    pub(super) interrupts: Interrupts,
    /// The next cycle in which a device does something without an access.
    next_event: Cycle,
    /// The word that each core has reserved by `lr.w`, unless another master has written it since.
    reservations: Vec<Option<u32>>,
    /// The cores that devices hold at reset and have not released yet.
    held: Vec<usize>,
    /// May registers have changed since the controllers were last asked for their transfers?
    pub(super) has_changed: bool,
    /// Number of accesses that may have changed what another core sees: all except loads from memory, stores of the value already there, and reads of
    /// registers that report no side effect.
    pub changes: u64,
}

impl Devices {
    /// Returns the devices of a platform in their reset state.
    pub fn new(platform: &Platform) -> Devices {
        let chip = platform.facts();
        let devices = platform.devices.iter();
        let all: Vec<Device> = devices
            .map(|device| device.kind.device(device.range.size, &chip))
            .collect();
        let is_master = |index: &usize| platform.devices[*index].kind.is_master();
        let cores = 0..platform.cores.count;
        Devices {
            memories: all.iter().map(|device| device.memory().is_some()).collect(),
            names: platform.devices.iter().map(|it| it.name.clone()).collect(),
            map: address_map(platform),
            controllers: (0..all.len()).filter(is_master).collect(),
            interrupts: Interrupts::new(platform, &all),
            next_event: next_event(&all),
            reservations: vec![None; platform.cores.count],
            held: cores.filter(|&core| platform.is_held(core)).collect(),
            has_changed: true,
            changes: 0,
            all,
        }
    }

    /// Is there anything that an interconnect could access: a device, or data memories?
    pub(super) fn are_there(&self) -> bool {
        !self.all.is_empty() || self.map.windows.is_some()
    }

    /// Returns the next cycle in which a device does something without an access.
    #[inline]
    pub fn next_event(&self) -> Cycle {
        self.next_event
    }

    /// Returns the owner of a lock variable of the first device that has lock variables.
    pub fn lock_owner(&self, number: usize) -> Option<usize> {
        self.all.iter().find_map(|it| it.lock_owner(number))?
    }

    /// Returns the devices that may interrupt a core, each with what it waits for itself.
    pub fn awaited(&self, core: usize) -> Vec<String> {
        let enabled = self.interrupts.enabled(core, &self.all);
        let sentence = |(device, source): (usize, usize)| {
            let name = &self.names[device];
            match self.all[device].awaited(source) {
                Some(what) => format!("{name}, {what}"),
                None => name.clone(),
            }
        };
        enabled.map(sentence).collect()
    }

    /// Advances the devices that have an event of their own at the end of cycle `now`.
    pub fn advance(&mut self, now: Cycle, cores: &mut [Core], touched: &mut NodeSet) {
        for device in &mut self.all {
            if device.next_event() <= now {
                device.advance(now);
            }
        }
        self.follow(now, cores, touched);
    }

    /// Propagates register changes of the end of cycle `now`: next events, released cores, interrupts.
    pub(super) fn follow(&mut self, now: Cycle, cores: &mut [Core], touched: &mut NodeSet) {
        self.has_changed = true;
        self.next_event = next_event(&self.all);
        self.start_cores(now + 1, cores, touched);
        self.interrupts
            .route(&mut self.all, now + 1, cores, touched);
    }

    fn start_cores(&mut self, from: Cycle, cores: &mut [Core], touched: &mut NodeSet) {
        let all = &self.all;
        self.held.retain(|&core| {
            let begins = all.iter().any(|device| device.releases(core));
            if begins && cores[core].start(from) {
                touched.insert(core);
            }
            !begins
        });
    }

    /// Performs a core's access to a memory. Returns the aligned word read, or the result of `sc.w`.
    pub(super) fn access_word(
        &mut self,
        core: usize,
        request: Request,
        index: usize,
        offset: u32,
    ) -> u32 {
        let old = self.word(index, offset & !3);
        match request.op {
            Op::Lb | Op::Lbu | Op::Lh | Op::Lhu | Op::Lw => old,
            Op::LrW => {
                self.reservations[core] = Some(request.address);
                old
            }
            Op::ScW => {
                let stands = self.reservations[core].take() == Some(request.address);
                let succeeds = request.reserved && stands;
                if succeeds {
                    self.store(core, index, offset, request);
                }
                u32::from(!succeeds)
            }
            Op::Sb | Op::Sh | Op::Sw => {
                self.store(core, index, offset, request);
                0
            }
            op => {
                let value = amo(op, old, request.value);
                self.store(core, index, offset, Request { value, ..request });
                old
            }
        }
    }

    fn word(&self, index: usize, offset: u32) -> u32 {
        let at = offset as usize;
        let bytes = self.all[index].memory().map(|bytes| &bytes[at..at + 4]);
        bytes.map_or(0, |it| u32::from_le_bytes([it[0], it[1], it[2], it[3]]))
    }

    fn store(&mut self, writer: usize, index: usize, offset: u32, request: Request) {
        self.end_reservations(Some(writer), request.address);
        let bytes = request.value.to_le_bytes();
        self.write(index, offset, &bytes[..request.bytes as usize]);
    }

    /// A controller writes to a memory.
    pub(super) fn write_memory(&mut self, index: usize, offset: u32, data: &[u8]) {
        let address = self.map.address_of(index, offset);
        self.end_reservations(None, address);
        self.write(index, offset, data);
    }

    fn write(&mut self, index: usize, offset: u32, data: &[u8]) {
        if let Some(bytes) = self.all[index].memory_mut() {
            let place = &mut bytes[offset as usize..offset as usize + data.len()];
            self.changes += u64::from(place != data);
            place.copy_from_slice(data);
        }
    }

    /// Is this a place in a memory device?
    pub(super) fn is_memory(&self, target: Option<Target>) -> bool {
        matches!(target, Some(Target::Device { index, .. }) if self.memories[index])
    }

    /// Ends the reservations that other cores have of the word at `address`, which is being written.
    fn end_reservations(&mut self, writer: Option<usize>, address: u32) {
        let word = address & !3;
        for (core, reservation) in self.reservations.iter_mut().enumerate() {
            if writer != Some(core) && *reservation == Some(word) {
                *reservation = None;
            }
        }
    }

    /// Returns bytes at `address` for a debugger; None if they are not all in one memory.
    pub fn memory(&self, address: u32, length: usize) -> Option<&[u8]> {
        let (index, place) = self.place(address, length)?;
        self.all[index].memory()?.get(place)
    }

    /// As [`Devices::memory`], for writing.
    pub fn memory_mut(&mut self, address: u32, length: usize) -> Option<&mut [u8]> {
        let (index, place) = self.place(address, length)?;
        self.all[index].memory_mut()?.get_mut(place)
    }

    /// Returns the device that has these addresses, and their offsets in it.
    fn place(&self, address: u32, length: usize) -> Option<(usize, std::ops::Range<usize>)> {
        match self.map.target(address, u32::try_from(length).ok()?)? {
            Target::Device { index, offset } => {
                Some((index, offset as usize..offset as usize + length))
            }
            Target::DataMemory { .. } | Target::ProgramMemory { .. } => None,
        }
    }
}

/// The address decoder of a platform.
pub fn address_map(platform: &Platform) -> AddressMap {
    let place = |device: &crate::platform::Device| Place {
        range: device.range,
        takes_words_only: device.kind.takes_words_only(),
    };
    let places = platform.devices.iter().map(place).collect();
    let cores = &platform.cores;
    AddressMap::new(places, cores.bus_windows, cores.program_windows)
}

/// The next cycle in which one of the devices does something by itself.
fn next_event(devices: &[Device]) -> Cycle {
    let events = devices.iter().map(|device| device.next_event());
    events.min().unwrap_or(Cycle::NEVER)
}
