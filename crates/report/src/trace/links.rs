//! Measures the shared paths of a chip (links of a network, a bus, ports of the crossbar): the load from one sample to the next, and how
//! much traffic waits.

use super::metrics::Gauges;
use weft_sim::port::{Load, Unit};
use weft_sim::Machine;
use weft_trace::event::{Definitions, Event, NETWORK};

/// The metrics of all shared paths.
pub struct LinkMeters {
    meters: Vec<Meter>,
    /// The time of the last sample.
    since: u64,
}

struct Meter {
    /// The gauges of the load, and of the waiting traffic.
    load: usize,
    waiting: usize,
    /// The traffic carried up to the last sample.
    carried: u64,
}

impl LinkMeters {
    /// Defines the metrics of a machine's shared paths.
    pub fn new(
        machine: &Machine,
        gauges: &mut Gauges,
        definitions: &mut Definitions,
    ) -> LinkMeters {
        let mut meters = Vec::new();
        machine.loads(&mut |load| meters.push(Meter::new(&load, gauges, definitions)));
        LinkMeters {
            meters,
            since: machine.now().0,
        }
    }

    /// Adds the events of each path whose values have changed. The load is the average since the last sample, so its event has that sample's
    /// time; the waiting traffic is that of now.
    pub fn sample(&mut self, machine: &Machine, gauges: &mut Gauges, events: &mut Vec<Event>) {
        let now = machine.now().0;
        if self.meters.is_empty() || now == self.since {
            return;
        }
        let since = std::mem::replace(&mut self.since, now);
        let mut meters = self.meters.iter_mut();
        machine.loads(&mut |load| {
            if let Some(meter) = meters.next() {
                meter.sample(&load, [since, now], gauges, events);
            }
        });
    }
}

impl Meter {
    fn new(load: &Load, gauges: &mut Gauges, definitions: &mut Definitions) -> Meter {
        let mut add = |what: &str, unit: &str| {
            let name = format!("{}: {what}", load.name);
            gauges.add(NETWORK, unit, &name, definitions)
        };
        Meter {
            load: add("load", rate(load.unit)),
            waiting: add("waiting", load.waiting_unit),
            carried: load.carried,
        }
    }

    fn sample(
        &mut self,
        load: &Load,
        [since, now]: [u64; 2],
        gauges: &mut Gauges,
        events: &mut Vec<Event>,
    ) {
        let cycles = now - since;
        let carried = load.carried - self.carried;
        let rate = (1000 * carried + cycles / 2) / cycles;
        gauges.measured(self.load, since, rate, events);
        gauges.measured(self.waiting, now, load.waiting, events);
        self.carried = load.carried;
    }
}

/// Returns the unit of a load. For a link of a network, 1000 is one flit per cycle.
fn rate(unit: Unit) -> &'static str {
    match unit {
        Unit::Flits => "flits in 1000 cycles",
        Unit::BusyCycles => "busy cycles in 1000",
        Unit::Accesses => "accesses in 1000 cycles",
    }
}
