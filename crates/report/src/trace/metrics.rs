//! The metrics of a trace, sampled after each piece of a run: fill levels of buffers, bytes sent by each core, and loads of shared paths.

use super::links::LinkMeters;
use weft_sim::Machine;
use weft_trace::event::{Definitions, Event, Kind, Metric, NETWORK};

/// The metrics of a machine, and their last values.
pub struct Metrics {
    gauges: Gauges,
    /// The gauge of each buffer of the machine; None if the buffer's core is not a location of the trace.
    fills: Vec<Option<usize>>,
    /// Each location's core, and the gauge of the bytes that it has sent.
    sent: Vec<(usize, usize)>,
    links: LinkMeters,
}

/// The last recorded value of each metric, so that only changes become events.
#[derive(Default)]
pub(super) struct Gauges(Vec<Gauge>);

struct Gauge {
    location: u32,
    last: Option<u64>,
}

impl Gauges {
    /// Defines a metric and returns its number.
    pub fn add(
        &mut self,
        location: u32,
        unit: &str,
        name: &str,
        definitions: &mut Definitions,
    ) -> usize {
        definitions.metrics.push(Metric {
            name: name.to_owned(),
            unit: unit.to_owned(),
            location,
        });
        self.0.push(Gauge {
            location,
            last: None,
        });
        self.0.len() - 1
    }

    /// Adds an event if the metric's value has changed.
    pub fn measured(&mut self, gauge: usize, time: u64, value: u64, events: &mut Vec<Event>) {
        let Gauge { location, last } = &mut self.0[gauge];
        if last.replace(value) != Some(value) {
            let metric = gauge as u32;
            let kind = Kind::Metric { metric, value };
            events.push(Event::new(time, *location, kind));
        }
    }
}

impl Metrics {
    /// Defines the metrics of the locations, which are these cores, and of the platform's network.
    pub fn new(
        machine: &Machine,
        cores: impl Iterator<Item = usize>,
        definitions: &mut Definitions,
    ) -> Metrics {
        let cores: Vec<usize> = cores.collect();
        let mut gauges = Gauges::default();
        let mut fills = Vec::new();
        machine.fills(&mut |fill| {
            let name = format!("{}: {}", fill.signal, fill.name);
            let location = location(fill.core, &cores);
            let gauge = location.map(|at| gauges.add(at, fill.unit, &name, definitions));
            fills.push(gauge);
        });
        let sent = cores.into_iter().enumerate().map(|(location, core)| {
            let name = format!("core{core}: bytes sent");
            let gauge = gauges.add(location as u32, "bytes", &name, definitions);
            (core, gauge)
        });
        let sent = sent.collect();
        let links = LinkMeters::new(machine, &mut gauges, definitions);
        Metrics {
            gauges,
            fills,
            sent,
            links,
        }
    }

    /// Adds an event for each metric that has changed.
    pub fn sample(&mut self, machine: &Machine, events: &mut Vec<Event>) {
        let time = machine.now().0;
        let mut gauges = self.fills.iter();
        machine.fills(&mut |fill| {
            if let Some(Some(gauge)) = gauges.next() {
                self.gauges.measured(*gauge, time, fill.value, events);
            }
        });
        for &(core, gauge) in &self.sent {
            let bytes = machine.statistics(core).messages.bytes_sent;
            self.gauges.measured(gauge, time, bytes, events);
        }
        self.links.sample(machine, &mut self.gauges, events);
    }
}

/// Returns the location of a core, if it has one; buffers that belong to no core are the network's.
fn location(core: Option<usize>, cores: &[usize]) -> Option<u32> {
    let place = |core| cores.iter().position(|&known| known == core);
    core.map_or(Some(NETWORK), |core| Some(place(core)? as u32))
}
