//! What the processes of a run have in common from before `main`: their locks and barriers, the data that `WEFT_SHARED` marks, and what
//! each rank sleeps for. A file without a name, whose beginning is `struct weft_common` in `lib/src/arch/linux/common.h`.

use std::os::fd::OwnedFd;

use rustix::fs::MemfdFlags;

use super::memory::words;
use super::MOST_RANKS;

/// More bytes than an executable has; pages exist once they are used.
const BYTES: u64 = 64 << 30;
/// Bytes of what a rank has there.
const LINE: u64 = 64;
/// Where the locks begin, a word each, and the barriers.
const LOCKS: u64 = LINE * MOST_RANKS as u64;
const BARRIERS: u64 = LOCKS + 4 * 1024;
/// Of a lock's word: others may sleep for it.
const AWAITED: u32 = 1 << 31;
/// Of a barrier's word: how many have come. The rest counts how often all had.
const ARRIVED: u32 = 0xFFFF;

/// The file; zeros at first.
pub struct Common(pub(crate) OwnedFd);

/// A rank's sleep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sleep {
    /// Sleeps of this rank that have begun or ended so far.
    count: u32,
    /// What it sleeps for.
    pub wait: Wait,
}

/// What a rank waits for, as it has noted (`struct weft_wait_note`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wait {
    /// A message.
    Receive(Envelope),
    /// That a message is taken.
    Send(Envelope),
    /// A mutex.
    Lock {
        /// Its number.
        number: u32,
    },
    /// Others, at a barrier.
    Barrier {
        /// Its number.
        number: u32,
        /// How many meet there.
        count: u32,
        /// How often they had met when the rank came.
        before: u32,
    },
    /// All other ranks, in `MPI_Init`.
    Meeting {
        /// How often they had met when the rank came.
        before: u32,
    },
}

/// The message of a wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Envelope {
    /// The other rank; None for any.
    pub peer: Option<usize>,
    /// Its tag; negative for any.
    pub tag: i32,
    /// Is it the library's own, in a collective operation?
    pub is_collective: bool,
    /// Its length in bytes, or the room for it.
    pub bytes: u32,
}

impl Common {
    /// Makes one, which programs started from now on inherit.
    pub fn new() -> rustix::io::Result<Common> {
        let file = rustix::fs::memfd_create("weft-common", MemfdFlags::empty())?;
        rustix::fs::ftruncate(&file, BYTES)?;
        Ok(Common(file))
    }

    /// The sleep of a rank, if it sleeps.
    pub fn sleep(&self, rank: usize) -> Option<Sleep> {
        let [count, kind, peer, tag, context, length] = words(&self.0, LINE * rank as u64);
        let envelope = Envelope {
            peer: usize::try_from(peer as i32).ok(),
            tag: tag as i32,
            is_collective: context & 1 != 0,
            bytes: length,
        };
        let wait = match u8::try_from(kind).ok()? {
            b'r' => Wait::Receive(envelope),
            b's' => Wait::Send(envelope),
            b'l' => Wait::Lock { number: peer },
            b'b' => Wait::Barrier {
                number: peer,
                count: tag,
                before: length,
            },
            b'm' => Wait::Meeting { before: length },
            _ => return None,
        };
        (count % 2 == 1).then_some(Sleep { count, wait })
    }

    /// The rank that has a lock.
    pub fn owner(&self, lock: u32) -> Option<usize> {
        let [word] = words(&self.0, LOCKS + 4 * u64::from(lock));
        (word & !AWAITED).checked_sub(1).map(|rank| rank as usize)
    }

    /// How often ranks have met at a barrier, as [`Wait::Barrier`] has it.
    pub fn meetings(&self, barrier: u32) -> u32 {
        let [word] = words(&self.0, BARRIERS + 4 * u64::from(barrier));
        word & !ARRIVED
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(place: u64, words: &[u32]) -> Common {
        let common = Common::new().unwrap();
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_ne_bytes()).collect();
        rustix::io::pwrite(&common.0, &bytes, place).unwrap();
        common
    }

    #[test]
    fn a_rank_sleeps_while_its_count_is_odd() {
        let note = [u32::from(b'l'), 7, 0, 0, 0];
        let common = |count| with(3 * LINE, &[[count].as_slice(), &note].concat());
        let sleep = common(5).sleep(3).unwrap();
        assert_eq!(sleep.wait, Wait::Lock { number: 7 });
        assert_eq!(common(6).sleep(3), None);
        assert_eq!(common(5).sleep(2), None);
    }

    #[test]
    fn a_lock_has_the_number_of_its_owner_and_may_be_awaited() {
        let common = with(LOCKS, &[0, 3, AWAITED | 1]);
        let owners = [0, 1, 2].map(|lock| common.owner(lock));
        assert_eq!(owners, [None, Some(2), Some(0)]);
    }
}
