//! What an interconnect - a bus, switches - reaches: the devices and memories that answer, and the masters that ask.

use super::access::{Request, Target};
use super::transfer::{Beat, Targets, Transfer};
use crate::units::Cycle;

/// Everything that is attached to an interconnect. Controllers are numbered among the devices that are masters.
pub trait Attachments {
    /// Cycles of the interconnect that an access of a core, which is granted now, takes beyond the least.
    fn wait_states(&mut self, target: Option<Target>) -> u64;

    /// The same of a burst that touches `span` bytes: before its first transfer, and in each.
    fn burst_wait_states(&mut self, target: Target, span: u32) -> (u64, u64);

    /// A core's access reaches what it addresses at the end of cycle `now`. Returns the aligned word that is read, or the outcome of `sc.w`.
    fn access(&mut self, core: usize, request: Request, now: Cycle) -> u32;

    /// The core that has asked goes on, or may store again, in cycle `free`.
    fn answer(&mut self, core: usize, is_store: bool, value: u32, free: Cycle);

    /// The access of the core that has asked was answered with an error; the core goes on, or may store again, in cycle `free`.
    fn fail(&mut self, core: usize, request: Request, free: Cycle);

    /// What a controller asks for.
    fn transfer(&self, controller: usize) -> Option<Transfer>;

    /// What a transfer reaches; None if it would leave the memories.
    fn memories(&self, transfer: &Transfer) -> Option<Targets>;

    /// What answers at all addresses of a number of bytes from an address on.
    fn target(&self, address: u32, bytes: u32) -> Option<Target>;

    /// The address at which a target answers.
    fn address_of(&self, target: Target) -> Option<u32>;

    /// Reads for a controller, whose master 1 takes the bytes.
    fn read_beat(&mut self, controller: usize, beat: Beat, now: Cycle);

    /// Writes what a controller's master 2 gives.
    fn write_beat(&mut self, controller: usize, beat: Beat, now: Cycle);

    /// An access of a controller that came as a packet reaches a memory: what is read.
    fn access_memory(&mut self, request: Request) -> u32;

    /// A controller takes bytes that came as a packet.
    fn take(&mut self, controller: usize, bytes: &[u8]);

    /// A controller fills in bytes for a packet.
    fn give(&mut self, controller: usize, bytes: &mut [u8]);

    /// A controller's transfer is over; `moved`: not refused.
    fn transferred(&mut self, controller: usize, moved: bool, now: Cycle);
}
