//! What is measured now and then: how full the buffers are, and how much has been sent.

use weft_sim::Machine;
use weft_trace::event::{Definitions, Event, Kind, Metric};

/// Signals that tell how full a buffer is, by the end of their path, with unit and what people call them.
const BUFFERS: [(&str, &str, &str); 5] = [
    ("mailbox_blocks", "blocks", "mailbox"),
    ("word_queue", "words", "word queue"),
    ("status_entries", "blocks", "blocks that have arrived"),
    ("input_free", "words", "free input buffer"),
    ("output_free", "words", "free output buffer"),
];

/// The metrics of a machine, and their last values.
pub struct Metrics {
    gauges: Vec<Gauge>,
    /// For each signal of the machine its gauge.
    of_signal: Vec<Option<usize>>,
    /// For each location its core and the gauge of the bytes it has sent.
    sent: Vec<(usize, usize)>,
}

struct Gauge {
    location: u32,
    last: Option<u64>,
}

impl Metrics {
    /// The metrics of the locations, which are these cores.
    pub fn new(
        machine: &Machine,
        cores: impl Iterator<Item = usize>,
        definitions: &mut Definitions,
    ) -> Metrics {
        let cores: Vec<usize> = cores.collect();
        let mut metrics = Metrics {
            gauges: Vec::new(),
            of_signal: Vec::new(),
            sent: Vec::new(),
        };
        machine.for_each_signal(&mut |path, _, _| {
            let gauge = buffer(path, &cores).map(|(location, unit, name)| {
                metrics.add(location, unit, &format!("{path}: {name}"), definitions)
            });
            metrics.of_signal.push(gauge);
        });
        for (location, core) in cores.into_iter().enumerate() {
            let name = format!("core{core}: bytes sent");
            let gauge = metrics.add(location as u32, "bytes", &name, definitions);
            metrics.sent.push((core, gauge));
        }
        metrics
    }

    fn add(
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
        self.gauges.push(Gauge {
            location,
            last: None,
        });
        self.gauges.len() - 1
    }

    /// Adds an event for each metric that has changed.
    pub fn sample(&mut self, machine: &Machine, events: &mut Vec<Event>) {
        let time = machine.now().0;
        let mut gauges = self.of_signal.iter();
        let gauged = &mut self.gauges;
        let mut measured = |gauge: usize, value: u64| {
            let Gauge { location, last } = &mut gauged[gauge];
            if last.replace(value) != Some(value) {
                let metric = gauge as u32;
                events.push(Event {
                    time,
                    location: *location,
                    kind: Kind::Metric { metric, value },
                });
            }
        };
        machine.for_each_signal(&mut |_, _, value| {
            if let Some(Some(gauge)) = gauges.next() {
                measured(*gauge, value);
            }
        });
        for &(core, gauge) in &self.sent {
            measured(gauge, machine.statistics(core).bytes_sent);
        }
    }
}

/// Location, unit and name of a buffer's fill, if the signal is one of a location.
fn buffer(path: &str, cores: &[usize]) -> Option<(u32, &'static str, &'static str)> {
    let (scope, signal) = path.split_once('.')?;
    let (_, unit, name) = BUFFERS.iter().find(|(end, ..)| *end == signal)?;
    let core = scope.trim_start_matches(|letter: char| letter.is_ascii_alphabetic());
    let core: usize = core.parse().ok()?;
    let location = cores.iter().position(|&known| known == core)?;
    Some((location as u32, unit, name))
}
