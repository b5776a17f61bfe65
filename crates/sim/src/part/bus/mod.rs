//! The shared bus, AHB style: one transfer at a time between a master and what it addresses, with round-robin arbitration.
//!
//! ```text
//!   core 0 ... core n-1   controllers (DMA, MAC)        masters, in this order
//!      |          |            |
//!      +----------+------------+---> [ round-robin arbiter ] ---> bus ---> sram, devices, data memories of cores, bridge
//!
//!            request            grant (Idle cycle)        data cycle           response
//!   Free ---------------> Free --------------------> Access/Burst --...--> free again, the master continues
//! ```
//!
//! Source: H. Xiao et al. 2012, section 5.1 (a single access takes 4 cycles, a burst 4 and one a word); states and cycles are defined in
//! docs/contract/bus.md. Where a chip has several buses ([`Buses`]), each has a request line for every core: an access that comes over a bridge
//! is requested on the line of the core.
//!
//! With `overlap` the bus is free before the response, in the last data cycle at the earliest: a request made by then has its address cycle
//! during the response of the transfer before it.
//!
//! A core that runs ahead may post a request for a later cycle, and the model samples requests as late as the first data cycle of the winner; the
//! result is the same as sampling in the Idle cycle.

mod burst;
mod buses;
mod errors;
pub mod keys;
mod routes;
mod show;

use crate::port::{Attachments, BeatSequence, MemoryPort, NodeSet, Request, Target};
use crate::units::Cycle;
use burst::Burst;
pub use buses::Buses;
use errors::Errors;
use serde::{Deserialize, Serialize};

/// The granted transfer and its cycles.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
enum State {
    /// No transfer: samples requests from cycle `from` on. The transfer before was answered in `answered`.
    Free { from: Cycle, answered: Cycle },
    /// Address, data and response of a core's access.
    Access {
        core: usize,
        request: Request,
        /// The device reads or writes at the end of this cycle.
        access: Cycle,
        /// The first cycle in which the core continues.
        answered: Cycle,
    },
    /// The steps of a controller's burst, and its response.
    Burst(Burst),
}

/// What one of several buses reaches without a bridge.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Place {
    /// For each device, and for each core's memories, whether they are on this bus.
    devices: Vec<bool>,
    cores: Vec<bool>,
    /// Ticks of an answer over the bridges to each core.
    distances: Vec<u64>,
}

impl Place {
    fn has(&self, target: Target) -> bool {
        match target {
            Target::Device { index, .. } => self.devices[index],
            Target::DataMemory { core, .. } | Target::ProgramMemory { core, .. } => {
                self.cores[core]
            }
        }
    }
}

/// A bus: its arbiter, and the transfer that has been granted.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Bus {
    name: String,
    state: State,
    requests: Vec<Option<Request>>,
    /// The bus's controllers, by their numbers among all controllers of the chip.
    controllers: Vec<usize>,
    /// None for the only bus of a chip, which reaches everything.
    place: Option<Place>,
    /// The masters with a waiting request. A core that runs ahead may have posted one for a later cycle.
    waiting: NodeSet,
    /// The first cycle of each master's request.
    posted: Vec<Cycle>,
    /// The cycle of the earliest waiting request, or of any that has come by now; NEVER if none waits.
    first_posted: Cycle,
    last_winner: usize,
    single_access: u64,
    /// Cycles at the end of a transfer in which the next one may already be granted.
    overlap: u64,
    /// Ticks from one edge of its clock to the next.
    period: u64,
    /// Ticks for which the bus has been granted so far.
    granted: u64,
    errors: Errors,
}

impl MemoryPort for Bus {
    #[inline]
    fn post(&mut self, core: usize, request: Request, at: Cycle) {
        self.requests[core] = Some(request);
        self.post_master(core, at);
    }
}

impl Bus {
    /// An idle bus with `cores` cores, and these controllers, as masters.
    fn new(
        bus: keys::Segment,
        cores: usize,
        controllers: Vec<usize>,
        place: Option<Place>,
    ) -> Self {
        Bus {
            name: bus.name,
            state: State::Free {
                from: Cycle(0),
                answered: Cycle(0),
            },
            requests: vec![None; cores],
            waiting: NodeSet::default(),
            posted: vec![Cycle::NEVER; cores + controllers.len()],
            controllers,
            place,
            first_posted: Cycle::NEVER,
            last_winner: cores - 1,
            single_access: bus.single_access,
            overlap: bus.overlap,
            period: bus.period,
            granted: 0,
            errors: Errors::default(),
        }
    }

    #[inline]
    fn post_master(&mut self, master: usize, at: Cycle) {
        self.waiting.insert(master);
        self.posted[master] = at;
        self.first_posted = self.first_posted.min(at);
    }

    /// Removes a request in `now`. Of the requests that have come by then, any may count as the first, since none is sampled before `now`.
    #[inline]
    fn withdraw(&mut self, master: usize, now: Cycle) {
        self.waiting.remove(master);
        if self.posted[master] == self.first_posted {
            self.first_posted = Cycle::NEVER;
            for master in self.waiting.iter() {
                self.first_posted = self.first_posted.min(self.posted[master]);
                if self.first_posted <= now {
                    break;
                }
            }
        }
    }

    /// Samples which controllers request the bus from cycle `from` on. One whose burst is in progress has what it requested.
    pub fn follow_controllers(&mut self, from: Cycle, attached: &impl Attachments) {
        for number in 0..self.controllers.len() {
            let master = self.requests.len() + number;
            let controller = self.controllers[number];
            let is_served =
                matches!(self.state, State::Burst(burst) if burst.controller == controller);
            let asks = !is_served && attached.transfer(controller).is_some();
            match (asks, self.waiting.contains(master)) {
                (true, false) => self.post_master(master, from),
                (false, true) => self.withdraw(master, from),
                _ => {}
            }
        }
    }

    /// The cycle in which the bus samples requests, as far as they are known.
    fn samples(&self) -> Cycle {
        match self.state {
            State::Free { from, .. } => from.max(self.first_posted).edge(self.period),
            _ => Cycle::NEVER,
        }
    }

    /// The next cycle, not before `now`, in which the bus does something.
    #[inline]
    pub fn next_event(&self, now: Cycle) -> Cycle {
        match &self.state {
            State::Access { access, .. } => *access,
            State::Burst(burst) => burst.next_step().unwrap_or(burst.response()),
            State::Free { .. } if self.first_posted == Cycle::NEVER => Cycle::NEVER,
            // Nothing observes the winner before its first data cycle: the bus can sample late, at that time.
            State::Free { .. } => now.max(self.end_of(self.samples(), self.single_access - 1)),
        }
    }

    /// Whether a tick changes nothing, in any cycle, until a master asks.
    #[inline]
    fn is_at_rest(&self) -> bool {
        self.first_posted == Cycle::NEVER && matches!(self.state, State::Free { .. })
    }

    /// The last tick of the `cycles`-th cycle of the bus from the edge `now` on.
    fn end_of(&self, now: Cycle, cycles: u64) -> Cycle {
        now + (cycles * self.period - 1)
    }

    /// Samples requests if that was due in `now` or earlier.
    #[inline]
    pub fn sample(&mut self, now: Cycle, attached: &mut impl Attachments) {
        let samples = self.samples();
        if samples <= now {
            self.grant(samples, attached);
        }
    }

    /// Simulates one cycle: samples requests when idle, moves data. Returns an access, with its core, that a bridge takes in its data cycle.
    fn tick(&mut self, now: Cycle, attached: &mut impl Attachments) -> Option<(usize, Request)> {
        self.sample(now, attached);
        let taken = match self.state {
            State::Access { access, .. } if access == now => self.serve(now, attached),
            State::Burst(burst) => {
                self.advance_burst(burst, now, attached);
                None
            }
            _ => None,
        };
        // With an overlap the bus is free from this cycle on, or the one before.
        self.sample(now, attached);
        taken
    }

    /// Whether the target of a request is on this bus.
    #[inline]
    fn reaches(&self, target: Option<Target>) -> bool {
        match (&self.place, target) {
            (Some(place), Some(target)) => place.has(target),
            _ => true,
        }
    }

    /// Arbitrates in the Idle cycle `now`, and grants the bus.
    #[inline(never)]
    fn grant(&mut self, now: Cycle, attached: &mut impl Attachments) {
        let has_come = |master: usize| self.posted[master] <= now;
        let Some(master) = self.waiting.first_after(self.last_winner, has_come) else {
            return;
        };
        self.last_winner = master;
        self.withdraw(master, now);
        match master.checked_sub(self.requests.len()) {
            None => self.grant_core(master, now, attached),
            Some(own) => self.grant_controller(self.controllers[own], now, attached),
        }
        self.granted += self.granted_from(now);
    }

    /// The cycle in which the bus samples again after a transfer that is answered before cycle `answered`.
    fn free_before(&self, answered: Cycle) -> Cycle {
        Cycle(answered.0 - self.overlap * self.period)
    }

    /// The number of ticks, from `now` on, for which the bus is granted.
    fn granted_from(&self, now: Cycle) -> u64 {
        let free = match &self.state {
            State::Free { from, .. } => *from,
            State::Access { answered, .. } => self.free_before(*answered),
            State::Burst(burst) => self.free_before(burst.response() + 1),
        };
        free.0.saturating_sub(now.0)
    }

    /// Grants the bus to a core's access. One to another bus takes a single access on this one, to the bridge.
    fn grant_core(&mut self, core: usize, now: Cycle, attached: &mut impl Attachments) {
        let Some(request) = self.requests[core].take() else {
            return;
        };
        let cycles = match self.reaches(request.target) {
            true => self.cycles_of(&request, attached),
            false => self.single_access,
        };
        self.state = State::Access {
            core,
            request,
            access: self.end_of(now, cycles - 1),
            answered: now + cycles * self.period,
        };
    }

    /// Cycles of an access on this bus. An atomic operation counts as two.
    fn cycles_of(&self, request: &Request, attached: &mut impl Attachments) -> u64 {
        let mut once = || self.single_access + attached.wait_states(request.target);
        let first = once();
        match request.is_read_and_write() {
            true => first + once(),
            false => first,
        }
    }

    /// Grants the bus to a controller's burst. If its data are not in memories of this bus, the burst ends with an error.
    fn grant_controller(&mut self, number: usize, now: Cycle, attached: &mut impl Attachments) {
        let Some(transfer) = attached.transfer(number) else {
            return;
        };
        let targets = attached.memories(&transfer);
        let targets = targets.filter(|it| self.reaches(it.read) && self.reaches(it.write));
        let read = waits(transfer.read, targets.and_then(|it| it.read), attached);
        let write = waits(transfer.write, targets.and_then(|it| it.write), attached);
        let first = self.end_of(now, self.single_access - 1 + read.0.max(write.0));
        let step = (1 + read.1.max(write.1)) * self.period;
        let burst = Burst::new(number, transfer, targets, first, [step, self.period]);
        self.state = State::Burst(burst);
    }

    /// Ends the data phase of a core's access. Returns it if a bridge takes it to another bus.
    fn serve(&mut self, now: Cycle, attached: &mut impl Attachments) -> Option<(usize, Request)> {
        let State::Access {
            core,
            request,
            answered,
            ..
        } = self.state
        else {
            return None;
        };
        self.become_free(answered);
        if !self.reaches(request.target) {
            return Some((core, request));
        }
        let distance = self.place.as_ref().map_or(0, |place| place.distances[core]);
        if self.errors.are_due {
            self.fail(core, request, now, answered + distance, attached);
            return None;
        }
        let value = attached.access(core, request, now);
        attached.answer(core, request.is_store(), value, answered + distance);
        None
    }

    fn become_free(&mut self, answered: Cycle) {
        self.state = State::Free {
            from: self.free_before(answered),
            answered,
        };
    }

    /// Simulates one cycle of a burst: master 1 reads, master 2 writes.
    fn advance_burst(&mut self, mut burst: Burst, now: Cycle, attached: &mut impl Attachments) {
        if burst.next_step() == Some(now) {
            let (read, write) = burst.take_step();
            self.state = State::Burst(burst);
            if let Some(beat) = read {
                attached.read_beat(burst.controller, beat, now);
            }
            if let Some(beat) = write {
                attached.write_beat(burst.controller, beat, now);
            }
        } else if burst.response() == now {
            self.become_free(now + 1);
            attached.transferred(burst.controller, burst.targets.is_some(), now);
        }
    }

    /// The first cycle at whose end the granted transfer may access a core's data memory. Later transfers are not known.
    pub fn next_touch(&self, core: usize) -> Cycle {
        match &self.state {
            State::Burst(burst) if burst.targets.is_some_and(|targets| targets.touch(core)) => {
                burst.next_step().unwrap_or(Cycle::NEVER)
            }
            _ => Cycle::NEVER,
        }
    }
}

/// Wait states of one master of a controller: before its first transfer, and in each.
fn waits(
    sequence: Option<BeatSequence>,
    target: Option<Target>,
    attached: &mut impl Attachments,
) -> (u64, u64) {
    match (sequence, target) {
        (Some(sequence), Some(target)) => attached.burst_wait_states(target, sequence.span()),
        _ => (0, 0),
    }
}
