//! Writing an OTF2 archive.

use super::archive::{self, Archive, RegionKind, Transfer};
use super::collective::{operation, BARRIER};
use crate::error::TraceError;
use crate::event::{context_name, Definitions, Event, Kind, Message, Region, Role, WORLD};
use crate::sink::Sink;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The name of the archive in its folder.
const NAME: &str = "traces";

/// An archive being written.
pub struct Otf2Writer {
    path: PathBuf,
    archive: Archive,
    definitions: Definitions,
    /// The contexts that occur.
    contexts: BTreeSet<u32>,
    /// For each location the collective operation under way.
    collectives: Vec<Option<Collective>>,
}

/// A collective operation under way.
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
    /// Begins an archive, in place of one that is there.
    ///
    /// # Errors
    /// When the folder cannot be written, or is there and is no OTF2 archive.
    pub fn create(path: &Path, definitions: &Definitions) -> Result<Otf2Writer, TraceError> {
        remove_former(path)?;
        let folder = path
            .to_str()
            .ok_or_else(|| TraceError::write(path, "its name is no text"))?;
        let archive =
            Archive::open(folder, NAME).map_err(|error| TraceError::write(path, error))?;
        Ok(Otf2Writer {
            path: path.to_owned(),
            archive,
            definitions: definitions.clone(),
            contexts: BTreeSet::from([WORLD]),
            collectives: vec![None; definitions.locations.len()],
        })
    }

    fn write(&mut self, event: &Event) -> archive::Result<()> {
        let (location, time) = (u64::from(event.location), event.time);
        match event.kind {
            Kind::Enter { region } => {
                self.enter_collective(event.location, region);
                self.archive.enter(location, time, region)
            }
            Kind::Leave { region } => {
                self.leave_collective(event.location, region, time)?;
                self.archive.leave(location, time, region)
            }
            Kind::Call { context, .. } => self.call(event.location, context, time),
            Kind::Send(message) => {
                let transfer = self.transfer(event.location, &message, 0);
                self.archive.send(location, time, &transfer)
            }
            Kind::Receive(message) => {
                let transfer = self.transfer(event.location, &message, 1);
                self.archive.receive(location, time, &transfer)
            }
            Kind::Metric { metric, value } => self.archive.metric(location, time, metric, value),
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

    /// The operation's communicator is known: it begins.
    fn call(&mut self, location: u32, context: u32, time: u64) -> archive::Result<()> {
        match &mut self.collectives[location as usize] {
            Some(collective) if collective.context.is_none() => {
                collective.context = Some(context);
                self.contexts.insert(context);
                self.archive.collective_begin(location.into(), time)
            }
            _ => Ok(()),
        }
    }

    fn leave_collective(&mut self, location: u32, region: u32, time: u64) -> archive::Result<()> {
        let under_way = &mut self.collectives[location as usize];
        let Some(collective) = under_way.filter(|collective| collective.region == region) else {
            return Ok(());
        };
        *under_way = None;
        let Some(context) = collective.context else {
            return Ok(());
        };
        let Collective {
            operation, bytes, ..
        } = collective;
        self.archive
            .collective_end(location.into(), time, operation, context, bytes)
    }

    /// A message's `end`: 0 its sender, 1 its receiver.
    fn transfer(&mut self, location: u32, message: &Message, end: usize) -> Transfer {
        self.contexts.insert(message.context);
        if let Some(collective) = &mut self.collectives[location as usize] {
            collective.bytes[end] += message.bytes;
        }
        Transfer {
            peer: message.peer,
            communicator: message.context,
            tag: message.tag as u32,
            bytes: message.bytes,
        }
    }

    fn define(&mut self, end: u64) -> archive::Result<()> {
        let definitions = &self.definitions;
        let locations = 0..definitions.locations.len() as u64;
        let counts = locations.map(|location| self.archive.count(location));
        let counts = counts.collect::<archive::Result<Vec<u64>>>()?;
        self.archive
            .define(counts.len() as u32, definitions.ticks_per_second, end)?;
        self.archive.define_machine(&definitions.program)?;
        for ((number, location), events) in (0..).zip(&definitions.locations).zip(counts) {
            self.archive
                .define_location(number, &location.name, events)?;
        }
        for (number, region) in (0..).zip(&definitions.regions) {
            self.archive
                .define_region(number, &region.name, kind_of(region))?;
        }
        for (number, metric) in (0..).zip(&definitions.metrics) {
            self.archive
                .define_metric(number, &metric.name, &metric.unit)?;
        }
        self.archive
            .define_ranks(&locations_of_ranks(definitions))?;
        for &context in &self.contexts {
            self.archive
                .define_communicator(context, &context_name(context))?;
        }
        Ok(())
    }
}

impl Sink for Otf2Writer {
    fn event(&mut self, event: &Event) -> Result<(), TraceError> {
        let written = self.write(event);
        written.map_err(|error| TraceError::write(&self.path, error))
    }

    fn finish(mut self: Box<Self>, end: u64) -> Result<(), TraceError> {
        let locations = self.definitions.locations.len() as u32;
        let defined = self.define(end);
        let closed = self.archive.close(locations);
        defined
            .and(closed)
            .map_err(|error| TraceError::write(&self.path, error))
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

fn locations_of_ranks(definitions: &Definitions) -> Vec<u64> {
    let mut ranked: Vec<(u32, u64)> = (0..)
        .zip(&definitions.locations)
        .filter_map(|(number, location)| Some((location.rank?, number)))
        .collect();
    ranked.sort_unstable();
    ranked.into_iter().map(|(_, location)| location).collect()
}

/// Takes away the archive that is there. Nothing else is touched.
fn remove_former(path: &Path) -> Result<(), TraceError> {
    if !path.exists() {
        return Ok(());
    }
    let anchor = path.join(NAME).with_extension("otf2");
    if !anchor.is_file() {
        return Err(TraceError::write(
            path,
            "it exists, and is no OTF2 archive of weft",
        ));
    }
    std::fs::remove_dir_all(path).map_err(|error| TraceError::write(path, error))
}
