//! Deferred cycles of a fabric: cycles whose effects no other component notices are simulated later, when a component or the user looks
//! (docs/contribute/simulator.md).

use super::Machine;
use crate::units::Cycle;

impl Machine {
    /// Advances a fabric through cycles before `to` in which no other component does anything.
    #[inline]
    pub(crate) fn run_fabric_alone(&mut self, to: Cycle) {
        if let [fabric] = &mut self.fabrics[..] {
            let to = to.min(self.devices.next_event());
            self.now = fabric.run_alone(self.now, to);
        }
    }

    /// Before a core does something: simulates the deferred accesses to its data memory up to the beginning of this cycle.
    #[inline]
    pub(crate) fn catch_up(&mut self, core: usize) {
        let this = &mut self.cores[core];
        if this.is_reached() {
            let fabrics = self.fabrics.iter_mut();
            fabrics.for_each(|fabric| fabric.catch_up(core, this, self.now));
        }
    }

    /// Before the user looks: simulates everything that is deferred, up to the beginning of this cycle.
    pub(crate) fn settle(&mut self) {
        for (number, core) in self.cores.iter_mut().enumerate() {
            let fabrics = self.fabrics.iter_mut();
            fabrics.for_each(|fabric| fabric.catch_up(number, core, self.now));
            // The cores can no longer be rolled back: later cycles cannot affect what they have executed.
            core.settle();
        }
    }

    /// After a core has run ahead: tells the components that access its data memory which bytes the core may have stored to.
    #[inline]
    pub(crate) fn follow(&mut self, core: usize) {
        let this = &mut self.cores[core];
        if this.is_reached() {
            let fabrics = self.fabrics.iter_mut();
            fabrics.for_each(|fabric| fabric.follow(core, this, self.now));
        }
    }
}
