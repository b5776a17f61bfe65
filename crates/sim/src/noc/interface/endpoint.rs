//! The components at the endpoints of a network: the interface of a core's tile, or a station without a core.
//!
//! The owner of the network advances them. In each cycle, after the cores have issued and before the network advances, it calls `tick` of every
//! component for which a flit has arrived or whose `next_event` is this cycle; the others do not change state. All decisions of a cycle depend on the
//! registers at its start.

use super::NetworkPort;
use crate::noc::Flit;
use crate::port::signal::Visitor;
use crate::port::{LocalMemory, Reach, RegisterAccess};
use crate::units::Cycle;

/// The network interface of a core's tile.
pub trait TileInterface {
    /// The core issues an access to a register in cycle `now`. At most one access is outstanding.
    fn begin(&mut self, access: RegisterAccess, now: Cycle);

    /// Simulates one cycle. `memory`: the core's data memory.
    fn tick(
        &mut self,
        now: Cycle,
        port: &mut impl NetworkPort,
        memory: &mut impl LocalMemory,
    ) -> Option<TileEvent>;

    /// Returns the next cycle, not before `now`, in which the interface does something that another component can notice.
    fn next_event(&self, now: Cycle) -> Cycle;

    /// Simulates the cycles before `now` that were deferred because nothing notices their effects ([`Self::next_event`] does not name them). `tick`
    /// does so first; in other cycles this is called before the core does something or is inspected.
    fn catch_up(&mut self, now: Cycle, port: &impl NetworkPort, memory: &mut impl LocalMemory);

    /// Accepts a flit that will arrive in the future cycle `at`, if no component can notice when it is processed. Returns whether it has accepted it.
    fn defer(&mut self, flit: &Flit, at: Cycle) -> bool;

    /// The core has run ahead and may have stored to words that are still to be copied. Returns whether the next cycle must be simulated for that
    /// reason.
    fn check_memory(&mut self, memory: &mut impl LocalMemory) -> bool;

    /// Will the interface, from `now` on, do nothing but send flits, unless something arrives?
    fn only_sends(&self, now: Cycle) -> bool;

    /// Returns how the interface may access the core's data memory from now on.
    fn reach(&self) -> Reach;

    /// Shows the registers that a waveform should contain.
    fn signals(&self, visit: &mut Visitor);
}

/// An event at the end of a cycle for the tile's core, which continues in the next cycle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TileEvent {
    /// The core's access is complete; the value is what it has read.
    Answered(u32),
    /// The core starts its program.
    Started,
}

/// A component at an endpoint that has no core.
pub trait Station {
    /// Simulates one cycle.
    fn tick(&mut self, now: Cycle, port: &mut impl NetworkPort);

    /// Returns the next cycle, not before `now`, in which the station does something if no flit arrives.
    fn next_event(&self, now: Cycle) -> Cycle;

    /// Will the station do nothing that a core notices unless a flit arrives? `due`: the next cycle in which it does anything.
    fn is_at_rest(&self, due: Cycle) -> bool {
        due == Cycle::NEVER
    }

    /// Does the station send all of its flits to others of its kind, so that for the cores they are background traffic?
    fn is_background(&self) -> bool {
        false
    }
}
