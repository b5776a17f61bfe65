//! Writes messages, and what AES-128 in CCM mode makes of them: published ones, one of the greatest length, and random ones.
//! `hardware/bench/cipher` plays them on the circuit `ccm`; `hardware/bench/ccm.cpp` has the format.
//!
//! Usage: `ccm_messages [COUNT [SEED]]`, with the number of random messages.

mod message;
mod published;

use message::{Message, Play};
use std::io::{self, BufWriter, Write};
use weft_sim::noc::random::Random;

const COUNT: u64 = 2000;
const SEED: u64 = 1;
/// What two octets of length can say of associated data (RFC 3610, section 2.2), and of a message.
const LONGEST: (usize, usize) = (0xff00 - 1, 0xffff);

fn main() -> io::Result<()> {
    let mut numbers = std::env::args().skip(1).map(|text| text.parse());
    let mut number = |or| numbers.next().unwrap_or(Ok(or)).map_err(io::Error::other);
    let (count, mut random) = (number(COUNT)?, Random::new(number(SEED)?));
    let mut out = BufWriter::new(io::stdout().lock());
    for message in published::messages() {
        for play in Play::all() {
            message.write(&play, &mut out)?;
        }
    }
    let longest = Message::random(LONGEST.0, LONGEST.1, &mut random);
    longest.write(&Play::default(), &mut out)?;
    for _ in 0..count {
        let (associated, length) = lengths(&mut random);
        let message = Message::random(associated, length, &mut random);
        message.write(&Play::random(&mut random), &mut out)?;
    }
    out.flush()
}

/// Octets of associated data and of a message: about a block's limits, or any.
fn lengths(random: &mut Random) -> (usize, usize) {
    const BLOCK: u32 = 16;
    let mut length = |about: u32| {
        let near = BLOCK * random.below(4) + about + random.below(5);
        [near, near, near, random.below(400)][random.below(4) as usize].saturating_sub(2) as usize
    };
    // The first block of associated data begins with two octets of length.
    (length(BLOCK - 2).max(1), length(0))
}
