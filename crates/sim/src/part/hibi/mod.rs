//! HIBI: a bus of words with addresses between the DMA controllers of the cores and other agents.
//!
//! Source: L. Matilainen et al., "Multicore Communications API (MCAPI) implementation on an FPGA multiprocessor", 2011 (*funcapi*), IV, for what
//! there is; `segment`, `registers` for where its details are from. `docs/hibi.md` states each cycle.
//!
//! In a cycle the cores issue, then every agent looks at its wrapper, whose FIFOs are registers, then the bus moves a word. Agents are numbered:
//! the controllers of the cores, then the others in the order of the platform file.

mod bridge;
mod channel;
pub mod dct;
mod dma;
pub mod keys;
pub mod memory;
pub mod pc;
pub mod registers;
mod segment;
mod take;

pub use bridge::Bridge;
pub use segment::{Addressed, Traffic};

use crate::platform::hibi::{self, AgentKind};
use crate::port::access::RegisterAccess;
use crate::port::core::{CorePort, PrivateRegisters, SecondPort};
use crate::port::schedule::Nodes;
use crate::port::set::NodeSet;
use crate::port::signal::Visitor;
use crate::units::Cycle;
use dct::Dct;
use dma::Dma;
use memory::ExternalMemory;
use segment::Segment;
use serde::{Deserialize, Serialize};
use weft_isa::message::cause;

/// An agent's side of its wrapper.
pub struct Port<'a> {
    segment: &'a mut Segment,
    agent: usize,
}

impl Port<'_> {
    /// The oldest word that has come.
    pub fn received(&self) -> Option<Addressed> {
        self.segment.received(self.agent)
    }

    /// Takes it.
    pub fn take(&mut self) {
        self.segment.take(self.agent);
    }

    /// Whether the wrapper has room for a word.
    pub fn has_room(&self) -> bool {
        self.segment.has_room(self.agent)
    }

    /// Sends a word, at most one in a cycle.
    pub fn send(&mut self, word: Addressed) {
        self.segment.send(self.agent, word);
    }
}

/// What is at the bus beside the cores.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
enum Agent {
    Memory(ExternalMemory),
    Dct(Dct),
    Bridge(Bridge),
}

impl Agent {
    fn new(agent: &hibi::Agent) -> Self {
        let address = agent.range.base;
        match &agent.kind {
            AgentKind::Memory(keys) => Agent::Memory(ExternalMemory::new(
                address,
                keys.bytes,
                keys.channels,
                keys.access,
            )),
            AgentKind::Dct(keys) => Agent::Dct(Dct::new(address, keys.cycles)),
            AgentKind::PcBridge(bridge) => Agent::Bridge(Bridge::new(bridge)),
        }
    }

    fn next_event(&self, now: Cycle, received: Option<Addressed>) -> Cycle {
        match self {
            Agent::Memory(memory) => memory.next_event(now, received),
            Agent::Dct(dct) => dct.next_event(now, received),
            Agent::Bridge(bridge) => bridge.next_event(now, received),
        }
    }

    fn tick(&mut self, now: Cycle, port: &mut Port) {
        match self {
            Agent::Memory(memory) => memory.tick(now, port),
            Agent::Dct(dct) => dct.tick(now, port),
            Agent::Bridge(bridge) => bridge.tick(now, port),
        }
    }
}

/// The bus with everything at it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Hibi {
    segment: Segment,
    dmas: Vec<Dma>,
    agents: Vec<Agent>,
    /// Names of the agents other than the cores.
    names: Vec<String>,
    /// The number of the controllers' registers among those that a core has for itself.
    window: usize,
}

impl PrivateRegisters for Hibi {
    fn begin(&mut self, core: usize, access: RegisterAccess, now: Cycle) -> bool {
        self.dmas[core].begin(access, now)
    }

    fn withdraw(&mut self, core: usize) {
        self.dmas[core].withdraw();
    }
}

impl Hibi {
    /// The idle bus of a chip with so many cores. `window`: the number of the controllers' registers among those that a core has for itself.
    pub fn new(hibi: &hibi::Hibi, cores: usize, window: usize) -> Self {
        let of_cores = (0..cores).map(|core| hibi.dma.of(core));
        let of_agents = hibi.agents.iter().map(|agent| agent.range);
        Hibi {
            segment: Segment::new(hibi, of_cores.chain(of_agents).collect()),
            dmas: vec![Dma::new(hibi.dma.clone()); cores],
            agents: hibi.agents.iter().map(Agent::new).collect(),
            window,
            names: hibi.agents.iter().map(|agent| agent.name.clone()).collect(),
        }
    }

    /// The next cycle, not before `now`, in which something happens without a core's doing.
    pub fn next_event(&self, now: Cycle) -> Cycle {
        if !self.segment.is_idle() {
            return now;
        }
        let dmas = self.dmas.iter().enumerate();
        let dmas = dmas.map(|(agent, dma)| dma.next_event(now, self.segment.received(agent)));
        let agents = self.agents.iter().enumerate();
        let agents = agents.map(|(number, agent)| {
            let received = self.segment.received(self.dmas.len() + number);
            agent.next_event(now, received)
        });
        dmas.chain(agents).min().unwrap_or(Cycle::NEVER)
    }

    /// Whether nothing happens any more that a core could notice, unless one does something. Words may wait for good.
    pub fn is_at_rest(&self, now: Cycle) -> bool {
        let segment = &self.segment;
        let mut dmas = self.dmas.iter().enumerate();
        let dmas = dmas.all(|(agent, dma)| {
            dma.is_at_rest(now, segment.received(agent), segment.has_room(agent))
        });
        let mut agents = self.agents.iter().enumerate();
        dmas && segment.is_stuck()
            && agents.all(|(number, agent)| {
                let number = self.dmas.len() + number;
                let can_send = segment.has_room(number);
                !can_send || agent.next_event(now, segment.received(number)) == Cycle::NEVER
            })
    }

    /// One cycle. `touched` gains the cores that have changed.
    pub fn tick<C: CorePort>(
        &mut self,
        now: Cycle,
        nodes: Nodes,
        cores: &mut [C],
        touched: &mut NodeSet,
    ) {
        if nodes == Nodes::Busy && self.next_event(now) > now {
            return;
        }
        let step = self.segment.decide(now);
        for (agent, core) in cores.iter_mut().enumerate() {
            self.advance_dma(agent, now, core, touched);
        }
        for (number, agent) in self.agents.iter_mut().enumerate() {
            let mut port = Port {
                segment: &mut self.segment,
                agent: self.dmas.len() + number,
            };
            agent.tick(now, &mut port);
        }
        self.segment.apply(step);
        for (agent, core) in cores.iter_mut().enumerate() {
            self.follow_dma(agent, now, core, touched);
        }
    }

    fn advance_dma<C: CorePort>(
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
        let events = self.dmas[agent].tick(now, &mut port, &mut memory);
        if let Some((value, at)) = events.answer {
            core.registers_answered(value, at);
        }
        if events.touched || events.answer.is_some() {
            touched.insert(agent);
        }
    }

    /// What a core sees of its controller from the next cycle on.
    fn follow_dma<C: CorePort>(
        &self,
        agent: usize,
        now: Cycle,
        core: &mut C,
        touched: &mut NodeSet,
    ) {
        let dma = &self.dmas[agent];
        let moves = dma.is_moving(self.segment.received(agent));
        let next = if moves { now + 1 } else { Cycle::NEVER };
        let before = core.set_next_touch(self.window, next);
        let lines = u32::from(dma.interrupts()) << cause::EXTERNAL;
        let changed = core.drive_lines(1 + self.window, lines, now + 1);
        if changed || next != before {
            touched.insert(agent);
        }
    }

    /// What the bus has carried.
    pub fn traffic(&self) -> Traffic {
        self.segment.traffic
    }

    /// Words that wait for the bus.
    pub fn waiting(&self) -> u64 {
        let agents = 0..self.dmas.len() + self.agents.len();
        agents.map(|agent| self.segment.fill(agent).0 as u64).sum()
    }

    /// The contents of the first external memory, if there is one.
    pub fn memory(&self) -> Option<&[u8]> {
        self.agents.iter().find_map(|agent| match agent {
            Agent::Memory(memory) => Some(memory.bytes()),
            _ => None,
        })
    }

    /// As [`Self::memory`], to be written; no time passes.
    pub fn memory_mut(&mut self) -> Option<&mut [u8]> {
        self.agents.iter_mut().find_map(|agent| match agent {
            Agent::Memory(memory) => Some(memory.bytes_mut()),
            _ => None,
        })
    }

    /// The bridge to the PC, if there is one.
    pub fn bridge(&self) -> Option<&Bridge> {
        self.agents.iter().find_map(|agent| match agent {
            Agent::Bridge(bridge) => Some(bridge),
            _ => None,
        })
    }

    /// As [`Self::bridge`], to be changed between two cycles.
    pub fn bridge_mut(&mut self) -> Option<&mut Bridge> {
        self.agents.iter_mut().find_map(|agent| match agent {
            Agent::Bridge(bridge) => Some(bridge),
            _ => None,
        })
    }

    /// Shows what a waveform should have.
    pub fn signals(&self, visit: &mut Visitor) {
        let (owner, kind, word) = self.segment.wires();
        visit("hibi.owner", 6, owner as u64);
        visit("hibi.kind", 2, kind);
        visit("hibi.word", 32, u64::from(word));
        let cores = self.dmas.iter().enumerate();
        for (core, dma) in cores {
            let scope = format!("hibi_dma{core}");
            self.wrapper_signals(core, &scope, visit);
            dma.signals(&mut |name, width, value| visit(&format!("{scope}.{name}"), width, value));
        }
        for (number, (name, agent)) in self.names.iter().zip(&self.agents).enumerate() {
            self.wrapper_signals(self.dmas.len() + number, name, visit);
            let mut scoped = |signal: &str, width: u32, value: u64| {
                visit(&format!("{name}.{signal}"), width, value);
            };
            match agent {
                Agent::Memory(memory) => memory.signals(&mut scoped),
                Agent::Dct(dct) => dct.signals(&mut scoped),
                Agent::Bridge(bridge) => bridge.signals(&mut scoped),
            }
        }
    }

    fn wrapper_signals(&self, agent: usize, scope: &str, visit: &mut Visitor) {
        let (send, receive) = self.segment.fill(agent);
        visit(&format!("{scope}.send_fifo"), 8, send as u64);
        visit(&format!("{scope}.receive_fifo"), 8, receive as u64);
    }
}
