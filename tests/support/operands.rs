//! Random operands, in which corner cases are far more frequent than in a uniform distribution.

use fastrand::Rng;

/// Values at which arithmetic changes its behaviour.
const CORNERS: [u32; 16] = [
    0,
    1,
    2,
    u32::MAX,
    u32::MAX - 1,
    0x7fff_ffff,
    0x8000_0000,
    0x8000_0001,
    0x7fff,
    0x8000,
    0xffff,
    0xffff_8000,
    0x7f,
    0x80,
    0xff,
    31,
];

/// Registers that steps may write freely: neither zero, nor the two that point to the scratch memory.
const FREE: [u32; 29] = [
    1, 3, 4, 5, 6, 7, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27,
    28, 29, 30, 31,
];

/// A register's value: a corner half of the time.
pub fn value(rng: &mut Rng) -> u32 {
    if rng.bool() {
        pick(rng, &CORNERS)
    } else {
        rng.u32(..)
    }
}

/// A signed immediate of `bits` bits: its extremes, 0, 1 and -1 half of the time.
pub fn signed(rng: &mut Rng, bits: u32) -> i32 {
    let limit = 1 << (bits - 1);
    if rng.bool() {
        pick(rng, &[0, 1, -1, limit - 1, -limit])
    } else {
        rng.i32(-limit..limit)
    }
}

/// The same without 0, which some compressed instructions exclude.
pub fn signed_not_zero(rng: &mut Rng, bits: u32) -> i32 {
    match signed(rng, bits) {
        0 => 1,
        other => other,
    }
}

/// A shift amount or other unsigned immediate of five bits, from `least` on.
pub fn five_bits(rng: &mut Rng, least: u32) -> u32 {
    if rng.bool() {
        pick(rng, &[least, 1, 15, 16, 31])
    } else {
        rng.u32(least..32)
    }
}

pub fn any_register(rng: &mut Rng) -> u32 {
    rng.u32(0..32)
}

pub fn register_not_zero(rng: &mut Rng) -> u32 {
    rng.u32(1..32)
}

/// A register that a three-bit field can name.
pub fn compact_register(rng: &mut Rng) -> u32 {
    rng.u32(8..16)
}

pub fn free_register(rng: &mut Rng) -> u32 {
    pick(rng, &FREE)
}

pub fn free_compact_register(rng: &mut Rng) -> u32 {
    rng.u32(9..16)
}

pub fn pick<T: Copy>(rng: &mut Rng, from: &[T]) -> T {
    from[rng.usize(..from.len())]
}
