//! What the links of a mesh or of switches carry from one look to the next, and how many flits wait at their ends.

use super::metrics::Gauges;
use crate::network::NetworkNames;
use weft_sim::platform::Platform;
use weft_sim::Machine;
use weft_trace::event::{Definitions, Event, NETWORK};

/// What a link's load is told in: 1000 is a flit in each cycle.
const LOAD: &str = "flits in 1000 cycles";

/// The metrics of all links.
pub struct LinkMeters {
    meters: Vec<Meter>,
    /// The time of the last look.
    since: u64,
}

struct Meter {
    /// The gauges of the load, and of the flits that wait.
    load: usize,
    waiting: usize,
    /// Flits that had been carried at the last look.
    carried: u64,
}

impl LinkMeters {
    /// Those of the platform's network; none on a platform without.
    pub fn new(
        machine: &Machine,
        platform: &Platform,
        gauges: &mut Gauges,
        definitions: &mut Definitions,
    ) -> LinkMeters {
        let names = NetworkNames::of(platform);
        let links = machine.link_loads();
        let named = links.iter().zip(names.iter().cycle());
        let meters = named.map(|(link, names)| {
            let name = format!("{} to {}", names.place(link.from), names.place(link.to));
            let mut add = |what: &str, unit: &str| {
                gauges.add(NETWORK, unit, &format!("{name}: {what}"), definitions)
            };
            Meter {
                load: add("load", LOAD),
                waiting: add("waiting", "flits"),
                carried: link.flits,
            }
        });
        LinkMeters {
            meters: meters.collect(),
            since: machine.now().0,
        }
    }

    /// Adds the events of each link that has changed: its load since the last look, at the time of that, and what waits now.
    pub fn sample(&mut self, machine: &Machine, gauges: &mut Gauges, events: &mut Vec<Event>) {
        let now = machine.now().0;
        if self.meters.is_empty() || now == self.since {
            return;
        }
        let cycles = now - self.since;
        for (meter, link) in self.meters.iter_mut().zip(machine.link_loads()) {
            let flits = link.flits - meter.carried;
            let load = (1000 * flits + cycles / 2) / cycles;
            gauges.measured(meter.load, self.since, load, events);
            gauges.measured(meter.waiting, now, link.waiting, events);
            meter.carried = link.flits;
        }
        self.since = now;
    }
}
