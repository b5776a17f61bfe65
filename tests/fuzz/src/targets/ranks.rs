//! What ranks of this machine have recorded for a trace.

use std::path::{Path, PathBuf};

use anyhow::Result;
use arbitrary::Arbitrary;
use fastrand::Rng;
use weft_launch::trace::{Rank, Recording};

use super::c::compile;
use crate::mutate::{bytes, structure};
use crate::target::{Entry, Target, Verdict};

pub const ENTRY: Entry = Entry {
    name: "ranks",
    places: &[],
    sources: &[
        "crates/launch/src/trace/records.rs",
        "crates/launch/src/trace/merge.rs",
    ],
    cases: 40_000,
    open,
};

/// A record: `struct weft_trace_record`.
#[derive(Clone, Copy, Debug, Arbitrary)]
struct Record {
    later: u8,
    far: bool,
    kind: u8,
    peer: u8,
    tag: i8,
    context: u8,
    value: u16,
    strange: u8,
}

/// Kinds of records, a few more than there are.
const KINDS: u32 = 15;
/// The kind that is followed by a name.
const NAME: u32 = 1;
const RECORD_BYTES: usize = 32;

struct Records {
    trace: PathBuf,
    /// Has the symbol by which a rank tells where its functions are.
    program: PathBuf,
}

fn open(folder: &Path) -> Result<Box<dyn Target>> {
    let (source, program) = (folder.join("small.c"), folder.join("small"));
    std::fs::write(
        &source,
        "void weft_trace_begin(void) {}\nint main(void) { return 0; }\n",
    )?;
    let arguments = [source.into(), "-o".into(), program.clone().into_os_string()];
    anyhow::ensure!(
        compile(&"cc".into(), folder, &arguments)?,
        "cc compiles nothing"
    );
    let trace = folder.join("fuzz.csv");
    Ok(Box::new(Records { trace, program }))
}

impl Record {
    fn write(self, time: &mut u64, bytes: &mut Vec<u8>) {
        *time += if self.far {
            u64::from(self.later) << 40
        } else {
            self.later.into()
        };
        let kind = u32::from(self.kind) % KINDS;
        let value = match self.strange {
            0 => u64::MAX,
            1 => u64::from(self.value) << 48,
            _ => u64::from(self.value) % 64,
        };
        bytes.extend(time.to_ne_bytes());
        bytes.extend(kind.to_ne_bytes());
        bytes.extend((u32::from(self.peer) % 4).to_ne_bytes());
        bytes.extend(i32::from(self.tag).to_ne_bytes());
        bytes.extend((u32::from(self.context) % 4).to_ne_bytes());
        bytes.extend(value.to_ne_bytes());
        if kind == NAME && value < 64 {
            bytes.extend(vec![b'n'; (value as usize).next_multiple_of(RECORD_BYTES)]);
        }
    }
}

impl Target for Records {
    fn make(&mut self, random: &mut Rng) -> Vec<u8> {
        let (mut time, mut case) = (1000, Vec::new());
        let begin = Record {
            later: 0,
            far: false,
            kind: 0,
            peer: 0,
            tag: 0,
            context: 0,
            value: 0,
            strange: 9,
        };
        begin.write(&mut time, &mut case);
        let records: Vec<Record> = structure(random);
        records
            .iter()
            .for_each(|record| record.write(&mut time, &mut case));
        match random.u8(..3) {
            0 => bytes(random, &[case]),
            _ => case,
        }
    }

    /// Half of the records are those of each of two ranks.
    fn check(&mut self, case: &[u8]) -> Verdict {
        let recorded = || -> Result<()> {
            let mut recording = Recording::begin(&self.trace)?;
            recording.begin_job(Rank::all(&self.program, 2))?;
            let folder = PathBuf::from(std::env::var("WEFT_TRACE")?);
            let head = &case[..case.len().min(RECORD_BYTES)];
            let half = (case.len() / RECORD_BYTES / 2).max(1) * RECORD_BYTES;
            let half = half.min(case.len());
            std::fs::write(folder.join("0"), &case[..half])?;
            std::fs::write(folder.join("1"), [head, &case[half..]].concat())?;
            recording.finish("fuzz")
        };
        Verdict::of(recorded())
    }
}
