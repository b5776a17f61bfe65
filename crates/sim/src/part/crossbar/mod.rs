//! The point-to-point network with everything on it: multiplexers, transmitters, receivers, the synchronization controller.
//!
//! Source: H. Xiao et al. 2012, section 4.3, Figure 7. For each receiver a multiplexer picks one of the nodes that drive REQ towards
//! it, round robin, whenever the receiver samples.

mod load;

use crate::part::core::Core;
use crate::part::message_unit::receiver::{self, Receiver};
use crate::part::message_unit::transmitter::{self, Done, Order, Transmitter};
use crate::part::sync::SyncController;
use crate::platform::Platform;
use crate::port::arbiter::next_round_robin;
use crate::port::message::Response;
use crate::port::schedule::Nodes;
use crate::port::set::bits;
use crate::units::Cycle;
use serde::{Deserialize, Serialize};

/// What the crossbar did in a cycle that a core must hear of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Notice {
    /// The core's message instruction has been carried out.
    Sent(usize, Done),
    /// Something has been delivered to the core's inbox.
    Delivered(usize),
}

/// ACK and NACK lines towards the cores in one cycle, one bit each: a core asks one node at a time.
#[derive(Clone, Copy, Default)]
struct ResponseLines {
    ack: u64,
    nack: u64,
}

impl ResponseLines {
    fn drive(&mut self, node: usize, response: Response) {
        match response {
            Response::Ack => self.ack |= 1 << node,
            Response::Nack => self.nack |= 1 << node,
        }
    }
}

/// The network with its nodes.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Crossbar {
    pub transmitters: Vec<Transmitter>,
    pub receivers: Vec<Receiver>,
    pub sync: SyncController,
    /// For each node, the cores that drive REQ towards it, one bit each; the last entry is the synchronization controller's.
    requesters: Vec<u64>,
    /// Receivers that are not at rest or are asked, and transmitters that change state by themselves: one bit each.
    busy_receivers: u64,
    timed_transmitters: u64,
    /// The words on the data lines of a block that ends.
    block: Vec<u8>,
}

impl Crossbar {
    /// An idle network.
    pub fn new(platform: &Platform) -> Self {
        let cores = platform.cores.count;
        Crossbar {
            transmitters: (0..cores)
                .map(|node| Transmitter::new(node, platform))
                .collect(),
            receivers: vec![Receiver::new(platform); cores],
            sync: SyncController::new(&platform.sync, cores),
            requesters: vec![0; cores + 1],
            busy_receivers: 0,
            timed_transmitters: 0,
            block: Vec::new(),
        }
    }

    /// A core's message instruction issues.
    pub fn start(&mut self, core: usize, order: Order, destination: usize) {
        self.transmitters[core].start(order, destination);
        self.ask(core);
    }

    /// A transmitter drives REQ from now on.
    fn ask(&mut self, core: usize) {
        let destination = self.transmitters[core].destination();
        self.requesters[destination] |= 1 << core;
        if destination < self.receivers.len() {
            self.busy_receivers |= 1 << destination;
        }
    }

    /// Whether nothing happens until a core issues a message instruction.
    #[inline]
    pub fn is_quiet(&self) -> bool {
        self.busy_receivers | self.timed_transmitters | self.requesters[self.receivers.len()] == 0
            && self.sync.next_event() == Cycle::NEVER
    }

    /// The first cycle, not before `now`, in which something can happen without a core's doing.
    #[inline]
    pub fn next_event(&self, now: Cycle, cores: &[Core]) -> Cycle {
        if self.is_quiet() {
            return Cycle::NEVER;
        }
        self.next_busy_event(now, cores)
    }

    fn next_busy_event(&self, now: Cycle, cores: &[Core]) -> Cycle {
        let mut next = self.sync.next_event();
        if self
            .sync
            .takes_request(self.requesters[self.receivers.len()])
        {
            next = now;
        }
        for node in bits(self.busy_receivers) {
            let receiver = &self.receivers[node];
            let samples = receiver.state == receiver::State::Idle && self.requesters[node] != 0;
            let event = if samples {
                now
            } else {
                receiver.next_event(now, &cores[node].inbox)
            };
            next = next.min(event);
        }
        for node in bits(self.timed_transmitters) {
            next = next.min(self.transmitters[node].next_event());
        }
        next
    }

    /// One cycle. All lines are read before any state changes.
    pub fn tick(
        &mut self,
        now: Cycle,
        nodes: Nodes,
        cores: &mut [Core],
        notices: &mut Vec<Notice>,
    ) {
        let sync_node = self.receivers.len();
        let all = u64::MAX >> (64 - sync_node);
        let (receivers, transmitters) = match nodes {
            Nodes::All => (all, all),
            Nodes::Busy => (self.busy_receivers, self.timed_transmitters),
        };
        let mut lines = ResponseLines::default();
        for node in bits(receivers) {
            if let Some((requester, response)) = self.receivers[node].response(now) {
                lines.drive(requester, response);
            }
            let notified = self.receivers[node].notify(&cores[node].inbox, now);
            self.wake(now, node, notified, cores, notices);
        }
        let mut notified = self.sync.late_notice(now);
        let reply = self.sync.tick(now);
        if let Some(reply) = reply {
            lines.drive(reply.node, reply.response);
            notified |= reply.notify_now;
        }
        self.sample_for_sync(now, reply.map(|reply| reply.node));
        self.wake(now, sync_node, notified, cores, notices);
        for node in bits(receivers) {
            self.advance_receiver(node, now, cores, notices);
        }
        self.answer(now, lines, notices);
        for node in bits(transmitters) {
            self.advance_transmitter(node, now, notices);
        }
    }

    /// `answered`: the node that is answered in this cycle, which still drives REQ.
    fn sample_for_sync(&mut self, now: Cycle, answered: Option<usize>) {
        let answered = answered.map_or(0, |node| 1 << node);
        let requesters = self.requesters[self.receivers.len()] & !answered;
        if let Some(source) = self.sync.select(requesters, answered != 0) {
            self.sync
                .sample(source, self.transmitters[source].request_word(), now);
        }
    }

    fn advance_receiver(
        &mut self,
        node: usize,
        now: Cycle,
        cores: &mut [Core],
        notices: &mut Vec<Notice>,
    ) {
        let receiver = &mut self.receivers[node];
        let requesters = self.requesters[node];
        if receiver.state != receiver::State::Idle {
            self.block.clear();
            if let Some(source) = receiver.delivering(now) {
                let data = block_data(&self.transmitters[source], &cores[source]);
                self.block.extend_from_slice(data);
            }
            let inbox = &mut cores[node].inbox;
            let progress = receiver.tick(now, inbox, &self.block, requesters != 0);
            if progress.delivered {
                notices.push(Notice::Delivered(node));
            }
            if let Some(source) = progress.continued {
                self.transmitters[source].continue_transfer(now);
            }
        } else if requesters != 0 {
            let source = next_round_robin(requesters, receiver.last_sampled);
            let transmitter = &self.transmitters[source];
            let (word, offer) = (transmitter.request_word(), transmitter.is_offer());
            receiver.sample(source, word, offer, &cores[node].inbox, now);
        }
        if receiver.is_at_rest() && requesters == 0 {
            self.busy_receivers &= !(1 << node);
        }
    }

    fn answer(&mut self, now: Cycle, lines: ResponseLines, notices: &mut Vec<Notice>) {
        for node in bits(lines.ack | lines.nack) {
            let granted = lines.ack & 1 << node != 0;
            let response = if granted {
                Response::Ack
            } else {
                Response::Nack
            };
            let transmitter = &mut self.transmitters[node];
            self.requesters[transmitter.destination()] &= !(1 << node);
            if let Some(done) = transmitter.answered(response, now) {
                notices.push(Notice::Sent(node, done));
            } else if transmitter.state == transmitter::State::Request {
                self.ask(node);
            }
            self.note_timing(node);
        }
    }

    /// Keeps the set of transmitters that change state by themselves.
    fn note_timing(&mut self, node: usize) {
        let timed = u64::from(self.transmitters[node].next_event() != Cycle::NEVER);
        self.timed_transmitters = self.timed_transmitters & !(1 << node) | timed << node;
    }

    /// Node `from` drives LACK towards `nodes`. A transmitter that sleeps on `from` wakes; any other core notes it. No one else looks
    /// at a sleeping transmitter in this cycle, so its state may change at once.
    fn wake(
        &mut self,
        now: Cycle,
        from: usize,
        nodes: u64,
        cores: &mut [Core],
        notices: &mut Vec<Notice>,
    ) {
        for node in bits(nodes) {
            if !self.transmitters[node].notified(from, now) {
                cores[node].inbox.retry = true;
                notices.push(Notice::Delivered(node));
            }
            self.note_timing(node);
        }
    }

    fn advance_transmitter(&mut self, node: usize, now: Cycle, notices: &mut Vec<Notice>) {
        if self.transmitters[node].next_event() != now {
            return;
        }
        if let Some(done) = self.transmitters[node].tick(now) {
            notices.push(Notice::Sent(node, done));
        } else if self.transmitters[node].state == transmitter::State::Request {
            self.ask(node);
        }
        self.note_timing(node);
    }
}

/// The bytes of the block that a transmitter transfers.
fn block_data<'a>(transmitter: &Transmitter, core: &'a Core) -> &'a [u8] {
    let length = transmitter.block_bytes() as usize;
    core.data
        .slice(transmitter.block_address(), length)
        .unwrap_or(&[])
}
