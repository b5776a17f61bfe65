//! Records the events of a simulated run in a trace: functions, MPI calls and regions of the program, messages, fill levels of buffers,
//! loads of links.
//!
//! The program is not instrumented: the simulated cores record each trace point that they pass (`weft_sim::part::core::trace`), and after
//! each piece of the run the records become events ([`follow`]). So memory is bounded by the events of one piece, and both engines give
//! the same trace.

mod blocks;
mod follow;
mod links;
mod metrics;
mod points;

use crate::reports::Reports;
use crate::workload::Workload;
use blocks::Calls;
use follow::Follower;
use metrics::Metrics;
use points::Points;
use std::path::Path;
use std::sync::Arc;
use weft_sim::part::core::trace::Passage;
use weft_sim::platform::Platform;
use weft_sim::Machine;
use weft_trace::error::TraceError;
use weft_trace::event::{Definitions, Event, Kind, Location};
use weft_trace::file::create;
use weft_trace::flow::UnderWay;
use weft_trace::sink::Sink;

/// Turns what a machine records into events, and writes them to a file.
pub struct Tracer {
    definitions: Definitions,
    /// One for each location.
    followers: Vec<Follower>,
    calls: Calls,
    /// The number of the first task of each location's flow.
    first_tasks: Vec<u32>,
    metrics: Metrics,
    sink: Box<dyn Sink>,
    /// The sizes of the messages in flight: sent and not yet received.
    under_way: UnderWay<u64>,
    /// The events of the last piece.
    events: Vec<Event>,
}

impl Tracer {
    /// Makes the machine record trace points from now on, and begins the file.
    ///
    /// # Errors
    /// When the file's name does not give a known format, or the file cannot be written.
    pub fn begin(
        file: &Path,
        machine: &mut Machine,
        workload: &Workload,
        platform: &Platform,
    ) -> Result<Tracer, TraceError> {
        let programs = workload.programs.iter();
        let names = programs.clone().map(|program| program.path.as_str());
        let names: Vec<&str> = names.collect();
        let mut definitions = Definitions {
            program: names.join(", "),
            ticks_per_second: platform.clock_hz,
            ..Definitions::default()
        };
        let (mut followers, mut first_tasks) = (Vec::new(), Vec::new());
        let mut cores: Vec<(usize, usize)> = Vec::new();
        for (number, loaded) in workload.programs.iter().enumerate() {
            cores.extend(loaded.cores.iter().map(|&core| (core, number)));
        }
        cores.sort_unstable();
        let points = programs.map(|loaded| Arc::new(Points::of(&loaded.program, &mut definitions)));
        let points: Vec<Arc<Points>> = points.collect();
        for (core, number) in cores {
            let in_flow = workload.flow_of_core.get(&core);
            let task = in_flow.and_then(|place| place.number);
            let rank = task.or_else(|| workload.rank_of_core(core));
            definitions.locations.push(Location {
                name: workload.name_of(core),
                rank: rank.map(|rank| rank as u32),
            });
            first_tasks.push(in_flow.map_or(0, |place| place.first as u32));
            machine.trace(core, points[number].list());
            machine.keep_steps(core);
            followers.push(Follower::new(core, Arc::clone(&points[number])));
        }
        let calls = Calls::of(machine, &mut definitions);
        let cores = followers.iter().map(|follower| follower.core);
        let metrics = Metrics::new(machine, cores, &mut definitions);
        Ok(Tracer {
            sink: create(file, &definitions)?,
            definitions,
            followers,
            calls,
            first_tasks,
            metrics,
            under_way: UnderWay::default(),
            events: Vec::new(),
        })
    }

    /// Writes the events since the last call, and adds the figures that programs have reported to `reports`.
    ///
    /// # Errors
    /// When the trace cannot be written.
    pub fn collect(
        &mut self,
        machine: &mut Machine,
        reports: &mut Reports,
    ) -> Result<(), TraceError> {
        for ((location, follower), first) in (0..).zip(&mut self.followers).zip(&self.first_tasks) {
            let mut add = |time, kind| self.events.push(Event::new(time, location, kind));
            let steps = machine.take_steps(follower.core);
            let (core, points) = (follower.core, Arc::clone(&follower.points));
            let passages: Vec<Passage> = machine.take_passages(core).collect();
            for passage in &passages {
                if let Some((number, values)) = points.report(passage) {
                    reports.add(machine, core, passage.time, number, values);
                }
            }
            self.calls
                .follow(follower, passages.into_iter(), steps, *first, &mut add);
        }
        self.metrics.sample(machine, &mut self.events);
        self.write()
    }

    /// Collects the last events, leaves all open regions and completes the file.
    ///
    /// # Errors
    /// When the trace cannot be written.
    pub fn finish(
        mut self,
        machine: &mut Machine,
        reports: &mut Reports,
    ) -> Result<(), TraceError> {
        self.collect(machine, reports)?;
        let end = machine.now().0;
        for (location, follower) in (0..).zip(&mut self.followers) {
            follower.end(&mut |kind| self.events.push(Event::new(end, location, kind)));
        }
        self.write()?;
        self.sink.finish(end)
    }

    /// Writes the events of a piece in the order of time; within a cycle, the lower location's events come first. A `Receive` event gets the
    /// size of the message that was sent.
    fn write(&mut self) -> Result<(), TraceError> {
        self.events.sort_by_key(|event| event.time);
        for event in &mut self.events {
            let location = self.definitions.locations.get(event.location as usize);
            match (&mut event.kind, location.and_then(|location| location.rank)) {
                (Kind::Send(message), Some(rank)) => {
                    self.under_way.send(rank, message, message.bytes);
                }
                (Kind::Receive(message), Some(rank)) => {
                    let sent = self.under_way.receive(rank, message);
                    message.bytes = sent.unwrap_or(message.bytes);
                }
                _ => {}
            }
            self.sink.event(event)?;
        }
        self.events.clear();
        Ok(())
    }
}
