//! The traffic on a shared path: the same few numbers for a link of a network, a bus and a port of the crossbar.

use std::fmt;

/// The traffic on a path. The name is formatted only if it is used.
#[derive(Clone, Copy, Debug)]
pub struct Load<'a> {
    /// The name of the path in reports: `bus`, `crossbar to core 3`, `router 0,0 to core 1`.
    pub name: fmt::Arguments<'a>,
    pub unit: Unit,
    /// The amount carried since the beginning of the run, in `unit`.
    pub carried: u64,
    /// How many requests wait for the path now, and their unit: masters, cores, words, flits.
    pub waiting: u64,
    pub waiting_unit: &'static str,
}

/// The unit in which a path's traffic is counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unit {
    /// Flits: a link carries one in a cycle.
    Flits,
    /// Cycles in which the path was occupied.
    BusyCycles,
    /// Accesses of cores.
    Accesses,
}

/// Callback that receives the traffic on a path.
pub type Visitor<'a> = dyn FnMut(Load) + 'a;
