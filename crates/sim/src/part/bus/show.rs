//! What a bus shows in waveforms and reports.

use super::{Bus, State};
use crate::port::{load, signal, Load, Show, Unit};
use crate::units::Cycle;

impl Bus {
    /// The master to which the bus is granted.
    fn master(&self, now: Cycle) -> Option<usize> {
        match self.state {
            State::Free { answered, .. } if now >= answered => None,
            _ => Some(self.last_winner),
        }
    }
}

impl Show for Bus {
    fn signals(&self, now: Cycle, visit: &mut signal::Visitor) {
        let (master, masters) = (self.master(now), self.posted.len());
        let mut visit = signal::scoped(&self.name, visit);
        visit(format_args!("busy"), 1, u64::from(master.is_some()));
        let bits = masters.next_power_of_two().ilog2().max(6);
        visit(format_args!("master"), bits, master.unwrap_or(0) as u64);
        let have_come = self.waiting.filtered(|master| self.posted[master] <= now);
        signal::visit_set("requests", &have_come, masters, &mut visit);
    }

    /// Ticks for which the bus was granted, and masters that request it.
    fn loads(&self, now: Cycle, visit: &mut load::Visitor) {
        let asking = self.waiting.iter();
        let asking = asking.filter(|master| self.posted[*master] < now);
        visit(Load {
            name: format_args!("{}", self.name),
            unit: Unit::BusyCycles,
            carried: self.granted - self.granted_from(now),
            waiting: asking.count() as u64,
            waiting_unit: "masters",
        });
    }
}
