//! Message passing on a chip whose cores have message units: the units, the crossbar and the synchronization controller, connected.

use super::message_faults::Faults;
use crate::part::core::Core;
use crate::part::crossbar::{Crossbar, Exchange};
use crate::part::message_unit::{MessageUnit, Parameters};
use crate::part::sync::SyncController;
use crate::platform::{HandOver, Platform};
use crate::port::{
    load, scoped, signal, Load, MessagePort, NodeMask, NodeSet, Nodes, Notice, Order,
    TransmitterPort, Unit, Wait,
};
use crate::units::Cycle;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The node of a core: its message unit.
pub type Node = MessageUnit;

/// The nodes of a crossbar, and the crossbar.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Messages {
    /// The node of each core.
    pub nodes: Vec<Node>,
    pub sync: SyncController,
    crossbar: Crossbar,
    #[serde(skip)]
    notices: Vec<Notice>,
    pub(super) faults: Faults,
}

impl Messages {
    /// Returns the message hardware of a platform, if its cores have message units.
    pub fn new(platform: &Platform) -> Option<Messages> {
        let cores = platform.cores.count;
        let mailbox = &platform.cores.mailbox;
        let parameters = Parameters {
            blocks: mailbox.blocks,
            block_words: mailbox.block_words as u32,
            word_queue: mailbox.word_queue,
            sync_node: platform.sync_node(),
            wake: platform.cores.groups[0].timing.wake,
            early_data: platform.crossbar.early_data,
            granted_by_notice: platform.sync.hand_over == HandOver::Grant,
        };
        let unit = |node| MessageUnit::new(node, &parameters);
        platform.cores.messages.then(|| Messages {
            nodes: (0..cores).map(unit).collect(),
            sync: SyncController::new(&platform.sync),
            crossbar: Crossbar::new(cores),
            notices: Vec::new(),
            faults: Faults::default(),
        })
    }

    /// A core's message instruction issues.
    pub fn start(&mut self, core: usize, order: Order, destination: usize) {
        self.nodes[core].start(order, destination);
        self.crossbar.ask(core, destination);
    }

    /// Returns the first cycle, not before `now`, in which something happens, if no core issues anything.
    #[inline]
    pub fn next_event(&self, now: Cycle) -> Cycle {
        match self.crossbar.is_quiet() {
            true => Cycle::NEVER,
            false => self.crossbar.next_event(now, &self.nodes, &self.sync),
        }
    }

    /// Simulates one cycle. Adds to `touched` the cores whose state has changed.
    #[inline]
    pub fn tick(&mut self, now: Cycle, nodes: Nodes, cores: &mut [Core], touched: &mut NodeSet) {
        if nodes == Nodes::All || !self.crossbar.is_quiet() {
            self.exchange(now, nodes, cores, touched);
        }
    }

    fn exchange(&mut self, now: Cycle, nodes: Nodes, cores: &mut [Core], touched: &mut NodeSet) {
        let before = self.before_delivery();
        let exchange = Exchange {
            crossbar: &mut self.crossbar,
            now,
            units: &mut self.nodes,
            sync: &mut self.sync,
            cores,
            notices: &mut self.notices,
        };
        exchange.tick(nodes);
        for notice in self.notices.drain(..) {
            let (Notice::Sent(core, _) | Notice::Delivered(core)) = notice;
            touched.insert(core);
            match notice {
                Notice::Sent(core, done) => cores[core].sent(done),
                Notice::Delivered(core) => {
                    let lines = self.nodes[core].pending();
                    cores[core].delivered(lines, now + 1);
                }
            }
        }
        if let Some(before) = before {
            self.strike(&before, now + 1, cores);
        }
    }

    /// Returns what a core waits for whose message instruction is not complete.
    pub fn wait(&self, core: usize) -> Wait {
        let unit = &self.nodes[core];
        let node = unit.destination();
        match node == self.nodes.len() {
            true => self.sync.wait(unit.request()),
            false => Wait::Refused { node },
        }
    }

    /// Shows the registers of a core's node that a waveform should contain.
    pub fn signals(&self, core: usize, moved_blocks: usize, visit: &mut signal::Visitor) {
        let node = &self.nodes[core];
        node.signals(moved_blocks, &mut scoped(format_args!("core{core}"), visit));
        node.node_signals(&mut scoped(format_args!("crossbar.node{core}"), visit));
    }

    /// Calls `visit` with the traffic through the multiplexer and receiver of each node before cycle `now`.
    pub fn loads(&self, now: Cycle, visit: &mut load::Visitor) {
        let mut show = |name: fmt::Arguments, carried, node, refused: NodeMask| {
            let waiting = self.crossbar.requesters(node) | refused;
            visit(Load {
                name,
                unit: Unit::BusyCycles,
                carried,
                waiting: waiting.count_ones().into(),
                waiting_unit: "cores",
            });
        };
        for (core, unit) in self.nodes.iter().enumerate() {
            show(
                format_args!("crossbar to core {core}"),
                unit.busy(now),
                core,
                unit.refused(),
            );
        }
        let name = format_args!("crossbar to synchronization controller");
        let (carried, waiting) = (self.sync.busy(now), self.sync.waiting());
        show(name, carried, self.nodes.len(), waiting);
    }
}
