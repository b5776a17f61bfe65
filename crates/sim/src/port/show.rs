//! What a part shows of itself to whoever looks at a chip from outside, as plain data. No time passes.

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

/// A part as it is seen from outside. What a part does not have it need not show.
pub trait Show {
    /// Shows the signals that a waveform should have, as they are at the start of `now`.
    fn signals(&self, _now: Cycle, _visit: &mut signal::Visitor) {}

    /// Calls `visit` with the load of each of its shared paths before `now`.
    fn loads(&self, _now: Cycle, _visit: &mut load::Visitor) {}

    /// Calls `visit` with the fill of each buffer that a trace should have.
    fn fills(&self, _visit: &mut buffer::Visitor) {}

    /// The messages that a core has exchanged by it.
    fn messages(&self, _core: usize, _now: Cycle) -> MessageCounts {
        MessageCounts::default()
    }

    /// Calls `visit` with the name and the content of each record that it adds to that of a run.
    fn records(&self, _now: Cycle, _used: &[UsedCore], _visit: &mut RecordVisitor) {}

    /// Its tables of the cores in the summary of a run.
    fn tables(&self, _now: Cycle, _used: &[UsedCore]) -> Vec<CoreTable> {
        Vec::new()
    }

    /// What it counted, for a line in the summary of a run.
    fn tally(&self) -> Option<Tally> {
        None
    }

    /// The picture of it, if it is a network that can be drawn.
    fn picture(&self) -> Option<Picture> {
        None
    }

    /// What a core waits for whose access to its registers has not been answered.
    fn wait(&self, _core: usize) -> Wait {
        Wait::Service
    }

    /// The calls that it carries out for the cores, by the numbers that its journals give them.
    fn calls(&self) -> &'static [&'static str] {
        &[]
    }
}

/// A part from outside: what it shows, and what the host reaches in it.
pub trait Part: Show + HostAccess {}

impl<T: Show + HostAccess> Part for T {}

/// Takes a record: its name and its content.
pub type RecordVisitor<'a> = dyn FnMut(&'static str, Value) + 'a;

/// A core that ran a program.
#[derive(Clone, Debug)]
pub struct UsedCore {
    pub core: usize,
    /// The name of its task in the task graph.
    pub task: Option<String>,
    /// Cycles from its start to its exit in which it did not wait for a message, and in which it did.
    pub busy: u64,
    pub waiting: u64,
}

/// Messages that a core has exchanged, and their bytes.
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
