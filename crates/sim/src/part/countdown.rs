//! A countdown: some cycles after a core has written to its register `START`, it raises its interrupt. Writing again ends the interrupt and
//! begins anew.

use crate::description::keys::{keys, Cycles};
use crate::description::{BusDevice, DeviceFacts, Facts};
use crate::port::signal::Visitor;
use crate::port::{Accessor, Peripheral};
use crate::units::Cycle;
use serde::{Deserialize, Serialize};

keys! {
    /// Raises its interrupt some cycles after a core has started it.
    #[derive(Copy, Eq)]
    pub struct CountdownKeys in "countdown" {
        /// From the write that starts it to the interrupt.
        #[header = "WEFT_<NAME>_CYCLES"]
        cycles: Cycles<1, 1_000_000> = 1000,
    }
}

impl DeviceFacts for CountdownKeys {
    fn text(&self, _: u32) -> String {
        format!("of {} cycles", self.cycles)
    }

    fn registers(&self) -> &'static [(&'static str, u32)] {
        &[("START", 0x0)]
    }

    fn sources(&self, _: usize) -> usize {
        1
    }
}

/// The cycle at whose end it is over, and whether it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Countdown {
    keys: CountdownKeys,
    end: Cycle,
    over: bool,
}

impl BusDevice for Countdown {
    type Keys = CountdownKeys;
    const REGISTERS: Option<u32> = Some(4);

    fn new(keys: CountdownKeys, _: u32, _: &Facts) -> Self {
        let (end, over) = (Cycle::NEVER, false);
        Countdown { keys, end, over }
    }
}

impl Peripheral for Countdown {
    fn write(&mut self, _: u32, _: u32, access: Accessor) {
        (self.end, self.over) = (access.cycle + self.keys.cycles, false);
    }

    fn next_event(&self) -> Cycle {
        self.end
    }

    fn advance(&mut self, _: Cycle) {
        (self.end, self.over) = (Cycle::NEVER, true);
    }

    fn sources(&self) -> u64 {
        u64::from(self.over)
    }

    fn signals(&self, visit: &mut Visitor) {
        visit(format_args!("over"), 1, self.sources());
    }

    fn awaited(&self, _: usize) -> Option<String> {
        Some(String::from("which no core has started"))
    }
}
