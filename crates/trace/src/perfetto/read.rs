//! Reading a trace for Perfetto that weft has written: once for the definitions, which the file contains where they are first used, and once for
//! the events.

use super::message::{EventType, TracePacket, TrackDescriptor, TrackEvent, Value};
use super::{argument, packets, word, FIRST_LOCATION, FIRST_METRIC, NANOSECONDS, PROGRAM_TRACK};
use crate::error::{Result, TraceError};
use crate::event::{
    Call, Definitions, Event, Kind, Location, Message, Metric, Region, Role, NETWORK, WORLD,
};
use crate::regular;
use crate::source::Source;
use std::collections::HashMap;
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

/// A trace being read.
pub struct PerfettoReader {
    path: PathBuf,
    file: BufReader<File>,
    /// Offset of the next packet.
    place: u64,
    texts: Texts,
    definitions: Definitions,
    regions: HashMap<(u64, u64), u32>,
    /// The regions that each location is in.
    inside: Vec<Vec<u32>>,
    end: Option<u64>,
}

/// The texts interned so far, by their numbers.
#[derive(Default)]
struct Texts {
    names: HashMap<u64, String>,
    categories: HashMap<u64, String>,
    arguments: HashMap<u64, String>,
}

impl Texts {
    fn learn(&mut self, packet: &TracePacket) {
        let Some(data) = &packet.interned_data else {
            return;
        };
        for (told, known) in [
            (&data.event_names, &mut self.names),
            (&data.event_categories, &mut self.categories),
            (&data.debug_annotation_names, &mut self.arguments),
        ] {
            let told = told.iter().map(|text| (text.iid(), text.name().to_owned()));
            known.extend(told);
        }
    }

    fn name(&self, event: &TrackEvent) -> &str {
        self.names.get(&event.name_iid()).map_or("", String::as_str)
    }

    fn category(&self, event: &TrackEvent) -> &str {
        let number = event.category_iids.first().copied().unwrap_or(0);
        self.categories.get(&number).map_or("", String::as_str)
    }

    /// Returns an argument of an event.
    fn argument(&self, event: &TrackEvent, name: &str) -> Option<i64> {
        let mut all = event.debug_annotations.iter();
        let found = all.find(|argument| {
            let number = argument.name_iid.unwrap_or(0);
            self.arguments
                .get(&number)
                .is_some_and(|known| known == name)
        })?;
        match found.value.as_ref()? {
            Value::Unsigned(value) => i64::try_from(*value).ok(),
            Value::Signed(value) => Some(*value),
            Value::Text(_) => None,
        }
    }
}

impl PerfettoReader {
    /// Opens a trace and reads its definitions.
    ///
    /// # Errors
    /// When it cannot be read, or was not written by weft.
    pub fn open(path: &Path) -> Result<PerfettoReader> {
        let mut trace = PerfettoReader {
            path: path.to_owned(),
            file: open(path)?,
            place: 0,
            texts: Texts::default(),
            definitions: Definitions::default(),
            regions: HashMap::new(),
            inside: Vec::new(),
            end: None,
        };
        while let Some(packet) = trace.packet()? {
            trace.define(&packet)?;
        }
        trace.check()?;
        trace.inside = vec![Vec::new(); trace.definitions.locations.len()];
        (trace.file, trace.place) = (open(path)?, 0);
        Ok(trace)
    }

    fn packet(&mut self) -> Result<Option<TracePacket>> {
        let read = packets::read(&mut self.file);
        let Some((packet, bytes)) = read.map_err(|error| self.damaged(error))? else {
            return Ok(None);
        };
        self.place += bytes;
        self.texts.learn(&packet);
        Ok(Some(packet))
    }

    fn check(&self) -> Result<()> {
        if self.definitions.ticks_per_second == 0 {
            return Err(self.damaged("this Perfetto trace was not written by weft"));
        }
        if self.end.is_none() {
            return Err(self.damaged("the trace is cut short: its end is missing"));
        }
        Ok(())
    }

    fn define(&mut self, packet: &TracePacket) -> Result<()> {
        if let Some(track) = &packet.track_descriptor {
            self.define_track(track)?;
        }
        let Some(event) = &packet.track_event else {
            return Ok(());
        };
        match event.r#type() {
            EventType::SliceBegin => self.define_region(event)?,
            EventType::Instant if self.texts.category(event) == word::BEGIN => {
                self.define_whole(event, packet.timestamp());
            }
            _ => {}
        }
        Ok(())
    }

    fn define_track(&mut self, track: &TrackDescriptor) -> Result<()> {
        let (locations, metrics) = (
            self.definitions.locations.len(),
            self.definitions.metrics.len(),
        );
        if let Some(process) = &track.process {
            self.definitions.program = process.process_name().to_owned();
        } else if let Some(thread) = &track.thread {
            self.expect(track.uuid() == FIRST_LOCATION + locations as u64)?;
            self.definitions.locations.push(Location {
                name: thread.thread_name().to_owned(),
                rank: None,
            });
        } else if let Some(counter) = &track.counter {
            self.expect(track.uuid() == FIRST_METRIC + metrics as u64)?;
            let location = match track.parent_uuid() {
                PROGRAM_TRACK => NETWORK,
                parent => self.location(parent)?,
            };
            self.definitions.metrics.push(Metric {
                name: track.name().to_owned(),
                unit: counter.unit_name().to_owned(),
                location,
            });
        }
        Ok(())
    }

    fn define_region(&mut self, event: &TrackEvent) -> Result<()> {
        let role = Role::parse(self.texts.category(event));
        let role =
            role.ok_or_else(|| self.damaged("this Perfetto trace was not written by weft"))?;
        let region = Region {
            name: self.texts.name(event).to_owned(),
            role,
        };
        let regions = &mut self.definitions.regions;
        self.regions.entry(region_key(event)).or_insert_with(|| {
            regions.push(region);
            regions.len() as u32 - 1
        });
        Ok(())
    }

    /// Takes the definitions in an event about the whole trace.
    fn define_whole(&mut self, event: &TrackEvent, time: u64) {
        let argument = |name| {
            self.texts
                .argument(event, name)
                .and_then(|value| u64::try_from(value).ok())
        };
        if let Some(clock) = argument(argument::CLOCK.0) {
            self.definitions.ticks_per_second = clock;
        } else if let Some(rank) = argument(argument::RANK.0) {
            let index = event.track_uuid().checked_sub(FIRST_LOCATION);
            let location =
                index.and_then(|index| self.definitions.locations.get_mut(index as usize));
            if let Some(location) = location {
                location.rank = u32::try_from(rank).ok();
            }
        } else if self.texts.name(event) == word::END {
            self.end = Some(ticks(time, self.definitions.ticks_per_second));
        }
    }

    fn event(&mut self, packet: &TracePacket, event: &TrackEvent) -> Result<Option<Event>> {
        let time = ticks(packet.timestamp(), self.definitions.ticks_per_second);
        let at = |location, kind| Ok(Some(Event::new(time, location, kind)));
        if event.r#type() == EventType::Counter {
            let number = event.track_uuid().wrapping_sub(FIRST_METRIC);
            let known = self.definitions.metrics.get(number as usize);
            let location = known.map(|metric| metric.location);
            let location = location.ok_or_else(|| self.damaged("an event is on no track"))?;
            let value = u64::try_from(event.counter_value()).unwrap_or(0);
            let metric = number as u32;
            return at(location, Kind::Metric { metric, value });
        }
        if self.texts.category(event) == word::BEGIN {
            return Ok(None);
        }
        let location = self.location(event.track_uuid())?;
        let kind = self.kind(event, location)?;
        at(location, kind)
    }

    fn kind(&mut self, event: &TrackEvent, location: u32) -> Result<Kind> {
        match event.r#type() {
            EventType::SliceBegin => {
                let region = self.regions.get(&region_key(event)).copied();
                let region = region.ok_or_else(|| self.damaged("a slice without a region"))?;
                self.inside[location as usize].push(region);
                Ok(Kind::Enter { region })
            }
            EventType::SliceEnd => {
                let left = self.inside[location as usize].pop();
                let region = left.ok_or_else(|| self.damaged("a slice ends that has not begun"))?;
                Ok(Kind::Leave { region })
            }
            _ => match self.texts.name(event) {
                word::SEND => Ok(Kind::Send(self.message(event)?)),
                word::RECEIVE => Ok(Kind::Receive(self.message(event)?)),
                word::CALL => Ok(Kind::Call(Call {
                    context: self.argument(event, argument::CONTEXT.0)?,
                    ranks: self.argument(event, argument::RANKS.0)?,
                    rank: self.argument(event, argument::RANK.0)?,
                })),
                other => Err(self.damaged(format!("there is no event `{other}`"))),
            },
        }
    }

    fn message(&self, event: &TrackEvent) -> Result<Message> {
        Ok(Message {
            peer: self.argument(event, argument::PEER.0)?,
            tag: self.argument(event, argument::TAG.0)?,
            context: match self.texts.argument(event, argument::CONTEXT.0) {
                None => WORLD,
                Some(_) => self.argument(event, argument::CONTEXT.0)?,
            },
            bytes: self.argument(event, argument::BYTES.0)?,
        })
    }

    fn argument<T: TryFrom<i64>>(&self, event: &TrackEvent, name: &str) -> Result<T> {
        let value = self.texts.argument(event, name);
        let value = value.and_then(|value| T::try_from(value).ok());
        value.ok_or_else(|| self.damaged(format!("a message has no {name}")))
    }

    fn location(&self, track: u64) -> Result<u32> {
        let index = track.wrapping_sub(FIRST_LOCATION);
        self.expect(index < self.definitions.locations.len() as u64)?;
        Ok(index as u32)
    }

    fn expect(&self, condition: bool) -> Result<()> {
        let strange = || self.damaged("this Perfetto trace was not written by weft");
        condition.then_some(()).ok_or_else(strange)
    }

    fn damaged(&self, what: impl ToString) -> TraceError {
        TraceError::Damaged {
            path: self.path.clone(),
            place: format!("byte {}", self.place),
            what: what.to_string(),
        }
    }
}

impl Source for PerfettoReader {
    fn definitions(&self) -> &Definitions {
        &self.definitions
    }

    fn next(&mut self) -> Result<Option<Event>> {
        while let Some(packet) = self.packet()? {
            if let Some(track_event) = &packet.track_event {
                if let Some(event) = self.event(&packet, track_event)? {
                    return Ok(Some(event));
                }
            }
        }
        Ok(None)
    }

    fn end(&self) -> u64 {
        self.end.unwrap_or(0)
    }
}

fn open(path: &Path) -> Result<BufReader<File>> {
    Ok(BufReader::new(regular::open(path)?))
}

/// Returns the key of a slice's region: the numbers of its name and of its category.
fn region_key(event: &TrackEvent) -> (u64, u64) {
    let category = event.category_iids.first().copied().unwrap_or(0);
    (event.name_iid(), category)
}

/// Returns the tick whose time was rounded down to these nanoseconds; exact up to a gigahertz.
fn ticks(nanoseconds: u64, ticks_per_second: u64) -> u64 {
    let ticks = (u128::from(nanoseconds) * u128::from(ticks_per_second)).div_ceil(NANOSECONDS);
    u64::try_from(ticks).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::super::message::ProcessDescriptor;
    use super::super::PerfettoWriter;
    use super::*;
    use crate::sink::Sink;
    use prost::Message as _;

    #[test]
    fn a_packet_that_describes_a_track_and_begins_a_slice_is_both() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("run.perfetto-trace");
        let definitions = Definitions {
            ticks_per_second: 1000,
            locations: vec![Location {
                name: "core 0".to_owned(),
                rank: None,
            }],
            regions: vec![Region {
                name: "main".to_owned(),
                role: Role::Function,
            }],
            ..Definitions::default()
        };
        let mut sink = PerfettoWriter::create(&path, &definitions).unwrap();
        let enter = Event::new(1, 0, Kind::Enter { region: 0 });
        sink.event(&enter).unwrap();
        Box::new(sink).finish(9).unwrap();
        let mut file = open(&path).unwrap();
        let mut bytes = Vec::new();
        while let Some((mut packet, _)) = packets::read(&mut file).unwrap() {
            let event = packet.track_event.as_ref();
            if event.is_some_and(|event| event.r#type() == EventType::SliceBegin) {
                packet.track_descriptor = Some(TrackDescriptor {
                    process: Some(ProcessDescriptor::default()),
                    ..TrackDescriptor::default()
                });
            }
            bytes.push(1 << 3 | 2);
            packet.encode_length_delimited(&mut bytes).unwrap();
        }
        std::fs::write(&path, bytes).unwrap();
        let mut source = PerfettoReader::open(&path).unwrap();
        assert_eq!(source.next().unwrap(), Some(enter));
    }
}
