//! The crossbar: point-to-point wires from every node to every other, and a multiplexer in front of each receiver.
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
//! Source: H. Xiao et al. 2012, section 4.3, Figure 7. Nodes 0 to n-1 have a transmitter and a receiver each, node n, the synchronization
//! controller, has a receiver alone (docs/contract/timing.md, section 3). The crossbar has no state but the pointers of the multiplexers; for the
//! simulator's sake it also keeps who drives REQ, and which nodes have something to do.

pub mod keys;

use crate::port::{
    bits, next_round_robin, CorePort, Done, NodeMask, Nodes, Notice, ReceiverPort, Response,
    ResponseLines, SecondPort, TransmitterPort,
};
use crate::units::Cycle;
use serde::{Deserialize, Serialize};

/// The network.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Crossbar {
    /// For each receiver, the nodes that drive REQ towards it.
    requesters: Vec<NodeMask>,
    /// For each receiver, the node that its multiplexer has chosen last.
    last_sampled: Vec<usize>,
    /// Receivers of cores that are not at rest or are asked, and transmitters that change state without an answer.
    busy_receivers: NodeMask,
    timed_transmitters: NodeMask,
    /// Whether the synchronization controller is not at rest.
    sync_is_busy: bool,
    /// The bytes of a block that is delivered in the present cycle.
    block: Vec<u8>,
}

/// A cycle of a crossbar, with what is attached to it: a message unit for each core, and behind them the synchronization controller.
pub struct Exchange<'a, U, S, C> {
    pub crossbar: &'a mut Crossbar,
    pub now: Cycle,
    pub units: &'a mut [U],
    pub sync: &'a mut S,
    /// Whose data memories the blocks are read from.
    pub cores: &'a mut [C],
    /// Gains what the cores must be told.
    pub notices: &'a mut Vec<Notice>,
}

/// ACK and NACK towards the cores in one cycle: a core asks one node at a time.
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

    /// The transmitter of node `source` drives REQ from now on.
    pub fn ask(&mut self, source: usize, destination: usize) {
        self.requesters[destination] |= 1 << source;
        if destination < self.sync_node() {
            self.busy_receivers |= 1 << destination;
        }
    }

    /// Whether nothing happens until a core issues a message instruction.
    #[inline]
    pub fn is_quiet(&self) -> bool {
        let asked = self.requesters[self.sync_node()];
        self.busy_receivers | self.timed_transmitters | asked == 0 && !self.sync_is_busy
    }

    /// The first cycle, not before `now`, in which something happens without a core's doing.
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

    /// The node that the multiplexer of a receiver chooses in this cycle, if the receiver samples.
    fn select(&mut self, node: usize, receiver: &impl ReceiverPort) -> Option<usize> {
        let candidates = receiver.samples(self.requesters[node]);
        let last = &mut self.last_sampled[node];
        let chosen = (candidates != 0).then(|| next_round_robin(candidates, *last))?;
        *last = chosen;
        Some(chosen)
    }

    /// Takes up what a transmitter drives from the next cycle on.
    fn follow(&mut self, node: usize, unit: &impl TransmitterPort) {
        if let Some(destination) = unit.asks() {
            self.ask(node, destination);
        }
        self.note_timing(node, unit);
    }

    /// Keeps the set of transmitters that change state without an answer.
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
    /// One cycle. All lines are read before any state changes.
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

    /// All receivers drive their response lines.
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

    /// Node `from` drives LACK towards `nodes`. No other component looks at a transmitter that waits for it in this cycle, so its state may
    /// change at once.
    #[inline]
    fn notify(&mut self, from: usize, nodes: NodeMask) {
        for node in bits(nodes) {
            if !self.units[node].notified(from, self.now) {
                self.notices.push(Notice::Delivered(node));
            }
            self.crossbar.note_timing(node, &self.units[node]);
        }
    }

    /// The end of a cycle at the receiver of a core.
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

    /// The end of a cycle at the synchronization controller.
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

    /// Brings ACK and NACK to the nodes that have asked.
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

    /// The end of a cycle at a transmitter.
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
    /// Adds what one receiver drives; returns the nodes that it notifies.
    fn drive(&mut self, lines: ResponseLines) -> NodeMask {
        match lines.answer {
            Some((node, Response::Ack)) => self.ack |= 1 << node,
            Some((node, Response::Nack)) => self.nack |= 1 << node,
            None => {}
        }
        lines.notified
    }
}
