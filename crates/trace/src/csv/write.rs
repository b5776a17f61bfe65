//! Writing a table of events.

use super::{HEADER, NETWORK_WORD, VERSION};
use crate::error::{Result, TraceError};
use crate::event::{Definitions, Event, Kind, Message, NETWORK};
use crate::sink::{Sink, WRITTEN_AT_ONCE};
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// A table being written.
pub struct CsvWriter {
    path: PathBuf,
    file: BufWriter<File>,
    line: Line,
    /// Names of regions, quoted as fields.
    regions: Vec<String>,
    metrics: Vec<String>,
}

impl CsvWriter {
    /// Begins a table.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn create(path: &Path, definitions: &Definitions) -> Result<CsvWriter> {
        let failed = |error| TraceError::write(path, error);
        let file = File::create(path).map_err(failed)?;
        let mut file = BufWriter::with_capacity(WRITTEN_AT_ONCE, file);
        define(&mut file, definitions).map_err(failed)?;
        let regions = definitions.regions.iter();
        let metrics = definitions.metrics.iter();
        Ok(CsvWriter {
            path: path.to_owned(),
            file,
            line: Line::default(),
            regions: regions.map(|region| field(&region.name)).collect(),
            metrics: metrics.map(|metric| field(&metric.name)).collect(),
        })
    }

    fn write(&mut self, event: &Event) -> io::Result<()> {
        let line = &mut self.line;
        line.0.clear();
        line.number(event.time);
        line.text(",").location(event.location);
        match event.kind {
            Kind::Enter { region } => line.passage(",enter,", &self.regions[region as usize]),
            Kind::Leave { region } => line.passage(",leave,", &self.regions[region as usize]),
            Kind::Call(call) => {
                line.text(",call,,").number(call.rank.into());
                line.text(",,").number(call.context.into());
                line.text(",,").number(call.ranks.into());
            }
            Kind::Send(message) => line.text(",send").message(&message),
            Kind::Receive(message) => line.text(",receive").message(&message),
            Kind::Metric { metric, value } => {
                let name = &self.metrics[metric as usize];
                line.text(",value,").text(name).text(",,,,,").number(value);
            }
        }
        line.text("\n");
        self.file.write_all(&line.0)
    }
}

/// A row being made. It avoids the standard library's formatting, since rows are made many times a second.
#[derive(Default)]
struct Line(Vec<u8>);

impl Line {
    fn text(&mut self, text: &str) -> &mut Line {
        self.0.extend_from_slice(text.as_bytes());
        self
    }

    fn number(&mut self, mut value: u64) -> &mut Line {
        let first = self.0.len();
        loop {
            self.0.push(b'0' + (value % 10) as u8);
            value /= 10;
            if value == 0 {
                break;
            }
        }
        self.0[first..].reverse();
        self
    }

    fn location(&mut self, location: u32) {
        match location {
            NETWORK => self.text(NETWORK_WORD),
            location => self.number(location.into()),
        };
    }

    /// Adds the columns of a message from the name on.
    fn passage(&mut self, what: &str, region: &str) {
        self.text(what).text(region).text(",,,,,");
    }

    fn message(&mut self, message: &Message) {
        self.text(",,").number(message.peer.into());
        self.text(if message.tag < 0 { ",-" } else { "," });
        self.number(message.tag.unsigned_abs().into());
        self.text(",").number(message.context.into());
        self.text(",").number(message.bytes).text(",");
    }
}

impl Sink for CsvWriter {
    fn event(&mut self, event: &Event) -> Result<()> {
        let written = self.write(event);
        written.map_err(|error| TraceError::write(&self.path, error))
    }

    fn finish(mut self: Box<Self>, end: u64) -> Result<()> {
        let written = writeln!(self.file, "{end},,end,,,,,,").and_then(|()| self.file.flush());
        written.map_err(|error| TraceError::write(&self.path, error))
    }
}

fn define(file: &mut impl Write, definitions: &Definitions) -> io::Result<()> {
    writeln!(file, "{}", HEADER.join(","))?;
    writeln!(file, ",,trace,,,,,,{VERSION}")?;
    let program = field(&definitions.program);
    let ticks = definitions.ticks_per_second;
    writeln!(file, ",,clock,{program},,,,,{ticks}")?;
    for (number, location) in definitions.locations.iter().enumerate() {
        let rank = location
            .rank
            .map_or_else(String::new, |rank| rank.to_string());
        let name = field(&location.name);
        writeln!(file, ",{number},location,{name},{rank},,,,")?;
    }
    for region in &definitions.regions {
        let (role, name) = (region.role.word(), field(&region.name));
        writeln!(file, ",,{role},{name},,,,,")?;
    }
    for metric in &definitions.metrics {
        let (name, unit) = (field(&metric.name), field(&metric.unit));
        let mut line = Line::default();
        line.text(",").location(metric.location);
        file.write_all(&line.0)?;
        writeln!(file, ",metric,{name},,{unit},,,")?;
    }
    Ok(())
}

/// Returns a text as a field (RFC 4180), quoted where necessary.
fn field(text: &str) -> String {
    match text.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.to_owned(),
    }
}
