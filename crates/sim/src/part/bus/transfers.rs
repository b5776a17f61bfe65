//! What happens at the end of a data cycle: a core's access reaches its target, a controller's burst moves on, devices act by themselves.

use super::burst::Burst;
use super::{next_device_event, Bus, State};
use crate::machine::device::Device;
use crate::part::core::Core;
use crate::port::access::{Request, Target};
use crate::port::device::Accessor;
use crate::port::set::bits;
use crate::port::transfer::Beat;
use crate::semihosting::Host;
use crate::units::Cycle;

impl Bus {
    /// The end of the data phase of a core's access.
    pub(super) fn serve(&mut self, now: Cycle, cores: &mut [Core], host: &mut dyn Host) -> u64 {
        let State::Access {
            core,
            request,
            free,
            ..
        } = self.state
        else {
            return 0;
        };
        self.state = State::Free { from: free };
        let (value, touched) = self.carry_out(core, request, now, cores, host);
        if request.is_store() {
            cores[core].store_served(free);
        } else {
            cores[core].bus_answered(value, free);
        }
        touched
    }

    /// A core's access reaches what it addresses, at the end of a cycle: what is read, and the cores that have changed.
    pub(super) fn carry_out(
        &mut self,
        core: usize,
        request: Request,
        now: Cycle,
        cores: &mut [Core],
        host: &mut dyn Host,
    ) -> (u32, u64) {
        self.transfers += 1;
        self.changes += u64::from(!self.is_memory(request.target));
        let mut touched = 1 << core;
        let value = match request.target {
            Some(Target::DataMemory {
                core: owner,
                offset,
            }) => {
                touched |= 1 << owner;
                access_data_memory(&mut cores[owner], request, offset, now)
            }
            Some(Target::Device { index, offset }) => match &mut self.devices[index] {
                Device::Memory(_) => self.access_memory(core, request, index, offset),
                Device::Console => {
                    if request.is_store() && offset == 0 {
                        host.console(core, request.value as u8);
                    }
                    0
                }
                _ => {
                    let access = Accessor { core, cycle: now };
                    let (value, changed) =
                        self.access_registers(index, request, offset, access, cores);
                    touched |= changed;
                    value
                }
            },
            None => 0,
        };
        (value, touched)
    }

    /// What a read returns, and the cores that the access has changed.
    fn access_registers(
        &mut self,
        index: usize,
        request: Request,
        offset: u32,
        access: Accessor,
        cores: &mut [Core],
    ) -> (u32, u64) {
        let Some(device) = self.devices[index].peripheral_mut() else {
            return (0, 0);
        };
        let before = device.outputs();
        let value = if request.is_store() {
            device.write(offset, request.value, access);
            0
        } else {
            device.read(offset, access)
        };
        let changed = device.outputs() != before || self.interrupts.routes(index);
        let touched = match changed {
            true => self.follow_devices(access.cycle, cores),
            false => 0,
        };
        (value, touched)
    }

    /// One cycle of a burst.
    pub(super) fn advance_burst(
        &mut self,
        mut burst: Burst,
        now: Cycle,
        cores: &mut [Core],
    ) -> u64 {
        if burst.next_step() == Some(now) {
            let (read, write) = burst.take_step();
            self.state = State::Burst(burst);
            return self.read_beat(burst.device, read, now, cores)
                | self.write_beat(burst.device, write, now, cores);
        }
        if burst.response() != now {
            return 0;
        }
        self.transfers += 1;
        self.state = State::Free { from: now + 1 };
        if let Some(device) = self.devices[burst.device].peripheral_mut() {
            device.transferred(burst.targets.is_some());
        }
        self.follow_devices(now, cores)
    }

    /// Master 1 reads.
    fn read_beat(
        &mut self,
        device: usize,
        beat: Option<Beat>,
        now: Cycle,
        cores: &mut [Core],
    ) -> u64 {
        let Some(Beat { target, width }) = beat else {
            return 0;
        };
        let mut data = [0; 4];
        let data = &mut data[..width as usize];
        let touched = match target {
            Target::DataMemory { core, offset } => {
                data.copy_from_slice(
                    cores[core]
                        .data_from_outside(now)
                        .at(offset, width as usize),
                );
                1 << core
            }
            Target::Device { index, offset } => {
                if let Device::Memory(memory) = &self.devices[index] {
                    data.copy_from_slice(memory.bytes(offset, width as usize));
                }
                0
            }
        };
        if let Some(device) = self.devices[device].peripheral_mut() {
            device.take(data);
        }
        touched
    }

    /// Master 2 writes.
    fn write_beat(
        &mut self,
        device: usize,
        beat: Option<Beat>,
        now: Cycle,
        cores: &mut [Core],
    ) -> u64 {
        let Some(Beat { target, width }) = beat else {
            return 0;
        };
        let mut data = [0; 4];
        let data = &mut data[..width as usize];
        if let Some(device) = self.devices[device].peripheral_mut() {
            device.give(data);
        }
        match target {
            Target::DataMemory { core, offset } => {
                cores[core].write_from_outside(now, offset, data);
                1 << core
            }
            Target::Device { index, offset } => {
                self.write_memory(index, offset, data);
                0
            }
        }
    }

    /// Devices that act by themselves at the end of `now`.
    pub(super) fn advance_devices(&mut self, now: Cycle, cores: &mut [Core]) -> u64 {
        for device in &mut self.devices {
            if let Some(device) = device.peripheral_mut() {
                if device.next_event() <= now {
                    device.advance(now);
                }
            }
        }
        self.follow_devices(now, cores)
    }

    /// Lets the cores that have been released issue from cycle `from` on. Returns those that were held until now.
    fn start_cores(&self, from: Cycle, cores: &mut [Core]) -> u64 {
        let mut started = 0;
        for device in &self.devices {
            if let Device::CoreControl(control) = device {
                let all = u64::MAX >> (64 - cores.len());
                for core in bits(control.released() & all) {
                    started |= u64::from(cores[core].start(from)) << core;
                }
            }
        }
        started
    }

    /// Takes up what the devices' registers say from the end of `now` on: requests, next events, interrupts.
    pub(super) fn follow_devices(&mut self, now: Cycle, cores: &mut [Core]) -> u64 {
        self.device_event = next_device_event(&self.devices);
        let on_the_bus = if self.is_switched {
            0
        } else {
            self.controllers.len()
        };
        for number in 0..on_the_bus {
            let master = self.requests.len() + number;
            let asks = self.devices[self.controllers[number]]
                .peripheral()
                .is_some_and(|p| p.transfer().is_some());
            match (asks, self.waiting & 1 << master != 0) {
                (true, false) => self.post_master(master, now + 1),
                (false, true) => self.withdraw(master),
                _ => {}
            }
        }
        self.start_cores(now + 1, cores) | self.interrupts.route(&mut self.devices, now + 1, cores)
    }
}

/// A core's access to a data memory on the bus: the aligned word that is read, or 0.
fn access_data_memory(owner: &mut Core, request: Request, offset: u32, now: Cycle) -> u32 {
    if request.is_store() {
        let bytes = request.value.to_le_bytes();
        owner.write_from_outside(now, offset, &bytes[..request.bytes as usize]);
        return 0;
    }
    let word = owner.data_from_outside(now).at(offset & !3, 4);
    u32::from_le_bytes([word[0], word[1], word[2], word[3]])
}
