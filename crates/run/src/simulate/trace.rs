//! A trace (`--trace`): the events of the run, written while it goes on.

use std::path::Path;

use anyhow::Result;
use weft_report::reports::Reports;
use weft_report::trace::Tracer;
use weft_report::workload::Workload;
use weft_sim::platform::Platform;
use weft_sim::Machine;
use weft_trace::file;
use weft_trace::sink::Sink;

/// A trace being recorded.
pub struct Recording {
    tracer: Tracer,
    sink: Box<dyn Sink>,
}

impl Recording {
    /// Begins a trace.
    ///
    /// # Errors
    /// When the file's name asks for no known format, or it cannot be written.
    pub fn begin(
        path: &Path,
        machine: &mut Machine,
        workload: &Workload,
        platform: &Platform,
    ) -> Result<Recording> {
        let programs = workload.programs.iter();
        let names: Vec<&str> = programs.map(|program| program.path.as_str()).collect();
        let tracer = Tracer::begin(machine, workload, &names.join(", "), platform);
        let sink = file::create(path, tracer.definitions())?;
        Ok(Recording { tracer, sink })
    }

    /// Writes what has happened since the last time; what programs have reported is for `reports`.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn collect(&mut self, machine: &mut Machine, reports: &mut Reports) -> Result<()> {
        let sink = self.sink.as_mut();
        Ok(self.tracer.collect(machine, sink, reports)?)
    }

    /// Completes the file.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn finish(self, machine: &mut Machine, reports: &mut Reports) -> Result<()> {
        Ok(self.tracer.finish(machine, self.sink, reports)?)
    }
}
