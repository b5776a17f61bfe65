//! A bus that carries addressed words (HIBI): how an agent sees its bus wrapper, and how the bus sees an agent.
//!
//! ```text
//!   core <-- register accesses --> Controller <-- WordPort --> wrapper --+-- bus
//!   data memory <-- LocalMemory -------'                                 |
//!                                  Agent <------- WordPort --> wrapper --+
//! ```
//!
//! The bus advances its agents: it calls `tick` of each once in a cycle. The registers of the wrapper then have their values of the start of the
//! cycle.

use super::access::RegisterAccess;
use super::local_memory::LocalMemory;
use super::signal::Visitor;
use crate::units::Cycle;
use serde::{Deserialize, Serialize};

/// A word with its destination address on the bus.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Addressed {
    pub address: u32,
    pub data: u32,
}

/// The wrapper, as its agent sees it.
pub trait WordPort {
    /// The oldest word in the receive FIFO.
    fn received(&self) -> Option<Addressed>;

    /// Removes the oldest word from the receive FIFO.
    fn take(&mut self);

    /// Has the transmit FIFO room for a word?
    fn has_room(&self) -> bool;

    /// Puts a word into the transmit FIFO.
    fn send(&mut self, word: Addressed);
}

/// A component on the bus that does not belong to a core.
pub trait Agent {
    /// Simulates one cycle.
    fn tick(&mut self, now: Cycle, port: &mut impl WordPort);

    /// Returns the next cycle, not before `now`, in which the agent does something. `received`: the oldest word in its wrapper.
    fn next_event(&self, now: Cycle, received: Option<Addressed>) -> Cycle;
}

/// The controller between a core and the bus.
pub trait Controller {
    /// The core issues an access to a register in cycle `now`. Returns true if the access may have to wait for a word, so that the core may abandon
    /// it.
    fn begin(&mut self, access: RegisterAccess, now: Cycle) -> bool;

    /// The core abandons its access.
    fn withdraw(&mut self);

    /// Simulates one cycle. `memory`: the core's data memory.
    fn tick(
        &mut self,
        now: Cycle,
        port: &mut impl WordPort,
        memory: &mut impl LocalMemory,
    ) -> ControllerEvents;

    /// Returns the next cycle, not before `now`, in which the controller does something. `received`: the oldest word in its wrapper.
    fn next_event(&self, now: Cycle, received: Option<Addressed>) -> Cycle;

    /// Is the controller idle as long as the core does nothing and the bus takes none of its words?
    fn is_at_rest(&self, now: Cycle, received: Option<Addressed>, has_room: bool) -> bool;

    /// May it access the core's data memory in the next cycle? `received`: the oldest word in its wrapper.
    fn is_moving(&self, received: Option<Addressed>) -> bool;

    /// Does it drive its core's interrupt?
    fn interrupts(&self) -> bool;

    /// Shows the registers that a waveform should contain.
    fn signals(&self, visit: &mut Visitor);
}

/// Events in a cycle of a controller that its core notices.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ControllerEvents {
    /// The core's access is complete: the value read, and the cycle in which the core continues.
    pub answer: Option<(u32, Cycle)>,
    /// Has it accessed the core's data memory?
    pub touched: bool,
}
