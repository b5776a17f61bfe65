//! HIBI: a bus that carries words with their addresses between agents: the DMA controllers of the cores, memories, accelerators, a bridge to a PC.
//!
//! ```text
//!   core --- controller D     core --- controller D     agent A          (memory, accelerator, bridge, ...)
//!                 |                         |              |
//!              wrapper                   wrapper        wrapper          a send and a receive FIFO each
//!                 |                         |              |
//!   --------------+-------------------------+--------------+-----------  one word or one address in a cycle (`segment`)
//! ```
//!
//! Source: L. Matilainen et al., "Multicore Communications API (MCAPI) implementation on an FPGA multiprocessor", 2011 (*funcapi*), IV, for what
//! there is; `segment` names the sources of the bus's details. docs/contract/hibi.md defines every cycle.
//!
//! In a cycle the cores issue, then every agent reads and writes its wrapper, whose FIFOs are registers, then the bus moves a word. Agents are
//! numbered: first the controllers of the cores, then the others in the order of the platform file.

pub mod keys;
mod segment;
mod show;

use crate::description::device::agent::ControllerFacts;
use crate::port::{
    Addressed, Agent, Controller, CorePort, NodeSet, Nodes, PrivateRegisters, Reach,
    RegisterAccess, SecondPort, WordPort,
};
use crate::units::Cycle;
use keys::Hibi as Parameters;
use segment::Segment;
use serde::{Deserialize, Serialize};
use weft_isa::message::cause;

/// An agent's side of its wrapper.
struct Port<'a> {
    segment: &'a mut Segment,
    agent: usize,
}

impl WordPort for Port<'_> {
    fn received(&self) -> Option<Addressed> {
        self.segment.received(self.agent)
    }

    fn take(&mut self) {
        self.segment.take(self.agent);
    }

    fn has_room(&self) -> bool {
        self.segment.has_room(self.agent)
    }

    fn send(&mut self, word: Addressed) {
        self.segment.send(self.agent, word);
    }
}

/// The bus with controllers `D` of the cores and other agents `A`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Hibi<D, A> {
    segment: Segment,
    controllers: Vec<D>,
    agents: Vec<A>,
    /// Names of the agents other than the cores.
    names: Vec<String>,
    /// The number of the controllers' registers among the register windows of a core.
    window: usize,
    /// The next cycle in which something changes, unless a core or the host acts before.
    due: Cycle,
}

impl<D: Controller, A> PrivateRegisters for Hibi<D, A> {
    fn begin(&mut self, core: usize, access: RegisterAccess, now: Cycle) -> bool {
        self.due = now;
        self.controllers[core].begin(access, now)
    }

    fn withdraw(&mut self, core: usize) {
        self.due = Cycle(0);
        self.controllers[core].withdraw();
    }
}

impl<D: Controller, A: Agent> Hibi<D, A> {
    /// An idle bus with a controller for each core, and agents in the order of the platform file. `window`: the number of the controllers' registers
    /// among the register windows of a core.
    pub fn new(
        parameters: &Parameters<impl ControllerFacts, impl Sized>,
        controllers: Vec<D>,
        agents: Vec<A>,
        window: usize,
    ) -> Self {
        let of_cores = (0..controllers.len()).map(|core| parameters.dma.of(core));
        let of_agents = parameters.agents.iter().map(|agent| agent.range);
        let names = parameters.agents.iter().map(|agent| agent.name.clone());
        Hibi {
            segment: Segment::new(&parameters.wires, of_cores.chain(of_agents).collect()),
            controllers,
            agents,
            names: names.collect(),
            window,
            due: Cycle(0),
        }
    }

    /// The next cycle, not before `now`, in which something changes without a core's doing.
    #[inline]
    pub fn next_event(&self, now: Cycle) -> Cycle {
        self.due.max(now)
    }

    /// As [`Hibi::next_event`], computed from the registers of all agents.
    fn first_event(&self, now: Cycle) -> Cycle {
        if !self.segment.is_idle() {
            return now;
        }
        let controllers = self.controllers.iter().enumerate();
        let controllers =
            controllers.map(|(agent, it)| it.next_event(now, self.segment.received(agent)));
        let agents = self.agents.iter().enumerate();
        let agents = agents.map(|(number, agent)| {
            let received = self.segment.received(self.controllers.len() + number);
            agent.next_event(now, received)
        });
        controllers.chain(agents).min().unwrap_or(Cycle::NEVER)
    }

    /// Whether nothing changes any more that a core could notice, unless a core does something. Words may wait for ever.
    pub fn is_at_rest(&self, now: Cycle) -> bool {
        let segment = &self.segment;
        let mut controllers = self.controllers.iter().enumerate();
        let controllers = controllers.all(|(agent, it)| {
            it.is_at_rest(now, segment.received(agent), segment.has_room(agent))
        });
        let mut agents = self.agents.iter().enumerate();
        controllers
            && segment.is_stuck()
            && agents.all(|(number, agent)| {
                let number = self.controllers.len() + number;
                let can_send = segment.has_room(number);
                !can_send || agent.next_event(now, segment.received(number)) == Cycle::NEVER
            })
    }

    /// Simulates one cycle. Adds to `touched` the cores that have changed.
    pub fn tick<C: CorePort>(
        &mut self,
        now: Cycle,
        nodes: Nodes,
        cores: &mut [C],
        touched: &mut NodeSet,
    ) {
        if nodes == Nodes::Busy && self.due > now {
            return;
        }
        let step = self.segment.decide(now);
        for (agent, core) in cores.iter_mut().enumerate() {
            self.advance_controller(agent, now, core, touched);
        }
        for (number, agent) in self.agents.iter_mut().enumerate() {
            let mut port = Port {
                segment: &mut self.segment,
                agent: self.controllers.len() + number,
            };
            agent.tick(now, &mut port);
        }
        self.segment.apply(step);
        for (agent, core) in cores.iter_mut().enumerate() {
            self.follow_controller(agent, now, core, touched);
        }
        self.due = self.first_event(now + 1);
    }

    /// Simulates one cycle of a core's controller, and passes its answer to the core.
    fn advance_controller<C: CorePort>(
        &mut self,
        agent: usize,
        now: Cycle,
        core: &mut C,
        touched: &mut NodeSet,
    ) {
        let mut port = Port {
            segment: &mut self.segment,
            agent,
        };
        let mut memory = SecondPort { core, now };
        let events = self.controllers[agent].tick(now, &mut port, &mut memory);
        if let Some((value, at)) = events.answer {
            core.registers_answered(value, at);
        }
        if events.touched || events.answer.is_some() {
            touched.insert(agent);
        }
    }

    /// Tells a core what its controller may do to its memory, and its interrupt, from the next cycle on.
    fn follow_controller<C: CorePort>(
        &self,
        agent: usize,
        now: Cycle,
        core: &mut C,
        touched: &mut NodeSet,
    ) {
        let controller = &self.controllers[agent];
        let moves = controller.is_moving(self.segment.received(agent));
        let next = match moves {
            true => Reach::Writes(now + 1),
            false => Reach::None,
        };
        let before = core.set_reach(self.window, next);
        let lines = u32::from(controller.interrupts()) << cause::EXTERNAL;
        let changed = core.drive_lines(1 + self.window, lines, now + 1);
        if changed || next != before {
            touched.insert(agent);
        }
    }
}
