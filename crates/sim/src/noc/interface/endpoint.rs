//! What may be at an endpoint of a network, as the network's owner sees it: the interface of a core's tile, or a station of another kind.
//!
//! All of these are advanced by their owner. In a cycle, after the cores have issued and before the network advances, `tick` is called for
//! each for which the network has a flit or `next_event` has named the cycle; otherwise nothing happens in it. What is decided in a cycle
//! is decided on the registers as they are at its start.

use super::NetworkPort;
use crate::noc::Flit;
use crate::port::signal::Visitor;
use crate::port::{LocalMemory, Reach, RegisterAccess};
use crate::units::Cycle;

/// The interface between a core and the network.
pub trait TileInterface {
    /// The core issues an access to a register in `now`. It has no other under way.
    fn begin(&mut self, access: RegisterAccess, now: Cycle);

    /// One cycle; `memory`: the core's data memory.
    fn tick(
        &mut self,
        now: Cycle,
        port: &mut impl NetworkPort,
        memory: &mut impl LocalMemory,
    ) -> Option<TileEvent>;

    /// The next cycle, not before `now`, in which it does something by itself.
    fn next_event(&self, now: Cycle) -> Cycle;

    /// Makes up for what it was to do before `now`, in cycles that [`Self::next_event`] has not named since nothing notices it. `tick` does so
    /// first of all; otherwise it is called before the core does anything in `now`, or is looked at.
    fn catch_up(&mut self, now: Cycle, port: &impl NetworkPort, memory: &mut impl LocalMemory);

    /// Takes a flit that arrives in cycle `at`, which is still to come, if nothing notices when it is looked at.
    fn takes_unnoticed(&mut self, flit: &Flit, at: Cycle) -> bool;

    /// The core has run ahead, and may have stored what is to be copied. Returns whether the next cycle must be looked at for that.
    fn look_at(&mut self, memory: &mut impl LocalMemory) -> bool;

    /// Whether it does nothing by itself, not before `now`, but drive flits.
    fn only_sends(&self, now: Cycle) -> bool;

    /// What it may do to the data memory from now on.
    fn reach(&self) -> Reach;

    /// Shows the registers that a waveform should have.
    fn signals(&self, visit: &mut Visitor);
}

/// What the tile's core is told at the end of a cycle: it goes on in the next one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TileEvent {
    /// Its access is answered, with what it reads.
    Answered(u32),
    /// It begins its program.
    Started,
}

/// Something at an endpoint that is no core's.
pub trait Station {
    /// One cycle.
    fn tick(&mut self, now: Cycle, port: &mut impl NetworkPort);

    /// The next cycle, not before `now`, in which it does something by itself.
    fn next_event(&self, now: Cycle) -> Cycle;

    /// Whether it does nothing more that a core could notice, unless something arrives; `due`: the next cycle in which it does anything.
    fn is_at_rest(&self, due: Cycle) -> bool {
        due == Cycle::NEVER
    }

    /// Whether all of its flits are for others like it, so that they are background traffic to the cores.
    fn is_background(&self) -> bool {
        false
    }
}
