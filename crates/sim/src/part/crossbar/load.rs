//! How long each core's receiver has been taken, and which cores wait for it.

use super::Crossbar;
use crate::port::load::{self, Load, Unit};
use crate::units::Cycle;

impl Crossbar {
    /// Calls `visit` with the load of the multiplexer and receiver of each of these cores before `now`.
    pub fn loads(&self, now: Cycle, cores: impl Iterator<Item = usize>, visit: &mut load::Visitor) {
        for core in cores {
            visit(Load {
                name: format_args!("crossbar to core {core}"),
                unit: Unit::BusyCycles,
                carried: self.receivers[core].busy(now),
                waiting: self.waiting_for(core),
                waiting_unit: "cores",
            });
        }
    }

    /// How many nodes ask a core or have been refused by it.
    fn waiting_for(&self, core: usize) -> u64 {
        let asking = self.requesters[core] | self.receivers[core].refused();
        asking.count_ones().into()
    }
}
