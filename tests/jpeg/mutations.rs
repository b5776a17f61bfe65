//! Damaged files, made by changing good ones: whatever is in a file, the decoder ends, with a bitmap or with a refusal,
//! and reads and writes nothing but its own objects.

use super::decoder::Decoder;
use super::{folder, read};
use fastrand::Rng;

/// Bytes that mean something in a JPEG file.
const TELLING: [u8; 6] = [0x00, 0x01, 0x7F, 0x80, 0xFE, 0xFF];

/// Files with more changes than this are refused before they become interesting.
const CHANGES_MAX: usize = 8;

fn good_files() -> Vec<Vec<u8>> {
    let folders = ["pictures", "refused"].map(folder);
    let entries = folders
        .iter()
        .flat_map(|folder| std::fs::read_dir(folder).expect("the pictures"));
    let mut paths: Vec<_> = entries
        .map(|entry| entry.expect("a picture").path())
        .collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "jpg"));
    paths.sort();
    paths.iter().map(|path| read(path)).collect()
}

/// A place in the file; half of the time in its first part, where the tables are.
fn place(random: &mut Rng, file: &[u8]) -> usize {
    let most = if random.bool() {
        file.len()
    } else {
        file.len().min(650)
    };
    random.usize(..most)
}

fn any_byte(random: &mut Rng) -> u8 {
    if random.bool() {
        TELLING[random.usize(..TELLING.len())]
    } else {
        random.u8(..)
    }
}

fn change(random: &mut Rng, file: &mut Vec<u8>) {
    let at = place(random, file);
    let end = (at + random.usize(1..9)).min(file.len());
    match random.u8(..5) {
        0 => file[at] ^= 1 << random.u8(..8),
        1 => file[at] = any_byte(random),
        2 => drop(file.splice(at..end, [])),
        3 => drop(file.splice(at..at, vec![any_byte(random); end - at])),
        _ => {
            let to = random.usize(..file.len() + at - end);
            file.copy_within(at..end, to);
        }
    }
}

fn mutate(seed: u64, files: &[Vec<u8>]) -> Vec<u8> {
    let mut random = Rng::with_seed(seed);
    let mut file = files[random.usize(..files.len())].clone();
    for _ in 0..random.usize(1..=CHANGES_MAX) {
        if file.len() > CHANGES_MAX {
            change(&mut random, &mut file);
        }
    }
    file
}

fn decode_mutations(seeds: std::ops::Range<u64>) {
    let files = good_files();
    for seed in seeds {
        let decoded = Decoder::checked().decode(&mutate(seed, &files));
        decoded.settles(&format!("mutation {seed}"));
    }
}

#[test]
fn mutations() {
    decode_mutations(0..500);
}

#[test]
#[ignore = "minutes: part of make test-long"]
fn many_mutations() {
    decode_mutations(500..20_000);
}
