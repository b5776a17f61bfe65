//! The tiles, as observers see them.

use super::Tiles;
use crate::noc;
use crate::noc::interface::TileInterface;
use crate::part::message_buffers::CALLS;
use crate::port::{
    buffer, load, signal, CoreTable, Label, MessageCounts, Picture, RecordVisitor, Show, UsedCore,
    Wait,
};
use crate::units::Cycle;

impl Show for Tiles {
    fn signals(&self, _: Cycle, visit: &mut signal::Visitor) {
        for (core, interface) in self.interfaces.iter().enumerate() {
            interface.signals(&mut signal::scoped(format_args!("tile{core}"), visit));
        }
    }

    fn loads(&self, _: Cycle, visit: &mut load::Visitor) {
        self.names.visit(&self.network.link_loads(), visit);
    }

    fn fills(&self, visit: &mut buffer::Visitor) {
        for (core, interface) in self.interfaces.iter().enumerate() {
            interface.fills(core, visit);
        }
    }

    fn messages(&self, core: usize, now: Cycle) -> MessageCounts {
        let counters = self.interfaces[core].statistics(now).counters;
        MessageCounts {
            sent: counters.sent.blocks,
            bytes_sent: counters.sent.bytes,
            received: counters.received.blocks,
            bytes_received: counters.received.bytes,
        }
    }

    fn records(&self, now: Cycle, used: &[UsedCore], visit: &mut RecordVisitor) {
        let record = serde_json::to_value(self.record(now, used));
        visit("mesh", record.expect("a record has only names as keys"));
    }

    fn tables(&self, now: Cycle, used: &[UsedCore]) -> Vec<CoreTable> {
        vec![self.table(now, used)]
    }

    fn picture(&self) -> Option<Picture> {
        let label = |endpoint| match self.core_at(endpoint) {
            Some(core) => Label::Core(core),
            None => Label::Text(self.names.of(noc::Place::Endpoint(endpoint)).to_string()),
        };
        Some(noc::picture(&self.network.link_loads(), label))
    }

    fn wait(&self, core: usize) -> Wait {
        self.wait_of(core)
    }

    fn calls(&self) -> &'static [&'static str] {
        &CALLS
    }
}
