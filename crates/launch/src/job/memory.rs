//! The memory that the ranks share: an anonymous file, which the system frees when the last rank has ended.
//!
//! Its layout is `struct weft_job` in `lib/src/arch/linux/job.h`. The launcher reads only the state that each rank announces.

use std::os::fd::OwnedFd;

use rustix::fs::MemfdFlags;

use crate::unnamed;

/// Bytes of a line of `struct weft_job`: the first is the job's, then each rank has one.
const LINE: u64 = 64;
/// Offset of the number of meetings of all ranks: after the job's line, the ranks' lines and the line that counts arrivals.
const MEETINGS: u64 = LINE * (2 + super::MOST_RANKS as u64);
/// Bit in the first word of a rank's line: the rank sleeps.
const ASLEEP: u32 = 1;
/// Offset of a rank's state in its line.
const STATE: u64 = 4;
/// Offset in its line of the flag that a rank is a node of MCAPI.
const IS_NODE: u64 = 8;

/// The state that a rank last announced: `enum weft_job_state`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// It has not called `MPI_Init` yet.
    Outside,
    /// It is between `MPI_Init` and `MPI_Finalize`.
    Inside,
    /// It has called `MPI_Finalize`.
    Finished,
    /// It aborts the job, and has printed why.
    Aborted,
    /// It is a task of `<mp.h>`, which may end at any time.
    Task,
}

/// The file.
pub struct Memory(pub(crate) OwnedFd);

impl Memory {
    /// Makes an empty file. Programs that are started from now on inherit it.
    pub fn new() -> rustix::io::Result<Memory> {
        unnamed::file("weft", MemfdFlags::empty()).map(Memory)
    }

    /// Returns the state that a rank last announced. A file that is too short has not been joined by any rank.
    pub fn state(&self, rank: usize) -> State {
        state_of(self.word(LINE * (1 + rank as u64) + STATE))
    }

    /// Does a rank sleep for a message, and has none come?
    pub fn is_asleep(&self, rank: usize) -> bool {
        self.word(LINE * (1 + rank as u64)) & ASLEEP != 0
    }

    /// Returns how often all ranks have met.
    pub fn meetings(&self) -> u32 {
        self.word(MEETINGS)
    }

    /// Returns the name of the function by which a rank leaves the job.
    pub fn finalize(&self, rank: usize) -> &'static str {
        match self.word(LINE * (1 + rank as u64) + IS_NODE) {
            0 => "MPI_Finalize",
            _ => "mcapi_finalize",
        }
    }

    fn word(&self, place: u64) -> u32 {
        let [word] = words(&self.0, place);
        word
    }
}

/// Returns the words at an offset of a file; 0 beyond its end, or if it cannot be read.
pub fn words<const N: usize>(file: &OwnedFd, place: u64) -> [u32; N] {
    let mut bytes = vec![0; 4 * N];
    let _ = rustix::io::pread(file, &mut bytes, place);
    let word = |index: usize| bytes[4 * index..][..4].try_into().expect("four bytes");
    std::array::from_fn(|index| u32::from_ne_bytes(word(index)))
}

fn state_of(number: u32) -> State {
    match number {
        1 => State::Inside,
        2 => State::Finished,
        3 => State::Aborted,
        4 => State::Task,
        _ => State::Outside,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_file_has_no_rank_inside() {
        assert_eq!(Memory::new().unwrap().state(3), State::Outside);
    }

    #[test]
    fn the_state_stands_in_the_second_word_of_a_line() {
        let memory = Memory::new().unwrap();
        rustix::io::pwrite(&memory.0, &2u32.to_ne_bytes(), 64 * 6 + 4).unwrap();
        assert_eq!(memory.state(5), State::Finished);
        assert_eq!(memory.state(4), State::Outside);
    }
}
