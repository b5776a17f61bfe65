//! The phone's WAV files.

use std::ffi::OsString;
use std::path::Path;

use anyhow::Result;
use arbitrary::Arbitrary;
use fastrand::Rng;

use super::c::{compile, includes, Reader};
use crate::mutate::{bytes, structure};
use crate::target::{repository, Entry, Target, Verdict};

pub const ENTRY: Entry = Entry {
    name: "wav",
    places: &["weft-fuzz-"],
    sources: &["apps/voip/wav.c"],
    cases: 40_000,
    open,
};

/// Bytes of speech of the corpus.
const SPEECH: usize = 400;

/// A piece of a file.
#[derive(Clone, Debug, Arbitrary)]
enum Chunk {
    Format {
        code: u8,
        channels: u8,
        rate: u8,
        bits: u8,
        extended: bool,
    },
    Data(u8),
    Other {
        name: [u8; 4],
        bytes: u8,
        says: u32,
        right: bool,
    },
}

impl Chunk {
    fn write(&self, file: &mut Vec<u8>) {
        let (name, says, bytes) = match *self {
            Chunk::Format {
                code,
                channels,
                rate,
                bits,
                extended,
            } => {
                let bytes = format(code, channels, rate, bits, extended);
                (*b"fmt ", bytes.len() as u32, bytes)
            }
            Chunk::Data(count) => (*b"data", u32::from(count), vec![7; count.into()]),
            Chunk::Other {
                name,
                bytes,
                says,
                right,
            } => {
                let says = if right { bytes.into() } else { says };
                (name, says, vec![1; bytes.into()])
            }
        };
        file.extend(name);
        file.extend(says.to_le_bytes());
        file.extend(&bytes);
        file.extend(vec![0; bytes.len() % 2]);
    }
}

/// What a format says; mostly 1 channel of 16 bits at 8,000 samples a second.
fn format(code: u8, channels: u8, rate: u8, bits: u8, extended: bool) -> Vec<u8> {
    let mostly = |drawn: u8, right: u32, other: u32| if drawn % 4 > 0 { right } else { other };
    let half = |value: u32| (value as u16).to_le_bytes();
    let code = if extended { 0xFFFE } else { mostly(code, 1, 6) };
    let rate = mostly(rate, 8000, 44_100);
    let mut bytes = [half(code), half(mostly(channels, 1, 2))].concat();
    bytes.extend(rate.to_le_bytes());
    bytes.extend((2 * rate).to_le_bytes());
    bytes.extend([half(2), half(mostly(bits, 16, 8))].concat());
    if extended {
        bytes.extend([half(22), half(16), half(0), half(0), half(1)].concat());
    }
    bytes
}

struct Files {
    corpus: Vec<Vec<u8>>,
    reader: Reader,
}

fn open(folder: &Path) -> Result<Box<dyn Target>> {
    let mut speech = std::fs::read(repository("apps/voip/called.wav"))?;
    speech.truncate(SPEECH);
    // Lines are counted by the names of sources, which must differ.
    let sources = ["tests/fuzz/c/wav_cases.c", "apps/voip/wav.c"]
        .map(|file| repository(file).into_os_string());
    let compiled = |options: &[OsString]| {
        let more = includes(&["apps/voip"]);
        let out = ["-o".into(), folder.join("wav").into_os_string()];
        compile(
            &"cc".into(),
            folder,
            &[options, &more, &sources, &out].concat(),
        )
    };
    let reader = Reader::new(folder, &compiled, "wav")?;
    Ok(Box::new(Files {
        corpus: vec![speech],
        reader,
    }))
}

impl Target for Files {
    fn make(&mut self, random: &mut Rng) -> Vec<u8> {
        if random.bool() {
            return bytes(random, &self.corpus);
        }
        let mut file = b"RIFF\0\0\0\0WAVE".to_vec();
        let chunks: Vec<Chunk> = structure(random);
        chunks.iter().for_each(|chunk| chunk.write(&mut file));
        file
    }

    fn check(&mut self, case: &[u8]) -> Verdict {
        self.reader.check(case)
    }
}
