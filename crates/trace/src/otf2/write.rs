//! Writing an OTF2 archive.
//!
//! A message of a communicator is held back, with all later events, until all members of the communicator have recorded their ranks. The
//! delay is short, since all members make a communicator together.

use super::archive::{self, Archive, At, RegionKind, Transfer, GROUP_OF_SELF};
use super::collective::{operation, BARRIER};
use super::communicators::{Communicators, Group};
use crate::error::{Result, TraceError};
use crate::event::{context_name, Definitions, Event, Kind, Message, Region, Role, NETWORK, WORLD};
use crate::sink::Sink;
use std::collections::VecDeque;
use std::path::{Path, PathBuf};

/// The name of the archive in its folder.
const NAME: &str = "traces";
/// Maximum number of events that are held back. Beyond it the writer stops waiting for the communicator's members.
const MOST_HELD: usize = 1 << 16;

/// An archive being written.
pub struct Otf2Writer {
    path: PathBuf,
    archive: Archive,
    definitions: Definitions,
    /// For each location its number in the archive. Ranks come first, in their order, since ViTE takes a rank as the number of a location.
    numbers: Vec<u64>,
    /// The contexts that occur, by their numbers in the archive. They are few, so a linear search is faster than a table.
    contexts: Vec<u32>,
    communicators: Communicators,
    held: VecDeque<Event>,
    /// For each location the pending collective operation.
    collectives: Vec<Option<Collective>>,
}

/// A pending collective operation.
#[derive(Clone, Copy)]
struct Collective {
    region: u32,
    operation: u8,
    /// The communicator, once it is known.
    context: Option<u32>,
    /// Bytes sent and received.
    bytes: [u64; 2],
}

impl Otf2Writer {
    /// Creates an archive, and replaces an existing one.
    ///
    /// # Errors
    /// When the folder cannot be written, or exists and is not an OTF2 archive.
    pub fn create(path: &Path, definitions: &Definitions) -> Result<Otf2Writer> {
        remove_former(path)?;
        let folder = path.to_str();
        let folder = folder.ok_or_else(|| TraceError::write(path, "its name is no text"))?;
        let archive = Archive::open(folder, NAME);
        let archive = archive.map_err(|error| TraceError::write(path, error))?;
        Ok(Otf2Writer {
            path: path.to_owned(),
            archive,
            definitions: definitions.clone(),
            numbers: numbers(definitions),
            contexts: vec![WORLD],
            communicators: Communicators::new(ranks(definitions)),
            held: VecDeque::new(),
            collectives: vec![None; definitions.locations.len()],
        })
    }

    /// Writes an event, or holds it back.
    fn take(&mut self, event: &Event) -> archive::Result<()> {
        self.learn(event);
        if self.held.is_empty() && self.waits_for(event).is_none() {
            return self.write(event);
        }
        self.held.push_back(*event);
        self.write_held(MOST_HELD)
    }

    /// Records the caller's rank in its communicator, which a call event tells.
    fn learn(&mut self, event: &Event) {
        if let Kind::Call(call) = event.kind {
            let location = &self.definitions.locations[event.location as usize];
            if let Some(world) = location.rank {
                self.communicators
                    .learn(call.context, call.ranks, call.rank, world);
            }
        }
    }

    /// Returns the context whose members must be known before the event can be written.
    fn waits_for(&self, event: &Event) -> Option<u32> {
        match event.kind {
            Kind::Send(message) | Kind::Receive(message) => {
                let context = message.context;
                (!self.communicators.are_known(context)).then_some(context)
            }
            _ => None,
        }
    }

    /// Writes the held events that no longer wait. If more than `most` are held, stops waiting for the members of the first one's communicator.
    fn write_held(&mut self, most: usize) -> archive::Result<()> {
        while let Some(event) = self.held.front().copied() {
            match self.waits_for(&event) {
                Some(_) if self.held.len() <= most => break,
                Some(context) => self.communicators.give_up(context),
                None => {
                    self.held.pop_front();
                    self.write(&event)?;
                }
            }
        }
        Ok(())
    }

    /// Returns the number of a location in the archive; the network's comes after all others.
    fn number_of(&self, location: u32) -> u64 {
        match location {
            NETWORK => self.definitions.locations.len() as u64,
            location => self.numbers[location as usize],
        }
    }

    fn write(&mut self, event: &Event) -> archive::Result<()> {
        let at = At {
            location: self.number_of(event.location),
            time: event.time,
        };
        match event.kind {
            Kind::Enter { region } => {
                self.enter_collective(event.location, region);
                self.archive.enter(at, region)
            }
            Kind::Leave { region } => {
                self.leave_collective(event.location, region, at)?;
                self.archive.leave(at, region)
            }
            Kind::Call(call) => self.call(event.location, call.context, at),
            Kind::Send(message) => {
                let transfer = self.transfer(event.location, &message, 0);
                self.archive.send(at, &transfer)
            }
            Kind::Receive(message) => {
                let transfer = self.transfer(event.location, &message, 1);
                self.archive.receive(at, &transfer)
            }
            Kind::Metric { metric, value } => self.archive.metric(at, metric, value),
        }
    }

    fn enter_collective(&mut self, location: u32, region: u32) {
        let under_way = &mut self.collectives[location as usize];
        let entered = &self.definitions.regions[region as usize];
        if under_way.is_none() && entered.role == Role::Mpi {
            *under_way = operation(&entered.name).map(|operation| Collective {
                region,
                operation,
                context: None,
                bytes: [0, 0],
            });
        }
    }

    /// Begins the collective operation of a call, once its communicator is known.
    fn call(&mut self, location: u32, context: u32, at: At) -> archive::Result<()> {
        match &mut self.collectives[location as usize] {
            Some(collective) if collective.context.is_none() => {
                collective.context = Some(context);
                self.archive.collective_begin(at)
            }
            _ => Ok(()),
        }
    }

    fn leave_collective(&mut self, location: u32, region: u32, at: At) -> archive::Result<()> {
        let under_way = &mut self.collectives[location as usize];
        let Some(collective) = under_way.filter(|collective| collective.region == region) else {
            return Ok(());
        };
        *under_way = None;
        let Some(context) = collective.context else {
            return Ok(());
        };
        let ended = archive::Collective {
            operation: collective.operation,
            communicator: self.number_of_context(context),
            bytes: collective.bytes,
        };
        self.archive.collective_end(at, &ended)
    }

    /// Returns one end of a message; `end` is 0 for its sender, 1 for its receiver.
    fn transfer(&mut self, location: u32, message: &Message, end: usize) -> Transfer {
        let communicator = self.number_of_context(message.context);
        if let Some(collective) = &mut self.collectives[location as usize] {
            collective.bytes[end] += message.bytes;
        }
        Transfer {
            peer: self.communicators.rank_in(message.context, message.peer),
            communicator,
            tag: message.tag as u32,
            bytes: message.bytes,
        }
    }

    fn number_of_context(&mut self, context: u32) -> u32 {
        let known = self.contexts.iter().position(|known| *known == context);
        let number = known.unwrap_or_else(|| {
            self.contexts.push(context);
            self.contexts.len() - 1
        });
        number as u32
    }

    /// Returns the number of locations in the archive.
    fn locations(&self) -> u64 {
        let mut metrics = self.definitions.metrics.iter();
        let has_network = metrics.any(|metric| metric.location == NETWORK);
        self.definitions.locations.len() as u64 + u64::from(has_network)
    }

    fn define(&mut self, end: u64) -> archive::Result<()> {
        let locations = 0..self.locations();
        let counts = locations.map(|location| self.archive.count(location));
        let counts = counts.collect::<archive::Result<Vec<u64>>>()?;
        let (definitions, archive) = (&self.definitions, &mut self.archive);
        archive.define(counts.len() as u32, definitions.ticks_per_second, end)?;
        archive.define_machine(&definitions.program)?;
        for (number, location) in in_order(definitions).into_iter().enumerate() {
            let (name, events) = (&definitions.locations[location].name, counts[number]);
            archive.define_location(number as u64, name, events, true)?;
        }
        let network = definitions.locations.len();
        if let Some(&events) = counts.get(network) {
            archive.define_location(network as u64, "network", events, false)?;
        }
        for (number, region) in (0..).zip(&definitions.regions) {
            archive.define_region(number, &region.name, kind_of(region))?;
        }
        for (number, metric) in (0..).zip(&definitions.metrics) {
            archive.define_metric(number, &metric.name, &metric.unit)?;
        }
        let locations_of_ranks: Vec<u64> = (0..ranks(definitions).into()).collect();
        archive.define_ranks(&locations_of_ranks)?;
        self.define_communicators()
    }

    fn define_communicators(&mut self) -> archive::Result<()> {
        let mut groups = GROUP_OF_SELF;
        for (number, &context) in (0..).zip(&self.contexts) {
            let group = match self.communicators.group(context) {
                Group::Itself => GROUP_OF_SELF,
                Group::Ranks(ranks) => {
                    groups += 1;
                    self.archive.define_group(groups, &ranks)?;
                    groups
                }
            };
            self.archive
                .define_communicator(number, &context_name(context), group)?;
        }
        Ok(())
    }
}

impl Sink for Otf2Writer {
    fn event(&mut self, event: &Event) -> Result<()> {
        let written = self.take(event);
        written.map_err(|error| TraceError::write(&self.path, error))
    }

    fn finish(mut self: Box<Self>, end: u64) -> Result<()> {
        let locations = self.locations() as u32;
        let defined = self.write_held(0).and_then(|()| self.define(end));
        let closed = self.archive.close(locations);
        let written = defined.and(closed);
        written.map_err(|error| TraceError::write(&self.path, error))
    }
}

fn kind_of(region: &Region) -> RegionKind {
    match (region.role, operation(&region.name)) {
        (Role::Function, _) => RegionKind::Function,
        (Role::User, _) => RegionKind::User,
        (Role::Mpi, Some(BARRIER)) => RegionKind::Barrier,
        (Role::Mpi, Some(_)) => RegionKind::Collective,
        (Role::Mpi, None) => RegionKind::PointToPoint,
    }
}

/// Returns the number of ranks.
fn ranks(definitions: &Definitions) -> u32 {
    let locations = definitions.locations.iter();
    locations.filter(|location| location.rank.is_some()).count() as u32
}

/// Returns the locations in the order of their numbers in the archive.
fn in_order(definitions: &Definitions) -> Vec<usize> {
    let locations = &definitions.locations;
    let mut order: Vec<usize> = (0..locations.len()).collect();
    order.sort_by_key(|&location| locations[location].rank.unwrap_or(u32::MAX));
    order
}

/// Returns each location's number in the archive.
fn numbers(definitions: &Definitions) -> Vec<u64> {
    let mut numbers = vec![0; definitions.locations.len()];
    for (number, location) in (0..).zip(in_order(definitions)) {
        numbers[location] = number;
    }
    numbers
}

/// Removes an existing archive, and nothing else.
fn remove_former(path: &Path) -> Result<()> {
    if !path.exists() {
        return Ok(());
    }
    let anchor = path.join(NAME).with_extension("otf2");
    if !anchor.is_file() {
        let reason = "it exists, and is no OTF2 archive of weft";
        return Err(TraceError::write(path, reason));
    }
    std::fs::remove_dir_all(path).map_err(|error| TraceError::write(path, error))
}
