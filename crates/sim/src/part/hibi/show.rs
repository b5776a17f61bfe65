//! What HIBI shows in waveforms and reports: its wires and wrappers, and what its agents show.

use super::Hibi;
use crate::port::{
    buffer, load, scoped, signal, Controller, Fill, HostAccess, HostBridge, Load, Part,
    RecordVisitor, Show, Tally, Unit, UsedCore, Wait,
};
use crate::units::Cycle;
use std::fmt;
use std::ops::DerefMut;

impl<D: Controller, A: DerefMut<Target = dyn Part>> Show for Hibi<D, A> {
    fn signals(&self, now: Cycle, visit: &mut signal::Visitor) {
        let (owner, kind, word) = self.segment.wires();
        visit(format_args!("hibi.owner"), 6, owner as u64);
        visit(format_args!("hibi.kind"), 2, kind);
        visit(format_args!("hibi.word"), 32, u64::from(word));
        for (core, controller) in self.controllers.iter().enumerate() {
            let scope = format!("hibi_dma{core}");
            self.wrapper_signals(core, &scope, visit);
            controller.signals(&mut scoped(&scope, visit));
        }
        for (number, (name, agent)) in self.names.iter().zip(&self.agents).enumerate() {
            self.wrapper_signals(self.controllers.len() + number, name, visit);
            agent.signals(now, &mut scoped(name, visit));
        }
    }

    /// Cycles in which the wires carried something, and words that wait for them.
    fn loads(&self, _: Cycle, visit: &mut load::Visitor) {
        let traffic = self.segment.traffic;
        let agents = 0..self.controllers.len() + self.agents.len();
        visit(Load {
            name: format_args!("HIBI"),
            unit: Unit::BusyCycles,
            carried: traffic.words + traffic.addresses + traffic.refused + traffic.lost,
            waiting: agents.map(|agent| self.segment.fill(agent).0 as u64).sum(),
            waiting_unit: "words",
        });
    }

    fn fills(&self, visit: &mut buffer::Visitor) {
        for core in 0..self.controllers.len() {
            self.wrapper_fills(core, Some(core), &format_args!("hibi_dma{core}"), visit);
        }
        for (number, name) in (self.controllers.len()..).zip(&self.names) {
            self.wrapper_fills(number, None, name, visit);
        }
    }

    fn records(&self, now: Cycle, used: &[UsedCore], visit: &mut RecordVisitor) {
        for agent in &self.agents {
            agent.records(now, used, visit);
        }
    }

    fn wait(&self, _core: usize) -> Wait {
        Wait::Controller
    }

    fn tally(&self) -> Option<Tally> {
        self.agents.iter().find_map(|agent| agent.tally())
    }
}

impl<D, A: DerefMut<Target = dyn Part>> HostAccess for Hibi<D, A> {
    fn memory(&self, name: &str) -> Option<&[u8]> {
        self.agents.iter().find_map(|agent| agent.memory(name))
    }

    fn memory_mut(&mut self, name: &str) -> Option<&mut [u8]> {
        let mut agents = self.agents.iter_mut();
        agents.find_map(|agent| agent.memory_mut(name))
    }

    fn bridge(&mut self) -> Option<&mut dyn HostBridge> {
        self.due = Cycle(0);
        self.agents.iter_mut().find_map(|agent| agent.bridge())
    }
}

impl<D, A> Hibi<D, A> {
    fn wrapper_signals(&self, agent: usize, scope: &str, visit: &mut signal::Visitor) {
        let (send, receive) = self.segment.fill(agent);
        visit(format_args!("{scope}.send_fifo"), 8, send as u64);
        visit(format_args!("{scope}.receive_fifo"), 8, receive as u64);
    }

    fn wrapper_fills(
        &self,
        agent: usize,
        core: Option<usize>,
        scope: &dyn fmt::Display,
        visit: &mut buffer::Visitor,
    ) {
        let (send, receive) = self.segment.fill(agent);
        visit(Fill {
            signal: format_args!("{scope}.send_fifo"),
            core,
            name: "waiting for HIBI",
            unit: "words",
            value: send as u64,
        });
        visit(Fill {
            signal: format_args!("{scope}.receive_fifo"),
            core,
            name: "come by HIBI",
            unit: "words",
            value: receive as u64,
        });
    }
}
