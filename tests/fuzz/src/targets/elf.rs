//! Executables.

use std::path::Path;

use anyhow::Result;
use fastrand::Rng;
use weft_sim::elf::{check_object, Image};

use super::small_elf::File;
use crate::mutate::{bytes, structure};
use crate::target::{files, Entry, Target, Verdict};

pub const ENTRY: Entry = Entry {
    name: "elf",
    places: &["fuzz.elf: "],
    sources: &["crates/sim/src/elf.rs"],
    cases: 150_000,
    open,
};

struct Executables(Vec<Vec<u8>>);

fn open(_folder: &Path) -> Result<Box<dyn Target>> {
    let mut corpus = files("tests/recorded/programs", ".elf")?;
    corpus.truncate(6);
    Ok(Box::new(Executables(corpus)))
}

impl Target for Executables {
    fn make(&mut self, random: &mut Rng) -> Vec<u8> {
        match random.u8(..3) {
            0 => bytes(random, &self.0),
            1 => structure::<File>(random).bytes(),
            _ => {
                let file = structure::<File>(random).bytes();
                bytes(random, &[file])
            }
        }
    }

    /// What is taken loads no more than the file says.
    fn check(&mut self, case: &[u8]) -> Verdict {
        for floats in [false, true] {
            let _ = check_object("fuzz.o", case, floats);
        }
        let image = Image::parse("fuzz.elf", case);
        if let Ok(image) = &image {
            let loaded = image.segments.iter().map(|segment| segment.bytes.len());
            assert!(loaded.max() <= Some(case.len()));
            image.symbol("main");
        }
        Verdict::of(image)
    }
}
