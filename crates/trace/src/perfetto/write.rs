//! Writing a trace for Perfetto.

use super::encode::{annotation, event, packet, trace, Bytes};
use super::message::{
    CounterDescriptor, EventType, InternedData, InternedName, ProcessDescriptor, ThreadDescriptor,
    TracePacket, TrackDescriptor, INCREMENTAL_STATE_CLEARED, NEEDS_INCREMENTAL_STATE,
};
use super::{argument, word, FIRST_LOCATION, FIRST_METRIC, NANOSECONDS, PROGRAM_TRACK};
use crate::error::{Result, TraceError};
use crate::event::{context_name, Definitions, Event, Kind, Message, NETWORK, WORLD};
use crate::flow::UnderWay;
use crate::sink::{Sink, WRITTEN_AT_ONCE};
use prost::Message as _;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The one sequence to which all packets belong.
const SEQUENCE: u32 = 1;
const PROCESS: i32 = 1;

/// A trace being written.
pub struct PerfettoWriter {
    path: PathBuf,
    file: File,
    /// Packets that are not in the file yet.
    packets: Bytes,
    ticks_per_second: u64,
    /// The rank of each location, or an unused rank if it has none.
    ranks: Vec<u32>,
    /// The numbers of each region's name and category.
    regions: Vec<(u64, u64)>,
    names: Interned,
    category_names: Interned,
    arguments: Interned,
    /// The arrow of each message in flight, and the number of arrows so far.
    under_way: UnderWay<u64>,
    arrows: u64,
}

/// Interned texts, numbered from 1. They are few, so a linear search is faster than a table.
#[derive(Default)]
struct Interned {
    texts: Vec<String>,
    /// Texts that no packet contains yet.
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
    pub fn create(path: &Path, definitions: &Definitions) -> Result<PerfettoWriter> {
        let file = File::create(path).map_err(|error| TraceError::write(path, error))?;
        let (mut names, mut category_names) = (Interned::default(), Interned::default());
        // The words that most events need have fixed numbers.
        let mut arguments = Interned::default();
        for word in word::NUMBERED {
            names.number(word);
        }
        for (name, _) in argument::ALL {
            arguments.number(name);
        }
        let regions = definitions.regions.iter().map(|region| {
            let category = category_names.number(region.role.word());
            (names.number(&region.name), category)
        });
        let regions = regions.collect();
        let locations = definitions.locations.iter();
        let mut writer = PerfettoWriter {
            path: path.to_owned(),
            file,
            packets: Bytes::default(),
            ticks_per_second: definitions.ticks_per_second.max(1),
            ranks: locations
                .map(|location| location.rank.unwrap_or(u32::MAX))
                .collect(),
            regions,
            names,
            category_names,
            arguments,
            under_way: UnderWay::default(),
            arrows: 0,
        };
        let defined = writer.define(definitions);
        defined.map_err(|error| TraceError::write(path, error))?;
        Ok(writer)
    }

    fn define(&mut self, definitions: &Definitions) -> io::Result<()> {
        self.define_track(TrackDescriptor {
            uuid: Some(PROGRAM_TRACK),
            process: Some(ProcessDescriptor {
                pid: Some(PROCESS),
                process_name: Some(definitions.program.clone()),
            }),
            ..TrackDescriptor::default()
        });
        for (number, location) in definitions.locations.iter().enumerate() {
            self.define_track(TrackDescriptor {
                uuid: Some(FIRST_LOCATION + number as u64),
                parent_uuid: Some(PROGRAM_TRACK),
                thread: Some(ThreadDescriptor {
                    pid: Some(PROCESS),
                    tid: Some(number as i32 + 1),
                    thread_name: Some(location.name.clone()),
                }),
                ..TrackDescriptor::default()
            });
        }
        for (number, metric) in definitions.metrics.iter().enumerate() {
            self.define_track(TrackDescriptor {
                uuid: Some(FIRST_METRIC + number as u64),
                parent_uuid: Some(match metric.location {
                    NETWORK => PROGRAM_TRACK,
                    location => FIRST_LOCATION + u64::from(location),
                }),
                name: Some(metric.name.clone()),
                counter: Some(CounterDescriptor {
                    unit_name: Some(metric.unit.clone()),
                }),
                ..TrackDescriptor::default()
            });
        }
        self.begin(definitions)
    }

    /// Writes the description of the trace: the clock, and the rank of each location.
    fn begin(&mut self, definitions: &Definitions) -> io::Result<()> {
        let ticks_per_second = self.ticks_per_second;
        self.packet(0, INCREMENTAL_STATE_CLEARED, |trace| {
            trace.named(PROGRAM_TRACK, word::BEGIN, word::BEGIN);
            trace.argue(argument::CLOCK.1, ticks_per_second);
        })?;
        for (number, location) in definitions.locations.iter().enumerate() {
            if let Some(rank) = location.rank {
                let track = FIRST_LOCATION + number as u64;
                self.packet(0, 0, |trace| {
                    trace.named(track, word::BEGIN, word::BEGIN);
                    trace.argue(argument::RANK.1, rank.into());
                })?;
            }
        }
        Ok(())
    }

    fn define_track(&mut self, track: TrackDescriptor) {
        let packet = TracePacket {
            trusted_packet_sequence_id: Some(SEQUENCE),
            track_descriptor: Some(track),
            ..TracePacket::default()
        };
        self.packets.bytes(trace::PACKET, &packet.encode_to_vec());
    }

    /// Adds a packet with the event that `encode` encodes, and with the texts that it is the first to name.
    #[inline]
    fn packet(
        &mut self,
        time: u64,
        flags: u32,
        encode: impl FnOnce(&mut PerfettoWriter),
    ) -> io::Result<()> {
        let packet = self.packets.begin(trace::PACKET);
        let time = nanoseconds(time, self.ticks_per_second);
        self.packets.number(packet::TIMESTAMP, time);
        self.packets.number(packet::SEQUENCE, SEQUENCE.into());
        let event = self.packets.begin(packet::TRACK_EVENT);
        encode(self);
        self.packets.end(event);
        if let Some(texts) = self.untold() {
            let texts = texts.encode_to_vec();
            self.packets.bytes(packet::INTERNED_DATA, &texts);
        }
        let flags = flags | NEEDS_INCREMENTAL_STATE;
        self.packets.number(packet::SEQUENCE_FLAGS, flags.into());
        self.packets.end(packet);
        match self.packets.0.len() {
            ..WRITTEN_AT_ONCE => Ok(()),
            _ => self.write(),
        }
    }

    /// Writes the packets so far to the file.
    fn write(&mut self) -> io::Result<()> {
        self.file.write_all(&self.packets.0)?;
        self.packets.0.clear();
        Ok(())
    }

    /// Returns the texts that no packet contains yet, if there are any.
    fn untold(&mut self) -> Option<InternedData> {
        let texts = [&self.category_names, &self.names, &self.arguments];
        let is_told = texts.iter().all(|texts| texts.untold.is_empty());
        (!is_told).then(|| InternedData {
            event_categories: std::mem::take(&mut self.category_names.untold),
            event_names: std::mem::take(&mut self.names.untold),
            debug_annotation_names: std::mem::take(&mut self.arguments.untold),
        })
    }

    /// Begins an event without a name: its slice, or its track, has one.
    fn bare(&mut self, kind: EventType, track: u64) -> &mut Bytes {
        self.packets.number(event::TYPE, kind as u64);
        self.packets.number(event::TRACK, track)
    }

    /// Begins an event without length, and of no category.
    fn instant(&mut self, name: u64, track: u64) {
        let event = self.bare(EventType::Instant, track);
        event.number(event::NAME, name);
    }

    /// Begins an event without length.
    fn named(&mut self, track: u64, category: &str, name: &str) {
        let category = self.category_names.number(category);
        let name = self.names.number(name);
        self.instant(name, track);
        self.packets.number(event::CATEGORY, category);
    }

    /// Gives the event an argument.
    fn argue(&mut self, name: u64, value: u64) {
        self.annotate(name, |argument| {
            argument.number(annotation::UNSIGNED, value)
        });
    }

    fn annotate(&mut self, name: u64, value: impl FnOnce(&mut Bytes) -> &mut Bytes) {
        let argument = self.packets.begin(event::ANNOTATION);
        value(self.packets.number(annotation::NAME, name));
        self.packets.end(argument);
    }

    /// Begins an event of a message; the communicator is given if it is not MPI_COMM_WORLD.
    fn message(&mut self, name: u64, track: u64, message: &Message) {
        let tag = i64::from(message.tag) as u64;
        self.instant(name, track);
        self.argue(argument::PEER.1, message.peer.into());
        self.annotate(argument::TAG.1, |value| {
            value.number(annotation::SIGNED, tag)
        });
        self.argue(argument::BYTES.1, message.bytes);
        if message.context != WORLD {
            let communicator = context_name(message.context);
            self.argue(argument::CONTEXT.1, message.context.into());
            self.annotate(argument::COMMUNICATOR.1, |value| {
                value.bytes(annotation::TEXT, communicator.as_bytes())
            });
        }
    }

    /// Encodes an event.
    fn encode(&mut self, event: &Event) {
        let track = FIRST_LOCATION + u64::from(event.location);
        match event.kind {
            Kind::Enter { region } => {
                let (name, category) = self.regions[region as usize];
                let event = self.bare(EventType::SliceBegin, track);
                event.number(event::CATEGORY, category);
                event.number(event::NAME, name);
            }
            Kind::Leave { .. } => {
                self.bare(EventType::SliceEnd, track);
            }
            Kind::Call(call) => {
                self.instant(word::number::CALL, track);
                self.argue(argument::CONTEXT.1, call.context.into());
                self.argue(argument::RANKS.1, call.ranks.into());
                self.argue(argument::RANK.1, call.rank.into());
            }
            Kind::Send(message) => {
                self.message(word::number::SEND, track, &message);
                self.arrows += 1;
                let rank = self.ranks[event.location as usize];
                self.under_way.send(rank, &message, self.arrows);
                self.packets.fixed(event::FLOW, self.arrows);
            }
            Kind::Receive(message) => {
                self.message(word::number::RECEIVE, track, &message);
                let rank = self.ranks[event.location as usize];
                if let Some(arrow) = self.under_way.receive(rank, &message) {
                    self.packets.fixed(event::TERMINATING_FLOW, arrow);
                }
            }
            Kind::Metric { metric, value } => {
                let value = value.min(i64::MAX as u64);
                let track = FIRST_METRIC + u64::from(metric);
                let event = self.bare(EventType::Counter, track);
                event.number(event::COUNTER_VALUE, value);
            }
        }
    }
}

impl Sink for PerfettoWriter {
    fn event(&mut self, event: &Event) -> Result<()> {
        let written = self.packet(event.time, 0, |trace| trace.encode(event));
        written.map_err(|error| TraceError::write(&self.path, error))
    }

    fn finish(mut self: Box<Self>, end: u64) -> Result<()> {
        let last = |trace: &mut PerfettoWriter| trace.named(PROGRAM_TRACK, word::BEGIN, word::END);
        let written = self.packet(end, 0, last).and_then(|()| self.write());
        written.map_err(|error| TraceError::write(&self.path, error))
    }
}

/// Converts ticks to nanoseconds, Perfetto's time, rounded down.
fn nanoseconds(ticks: u64, ticks_per_second: u64) -> u64 {
    // A 128-bit division is slow, and seldom needed.
    if let Some(product) = ticks.checked_mul(NANOSECONDS as u64) {
        return product / ticks_per_second;
    }
    let time = u128::from(ticks) * NANOSECONDS / u128::from(ticks_per_second);
    u64::try_from(time).unwrap_or(u64::MAX)
}
