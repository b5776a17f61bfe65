//! What a part shows to observers outside the chip, as plain data. No time passes.

use super::buffer;
use super::host::HostAccess;
use super::load;
use super::picture::Picture;
use super::signal;
use super::table::{CoreTable, Tally};
use super::wait::Wait;
use crate::units::Cycle;
use serde_json::Value;
use std::iter::Sum;

/// A part, as observers see it. The defaults are for parts that have nothing of the kind.
pub trait Show {
    /// Calls `visit` for each signal that a waveform should contain, with its value at the start of cycle `now`.
    fn signals(&self, _now: Cycle, _visit: &mut signal::Visitor) {}

    /// Calls `visit` with the traffic of each shared path before cycle `now`.
    fn loads(&self, _now: Cycle, _visit: &mut load::Visitor) {}

    /// Calls `visit` with the fill level of each buffer that a trace should contain.
    fn fills(&self, _visit: &mut buffer::Visitor) {}

    /// Returns how many messages a core has exchanged through this part.
    fn messages(&self, _core: usize, _now: Cycle) -> MessageCounts {
        MessageCounts::default()
    }

    /// Calls `visit` with the name and the content of each section that the part adds to the record of a run.
    fn records(&self, _now: Cycle, _used: &[UsedCore], _visit: &mut RecordVisitor) {}

    /// Returns the tables of cores that the part adds to the summary of a run.
    fn tables(&self, _now: Cycle, _used: &[UsedCore]) -> Vec<CoreTable> {
        Vec::new()
    }

    /// Returns the part's counters, for a line in the summary of a run.
    fn tally(&self) -> Option<Tally> {
        None
    }

    /// Returns a picture of the part, if it is a network that can be drawn.
    fn picture(&self) -> Option<Picture> {
        None
    }

    /// Says what a core waits for whose access to the part, or through it, has not been answered.
    fn wait(&self, _core: usize) -> Wait {
        Wait::Service
    }

    /// The names of the calls that the part performs for cores; its journal refers to them by index.
    fn calls(&self) -> &'static [&'static str] {
        &[]
    }
}

/// A part, as observers and the host see it.
pub trait Part: Show + HostAccess {}

impl<T: Show + HostAccess> Part for T {}

/// Callback that receives a section of the record: its name and its content.
pub type RecordVisitor<'a> = dyn FnMut(&'static str, Value) + 'a;

/// A core that ran a program.
#[derive(Clone, Debug)]
pub struct UsedCore {
    pub core: usize,
    /// The name of its task in the task graph.
    pub task: Option<String>,
    /// Cycles from its start to its exit: those in which it did not wait for a message, and those in which it did.
    pub busy: u64,
    pub waiting: u64,
}

/// The messages that a core has exchanged, and their bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MessageCounts {
    pub sent: u64,
    pub bytes_sent: u64,
    pub received: u64,
    pub bytes_received: u64,
}

impl Sum for MessageCounts {
    fn sum<I: Iterator<Item = MessageCounts>>(all: I) -> MessageCounts {
        all.fold(MessageCounts::default(), |sum, it| MessageCounts {
            sent: sum.sent + it.sent,
            bytes_sent: sum.bytes_sent + it.bytes_sent,
            received: sum.received + it.received,
            bytes_received: sum.bytes_received + it.bytes_received,
        })
    }
}
