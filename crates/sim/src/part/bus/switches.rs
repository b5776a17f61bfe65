//! Where a platform has switches: what they carry reaches the devices here, and comes back to cores and controllers.

use super::Bus;
use crate::noc::LinkLoad;
use crate::part::core::Core;
use crate::part::switches::{AccessKind, Asker, Done, Step, Switched};
use crate::port::access::{Request, Target};
use crate::port::transfer::Transfer;
use crate::semihosting::Host;
use crate::units::Cycle;

impl Bus {
    /// What the links of the switches have carried; none on a bus.
    pub fn link_loads(&self) -> Vec<LinkLoad> {
        let switched = self.switched.as_ref();
        switched.map_or_else(Vec::new, |switched| switched.link_loads())
    }

    /// One cycle of the switches.
    pub(super) fn advance_switches(
        &mut self,
        now: Cycle,
        cores: &mut [Core],
        host: &mut dyn Host,
    ) -> u64 {
        // Devices and switches are needed side by side.
        let Some(mut switched) = self.switched.take() else {
            return 0;
        };
        let mut touched = self.access_devices(&mut switched, now, cores, host);
        for controller in switched.beginning(now) {
            touched |= self.begin_transfer(&mut switched, controller, now, cores);
        }
        for (asker, done) in switched.advance(now) {
            touched |= match asker {
                Asker::Core(core) => answer_core(&mut cores[core], done),
                Asker::Controller(number) => {
                    self.go_on_with_transfer(&mut switched, number, done, now, cores)
                }
            };
        }
        self.switched = Some(switched);
        touched
    }

    /// The accesses whose last cycle this is.
    fn access_devices(
        &mut self,
        switched: &mut Switched,
        now: Cycle,
        cores: &mut [Core],
        host: &mut dyn Host,
    ) -> u64 {
        let mut touched = 0;
        for access in switched.due(now) {
            let request = Request {
                target: self
                    .map
                    .target(access.request.address, access.request.bytes),
                ..access.request
            };
            let (value, changed) = match access.asker {
                Asker::Core(core) => self.carry_out(core, request, now, cores, host),
                Asker::Controller(_) => (self.access_for_controller(request), 0),
            };
            switched.answer(access.device, value, now);
            touched |= changed;
        }
        touched
    }

    /// A controller reads or writes a memory: it reaches nothing else.
    fn access_for_controller(&mut self, request: Request) -> u32 {
        let address = request.address & !3;
        if request.is_store() {
            if let Some(Target::Device { index, offset }) = request.target {
                let bytes = request.value.to_le_bytes();
                self.write_memory(index, offset, &bytes[..request.bytes as usize]);
            }
            return 0;
        }
        let word = self.memory(address, 4);
        word.map_or(0, |word| {
            u32::from_le_bytes([word[0], word[1], word[2], word[3]])
        })
    }

    fn begin_transfer(
        &mut self,
        switched: &mut Switched,
        controller: usize,
        now: Cycle,
        cores: &mut [Core],
    ) -> u64 {
        let device = self.controllers[controller];
        let asked = self.devices[device].peripheral().and_then(|p| p.transfer());
        let targets = |transfer: &Transfer| {
            let targets = transfer.targets(|address, bytes| self.map.target(address, bytes));
            targets.filter(|targets| self.are_memory(targets))
        };
        let begun = asked.and_then(|transfer| Some((transfer, targets(&transfer)?)));
        let step =
            begun.and_then(|(transfer, targets)| switched.begin(controller, transfer, targets));
        match step {
            Some(step) => self.post_step(switched, controller, step, now),
            None => return self.end_transfer(switched, controller, false, now, cores),
        }
        0
    }

    /// An access of a controller is over: what it has read goes to it, and the next one begins.
    fn go_on_with_transfer(
        &mut self,
        switched: &mut Switched,
        controller: usize,
        done: Done,
        now: Cycle,
        cores: &mut [Core],
    ) -> u64 {
        if let Some((address, width)) = switched.has_read(controller) {
            let first = (address & 3) as usize;
            let bytes = done.value.to_le_bytes();
            let device = self.devices[self.controllers[controller]].peripheral_mut();
            if let Some(device) = device {
                device.take(&bytes[first..first + width as usize]);
            }
        }
        match switched.go_on(controller) {
            Some(step) => self.post_step(switched, controller, step, now),
            None => return self.end_transfer(switched, controller, true, now, cores),
        }
        0
    }

    fn post_step(&mut self, switched: &mut Switched, controller: usize, step: Step, now: Cycle) {
        let mut data = [0; 4];
        if step.lane == AccessKind::Write {
            let device = self.devices[self.controllers[controller]].peripheral_mut();
            if let Some(device) = device {
                device.give(&mut data[..step.beat.width as usize]);
            }
        }
        if let Target::Device { index, offset } = step.beat.target {
            let address = self.map.address_of(index, offset);
            switched.post_step(controller, step, address, data, now + 1);
        }
    }

    fn end_transfer(
        &mut self,
        switched: &mut Switched,
        controller: usize,
        moved: bool,
        now: Cycle,
        cores: &mut [Core],
    ) -> u64 {
        self.transfers += 1;
        switched.end(controller);
        if let Some(device) = self.devices[self.controllers[controller]].peripheral_mut() {
            device.transferred(moved);
        }
        self.follow_devices(now, cores)
    }

    /// Takes up what the controllers ask for from the next cycle on.
    pub(super) fn ask_switches(&mut self, now: Cycle) {
        let Some(switched) = &mut self.switched else {
            return;
        };
        for (number, &device) in self.controllers.iter().enumerate() {
            let peripheral = self.devices[device].peripheral();
            let asks = peripheral.is_some_and(|p| p.transfer().is_some());
            switched.ask(number, asks, now + 1);
        }
    }
}

fn answer_core(core: &mut Core, done: Done) -> u64 {
    if done.is_store {
        core.store_served(done.free);
    } else {
        core.bus_answered(done.value, done.free);
    }
    1 << core.id
}
