//! A bus of words with addresses, as an agent at it sees its wrapper, and as the bus sees an agent.
//!
//! Agents are advanced by the bus. In a cycle, `tick` is called for each; what it finds in its wrapper are registers as they are at the
//! start of the cycle.

use super::access::RegisterAccess;
use super::local_memory::LocalMemory;
use super::signal::Visitor;
use crate::units::Cycle;
use serde::{Deserialize, Serialize};

/// A word with the address on the bus that it is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Addressed {
    pub address: u32,
    pub data: u32,
}

/// An agent's side of its wrapper.
pub trait WordPort {
    /// The oldest word that has come.
    fn received(&self) -> Option<Addressed>;

    /// Takes it.
    fn take(&mut self);

    /// Whether the wrapper has room for a word.
    fn has_room(&self) -> bool;

    /// Sends a word.
    fn send(&mut self, word: Addressed);
}

/// Something at the bus that is no core's.
pub trait Agent {
    /// One cycle.
    fn tick(&mut self, now: Cycle, port: &mut impl WordPort);

    /// The next cycle, not before `now`, in which it does something; `received`: the oldest word in its wrapper.
    fn next_event(&self, now: Cycle, received: Option<Addressed>) -> Cycle;
}

/// The controller between a core and the bus.
pub trait Controller {
    /// The core issues an access to a register in `now`. True if it may wait for a word, and be given up meanwhile.
    fn begin(&mut self, access: RegisterAccess, now: Cycle) -> bool;

    /// The core gives its access up.
    fn withdraw(&mut self);

    /// One cycle; `memory`: the core's data memory.
    fn tick(
        &mut self,
        now: Cycle,
        port: &mut impl WordPort,
        memory: &mut impl LocalMemory,
    ) -> ControllerEvents;

    /// The next cycle, not before `now`, in which it does something; `received`: the oldest word in its wrapper.
    fn next_event(&self, now: Cycle, received: Option<Addressed>) -> Cycle;

    /// Whether nothing happens as long as the core does nothing, and the bus takes none of its words.
    fn is_at_rest(&self, now: Cycle, received: Option<Addressed>, has_room: bool) -> bool;

    /// Whether it may reach the core's data memory in the next cycle; `received`: the oldest word in its wrapper.
    fn is_moving(&self, received: Option<Addressed>) -> bool;

    /// Whether it interrupts its core.
    fn interrupts(&self) -> bool;

    /// Shows the registers that a waveform should have.
    fn signals(&self, visit: &mut Visitor);
}

/// What a controller did in a cycle that its core notices.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ControllerEvents {
    /// The core's access is over: what was read, and the cycle in which it goes on.
    pub answer: Option<(u32, Cycle)>,
    /// It has reached the core's data memory.
    pub touched: bool,
}
