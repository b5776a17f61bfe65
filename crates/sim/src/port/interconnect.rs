//! The components attached to an interconnect (bus or switches): the devices and memories that it accesses, and the masters that it serves.

use super::access::{Request, Target};
use super::transfer::{Beat, Targets, Transfer};
use crate::units::Cycle;

/// The components attached to an interconnect. Controllers are numbered in the order of the devices that are masters.
pub trait Attachments {
    /// Returns the wait states, in interconnect cycles, of a core's access that is granted now.
    fn wait_states(&mut self, target: Option<Target>) -> u64;

    /// Returns the wait states of a burst that touches `span` bytes: those before its first transfer, and those in each transfer.
    fn burst_wait_states(&mut self, target: Target, span: u32) -> (u64, u64);

    /// Performs a core's access at the end of cycle `now`. Returns the aligned word that is read, or the result of `sc.w`.
    fn access(&mut self, core: usize, request: Request, now: Cycle) -> u32;

    /// Answers a core's access. The core continues, or may store again, in cycle `free`.
    fn answer(&mut self, core: usize, is_store: bool, value: u32, free: Cycle);

    /// Answers a core's access with an error. The core continues, or may store again, in cycle `free`.
    fn fail(&mut self, core: usize, request: Request, free: Cycle);

    /// Returns the transfer that a controller requests.
    fn transfer(&self, controller: usize) -> Option<Transfer>;

    /// Returns the memories that a transfer accesses; None if an address of it is not in a memory.
    fn memories(&self, transfer: &Transfer) -> Option<Targets>;

    /// Returns the target that has all of the `bytes` bytes from `address` on.
    fn target(&self, address: u32, bytes: u32) -> Option<Target>;

    /// Returns the address of a target.
    fn address_of(&self, target: Target) -> Option<u32>;

    /// Reads one datum and hands it to master 1 of a controller.
    fn read_beat(&mut self, controller: usize, beat: Beat, now: Cycle);

    /// Writes one datum that master 2 of a controller provides.
    fn write_beat(&mut self, controller: usize, beat: Beat, now: Cycle);

    /// Performs a controller's access to a memory that arrived as a packet; returns the word read.
    fn access_memory(&mut self, request: Request) -> u32;

    /// Hands a controller bytes that arrived in a packet.
    fn take(&mut self, controller: usize, bytes: &[u8]);

    /// Lets a controller fill in the bytes of a packet.
    fn give(&mut self, controller: usize, bytes: &mut [u8]);

    /// Ends a controller's transfer; `moved` is false if the interconnect has refused it.
    fn transferred(&mut self, controller: usize, moved: bool, now: Cycle);
}
