//! An accelerator at HIBI: the discrete cosine transform of blocks of 8 x 8 samples. It knows nothing of messages.
//!
//! ```text
//!             32nd word of samples              after `cycles`              32nd word of coefficients
//!   Filling -----------------------> Transforming ------------> Emptying ----------------------------> Filling
//! ```
//!
//! Source: L. Matilainen et al., "Multicore Communications API (MCAPI) implementation on an FPGA multiprocessor", 2011, IV and V.B: raw data in,
//! coefficients out, over the bus. The protocol is our own (docs/contract/hibi.md, "The DCT accelerator"): a word for the first address is the
//! HIBI address to which coefficients go; words for the second are samples of 16 bits, two a word, the lower half first, row by row. After the
//! 32nd word it transforms the block and sends 32 words of coefficients in the same form. Meanwhile it takes no words.
//!
//! Arithmetic: the two-dimensional DCT-II with orthonormal basis, by rows and then by columns, with constants of 13 fractional bits and
//! 3 fractional bits between both passes, rounded to nearest. Coefficients of samples of 9 bits differ from the exact ones by 1 at most.

pub mod keys;

use crate::port::{signal, Addressed, Agent, HostAccess, Show, WordPort};
use crate::units::Cycle;
use serde::{Deserialize, Serialize};

const SIDE: usize = 8;
/// Words of a block: two samples each.
pub const BLOCK_WORDS: usize = SIDE * SIDE / 2;
/// Offset of the address that takes the target of coefficients.
pub const TARGET: u32 = 0;
/// Offset of the address that takes samples.
pub const SAMPLES: u32 = 4;
/// Size of its range of HIBI addresses, in bytes.
pub const BYTES: u32 = 16;

const FRACTION: u32 = 13;
const BETWEEN: u32 = 3;
/// cos(pi k / 16) / 2 with 13 fractional bits, for k = 0 .. 8; the first is of the orthonormal basis, 1 / sqrt(8).
const COSINES: [i64; 9] = [2896, 4017, 3784, 3406, 2896, 2276, 1567, 799, 0];

/// The state of the accelerator.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum State {
    /// Takes samples.
    Filling,
    /// Transforms. The coefficients can be sent from cycle `until` on.
    Transforming { until: Cycle },
    /// Sends coefficients, of which `sent` words have been sent.
    Emptying { sent: usize },
}

/// The accelerator.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dct {
    /// First HIBI address.
    address: u32,
    /// Cycles of a transform.
    cycles: u64,
    target: u32,
    /// The samples received, later the coefficients.
    words: Vec<u32>,
    state: State,
}

impl Agent for Dct {
    /// Simulates one cycle.
    fn tick(&mut self, now: Cycle, port: &mut impl WordPort) {
        match self.state {
            State::Filling => {
                if let Some(word) = port.received() {
                    port.take();
                    self.receive(word, now);
                }
            }
            State::Transforming { until } if until > now => {}
            State::Transforming { .. } => self.empty(0, port),
            State::Emptying { sent } => self.empty(sent, port),
        }
    }

    fn next_event(&self, now: Cycle, received: Option<Addressed>) -> Cycle {
        match self.state {
            State::Filling if received.is_some() => now,
            State::Filling => Cycle::NEVER,
            State::Transforming { until } => until.max(now),
            State::Emptying { .. } => now,
        }
    }
}

impl Show for Dct {
    fn signals(&self, _: Cycle, visit: &mut signal::Visitor) {
        let (state, words) = match self.state {
            State::Filling => (0, self.words.len()),
            State::Transforming { .. } => (1, BLOCK_WORDS),
            State::Emptying { sent } => (2, BLOCK_WORDS - sent),
        };
        visit(format_args!("state"), 2, state);
        visit(format_args!("words"), 6, words as u64);
    }
}

impl HostAccess for Dct {}

impl Dct {
    pub fn new(address: u32, cycles: u64) -> Self {
        Dct {
            address,
            cycles,
            target: 0,
            words: Vec::new(),
            state: State::Filling,
        }
    }

    /// Takes a word: the target of coefficients, or two samples. The last one of a block starts the transform.
    fn receive(&mut self, word: Addressed, now: Cycle) {
        if word.address == self.address + TARGET {
            self.target = word.data;
        } else {
            self.words.push(word.data);
        }
        if self.words.len() == BLOCK_WORDS {
            self.words = transform_words(&self.words);
            self.state = State::Transforming {
                until: now + self.cycles,
            };
        }
    }

    /// Sends the next word of coefficients if there is room.
    fn empty(&mut self, mut sent: usize, port: &mut impl WordPort) {
        if port.has_room() {
            port.send(Addressed {
                address: self.target,
                data: self.words[sent],
            });
            sent += 1;
        }
        self.state = State::Emptying { sent };
        if sent == BLOCK_WORDS {
            self.words.clear();
            self.state = State::Filling;
        }
    }
}

/// Transforms a block of samples, two a word, to coefficients in the same form.
fn transform_words(words: &[u32]) -> Vec<u32> {
    let mut block = [0; SIDE * SIDE];
    for (pair, word) in block.chunks_exact_mut(2).zip(words) {
        pair[0] = i64::from(*word as i16);
        pair[1] = i64::from((*word >> 16) as i16);
    }
    let coefficients = transform(&block);
    let word = |pair: &[i64]| pair[0] as u32 & 0xFFFF | (pair[1] as u32) << 16;
    coefficients.chunks_exact(2).map(word).collect()
}

/// The transform of a block, row by row.
fn transform(block: &[i64; SIDE * SIDE]) -> [i64; SIDE * SIDE] {
    let rows = pass(block, FRACTION - BETWEEN);
    pass(&rows, FRACTION + BETWEEN)
}

/// Transforms each row, drops `shift` fractional bits, and transposes.
fn pass(block: &[i64; SIDE * SIDE], shift: u32) -> [i64; SIDE * SIDE] {
    let mut turned = [0; SIDE * SIDE];
    for (number, row) in block.chunks_exact(SIDE).enumerate() {
        for frequency in 0..SIDE {
            let samples = row.iter().enumerate();
            let sum: i64 = samples
                .map(|(at, sample)| sample * basis(frequency, at))
                .sum();
            turned[SIDE * frequency + number] = (sum + (1 << (shift - 1))) >> shift;
        }
    }
    turned
}

/// cos((2 at + 1) frequency pi / 16), scaled as [`COSINES`].
fn basis(frequency: usize, at: usize) -> i64 {
    let angle = (2 * at + 1) * frequency % 32;
    match angle {
        0 if frequency == 0 => COSINES[0],
        0..=8 => COSINES[angle],
        9..=16 => -COSINES[16 - angle],
        17..=24 => -COSINES[angle - 16],
        _ => COSINES[32 - angle],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The definition, in floating point.
    fn exact(block: &[i64; SIDE * SIDE], v: usize, u: usize) -> f64 {
        let scale = |k: usize| if k == 0 { (1.0_f64 / 8.0).sqrt() } else { 0.5 };
        let cosine = |at: usize, k: usize| {
            ((2 * at + 1) as f64 * k as f64 * std::f64::consts::PI / 16.0).cos()
        };
        let term = |(index, sample): (usize, &i64)| {
            *sample as f64 * cosine(index / SIDE, v) * cosine(index % SIDE, u)
        };
        scale(u) * scale(v) * block.iter().enumerate().map(term).sum::<f64>()
    }

    #[test]
    fn the_transform_is_within_one_of_the_definition() {
        let mut state = 1_u64;
        for _ in 0..200 {
            let block: [i64; SIDE * SIDE] = std::array::from_fn(|_| {
                state = state
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1);
                (state >> 55) as i64 - 256
            });
            for (index, coefficient) in transform(&block).iter().enumerate() {
                let exact = exact(&block, index / SIDE, index % SIDE);
                assert!(
                    (exact - *coefficient as f64).abs() <= 1.0,
                    "{index}: {exact} {coefficient}"
                );
            }
        }
    }
}
