//! Round-robin arbitration between requesters.

/// Returns the first set bit of `candidates` (not zero) at or after position `from`, wrapping around. Position 64 is taken as 0.
#[inline]
pub fn round_robin(candidates: u64, from: u8) -> usize {
    let after = candidates & u64::MAX << (from & 63);
    let chosen = if after != 0 { after } else { candidates };
    chosen.trailing_zeros() as usize
}

/// Returns the first set bit of `candidates` (not zero) after position `last`, the previous winner, wrapping around.
#[inline]
pub fn next_round_robin(candidates: u64, last: usize) -> usize {
    round_robin(candidates, last as u8 + 1)
}
