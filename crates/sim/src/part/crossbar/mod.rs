//! The crossbar: point-to-point wires from every node's transmitter to every node's receiver, and a multiplexer in front of each receiver.
//!
//! ```text
//!   REQ, word  node 0 ----+----------+
//!   of node i  node 1 ----|-+--------|-+         one multiplexer for each receiver: of the nodes that drive REQ towards
//!              ...        | | ...    | | ...     it, one is sampled, round robin from the node after the last one
//!                        \_____/    \_____/
//!                           |          |
//!                      receiver 0   receiver 1  ...  receiver n: the synchronization controller
//! ```
//!
//! Nodes 0 to n-1 are the cores, each with a transmitter and a receiver (`message_unit`); node n is the synchronization controller (`sync`), which
//! only receives. Response lines (ACK, NACK, LACK) lead back from each receiver; there are no registers on the way, so an answer driven in cycle t is
//! seen in t.
//!
//! Source: H. Xiao et al. 2012, section 4.3, Figure 7; timing, arbitration and codes: docs/contract/crossbar.md. The circuit has no registers but the
//! pointers of the multiplexers (`last_sampled`). The model also keeps which nodes drive REQ and which have something to do, so that an idle node
//! costs no host time.

pub mod keys;

use crate::port::{
    bits, next_round_robin, CorePort, Done, NodeMask, Nodes, Notice, ReceiverPort, Response,
    ResponseLines, SecondPort, TransmitterPort,
};
use crate::units::Cycle;
use serde::{Deserialize, Serialize};

/// The state of the network.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Crossbar {
    /// For each receiver, the nodes that drive REQ towards it.
    requesters: Vec<NodeMask>,
    /// For each receiver, the pointer of its multiplexer: the node that it has sampled last.
    last_sampled: Vec<usize>,
    /// Receivers of cores that are not at rest or to which a node drives REQ; transmitters that change state without an answer.
    busy_receivers: NodeMask,
    timed_transmitters: NodeMask,
    /// Whether the synchronization controller is not at rest.
    sync_is_busy: bool,
    /// Scratch: the bytes of the block that is delivered in the present cycle.
    block: Vec<u8>,
}

/// One cycle of a crossbar, with the components attached to it: a message unit for each core, and the synchronization controller.
pub struct Exchange<'a, U, S, C> {
    pub crossbar: &'a mut Crossbar,
    pub now: Cycle,
    pub units: &'a mut [U],
    pub sync: &'a mut S,
    /// The cores, from whose data memories blocks are read.
    pub cores: &'a mut [C],
    /// Receives what the cores must be told.
    pub notices: &'a mut Vec<Notice>,
}

/// The nodes to which ACK and NACK are driven in one cycle. A core asks one node at a time, so at most one of them reaches it.
#[derive(Clone, Copy, Default)]
struct Answers {
    ack: NodeMask,
    nack: NodeMask,
}

impl Crossbar {
    /// An idle network of `cores` message units and a synchronization controller.
    pub fn new(cores: usize) -> Self {
        Crossbar {
            requesters: vec![0; cores + 1],
            last_sampled: vec![cores - 1; cores + 1],
            ..Crossbar::default()
        }
    }

    /// The node number of the synchronization controller.
    fn sync_node(&self) -> usize {
        self.requesters.len() - 1
    }

    /// The nodes that drive REQ towards a node.
    pub fn requesters(&self, node: usize) -> NodeMask {
        self.requesters[node]
    }

    /// Drives REQ from the transmitter of node `source` from now on.
    pub fn ask(&mut self, source: usize, destination: usize) {
        self.requesters[destination] |= 1 << source;
        if destination < self.sync_node() {
            self.busy_receivers |= 1 << destination;
        }
    }

    /// Whether nothing changes until a core issues a message instruction.
    #[inline]
    pub fn is_quiet(&self) -> bool {
        let asked = self.requesters[self.sync_node()];
        self.busy_receivers | self.timed_transmitters | asked == 0 && !self.sync_is_busy
    }

    /// The first cycle, not before `now`, in which something changes without a core's doing.
    pub fn next_event<U, S>(&self, now: Cycle, units: &[U], sync: &S) -> Cycle
    where
        U: TransmitterPort + ReceiverPort,
        S: ReceiverPort,
    {
        let next_of =
            |node: usize, receiver: &U| receiver.next_reception(now, self.requesters[node]);
        let receptions = bits(self.busy_receivers).map(|node| next_of(node, &units[node]));
        let transmissions =
            bits(self.timed_transmitters).map(|node| units[node].next_transmission());
        let of_units = receptions.chain(transmissions).min();
        let of_sync = sync.next_reception(now, self.requesters[self.sync_node()]);
        of_units.unwrap_or(Cycle::NEVER).min(of_sync)
    }

    /// Arbitrates: returns the node that the multiplexer of a receiver chooses in this cycle, if the receiver samples.
    fn select(&mut self, node: usize, receiver: &impl ReceiverPort) -> Option<usize> {
        let candidates = receiver.samples(self.requesters[node]);
        let last = &mut self.last_sampled[node];
        let chosen = (candidates != 0).then(|| next_round_robin(candidates, *last))?;
        *last = chosen;
        Some(chosen)
    }

    /// Updates the sets of nodes from what a transmitter drives from the next cycle on.
    fn follow(&mut self, node: usize, unit: &impl TransmitterPort) {
        if let Some(destination) = unit.asks() {
            self.ask(node, destination);
        }
        self.note_timing(node, unit);
    }

    /// Updates the set of transmitters that change state without an answer.
    fn note_timing(&mut self, node: usize, unit: &impl TransmitterPort) {
        let timed = NodeMask::from(unit.next_transmission() != Cycle::NEVER);
        self.timed_transmitters = self.timed_transmitters & !(1 << node) | timed << node;
    }
}

impl<U, S, C> Exchange<'_, U, S, C>
where
    U: TransmitterPort + ReceiverPort,
    S: ReceiverPort,
    C: CorePort,
{
    /// Simulates one cycle. All lines are read before any state changes.
    pub fn tick(mut self, nodes: Nodes) {
        let all = NodeMask::MAX >> (NodeMask::BITS as usize - self.units.len());
        let (receivers, transmitters) = match nodes {
            Nodes::All => (all, all),
            Nodes::Busy => (
                self.crossbar.busy_receivers,
                self.crossbar.timed_transmitters,
            ),
        };
        let answers = self.respond(receivers);
        for node in bits(receivers) {
            self.end_reception(node);
        }
        self.end_reception_of_sync();
        self.answer(answers);
        for node in bits(transmitters) {
            self.end_transmission(node);
        }
    }

    /// Lets all receivers drive their response lines.
    fn respond(&mut self, receivers: NodeMask) -> Answers {
        let mut answers = Answers::default();
        for node in bits(receivers) {
            let lines = self.units[node].respond(self.now);
            self.notify(node, answers.drive(lines));
        }
        let lines = self.sync.respond(self.now);
        self.notify(self.crossbar.sync_node(), answers.drive(lines));
        answers
    }

    /// Drives LACK from node `from` to `nodes`. Nothing else reads the state of a transmitter that waits for LACK in this cycle, so it may change at
    /// once.
    #[inline]
    fn notify(&mut self, from: usize, nodes: NodeMask) {
        for node in bits(nodes) {
            if !self.units[node].notified(from, self.now) {
                self.notices.push(Notice::Delivered(node));
            }
            self.crossbar.note_timing(node, &self.units[node]);
        }
    }

    /// Ends the cycle at the receiver of a core.
    fn end_reception(&mut self, node: usize) {
        if let Some(source) = self.crossbar.select(node, &self.units[node]) {
            let request = self.units[source].request();
            self.units[node].sample(source, request, self.now);
        } else {
            self.deliver(node);
        }
        if self.units[node].is_at_rest() && self.crossbar.requesters[node] == 0 {
            self.crossbar.busy_receivers &= !(1 << node);
        }
    }

    /// Copies the block that is delivered in this cycle from the sender's data memory to the receiver.
    fn deliver(&mut self, node: usize) {
        let (now, data) = (self.now, &mut self.crossbar.block);
        data.clear();
        if let Some(source) = self.units[node].delivers(now) {
            let block = self.units[source].block();
            let core = &mut self.cores[source];
            let bytes = SecondPort { core, now }.bytes(block.address, block.bytes as usize);
            data.extend_from_slice(bytes);
        }
        let asked = self.crossbar.requesters[node] != 0;
        let progress = self.units[node].end_reception(now, data, asked);
        if progress.delivered {
            self.notices.push(Notice::Delivered(node));
        }
        if let Some(source) = progress.continued {
            self.units[source].continue_transfer(now);
        }
    }

    /// Ends the cycle at the synchronization controller.
    fn end_reception_of_sync(&mut self) {
        let node = self.crossbar.sync_node();
        if let Some(source) = self.crossbar.select(node, self.sync) {
            let request = self.units[source].request();
            self.sync.sample(source, request, self.now);
        }
        let asked = self.crossbar.requesters[node] != 0;
        self.sync.end_reception(self.now, &[], asked);
        self.crossbar.sync_is_busy = !self.sync.is_at_rest();
    }

    /// Passes ACK and NACK to the transmitters that have asked.
    fn answer(&mut self, answers: Answers) {
        for node in bits(answers.ack | answers.nack) {
            let response = match answers.ack & 1 << node {
                0 => Response::Nack,
                _ => Response::Ack,
            };
            if let Some(asked) = self.units[node].asks() {
                self.crossbar.requesters[asked] &= !(1 << node);
            }
            let done = self.units[node].answered(response, self.now);
            self.sent(node, done);
        }
    }

    /// Ends the cycle at a transmitter.
    fn end_transmission(&mut self, node: usize) {
        if self.units[node].next_transmission() == self.now {
            let done = self.units[node].end_transmission(self.now);
            self.sent(node, done);
        }
    }

    fn sent(&mut self, node: usize, done: Option<Done>) {
        let notice = done.map(|done| Notice::Sent(node, done));
        self.notices.extend(notice);
        self.crossbar.follow(node, &self.units[node]);
    }
}

impl Answers {
    /// Adds what one receiver drives; returns the nodes to which it drives LACK.
    fn drive(&mut self, lines: ResponseLines) -> NodeMask {
        match lines.answer {
            Some((node, Response::Ack)) => self.ack |= 1 << node,
            Some((node, Response::Nack)) => self.nack |= 1 << node,
            None => {}
        }
        lines.notified
    }
}
