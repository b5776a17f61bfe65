//! What is measured now and then: how full the buffers are, and how much has been sent.

use super::links::LinkMeters;
use weft_sim::platform::Platform;
use weft_sim::Machine;
use weft_trace::event::{Definitions, Event, Kind, Metric, NETWORK};

/// Signals that tell how full a buffer is, by the end of their path, with unit and what people call them.
const BUFFERS: [(&str, &str, &str); 7] = [
    ("mailbox_blocks", "blocks", "mailbox"),
    ("word_queue", "words", "word queue"),
    ("status_entries", "blocks", "blocks that have arrived"),
    ("input_free", "words", "free input buffer"),
    ("output_free", "words", "free output buffer"),
    ("send_fifo", "words", "waiting for HIBI"),
    ("receive_fifo", "words", "come by HIBI"),
];

/// The metrics of a machine, and their last values.
pub struct Metrics {
    gauges: Gauges,
    /// For each signal of the machine its gauge.
    of_signal: Vec<Option<usize>>,
    /// For each location its core and the gauge of the bytes it has sent.
    sent: Vec<(usize, usize)>,
    links: LinkMeters,
}

/// What metrics have last been told to be.
#[derive(Default)]
pub(super) struct Gauges(Vec<Gauge>);

struct Gauge {
    location: u32,
    last: Option<u64>,
}

impl Gauges {
    /// Defines a metric; its number.
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

    /// Adds an event, if the metric had another value.
    pub fn measured(&mut self, gauge: usize, time: u64, value: u64, events: &mut Vec<Event>) {
        let Gauge { location, last } = &mut self.0[gauge];
        if last.replace(value) != Some(value) {
            let metric = gauge as u32;
            events.push(Event {
                time,
                location: *location,
                kind: Kind::Metric { metric, value },
            });
        }
    }
}

impl Metrics {
    /// The metrics of the locations, which are these cores, and of the platform's network.
    pub fn new(
        machine: &Machine,
        platform: &Platform,
        cores: impl Iterator<Item = usize>,
        definitions: &mut Definitions,
    ) -> Metrics {
        let cores: Vec<usize> = cores.collect();
        let mut gauges = Gauges::default();
        let mut of_signal = Vec::new();
        machine.for_each_signal(&mut |path, _, _| {
            let gauge = buffer(path, &cores).map(|(location, unit, name)| {
                gauges.add(location, unit, &format!("{path}: {name}"), definitions)
            });
            of_signal.push(gauge);
        });
        let sent = cores.into_iter().enumerate().map(|(location, core)| {
            let name = format!("core{core}: bytes sent");
            let gauge = gauges.add(location as u32, "bytes", &name, definitions);
            (core, gauge)
        });
        let sent = sent.collect();
        let links = LinkMeters::new(machine, platform, &mut gauges, definitions);
        Metrics {
            gauges,
            of_signal,
            sent,
            links,
        }
    }

    /// Adds an event for each metric that has changed.
    pub fn sample(&mut self, machine: &Machine, events: &mut Vec<Event>) {
        let time = machine.now().0;
        let mut gauges = self.of_signal.iter();
        machine.for_each_signal(&mut |_, _, value| {
            if let Some(Some(gauge)) = gauges.next() {
                self.gauges.measured(*gauge, time, value, events);
            }
        });
        for &(core, gauge) in &self.sent {
            let bytes = machine.statistics(core).bytes_sent;
            self.gauges.measured(gauge, time, bytes, events);
        }
        self.links.sample(machine, &mut self.gauges, events);
    }
}

/// Scopes of signals that belong to the core whose number stands behind.
const OF_CORES: [&str; 3] = ["core", "tile", "hibi_dma"];

/// Location, unit and name of a buffer's fill, if the signal is one of a location or of a component beside the cores.
fn buffer(path: &str, cores: &[usize]) -> Option<(u32, &'static str, &'static str)> {
    let (scope, signal) = path.split_once('.')?;
    let (_, unit, name) = BUFFERS.iter().find(|(end, ..)| *end == signal)?;
    let core = OF_CORES.iter().find_map(|word| scope.strip_prefix(word));
    let core: Option<usize> = core.and_then(|number| number.parse().ok());
    let location = match core {
        Some(core) => cores.iter().position(|&known| known == core)? as u32,
        None => NETWORK,
    };
    Some((location, unit, name))
}
