//! The components that the interconnects of a chip access: its devices and cores, combined for one cycle.

use super::devices::Devices;
use crate::part::core::Core;
use crate::part::Device;
use crate::port::{
    Accessor, Attachments, Beat, CorePort, NodeSet, Request, Target, Targets, Transfer,
};
use crate::semihosting::Host;
use crate::units::Cycle;

/// Devices and cores. `touched` collects the cores whose state may have changed.
pub struct Attached<'a> {
    pub devices: &'a mut Devices,
    pub cores: &'a mut [Core],
    pub host: &'a mut dyn Host,
    pub touched: &'a mut NodeSet,
}

impl Attached<'_> {
    fn controller(&mut self, controller: usize) -> &mut Device {
        let index = self.devices.controllers[controller];
        &mut self.devices.all[index]
    }

    /// Performs a core's access to a data memory; returns the aligned word read, or 0.
    fn access_data(&mut self, owner: usize, request: Request, offset: u32, now: Cycle) -> u32 {
        self.touched.insert(owner);
        let owner = &mut self.cores[owner];
        if request.is_store() {
            let bytes = request.value.to_le_bytes();
            owner.write_data(now, offset, &bytes[..request.bytes as usize]);
            return 0;
        }
        let word = owner.data(now, offset & !3, 4);
        u32::from_le_bytes([word[0], word[1], word[2], word[3]])
    }

    /// Performs a core's access to the program memory of a core that awaits its program; returns the word read, or 0.
    fn access_program(&mut self, owner: usize, request: Request, offset: u32) -> u32 {
        let owner = &mut self.cores[owner];
        if request.is_store() {
            owner.write_program(offset, request.value);
            return 0;
        }
        owner.program_word(offset)
    }

    /// Performs a core's access to a device's registers; returns the value read.
    fn access_registers(
        &mut self,
        core: usize,
        index: usize,
        request: Request,
        offset: u32,
        now: Cycle,
    ) -> u32 {
        let device = &mut *self.devices.all[index];
        let before = device.outputs();
        let accessor = Accessor { core, cycle: now };
        let value = if request.is_store() {
            if let Some(character) = device.printed(offset, request.value) {
                self.host.console(core, character);
            }
            device.write(offset, request.value, accessor);
            0
        } else {
            device.read(offset, accessor)
        };
        let is_changed = request.is_store() || !device.has_only_been_read(offset, value);
        self.devices.changes += u64::from(is_changed);
        if device.outputs() != before || self.devices.interrupts.routes(index) {
            self.devices.follow(now, self.cores, self.touched);
        }
        value
    }
}

impl Attachments for Attached<'_> {
    fn wait_states(&mut self, target: Option<Target>) -> u64 {
        match target {
            Some(Target::Device { index, offset }) => self.devices.all[index].wait_states(offset),
            _ => 0,
        }
    }

    fn burst_wait_states(&mut self, target: Target, span: u32) -> (u64, u64) {
        match target {
            Target::Device { index, offset } => {
                self.devices.all[index].burst_wait_states(offset, span)
            }
            Target::DataMemory { .. } | Target::ProgramMemory { .. } => (0, 0),
        }
    }

    fn access(&mut self, core: usize, request: Request, now: Cycle) -> u32 {
        let is_memory = self.devices.is_memory(request.target);
        match request.target {
            Some(Target::DataMemory { core, offset }) => {
                self.devices.changes += 1;
                self.access_data(core, request, offset, now)
            }
            Some(Target::ProgramMemory { core, offset }) => {
                self.devices.changes += 1;
                self.access_program(core, request, offset)
            }
            Some(Target::Device { index, offset }) if is_memory => {
                self.devices.access_word(core, request, index, offset)
            }
            Some(Target::Device { index, offset }) => {
                self.access_registers(core, index, request, offset, now)
            }
            None => 0,
        }
    }

    fn answer(&mut self, core: usize, is_store: bool, value: u32, free: Cycle) {
        self.touched.insert(core);
        match is_store {
            true => self.cores[core].store_served(free),
            false => self.cores[core].answered(value, free),
        }
    }

    fn fail(&mut self, core: usize, request: Request, free: Cycle) {
        self.touched.insert(core);
        self.cores[core].access_failed(&request, free);
        if request.is_store() {
            self.cores[core].store_served(free);
        }
    }

    fn transfer(&self, controller: usize) -> Option<Transfer> {
        self.devices.all[self.devices.controllers[controller]].transfer()
    }

    fn memories(&self, transfer: &Transfer) -> Option<Targets> {
        let targets = transfer.targets(|address, bytes| self.devices.map.target(address, bytes))?;
        let is_memory = |target: &Target| match target {
            Target::Device { .. } => self.devices.is_memory(Some(*target)),
            Target::DataMemory { .. } => true,
            Target::ProgramMemory { .. } => false,
        };
        let mut both = targets.read.iter().chain(&targets.write);
        both.all(is_memory).then_some(targets)
    }

    fn target(&self, address: u32, bytes: u32) -> Option<Target> {
        self.devices.map.target(address, bytes)
    }

    fn address_of(&self, target: Target) -> Option<u32> {
        match target {
            Target::Device { index, offset } => Some(self.devices.map.address_of(index, offset)),
            Target::DataMemory { .. } | Target::ProgramMemory { .. } => None,
        }
    }

    fn read_beat(&mut self, controller: usize, Beat { target, width }: Beat, now: Cycle) {
        let mut data = [0; 4];
        let data = &mut data[..width as usize];
        match target {
            Target::DataMemory { core, offset } => {
                data.copy_from_slice(self.cores[core].data(now, offset, width as usize));
                self.touched.insert(core);
            }
            Target::Device { index, offset } => {
                let at = offset as usize;
                if let Some(bytes) = self.devices.all[index].memory() {
                    data.copy_from_slice(&bytes[at..at + width as usize]);
                }
            }
            // Not reached: `memories` refuses transfers to or from program memories.
            Target::ProgramMemory { .. } => {}
        }
        self.take(controller, data);
    }

    fn write_beat(&mut self, controller: usize, Beat { target, width }: Beat, now: Cycle) {
        let mut data = [0; 4];
        let data = &mut data[..width as usize];
        self.give(controller, data);
        match target {
            Target::DataMemory { core, offset } => {
                self.cores[core].write_data(now, offset, data);
                self.touched.insert(core);
            }
            Target::Device { index, offset } => self.devices.write_memory(index, offset, data),
            Target::ProgramMemory { .. } => {}
        }
    }

    fn access_memory(&mut self, request: Request) -> u32 {
        if request.is_store() {
            if let Some(Target::Device { index, offset }) = request.target {
                let bytes = request.value.to_le_bytes();
                self.devices
                    .write_memory(index, offset, &bytes[..request.bytes as usize]);
            }
            return 0;
        }
        let word = self.devices.memory(request.address & !3, 4);
        word.map_or(0, |it| u32::from_le_bytes([it[0], it[1], it[2], it[3]]))
    }

    fn take(&mut self, controller: usize, bytes: &[u8]) {
        self.controller(controller).take(bytes);
    }

    fn give(&mut self, controller: usize, bytes: &mut [u8]) {
        self.controller(controller).give(bytes);
    }

    fn transferred(&mut self, controller: usize, moved: bool, now: Cycle) {
        self.controller(controller).transferred(moved);
        self.devices.follow(now, self.cores, self.touched);
    }
}
