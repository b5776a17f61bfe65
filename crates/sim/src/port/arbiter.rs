//! Round-robin arbitration between requesters.

/// The first set bit of `candidates` (not zero) after position `last`, wrapping around.
#[inline]
pub fn next_round_robin(candidates: u64, last: usize) -> usize {
    let after = if last >= 63 {
        0
    } else {
        candidates & (u64::MAX << (last + 1))
    };
    let chosen = if after != 0 { after } else { candidates };
    chosen.trailing_zeros() as usize
}
