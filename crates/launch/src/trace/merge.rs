//! Merges the records of all ranks into the events of one trace, in the order of time: the ranks share a clock.

use std::collections::HashMap;

use anyhow::Result;
use weft_trace::event::{Call, Definitions, Event, Kind, Location, Message, Region, Role};
use weft_trace::flow::UnderWay;
use weft_trace::sink::Sink;

use super::records::{RankFile, Record, RecordKind};

/// Units of the clock in a second.
const NANOSECONDS: u64 = 1_000_000_000;

/// The definitions that events refer to. They are written before the first event, so the files are read once to collect them.
pub struct Names {
    pub definitions: Definitions,
    numbers: HashMap<(String, Role), u32>,
}

impl Names {
    /// Reads the files for the names in them.
    ///
    /// # Errors
    /// When one cannot be read.
    pub fn of(program: &str, files: &mut [RankFile]) -> Result<Names> {
        let mut names = Names {
            definitions: Definitions {
                program: program.to_owned(),
                ticks_per_second: NANOSECONDS,
                ..Definitions::default()
            },
            numbers: HashMap::new(),
        };
        for (rank, file) in (0..).zip(files) {
            names.definitions.locations.push(Location {
                name: file.name.clone(),
                rank: Some(rank),
            });
            while let Some(record) = file.next()? {
                if let Some((name, role)) = file.region(&record) {
                    names.number(name, role);
                }
            }
        }
        Ok(names)
    }

    fn number(&mut self, name: String, role: Role) -> u32 {
        let regions = &mut self.definitions.regions;
        let number = self.numbers.entry((name, role));
        *number.or_insert_with_key(|(name, role)| {
            regions.push(Region {
                name: name.clone(),
                role: *role,
            });
            regions.len() as u32 - 1
        })
    }
}

/// The ranks' files, read for their events.
pub struct Merge {
    names: Names,
    ranks: Vec<Rank>,
    /// The time of the first record of all.
    begin: u64,
    under_way: UnderWay<u64>,
}

/// A rank and the position in its file.
struct Rank {
    file: RankFile,
    /// The next record, and the one after it.
    next: Option<Record>,
    after: Option<Record>,
    /// Regions by the fields with which records name them.
    regions: HashMap<(RecordKind, u32, u64), u32>,
    /// The stack of regions that it is in.
    inside: Vec<u32>,
}

impl Merge {
    /// Starts at the beginning of the files.
    ///
    /// # Errors
    /// When one cannot be read.
    pub fn new(names: Names, files: Vec<RankFile>) -> Result<Merge> {
        let begin = files.iter().map(|file| file.begin).min().unwrap_or(0);
        let ranks = files.into_iter().map(Rank::new).collect::<Result<_>>()?;
        Ok(Merge {
            names,
            ranks,
            begin,
            under_way: UnderWay::default(),
        })
    }

    /// Writes all events; returns the time of the end.
    ///
    /// # Errors
    /// When a file cannot be read, or the trace cannot be written.
    pub fn write(mut self, sink: &mut dyn Sink) -> Result<u64> {
        let mut end = 0;
        while let Some(location) = self.earliest() {
            let (record, is_refused) = self.ranks[location].take()?;
            end = record.time - self.begin;
            if is_refused {
                continue;
            }
            for kind in self.kinds(location, &record)? {
                sink.event(&Event::new(end, location as u32, kind))?;
            }
        }
        for (location, rank) in (0..).zip(&mut self.ranks) {
            while let Some(region) = rank.inside.pop() {
                sink.event(&Event::new(end, location, Kind::Leave { region }))?;
            }
        }
        Ok(end)
    }

    /// Returns the rank whose next record is the earliest.
    fn earliest(&self) -> Option<usize> {
        let times = self.ranks.iter().enumerate();
        let times = times.filter_map(|(rank, state)| Some((state.next?.time, rank)));
        times.min().map(|(_, rank)| rank)
    }

    /// Returns the events of a record: none, one, or those of leaving several regions.
    fn kinds(&mut self, location: usize, record: &Record) -> Result<Vec<Kind>> {
        let number = location as u32;
        let mut message = Message {
            peer: self.ranks[location].file.first.wrapping_add(record.peer),
            tag: record.tag,
            context: record.context,
            bytes: record.value,
        };
        Ok(match record.kind {
            RecordKind::Enter | RecordKind::MpiEnter | RecordKind::UserBegin => {
                let region = self.region(location, record)?;
                self.ranks[location].inside.push(region);
                vec![Kind::Enter { region }]
            }
            RecordKind::Leave | RecordKind::MpiLeave | RecordKind::UserEnd => {
                let region = self.region(location, record)?;
                self.ranks[location].leave(region)
            }
            RecordKind::Sent | RecordKind::Offer => {
                self.under_way.send(number, &message, message.bytes);
                vec![Kind::Send(message)]
            }
            RecordKind::Received if message.bytes == 0 => {
                message.bytes = self.under_way.receive(number, &message).unwrap_or(0);
                vec![Kind::Receive(message)]
            }
            RecordKind::Call => vec![Kind::Call(Call {
                context: record.context,
                ranks: record.value as u32,
                rank: record.peer,
            })],
            _ => Vec::new(),
        })
    }

    /// Returns the region of a record, which must be among the written definitions.
    fn region(&mut self, location: usize, record: &Record) -> Result<u32> {
        let rank = &mut self.ranks[location];
        let key = (record.kind, record.peer, record.value);
        if let Some(&region) = rank.regions.get(&key) {
            return Ok(region);
        }
        let named = rank.file.region(record);
        let number = named.and_then(|named| self.names.numbers.get(&named));
        let Some(&region) = number else {
            return Err(rank.file.damaged("names a region after its use"));
        };
        rank.regions.insert(key, region);
        Ok(region)
    }
}

impl Rank {
    fn new(mut file: RankFile) -> Result<Rank> {
        let next = file.next()?;
        let after = file.next()?;
        Ok(Rank {
            file,
            next,
            after,
            regions: HashMap::new(),
            inside: Vec::new(),
        })
    }

    /// Takes the next record, which must exist. The second value says whether the record is an offer that the receiver refused.
    fn take(&mut self) -> Result<(Record, bool)> {
        let record = self.next.take().expect("a rank with a record was chosen");
        self.next = self.after;
        self.after = self.file.next()?;
        let refuses = |next: Record| next.kind == RecordKind::Refused;
        let is_refused = record.kind == RecordKind::Offer && self.next.is_some_and(refuses);
        Ok((record, is_refused))
    }

    /// Leaves a region, and the inner regions that a longjmp has left.
    fn leave(&mut self, region: u32) -> Vec<Kind> {
        let Some(entered) = self.inside.iter().rposition(|inside| *inside == region) else {
            return Vec::new();
        };
        let left = self.inside.drain(entered..).rev();
        left.map(|region| Kind::Leave { region }).collect()
    }
}
