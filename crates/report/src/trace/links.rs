//! How busy the links of a mesh or of switches, the shared bus, the crossbar and HIBI have been from one look to the next, and what waits
//! for them.

use super::metrics::Gauges;
use crate::network::NetworkNames;
use weft_sim::machine::Way;
use weft_sim::platform::Platform;
use weft_sim::Machine;
use weft_trace::event::{Definitions, Event, NETWORK};

/// What loads are told in: of a link, 1000 is a flit in each cycle.
const FLITS: &str = "flits in 1000 cycles";
const BUSY: &str = "busy cycles in 1000";

/// The metrics of all links and shared ways.
pub struct LinkMeters {
    meters: Vec<Meter>,
    /// The time of the last look.
    since: u64,
}

struct Meter {
    /// The gauges of the load, and of what waits.
    load: usize,
    waiting: usize,
    /// What had been carried at the last look.
    carried: u64,
}

/// A link or shared way, as it is at a look: what it has carried since the beginning, in flits or busy cycles, and what waits.
struct Reading {
    carried: u64,
    waiting: u64,
}

impl LinkMeters {
    /// Those of the platform's fabrics.
    pub fn new(
        machine: &Machine,
        platform: &Platform,
        gauges: &mut Gauges,
        definitions: &mut Definitions,
    ) -> LinkMeters {
        let named = links(machine, platform).into_iter().chain(ways(machine));
        let meters = named.zip(readings(machine)).map(|(link, reading)| {
            let (name, [load, waiting]) = link;
            let mut add = |what: &str, unit: &str| {
                gauges.add(NETWORK, unit, &format!("{name}: {what}"), definitions)
            };
            Meter {
                load: add("load", load),
                waiting: add("waiting", waiting),
                carried: reading.carried,
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
        for (meter, reading) in self.meters.iter_mut().zip(readings(machine)) {
            let carried = reading.carried - meter.carried;
            let load = (1000 * carried + cycles / 2) / cycles;
            gauges.measured(meter.load, self.since, load, events);
            gauges.measured(meter.waiting, now, reading.waiting, events);
            meter.carried = reading.carried;
        }
        self.since = now;
    }
}

/// The links of the network, then the shared ways.
fn readings(machine: &Machine) -> impl Iterator<Item = Reading> {
    let links = machine.link_loads().into_iter().map(|link| Reading {
        carried: link.flits,
        waiting: link.waiting,
    });
    let ways = machine.way_loads().into_iter().map(|way| Reading {
        carried: way.busy,
        waiting: way.waiting,
    });
    links.chain(ways)
}

/// Name and units of each link.
fn links(machine: &Machine, platform: &Platform) -> Vec<(String, [&'static str; 2])> {
    let Some(names) = NetworkNames::of(platform) else {
        return Vec::new();
    };
    let links = machine.link_loads().into_iter();
    let name = |from, to| format!("{} to {}", names.place(from), names.place(to));
    links
        .map(|link| (name(link.from, link.to), [FLITS, "flits"]))
        .collect()
}

/// Name and units of each shared way.
fn ways(machine: &Machine) -> impl Iterator<Item = (String, [&'static str; 2])> {
    let ways = machine.way_loads().into_iter();
    ways.map(|load| match load.way {
        Way::Bus => ("bus".to_owned(), [BUSY, "masters"]),
        Way::ToCore(core) => (format!("crossbar to core {core}"), [BUSY, "cores"]),
        Way::Hibi => ("HIBI".to_owned(), [BUSY, "words"]),
    })
}
