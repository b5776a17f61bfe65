//! Writing a table of events.

use super::{HEADER, VERSION};
use crate::error::TraceError;
use crate::event::{Definitions, Event, Kind, Message};
use crate::sink::Sink;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// A table being written.
pub struct CsvWriter {
    path: PathBuf,
    file: BufWriter<File>,
    /// Names as they stand in a field.
    regions: Vec<String>,
    metrics: Vec<String>,
}

impl CsvWriter {
    /// Begins a table.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn create(path: &Path, definitions: &Definitions) -> Result<CsvWriter, TraceError> {
        let failed = |error| TraceError::write(path, error);
        let mut file = BufWriter::new(File::create(path).map_err(failed)?);
        define(&mut file, definitions).map_err(failed)?;
        let regions = definitions.regions.iter();
        let metrics = definitions.metrics.iter();
        Ok(CsvWriter {
            path: path.to_owned(),
            file,
            regions: regions.map(|region| field(&region.name)).collect(),
            metrics: metrics.map(|metric| field(&metric.name)).collect(),
        })
    }

    fn write(&mut self, event: &Event) -> io::Result<()> {
        let Event { time, location, .. } = event;
        let file = &mut self.file;
        match event.kind {
            Kind::Enter { region } => {
                let name = &self.regions[region as usize];
                writeln!(file, "{time},{location},enter,{name},,,,,")
            }
            Kind::Leave { region } => {
                let name = &self.regions[region as usize];
                writeln!(file, "{time},{location},leave,{name},,,,,")
            }
            Kind::Call { context, ranks } => {
                writeln!(file, "{time},{location},call,,,,{context},,{ranks}")
            }
            Kind::Send(message) => {
                writeln!(file, "{time},{location},send,{}", end_of_row(&message))
            }
            Kind::Receive(message) => {
                writeln!(file, "{time},{location},receive,{}", end_of_row(&message))
            }
            Kind::Metric { metric, value } => {
                let name = &self.metrics[metric as usize];
                writeln!(file, "{time},{location},value,{name},,,,,{value}")
            }
        }
    }
}

impl Sink for CsvWriter {
    fn event(&mut self, event: &Event) -> Result<(), TraceError> {
        let written = self.write(event);
        written.map_err(|error| TraceError::write(&self.path, error))
    }

    fn finish(mut self: Box<Self>, end: u64) -> Result<(), TraceError> {
        let written = writeln!(self.file, "{end},,end,,,,,,").and_then(|()| self.file.flush());
        written.map_err(|error| TraceError::write(&self.path, error))
    }
}

fn define(file: &mut impl Write, definitions: &Definitions) -> io::Result<()> {
    writeln!(file, "{}", HEADER.join(","))?;
    writeln!(file, ",,trace,,,,,,{VERSION}")?;
    let program = field(&definitions.program);
    writeln!(
        file,
        ",,clock,{program},,,,,{}",
        definitions.ticks_per_second
    )?;
    for (number, location) in definitions.locations.iter().enumerate() {
        let rank = location
            .rank
            .map(|rank| rank.to_string())
            .unwrap_or_default();
        writeln!(
            file,
            ",{number},location,{},{rank},,,,",
            field(&location.name)
        )?;
    }
    for region in &definitions.regions {
        writeln!(
            file,
            ",,{},{},,,,,",
            region.role.word(),
            field(&region.name)
        )?;
    }
    for metric in &definitions.metrics {
        let (name, unit) = (field(&metric.name), field(&metric.unit));
        writeln!(file, ",{},metric,{name},,{unit},,,", metric.location)?;
    }
    Ok(())
}

/// The columns of a message from the name on.
fn end_of_row(message: &Message) -> String {
    let Message {
        peer,
        tag,
        context,
        bytes,
    } = message;
    format!(",{peer},{tag},{context},{bytes},")
}

/// A text as a field (RFC 4180): in quotation marks where it has to be.
fn field(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}
