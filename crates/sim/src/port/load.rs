//! What a shared path has carried: the same few numbers for a link of a network, a bus and a port of the crossbar.

use std::fmt;

/// The load of a path. Its name is put together only where somebody reads it.
#[derive(Clone, Copy, Debug)]
pub struct Load<'a> {
    /// What people call the path: `bus`, `crossbar to core 3`, `router 0,0 to core 1`.
    pub name: fmt::Arguments<'a>,
    pub unit: Unit,
    /// What it has carried since the beginning.
    pub carried: u64,
    /// What waits for it now, and what that is: masters, cores, words, flits.
    pub waiting: u64,
    pub waiting_unit: &'static str,
}

/// What is counted of a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unit {
    /// Of these a link carries one in a cycle.
    Flits,
    /// Cycles in which it was taken.
    BusyCycles,
    /// Accesses of cores that it has taken.
    Accesses,
}

/// Takes the load of a path.
pub type Visitor<'a> = dyn FnMut(Load) + 'a;
