//! The synchronization controller (SYNC): locks and barriers, negotiated by messages.
//!
//! Source: H. Xiao et al. 2012, section 4.4, Figures 8 to 10; states and timing: docs/contract/timing.md, section 4.

use crate::platform::{self, HandOver};
use crate::port::arbiter::next_round_robin;
use crate::port::message::Response;
use crate::units::Cycle;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use weft_isa::message::{barrier, lock, request, single, token};

/// A request that the controller looks at (state Check); the answer is driven in `reply` (state Reply).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Check {
    source: usize,
    word: u32,
    reply: Cycle,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
struct Lock {
    owner: Option<usize>,
    /// Cores to notify when the lock becomes free.
    waiting: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
struct Barrier {
    arrived: u32,
    /// How many cores the last arrival said there are.
    expected: u32,
    /// Cores that sleep until the last one arrives.
    waiting: u64,
}

/// What the controller drives at the end of its work on a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reply {
    pub node: usize,
    pub response: Response,
    /// Nodes to which LACK is driven in the same cycle.
    pub notify_now: u64,
    /// Nodes to which LACK is driven in the next cycle.
    pub notify_next: u64,
}

/// A node of the crossbar that keeps locks and barriers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SyncController {
    /// The requests in work, oldest first: one at a time, or one a cycle where the controller is pipelined.
    in_work: VecDeque<Check>,
    pipelined: bool,
    hand_over: HandOver,
    /// Node sampled last, for the multiplexer's round robin.
    last_sampled: usize,
    locks: Vec<Lock>,
    barriers: Vec<Barrier>,
    /// LACK driven in this cycle to these nodes.
    notify: Option<(Cycle, u64)>,
    /// Requests answered so far.
    pub requests: u64,
}

impl SyncController {
    /// All locks free, all barriers empty, in a network of `nodes` cores.
    pub fn new(platform: &platform::SyncController, nodes: usize) -> Self {
        SyncController {
            in_work: VecDeque::new(),
            pipelined: platform.pipelined,
            hand_over: platform.hand_over,
            last_sampled: nodes - 1,
            locks: vec![Lock::default(); platform.locks],
            barriers: vec![Barrier::default(); platform.barriers],
            notify: None,
            requests: 0,
        }
    }

    /// Whether the controller is at work.
    pub fn is_busy(&self) -> bool {
        !self.in_work.is_empty()
    }

    /// Of the nodes that drive REQ, those whose request has not been sampled yet.
    fn unsampled(&self, requesters: u64) -> u64 {
        self.in_work
            .iter()
            .fold(requesters, |left, check| left & !(1 << check.source))
    }

    /// Whether, in the next cycle, one of the nodes that drive REQ will be sampled.
    pub fn takes_request(&self, requesters: u64) -> bool {
        (self.pipelined || !self.is_busy()) && self.unsampled(requesters) != 0
    }

    /// The node that the multiplexer picks in this cycle, in which a request may be answered as well.
    pub fn select(&self, requesters: u64, answers: bool) -> Option<usize> {
        let samples = self.takes_request(requesters) && (self.pipelined || !answers);
        samples.then(|| next_round_robin(self.unsampled(requesters), self.last_sampled))
    }

    /// Samples the request word of node `source` in cycle `now`.
    pub fn sample(&mut self, source: usize, word: u32, now: Cycle) {
        self.last_sampled = source;
        self.in_work.push_back(Check {
            source,
            word,
            reply: now + 2,
        });
    }

    /// The cycle in which something happens by itself.
    #[inline]
    pub fn next_event(&self) -> Cycle {
        let reply = self
            .in_work
            .front()
            .map_or(Cycle::NEVER, |check| check.reply);
        self.notify.map_or(reply, |(at, _)| reply.min(at))
    }

    /// The nodes to which LACK is driven in cycle `now` because a lock was released in the cycle before.
    pub fn late_notice(&mut self, now: Cycle) -> u64 {
        match self.notify {
            Some((at, nodes)) if at == now => {
                self.notify = None;
                nodes
            }
            _ => 0,
        }
    }

    /// Cycle `now`: the answer that is driven in it, if this is the Reply cycle of a request.
    pub fn tick(&mut self, now: Cycle) -> Option<Reply> {
        let check = self.in_work.front().filter(|check| check.reply == now)?;
        let word = check.word;
        self.in_work.pop_front();
        self.requests += 1;
        let reply = self.decide(word);
        if reply.notify_next != 0 {
            self.notify = Some((now + 1, reply.notify_next));
        }
        Some(reply)
    }

    fn decide(&mut self, word: u32) -> Reply {
        let node = request::SOURCE.get(word) as usize;
        let payload = single::PAYLOAD.get(word);
        let refused = Reply {
            node,
            response: Response::Nack,
            notify_now: 0,
            notify_next: 0,
        };
        if request::KIND.get(word) == 1 {
            return refused;
        }
        match single::TOKEN.get(word) as u8 {
            token::LOCK_ACQUIRE => self.acquire(node, payload, true).unwrap_or(refused),
            token::LOCK_TRY => self.acquire(node, payload, false).unwrap_or(refused),
            token::LOCK_RELEASE => self.release(node, payload).unwrap_or(refused),
            token::BARRIER => self.arrive(node, payload).unwrap_or(refused),
            _ => refused,
        }
    }

    /// None: refused.
    fn acquire(&mut self, node: usize, payload: u32, may_wait: bool) -> Option<Reply> {
        let lock = self.locks.get_mut(lock::NUMBER.get(payload) as usize)?;
        if lock.owner.is_some() {
            lock.waiting |= if may_wait { 1 << node } else { 0 };
            return None;
        }
        lock.owner = Some(node);
        Some(Reply {
            node,
            response: Response::Ack,
            notify_now: 0,
            notify_next: 0,
        })
    }

    fn release(&mut self, node: usize, payload: u32) -> Option<Reply> {
        let lock = self.locks.get_mut(lock::NUMBER.get(payload) as usize)?;
        if lock.owner != Some(node) {
            return None;
        }
        lock.owner = None;
        let mut reply = Reply {
            node,
            response: Response::Ack,
            notify_now: 0,
            notify_next: 0,
        };
        if lock.waiting != 0 {
            let next = next_round_robin(lock.waiting, node);
            lock.waiting &= !(1 << next);
            match self.hand_over {
                HandOver::Retry => reply.notify_next = 1 << next,
                HandOver::Grant => {
                    lock.owner = Some(next);
                    reply.notify_now = 1 << next;
                }
            }
        }
        Some(reply)
    }

    fn arrive(&mut self, node: usize, payload: u32) -> Option<Reply> {
        let barrier = self
            .barriers
            .get_mut(barrier::NUMBER.get(payload) as usize)?;
        let cores = barrier::CORES.get(payload);
        if cores == 0 {
            return None;
        }
        barrier.expected = cores;
        barrier.arrived += 1;
        if barrier.arrived < cores {
            barrier.waiting |= 1 << node;
            return None;
        }
        let notify_now = barrier.waiting;
        *barrier = Barrier::default();
        Some(Reply {
            node,
            response: Response::Ack,
            notify_now,
            notify_next: 0,
        })
    }

    /// Number of locks.
    pub fn lock_count(&self) -> usize {
        self.locks.len()
    }

    /// Number of barriers.
    pub fn barrier_count(&self) -> usize {
        self.barriers.len()
    }

    /// The core that holds a lock.
    pub fn lock_owner(&self, number: usize) -> Option<usize> {
        self.locks.get(number).and_then(|lock| lock.owner)
    }

    /// Cores that sleep at a barrier, one bit each, and how many are expected.
    pub fn barrier_state(&self, number: usize) -> Option<(u64, u32)> {
        self.barriers
            .get(number)
            .map(|barrier| (barrier.waiting, barrier.expected))
    }
}
