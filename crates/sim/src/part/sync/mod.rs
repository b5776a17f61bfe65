//! The synchronization controller (SYNC): locks and barriers, which cores negotiate by single-word messages. It is the last node of the crossbar.
//!
//! ```text
//!                request sampled in s            s+1               s+2
//!   crossbar ---> [ multiplexer ] ---> Idle ---> Check ---> Reply ---> ACK or NACK to the requester
//!                                                             |
//!                                       lock i:     owner, waiting list       --> LACK to one waiting core
//!                                       barrier j:  counter, waiting list     --> LACK to all waiting cores
//! ```
//!
//! A refused core (NACK) sleeps until LACK. Where the controller is pipelined, it samples a request in every cycle; otherwise the next one only
//! after the answer.
//!
//! Source: H. Xiao et al. 2012, section 4.4, Figures 8 to 10; states and timing: docs/contract/sync.md.

pub mod keys;

use crate::port::signal::Visitor;
use crate::port::{
    next_round_robin, NodeMask, Progress, ReceiverPort, RequestWord, Response, ResponseLines, Wait,
};
use crate::units::Cycle;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use weft_isa::message::{barrier, lock, request, single, token};

/// A request being processed (state Check); its answer is driven in cycle `reply` (state Reply).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Check {
    source: usize,
    request: RequestWord,
    reply: Cycle,
}

/// The controller's decision on a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Reply {
    response: Response,
    /// Nodes to which LACK is driven in the same cycle.
    notify_now: NodeMask,
    /// Nodes to which LACK is driven in the next cycle.
    notify_next: NodeMask,
}

impl Reply {
    const REFUSED: Reply = Reply {
        response: Response::Nack,
        notify_now: 0,
        notify_next: 0,
    };
    const GRANTED: Reply = Reply {
        response: Response::Ack,
        ..Reply::REFUSED
    };
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
struct Lock {
    owner: Option<usize>,
    /// Cores to notify when the lock becomes free.
    waiting: NodeMask,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
struct Barrier {
    arrived: u32,
    /// Cores that sleep until the last one arrives.
    waiting: NodeMask,
}

/// A node of the crossbar that keeps locks and barriers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SyncController {
    /// The requests being processed, oldest first: one at a time, or one a cycle where the controller is pipelined.
    in_work: VecDeque<Check>,
    pipelined: bool,
    hand_over: keys::HandOver,
    locks: Vec<Lock>,
    barriers: Vec<Barrier>,
    /// The nodes to which LACK will be driven, and in which cycle.
    notify: Option<(Cycle, NodeMask)>,
    /// Cycles with a request being processed, without the present stretch of them, which began in `since`.
    busy: u64,
    since: Cycle,
}

impl SyncController {
    /// A controller whose locks are all free and whose barriers are all empty.
    pub fn new(parameters: &keys::SyncController) -> Self {
        SyncController {
            in_work: VecDeque::new(),
            pipelined: parameters.pipelined,
            hand_over: parameters.hand_over,
            locks: vec![Lock::default(); parameters.locks],
            barriers: vec![Barrier::default(); parameters.barriers],
            notify: None,
            busy: 0,
            since: Cycle(0),
        }
    }

    /// The cycles before `now` in which a request was being processed.
    pub fn busy(&self, now: Cycle) -> u64 {
        match self.is_busy() {
            true => self.busy + now.0.saturating_sub(self.since.0),
            false => self.busy,
        }
    }

    /// The nodes that wait for a lock or at a barrier.
    pub fn waiting(&self) -> NodeMask {
        let locks = self.locks.iter().map(|lock| lock.waiting);
        let barriers = self.barriers.iter().map(|barrier| barrier.waiting);
        locks.chain(barriers).fold(0, |all, nodes| all | nodes)
    }

    /// Whether a request is being processed.
    pub fn is_busy(&self) -> bool {
        !self.in_work.is_empty()
    }

    /// Takes the nodes to which LACK is driven in cycle `now` because a lock was released in the cycle before.
    fn late_notice(&mut self, now: Cycle) -> NodeMask {
        match self.notify {
            Some((at, nodes)) if at == now => {
                self.notify = None;
                nodes
            }
            _ => 0,
        }
    }

    /// Decides on a request and updates locks and barriers. Whatever is not a valid request is refused.
    fn decide(&mut self, request: RequestWord) -> Reply {
        let node = request::SOURCE.get(request.word) as usize;
        let payload = single::PAYLOAD.get(request.word);
        let decided = match single::TOKEN.get(request.word) as u8 {
            _ if request.is_block() => None,
            token::LOCK_ACQUIRE => self.acquire(node, payload, true),
            token::LOCK_TRY => self.acquire(node, payload, false),
            token::LOCK_RELEASE => self.release(node, payload),
            token::BARRIER => self.arrive(node, payload),
            _ => None,
        };
        decided.unwrap_or(Reply::REFUSED)
    }

    /// Takes a lock for a node, or puts the node on the waiting list if it may wait. None: refused.
    fn acquire(&mut self, node: usize, payload: u32, may_wait: bool) -> Option<Reply> {
        let lock = self.locks.get_mut(lock::NUMBER.get(payload) as usize)?;
        if lock.owner.is_some() {
            lock.waiting |= if may_wait { 1 << node } else { 0 };
            return None;
        }
        lock.owner = Some(node);
        Some(Reply::GRANTED)
    }

    /// Releases a lock that the node owns, and notifies the next waiting core, round robin. None: refused.
    fn release(&mut self, node: usize, payload: u32) -> Option<Reply> {
        let lock = self.locks.get_mut(lock::NUMBER.get(payload) as usize)?;
        if lock.owner != Some(node) {
            return None;
        }
        lock.owner = None;
        let mut reply = Reply::GRANTED;
        if lock.waiting != 0 {
            let next = next_round_robin(lock.waiting, node);
            lock.waiting &= !(1 << next);
            match self.hand_over {
                keys::HandOver::Retry => reply.notify_next = 1 << next,
                keys::HandOver::Grant => {
                    lock.owner = Some(next);
                    reply.notify_now = 1 << next;
                }
            }
        }
        Some(reply)
    }

    /// Counts an arrival at a barrier; the last one is granted and wakes all others. None: refused; put on the waiting list if the request is valid.
    fn arrive(&mut self, node: usize, payload: u32) -> Option<Reply> {
        let barrier = self
            .barriers
            .get_mut(barrier::NUMBER.get(payload) as usize)?;
        let cores = barrier::CORES.get(payload);
        if cores == 0 {
            return None;
        }
        barrier.arrived += 1;
        if barrier.arrived < cores {
            barrier.waiting |= 1 << node;
            return None;
        }
        let notify_now = barrier.waiting;
        *barrier = Barrier::default();
        Some(Reply {
            notify_now,
            ..Reply::GRANTED
        })
    }

    /// What a core waits for whose request has not been granted, for reports of deadlocks.
    pub fn wait(&self, request: RequestWord) -> Wait {
        let payload = single::PAYLOAD.get(request.word);
        match single::TOKEN.get(request.word) as u8 {
            token::LOCK_ACQUIRE => {
                let number = lock::NUMBER.get(payload);
                let owner = self.lock_owner(number as usize);
                Wait::Lock { number, owner }
            }
            token::BARRIER => Wait::Barrier {
                number: barrier::NUMBER.get(payload),
                cores: barrier::CORES.get(payload),
            },
            token => Wait::NeverGranted { token, payload },
        }
    }

    /// The core that holds a lock.
    pub fn lock_owner(&self, number: usize) -> Option<usize> {
        self.locks.get(number).and_then(|lock| lock.owner)
    }

    /// The locks that are held, each with its owner.
    pub fn held(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let locks = self.locks.iter().enumerate();
        locks.filter_map(|(number, lock)| Some((number, lock.owner?)))
    }

    /// The cores that sleep at a barrier.
    pub fn barrier_arrived(&self, number: usize) -> NodeMask {
        let barrier = self.barriers.get(number);
        barrier.map_or(0, |barrier| barrier.waiting)
    }

    /// Shows the registers of the controller for a waveform.
    pub fn signals(&self, visit: &mut Visitor) {
        visit(format_args!("busy"), 1, u64::from(self.is_busy()));
        for (number, lock) in self.locks.iter().enumerate() {
            let owner = lock.owner;
            visit(format_args!("lock{number}.held"), 1, owner.is_some().into());
            visit(
                format_args!("lock{number}.owner"),
                6,
                owner.unwrap_or(0) as u64,
            );
            visit(format_args!("lock{number}.waiting"), 64, lock.waiting);
        }
        for (number, barrier) in self.barriers.iter().enumerate() {
            visit(
                format_args!("barrier{number}.arrived"),
                8,
                barrier.arrived.into(),
            );
            visit(format_args!("barrier{number}.waiting"), 64, barrier.waiting);
        }
    }
}

impl ReceiverPort for SyncController {
    fn respond(&mut self, now: Cycle) -> ResponseLines {
        let notified = self.late_notice(now);
        let Some(&check) = self.in_work.front().filter(|check| check.reply == now) else {
            return ResponseLines {
                answer: None,
                notified,
            };
        };
        let reply = self.decide(check.request);
        if reply.notify_next != 0 {
            self.notify = Some((now + 1, reply.notify_next));
        }
        ResponseLines {
            answer: Some((check.source, reply.response)),
            notified: notified | reply.notify_now,
        }
    }

    /// The nodes that can be sampled. A request being processed still drives REQ and must not be sampled again.
    fn samples(&self, requesters: NodeMask) -> NodeMask {
        if self.is_busy() && !self.pipelined {
            return 0;
        }
        let in_work = self.in_work.iter();
        in_work.fold(requesters, |left, check| left & !(1 << check.source))
    }

    fn sample(&mut self, source: usize, request: RequestWord, now: Cycle) {
        if !self.is_busy() {
            self.since = now + 1;
        }
        self.in_work.push_back(Check {
            source,
            request,
            reply: now + 2,
        });
    }

    /// Removes a request that has been answered.
    fn end_reception(&mut self, now: Cycle, _data: &[u8], _asked: bool) -> Progress {
        if self.in_work.front().is_some_and(|check| check.reply == now) {
            self.in_work.pop_front();
            if !self.is_busy() {
                self.busy += now + 1 - self.since;
            }
        }
        Progress::default()
    }

    #[inline]
    fn next_reception(&self, now: Cycle, requesters: NodeMask) -> Cycle {
        if self.samples(requesters) != 0 {
            return now;
        }
        let reply = self.in_work.front().map(|check| check.reply);
        let notice = self.notify.map(|(at, _)| at);
        let events = reply.into_iter().chain(notice);
        events.min().unwrap_or(Cycle::NEVER)
    }

    fn is_at_rest(&self) -> bool {
        !self.is_busy() && self.notify.is_none()
    }
}
