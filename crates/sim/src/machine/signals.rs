//! The signals of all components, for waveforms and for comparing the hardware with the simulator.
//!
//! A signal has a dotted path, a width in bits and a value: that of the registers at the start of cycle `Machine::now`. The values belong to the same
//! cycle only if the engine `step` advances the machine; `fast` lets cores run ahead.

use crate::machine::Machine;
use crate::port::signal::Visitor;
use crate::port::{scoped, Show};

impl Machine {
    /// Calls `visit` for each signal, always in the same order.
    pub fn for_each_signal(&self, visit: &mut Visitor) {
        for (id, core) in self.cores.iter().enumerate() {
            core.signals(self.now, &mut scoped(format_args!("core{id}"), visit));
            if let Some(messages) = &self.messages {
                messages.signals(id, core.moved_blocks(self.now), visit);
            }
        }
        if let Some(messages) = &self.messages {
            messages.sync.signals(&mut scoped("sync", visit));
        }
        self.interconnects.bus.signals(self.now, visit);
        for (name, device) in self.devices.names.iter().zip(&self.devices.all) {
            device.signals(&mut scoped(name, visit));
        }
        for fabric in &self.fabrics {
            fabric.signals(self.now, visit);
        }
    }
}
