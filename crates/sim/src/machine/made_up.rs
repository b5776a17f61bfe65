//! Cycles of a fabric that are made up for: what nothing notices in its own cycle is done when something looks (docs/contribute/simulator.md).

use super::Machine;
use crate::units::Cycle;

impl Machine {
    /// Advances a fabric through cycles, before `to`, in which nothing else happens.
    #[inline]
    pub(crate) fn run_fabric_alone(&mut self, to: Cycle) {
        if let [fabric] = &mut self.fabrics[..] {
            let to = to.min(self.devices.next_event());
            self.now = fabric.run_alone(self.now, to);
        }
    }

    /// A core is about to do something: what reaches its data memory comes up to the beginning of the cycle.
    #[inline]
    pub(crate) fn catch_up(&mut self, core: usize) {
        let this = &mut self.cores[core];
        if this.is_reached() {
            let fabrics = self.fabrics.iter_mut();
            fabrics.for_each(|fabric| fabric.catch_up(core, this, self.now));
        }
    }

    /// The cycle is looked at from outside: everything comes up to its beginning.
    pub(crate) fn settle(&mut self) {
        for (number, core) in self.cores.iter_mut().enumerate() {
            let fabrics = self.fabrics.iter_mut();
            fabrics.for_each(|fabric| fabric.catch_up(number, core, self.now));
            // Nothing that comes later can be seen by what has been run.
            core.settle();
        }
    }

    /// A core has run ahead: what reaches its data memory takes care of what the core has stored.
    #[inline]
    pub(crate) fn follow(&mut self, core: usize) {
        let this = &mut self.cores[core];
        if this.is_reached() {
            let fabrics = self.fabrics.iter_mut();
            fabrics.for_each(|fabric| fabric.follow(core, this, self.now));
        }
    }
}
