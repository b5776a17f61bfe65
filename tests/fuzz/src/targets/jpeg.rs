//! JPEG files for the sequential decoder.

use std::ffi::OsString;
use std::path::Path;

use anyhow::Result;
use fastrand::Rng;

use super::c::{compile, includes, Reader};
use crate::mutate::bytes;
use crate::target::{files, repository, Entry, Target, Verdict};

pub const ENTRY: Entry = Entry {
    name: "jpeg",
    places: &["jpeg: "],
    sources: &["apps/jpeg/"],
    cases: 20_000,
    open,
};

/// Where the file and the bitmap are in the memory of the decoder.
const PLACES: [&str; 4] = [
    "-DINPUT_AT=0",
    "-DOUTPUT_AT=0x80000",
    "-DWEFT_MP_NO_JOIN",
    "-Dmain=jpeg_main",
];

struct Files {
    corpus: Vec<Vec<u8>>,
    reader: Reader,
}

fn open(folder: &Path) -> Result<Box<dyn Target>> {
    let mut corpus = files("tests/jpeg/pictures", ".jpg")?;
    corpus.extend(files("tests/jpeg/refused", ".jpg")?);
    let sources = sources()?;
    let compiled = |options: &[OsString]| {
        let more = [
            PLACES.map(OsString::from).to_vec(),
            includes(&["tests/jpeg/memory", "lib/include"]),
        ]
        .concat();
        let out = ["-o".into(), folder.join("jpeg").into_os_string()];
        compile(
            &"cc".into(),
            folder,
            &[options, &more, &sources, &out].concat(),
        )
    };
    let reader = Reader::new(folder, &compiled, "jpeg")?;
    Ok(Box::new(Files { corpus, reader }))
}

/// Those of the task graph with one task, and the program that gives it cases.
fn sources() -> Result<Vec<OsString>> {
    let graph = std::fs::read_to_string(repository("apps/jpeg/jpeg1.toml"))?;
    let quoted = graph.split('"').filter(|text| text.ends_with(".c"));
    let decoder = quoted.map(|file| repository("apps/jpeg").join(file).into_os_string());
    let all = decoder.chain([repository("tests/fuzz/c/jpeg.c").into_os_string()]);
    Ok(all.collect())
}

/// The segments of a file: each begins with a marker and, but for the last, says how long it is.
fn segments(file: &[u8]) -> Vec<Vec<u8>> {
    let mut segments = vec![file[..2].to_vec()];
    let mut rest = &file[2..];
    while let [0xFF, marker, high, low, ..] = *rest {
        let length = 2 + usize::from(u16::from_be_bytes([high, low]));
        let is_last = marker == 0xDA;
        let (segment, after) = rest.split_at(if is_last {
            rest.len()
        } else {
            length.min(rest.len())
        });
        segments.push(segment.to_vec());
        rest = after;
    }
    segments
}

/// Segments doubled, exchanged, left out, or taken from another file.
fn mixed(random: &mut Rng, corpus: &[Vec<u8>]) -> Vec<u8> {
    let mut any = || segments(&corpus[random.usize(..corpus.len())]);
    let (mut file, other) = (any(), any());
    for _ in 0..random.usize(1..4) {
        let at = random.usize(..file.len());
        match random.u8(..4) {
            0 if file.len() > 1 => drop(file.remove(at)),
            1 => file.insert(at, file[at].clone()),
            2 => file[at] = other[random.usize(..other.len())].clone(),
            _ => {
                let to = random.usize(..file.len());
                file.swap(at, to);
            }
        }
    }
    file.concat()
}

impl Target for Files {
    fn make(&mut self, random: &mut Rng) -> Vec<u8> {
        let case = mixed(random, &self.corpus);
        match random.u8(..4) {
            0 => case,
            1 => bytes(random, &[case]),
            _ => bytes(random, &self.corpus),
        }
    }

    fn check(&mut self, case: &[u8]) -> Verdict {
        self.reader.check(case)
    }
}
