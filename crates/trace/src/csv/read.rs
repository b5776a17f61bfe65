//! Reading a table of events, row by row.

use super::lines::Lines;
use super::{HEADER, NETWORK_WORD, VERSION};
use crate::error::{Result, TraceError};
use crate::event::{
    Call, Definitions, Event, Kind, Location, Message, Metric, Region, Role, NETWORK,
};
use crate::regular;
use crate::source::Source;
use std::collections::HashMap;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// A table being read.
pub struct CsvReader {
    path: PathBuf,
    reader: csv::Reader<Lines<File>>,
    record: csv::StringRecord,
    definitions: Definitions,
    regions: HashMap<String, u32>,
    metrics: HashMap<String, u32>,
    /// Has the first row after the definitions been read already?
    ahead: bool,
    end: Option<u64>,
}

impl CsvReader {
    /// Opens a table and reads its definitions.
    ///
    /// # Errors
    /// When it cannot be read, or is not a trace.
    pub fn open(path: &Path) -> Result<CsvReader> {
        let reader = csv::Reader::from_reader(Lines::new(regular::open(path)?));
        let mut table = CsvReader {
            path: path.to_owned(),
            reader,
            record: csv::StringRecord::new(),
            definitions: Definitions::default(),
            regions: HashMap::new(),
            metrics: HashMap::new(),
            ahead: true,
            end: None,
        };
        table.check_header()?;
        while table.read_row()? && table.define()? {}
        Ok(table)
    }

    fn check_header(&mut self) -> Result<()> {
        let header = self.reader.headers();
        let header = header.map_err(|error| TraceError::read(&self.path, error))?;
        if header != HEADER.as_slice() {
            return Err(self.damaged("this is no trace of weft: its columns are others"));
        }
        if !self.read_row()? || self.field(2) != "trace" || self.number::<u64>(8)? != VERSION {
            return Err(self.damaged(format!("this is no trace of version {VERSION}")));
        }
        Ok(())
    }

    /// Reads the next row, which must exist.
    fn read_row(&mut self) -> Result<bool> {
        let read = self.reader.read_record(&mut self.record);
        match read {
            Ok(true) => Ok(true),
            Ok(false) => Err(self.damaged("the trace is cut short: its last row must say `end`")),
            Err(error) => Err(self.damaged(error)),
        }
    }

    /// Takes the row as a definition; false if it is an event.
    fn define(&mut self) -> Result<bool> {
        let name = self.field(3).to_owned();
        match self.field(2) {
            "clock" => {
                self.definitions.ticks_per_second = self.number(8)?;
                self.definitions.program = name;
            }
            "location" => {
                let rank = match self.field(4) {
                    "" => None,
                    _ => Some(self.number(4)?),
                };
                self.definitions.locations.push(Location { name, rank });
            }
            "metric" => self.define_metric(name)?,
            word => match Role::parse(word) {
                Some(role) => self.define_region(name, role),
                None => return Ok(false),
            },
        }
        Ok(true)
    }

    fn define_metric(&mut self, name: String) -> Result<()> {
        let metric = Metric {
            name: name.clone(),
            unit: self.field(5).to_owned(),
            location: self.metric_location()?,
        };
        let number = self.definitions.metrics.len() as u32;
        self.metrics.insert(name, number);
        self.definitions.metrics.push(metric);
        Ok(())
    }

    fn define_region(&mut self, name: String, role: Role) {
        let number = self.definitions.regions.len() as u32;
        self.regions.insert(name.clone(), number);
        self.definitions.regions.push(Region { name, role });
    }

    fn event(&self) -> Result<Event> {
        let kind = match self.field(2) {
            "enter" => Kind::Enter {
                region: self.named(&self.regions, "region")?,
            },
            "leave" => Kind::Leave {
                region: self.named(&self.regions, "region")?,
            },
            "call" => Kind::Call(Call {
                context: self.number(6)?,
                ranks: self.number(8)?,
                rank: self.number(4)?,
            }),
            "send" => Kind::Send(self.message()?),
            "receive" => Kind::Receive(self.message()?),
            "value" => Kind::Metric {
                metric: self.named(&self.metrics, "metric")?,
                value: self.number(8)?,
            },
            other => return Err(self.damaged(format!("there is no event `{other}`"))),
        };
        let location = match kind {
            Kind::Metric { .. } => self.metric_location()?,
            _ => self.location()?,
        };
        Ok(Event::new(self.number(0)?, location, kind))
    }

    fn message(&self) -> Result<Message> {
        Ok(Message {
            peer: self.number(4)?,
            tag: self.number(5)?,
            context: self.number(6)?,
            bytes: self.number(7)?,
        })
    }

    fn metric_location(&self) -> Result<u32> {
        match self.field(1) {
            NETWORK_WORD => Ok(NETWORK),
            _ => self.location(),
        }
    }

    fn location(&self) -> Result<u32> {
        let location = self.number(1)?;
        let is_known = (location as usize) < self.definitions.locations.len();
        let known = is_known.then_some(location);
        known.ok_or_else(|| self.damaged(format!("there is no location {location}")))
    }

    fn named(&self, known: &HashMap<String, u32>, what: &str) -> Result<u32> {
        let name = self.field(3);
        let found = known.get(name).copied();
        found.ok_or_else(|| self.damaged(format!("there is no {what} `{name}`")))
    }

    fn field(&self, column: usize) -> &str {
        self.record.get(column).unwrap_or("")
    }

    fn number<T: FromStr>(&self, column: usize) -> Result<T> {
        let text = self.field(column);
        let parsed = text.parse();
        parsed.map_err(|_| self.damaged(format!("`{text}` is no {} that can be", HEADER[column])))
    }

    fn damaged(&self, what: impl ToString) -> TraceError {
        let line = self.record.position().map_or(1, |position| position.line());
        TraceError::Damaged {
            path: self.path.clone(),
            place: format!("line {line}"),
            what: what.to_string(),
        }
    }
}

impl Source for CsvReader {
    fn definitions(&self) -> &Definitions {
        &self.definitions
    }

    fn next(&mut self) -> Result<Option<Event>> {
        if self.end.is_some() {
            return Ok(None);
        }
        if !std::mem::take(&mut self.ahead) {
            self.read_row()?;
        }
        if self.field(2) == "end" {
            self.end = Some(self.number(0)?);
            return Ok(None);
        }
        self.event().map(Some)
    }

    fn end(&self) -> u64 {
        self.end.unwrap_or(0)
    }
}
