//! What a core can access in the cycle in which it issues: interconnects, crossbar, private registers, host.

use super::devices::Devices;
use super::memory_view::CoreMemory;
use super::parts::fabric::Fabric;
use super::parts::interconnects::Interconnects;
use super::parts::messages::{Messages, Node};
use crate::part::core::data_memory::DataMemory;
use crate::part::core::program::Program;
use crate::part::core::{HostCall, Reach};
use crate::port::{MemoryPort, Order, PrivateRegisters, RegisterAccess, Request};
use crate::semihosting::{Call, Host, Reply, SemihostingError};
use crate::units::Cycle;
use std::sync::Arc;

/// The components that an issuing core can access.
pub struct Around<'a> {
    pub messages: Option<&'a mut Messages>,
    pub interconnects: &'a mut Interconnects,
    pub devices: &'a mut Devices,
    pub fabrics: &'a mut [Fabric],
    pub host: &'a mut dyn Host,
    pub clock_hz: u64,
    /// The exit status, if the program ends the whole run.
    pub aborted: Option<i32>,
}

impl MemoryPort for Around<'_> {
    fn post(&mut self, core: usize, request: Request, at: Cycle) {
        self.interconnects.post(core, request, at);
    }
}

impl Reach for Around<'_> {
    type Messages = Node;

    fn messages(&mut self, core: usize) -> Option<&mut Node> {
        let messages = self.messages.as_mut()?;
        Some(&mut messages.nodes[core])
    }

    fn transmit(&mut self, core: usize, order: Order, destination: usize) {
        if let Some(messages) = &mut self.messages {
            messages.start(core, order, destination);
        }
    }

    fn access_registers(
        &mut self,
        window: usize,
        core: usize,
        access: RegisterAccess,
        now: Cycle,
    ) -> bool {
        self.fabrics[window].begin(core, access, now)
    }

    fn call_host(
        &mut self,
        call: HostCall,
        data: &mut DataMemory,
        program: &mut Arc<Program>,
    ) -> Result<Reply, SemihostingError> {
        let call = Call {
            core: call.core,
            operation: call.operation,
            parameter: call.parameter,
            cycle: call.cycle.0,
            clock_hz: self.clock_hz,
        };
        let mut memory = CoreMemory {
            data,
            program,
            devices: self.devices,
            is_program: true,
        };
        self.host.semihosting(call, &mut memory)
    }

    fn abort(&mut self, status: i32) {
        self.aborted = Some(status);
    }
}
