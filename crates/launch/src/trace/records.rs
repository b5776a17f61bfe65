//! Reads the file of one rank, record by record.

use std::collections::HashMap;
use std::fs::File;
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};

use anyhow::{anyhow, bail, Context, Result};
use serde::de::value::{Error as ValueError, U32Deserializer};
use serde::de::IntoDeserializer;
use serde::Deserialize;
use weft_trace::event::Role;

use super::functions::Functions;
use super::Rank;

/// Bytes of a record.
const RECORD: usize = 32;
/// Bytes of the longest name.
const NAME_MAX: u64 = 1 << 16;

/// The kind of a record, in the order of `enum weft_trace_kind`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
pub enum RecordKind {
    Begin,
    Name,
    Enter,
    Leave,
    MpiEnter,
    MpiLeave,
    UserBegin,
    UserEnd,
    Sent,
    Offer,
    Refused,
    Received,
    Call,
    Finish,
}

/// `struct weft_trace_record`.
#[derive(Clone, Copy, Debug)]
pub struct Record {
    /// Nanoseconds.
    pub time: u64,
    pub kind: RecordKind,
    pub peer: u32,
    pub tag: i32,
    pub context: u32,
    pub value: u64,
}

/// A rank's file, being read.
pub struct RankFile {
    path: PathBuf,
    file: BufReader<File>,
    names: HashMap<u32, String>,
    functions: Functions,
    /// The rank's name in the trace.
    pub name: String,
    /// The number of the first rank of its job.
    pub first: u32,
    /// The time of the first record.
    pub begin: u64,
    /// The time of the last one read.
    last: u64,
}

impl RankFile {
    /// Opens the file that a rank has written, whose job's first rank is `first`.
    ///
    /// # Errors
    /// When it cannot be read, or does not begin with the expected record.
    pub fn open(path: &Path, rank: &Rank, first: u32) -> Result<RankFile> {
        let Rank { program, name } = rank;
        let file = File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
        let mut rank = RankFile {
            path: path.to_owned(),
            file: BufReader::new(file),
            names: HashMap::new(),
            functions: Functions::default(),
            name: name.clone(),
            first,
            begin: 0,
            last: 0,
        };
        let shown = program.display();
        match rank.next()? {
            Some(first) if first.kind == RecordKind::Begin => {
                rank.begin = first.time;
                rank.functions = Functions::read(program, first.value)?;
                Ok(rank)
            }
            _ => bail!("{shown} has ended before it could write a trace"),
        }
    }

    /// Returns the next record that does not define a name; None at the end. An incomplete last record, which a killed rank may leave, is
    /// ignored.
    pub fn next(&mut self) -> Result<Option<Record>> {
        loop {
            let Some(record) = self.read()? else {
                return Ok(None);
            };
            if record.kind != RecordKind::Name {
                return Ok(Some(record));
            }
            if record.value > NAME_MAX {
                return Err(self.damaged("has a name that is too long"));
            }
            let mut name = vec![0; (record.value as usize).next_multiple_of(RECORD)];
            if self.file.read_exact(&mut name).is_err() {
                return Ok(None);
            }
            name.truncate(record.value as usize);
            self.names
                .insert(record.peer, String::from_utf8_lossy(&name).into_owned());
        }
    }

    /// Returns the name and role of a record's region.
    pub fn region(&self, record: &Record) -> Option<(String, Role)> {
        let named = |role| {
            let name = self.names.get(&record.peer);
            Some((name.cloned().unwrap_or_default(), role))
        };
        match record.kind {
            RecordKind::Enter | RecordKind::Leave => {
                Some((self.functions.name(record.value), Role::Function))
            }
            RecordKind::MpiEnter | RecordKind::MpiLeave => named(Role::Mpi),
            RecordKind::UserBegin | RecordKind::UserEnd => named(Role::User),
            _ => None,
        }
    }

    /// Returns the error for content that no rank can have written.
    pub fn damaged(&self, what: &str) -> anyhow::Error {
        let (name, path) = (&self.name, self.path.display());
        anyhow!("{path}, the trace of {name}, {what}: it is damaged; run the program again")
    }

    fn read(&mut self) -> Result<Option<Record>> {
        let mut bytes = [0; RECORD];
        if self.file.read_exact(&mut bytes).is_err() {
            return Ok(None);
        }
        let long = |at: usize| u64::from_ne_bytes(std::array::from_fn(|byte| bytes[at + byte]));
        let word = |at: usize| u32::from_ne_bytes(std::array::from_fn(|byte| bytes[at + byte]));
        let number: U32Deserializer<ValueError> = word(8).into_deserializer();
        let Ok(kind) = RecordKind::deserialize(number) else {
            let path = self.path.display();
            bail!("{path} is no trace of this version of the library");
        };
        let time = long(0);
        if time < std::mem::replace(&mut self.last, time) {
            return Err(self.damaged("goes back in time"));
        }
        Ok(Some(Record {
            time,
            kind,
            peer: word(12),
            tag: word(16) as i32,
            context: word(20),
            value: long(24),
        }))
    }
}
