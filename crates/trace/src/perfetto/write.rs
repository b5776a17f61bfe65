//! Writing a trace for Perfetto.

use super::message::{
    CounterDescriptor, DebugAnnotation, EventType, InternedData, InternedName, ProcessDescriptor,
    ThreadDescriptor, TracePacket, TrackDescriptor, TrackEvent, Value, INCREMENTAL_STATE_CLEARED,
    NEEDS_INCREMENTAL_STATE,
};
use super::{argument, packets, word, FIRST_LOCATION, FIRST_METRIC, NANOSECONDS, PROGRAM_TRACK};
use crate::error::TraceError;
use crate::event::{context_name, Definitions, Event, Kind, Message, WORLD};
use crate::flow::UnderWay;
use crate::sink::Sink;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// The one sequence that all packets are of.
const SEQUENCE: u32 = 1;
const PROCESS: i32 = 1;
/// Arguments of most messages.
const ARGUMENTS: usize = 3;

/// A trace being written.
pub struct PerfettoWriter {
    path: PathBuf,
    file: BufWriter<File>,
    buffer: Vec<u8>,
    ticks_per_second: u64,
    /// The rank of each location, or one that nothing has.
    ranks: Vec<u32>,
    /// The numbers of each region's name and category.
    regions: Vec<(u64, u64)>,
    names: Interned,
    category_names: Interned,
    arguments: Interned,
    /// The arrow of each message under way, and how many there have been.
    under_way: UnderWay<u64>,
    arrows: u64,
}

/// Texts that have numbers, from 1 on. They are few: a search from the front is quicker than a table.
#[derive(Default)]
struct Interned {
    texts: Vec<String>,
    /// Those that no packet has told yet.
    untold: Vec<InternedName>,
}

impl Interned {
    fn number(&mut self, text: &str) -> u64 {
        if let Some(known) = self.texts.iter().position(|known| known == text) {
            return known as u64 + 1;
        }
        self.texts.push(text.to_owned());
        let number = self.texts.len() as u64;
        self.untold.push(InternedName {
            iid: Some(number),
            name: Some(text.to_owned()),
        });
        number
    }
}

impl PerfettoWriter {
    /// Begins a trace.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn create(path: &Path, definitions: &Definitions) -> Result<PerfettoWriter, TraceError> {
        let file = File::create(path).map_err(|error| TraceError::write(path, error))?;
        let (mut names, mut category_names) = (Interned::default(), Interned::default());
        // The words that most events need come first.
        for word in [word::SEND, word::RECEIVE, word::CALL] {
            names.number(word);
        }
        let regions = definitions.regions.iter().map(|region| {
            let category = category_names.number(region.role.word());
            (names.number(&region.name), category)
        });
        let regions = regions.collect();
        let locations = definitions.locations.iter();
        let mut trace = PerfettoWriter {
            path: path.to_owned(),
            file: BufWriter::new(file),
            buffer: Vec::new(),
            ticks_per_second: definitions.ticks_per_second.max(1),
            ranks: locations
                .map(|location| location.rank.unwrap_or(u32::MAX))
                .collect(),
            regions,
            names,
            category_names,
            arguments: Interned::default(),
            under_way: UnderWay::default(),
            arrows: 0,
        };
        let defined = trace.define(definitions);
        defined.map_err(|error| TraceError::write(path, error))?;
        Ok(trace)
    }

    fn define(&mut self, definitions: &Definitions) -> io::Result<()> {
        self.track(TrackDescriptor {
            uuid: Some(PROGRAM_TRACK),
            process: Some(ProcessDescriptor {
                pid: Some(PROCESS),
                process_name: Some(definitions.program.clone()),
            }),
            ..TrackDescriptor::default()
        })?;
        for (number, location) in definitions.locations.iter().enumerate() {
            self.track(TrackDescriptor {
                uuid: Some(FIRST_LOCATION + number as u64),
                parent_uuid: Some(PROGRAM_TRACK),
                thread: Some(ThreadDescriptor {
                    pid: Some(PROCESS),
                    tid: Some(number as i32 + 1),
                    thread_name: Some(location.name.clone()),
                }),
                ..TrackDescriptor::default()
            })?;
        }
        for (number, metric) in definitions.metrics.iter().enumerate() {
            self.track(TrackDescriptor {
                uuid: Some(FIRST_METRIC + number as u64),
                parent_uuid: Some(FIRST_LOCATION + u64::from(metric.location)),
                name: Some(metric.name.clone()),
                counter: Some(CounterDescriptor {
                    unit_name: Some(metric.unit.clone()),
                }),
                ..TrackDescriptor::default()
            })?;
        }
        self.begin(definitions)
    }

    /// What the trace is: the clock, and the rank of each location.
    fn begin(&mut self, definitions: &Definitions) -> io::Result<()> {
        let mut event = self.named(EventType::Instant, PROGRAM_TRACK, word::BEGIN, word::BEGIN);
        self.argue(
            &mut event,
            argument::CLOCK,
            Value::Unsigned(self.ticks_per_second),
        );
        self.packet(0, event, INCREMENTAL_STATE_CLEARED)?;
        for (number, location) in definitions.locations.iter().enumerate() {
            if let Some(rank) = location.rank {
                let track = FIRST_LOCATION + number as u64;
                let mut event = self.named(EventType::Instant, track, word::BEGIN, word::BEGIN);
                self.argue(&mut event, argument::RANK, Value::Unsigned(rank.into()));
                self.packet(0, event, 0)?;
            }
        }
        Ok(())
    }

    fn track(&mut self, track: TrackDescriptor) -> io::Result<()> {
        let packet = TracePacket {
            trusted_packet_sequence_id: Some(SEQUENCE),
            track_descriptor: Some(track),
            ..TracePacket::default()
        };
        packets::write(&mut self.file, &packet, &mut self.buffer)
    }

    /// Writes an event, and in front of it the texts that it is the first to name.
    fn packet(&mut self, time: u64, event: TrackEvent, flags: u32) -> io::Result<()> {
        let texts = InternedData {
            event_categories: std::mem::take(&mut self.category_names.untold),
            event_names: std::mem::take(&mut self.names.untold),
            debug_annotation_names: std::mem::take(&mut self.arguments.untold),
        };
        let packet = TracePacket {
            timestamp: Some(nanoseconds(time, self.ticks_per_second)),
            trusted_packet_sequence_id: Some(SEQUENCE),
            track_event: Some(event),
            interned_data: (texts != InternedData::default()).then_some(texts),
            sequence_flags: Some(flags | NEEDS_INCREMENTAL_STATE),
            track_descriptor: None,
        };
        packets::write(&mut self.file, &packet, &mut self.buffer)
    }

    fn named(&mut self, kind: EventType, track: u64, category: &str, name: &str) -> TrackEvent {
        TrackEvent {
            category_iids: vec![self.category_names.number(category)],
            name_iid: Some(self.names.number(name)),
            ..bare(kind, track)
        }
    }

    fn argue(&mut self, event: &mut TrackEvent, name: &str, value: Value) {
        event.debug_annotations.push(DebugAnnotation {
            name_iid: Some(self.arguments.number(name)),
            value: Some(value),
        });
    }

    /// An event of a message; the communicator is told if it is not the one of all.
    fn message(&mut self, name: &str, track: u64, message: &Message) -> TrackEvent {
        let mut event = self.instant(name, track);
        event.debug_annotations.reserve_exact(ARGUMENTS);
        self.argue(
            &mut event,
            argument::PEER,
            Value::Unsigned(message.peer.into()),
        );
        self.argue(&mut event, argument::TAG, Value::Signed(message.tag.into()));
        self.argue(&mut event, argument::BYTES, Value::Unsigned(message.bytes));
        if message.context != WORLD {
            let communicator = Value::Text(context_name(message.context));
            self.argue(
                &mut event,
                argument::CONTEXT,
                Value::Unsigned(message.context.into()),
            );
            self.argue(&mut event, argument::COMMUNICATOR, communicator);
        }
        event
    }

    /// An event without length, and of no category.
    fn instant(&mut self, name: &str, track: u64) -> TrackEvent {
        TrackEvent {
            name_iid: Some(self.names.number(name)),
            ..bare(EventType::Instant, track)
        }
    }

    fn track_event(&mut self, event: &Event) -> TrackEvent {
        let track = FIRST_LOCATION + u64::from(event.location);
        let rank = self.ranks[event.location as usize];
        match event.kind {
            Kind::Enter { region } => {
                let (name, category) = self.regions[region as usize];
                TrackEvent {
                    category_iids: vec![category],
                    name_iid: Some(name),
                    ..bare(EventType::SliceBegin, track)
                }
            }
            Kind::Leave { .. } => bare(EventType::SliceEnd, track),
            Kind::Call { context, ranks } => {
                let mut event = self.instant(word::CALL, track);
                self.argue(
                    &mut event,
                    argument::CONTEXT,
                    Value::Unsigned(context.into()),
                );
                self.argue(&mut event, argument::RANKS, Value::Unsigned(ranks.into()));
                event
            }
            Kind::Send(message) => {
                let mut event = self.message(word::SEND, track, &message);
                self.arrows += 1;
                self.under_way.send(rank, &message, self.arrows);
                event.flow_ids.push(self.arrows);
                event
            }
            Kind::Receive(message) => {
                let mut event = self.message(word::RECEIVE, track, &message);
                event
                    .terminating_flow_ids
                    .extend(self.under_way.receive(rank, &message));
                event
            }
            Kind::Metric { metric, value } => TrackEvent {
                counter_value: Some(i64::try_from(value).unwrap_or(i64::MAX)),
                ..bare(EventType::Counter, FIRST_METRIC + u64::from(metric))
            },
        }
    }
}

impl Sink for PerfettoWriter {
    fn event(&mut self, event: &Event) -> Result<(), TraceError> {
        let track_event = self.track_event(event);
        let written = self.packet(event.time, track_event, 0);
        written.map_err(|error| TraceError::write(&self.path, error))
    }

    fn finish(mut self: Box<Self>, end: u64) -> Result<(), TraceError> {
        let event = self.named(EventType::Instant, PROGRAM_TRACK, word::BEGIN, word::END);
        let written = self.packet(end, event, 0).and_then(|()| self.file.flush());
        written.map_err(|error| TraceError::write(&self.path, error))
    }
}

/// An event without a name: its slice, or its track, has one.
fn bare(kind: EventType, track: u64) -> TrackEvent {
    TrackEvent {
        r#type: Some(kind.into()),
        track_uuid: Some(track),
        ..TrackEvent::default()
    }
}

/// Perfetto's time, rounded down.
fn nanoseconds(ticks: u64, ticks_per_second: u64) -> u64 {
    let time = u128::from(ticks) * NANOSECONDS / u128::from(ticks_per_second);
    u64::try_from(time).unwrap_or(u64::MAX)
}
