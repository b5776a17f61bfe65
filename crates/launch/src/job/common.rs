//! The memory that the processes of a run share from before `main`: locks, barriers, the data that `WEFT_SHARED` marks, and a note of what
//! each rank sleeps for. It is an anonymous file whose beginning is `struct weft_common` in `lib/src/arch/linux/common.h`.

use std::os::fd::OwnedFd;

use rustix::fs::MemfdFlags;

use super::memory::words;
use super::MOST_RANKS;
use crate::unnamed;

/// More bytes than an executable has; the system allocates pages when they are first used.
const BYTES: u64 = 64 << 30;
/// Bytes of a rank's line, and the offsets of its fields.
const LINE: u64 = 256;
const NOTE: u64 = 8;
const SENT: u64 = 32;
const TOLD: u64 = 48;
const CALLS: u64 = 56;
/// Maximum number of return addresses that a rank notes.
const MOST_CALLS: usize = 24;
/// Offsets of the locks, one word each, and of the barriers.
const LOCKS: u64 = LINE * MOST_RANKS as u64;
const BARRIERS: u64 = LOCKS + 4 * 1024;
/// Bit of a lock's word: other ranks may sleep for it.
const AWAITED: u32 = 1 << 31;
/// Mask in a barrier's word: the number of ranks that have arrived. The other bits count the completed meetings.
const ARRIVED: u32 = 0xFFFF;

/// The file; zeros at first.
pub struct Common(pub(crate) OwnedFd);

/// A rank's sleep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sleep {
    /// Sleeps of this rank that have begun or ended so far.
    count: u32,
    /// Has it noted its call stack? It does so after it has slept for a short time.
    pub is_told: bool,
    /// What it sleeps for.
    pub wait: Wait,
}

/// The reason for which a rank waits, from its note (`struct weft_wait_note`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wait {
    /// A message.
    Receive(Envelope),
    /// The acceptance of a message by its receiver.
    Send(Envelope),
    /// A mutex.
    Lock {
        /// Its number.
        number: u32,
    },
    /// The other ranks, at a barrier.
    Barrier {
        /// Its number.
        number: u32,
        /// The number of ranks of the barrier.
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
    /// The library's context number.
    pub context: i32,
    /// Its length in bytes, or the size of the receive buffer.
    pub bytes: u64,
}

/// The messages that the library has sent for a rank: its own, and those of collective operations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sent {
    /// How many.
    pub messages: u64,
    /// Their bytes.
    pub bytes: u64,
}

/// Joins two words to a number, in this machine's byte order.
fn double(first: u32, second: u32) -> u64 {
    let (first, second) = (u64::from(first), u64::from(second));
    match cfg!(target_endian = "little") {
        true => second << 32 | first,
        false => first << 32 | second,
    }
}

impl Common {
    /// Makes the file. Programs that are started from now on inherit it.
    pub fn new() -> rustix::io::Result<Common> {
        let file = unnamed::file("weft-common", MemfdFlags::empty())?;
        rustix::fs::ftruncate(&file, BYTES)?;
        Ok(Common(file))
    }

    /// Returns the sleep of a rank, if it sleeps.
    pub fn sleep(&self, rank: usize) -> Option<Sleep> {
        let [count] = words(&self.0, LINE * rank as u64);
        let note = words(&self.0, LINE * rank as u64 + NOTE);
        let [kind, peer, tag, context, first, second] = note;
        let length = double(first, second);
        let envelope = Envelope {
            peer: usize::try_from(peer as i32).ok(),
            tag: tag as i32,
            context: context as i32,
            bytes: length,
        };
        let wait = match u8::try_from(kind).ok()? {
            b'r' => Wait::Receive(envelope),
            b's' => Wait::Send(envelope),
            b'l' => Wait::Lock { number: peer },
            b'b' => Wait::Barrier {
                number: peer,
                count: tag,
                before: length as u32,
            },
            b'm' => Wait::Meeting {
                before: length as u32,
            },
            _ => return None,
        };
        let [told] = words(&self.0, LINE * rank as u64 + TOLD);
        let is_told = told == count;
        (count % 2 == 1).then_some(Sleep {
            count,
            is_told,
            wait,
        })
    }

    /// Returns the return addresses of the call stack in which a rank sleeps, the innermost first.
    pub fn calls(&self, rank: usize) -> Vec<u64> {
        let place = LINE * rank as u64;
        let [_, depth] = words(&self.0, place + TOLD);
        let calls: [u32; 2 * MOST_CALLS] = words(&self.0, place + CALLS);
        let calls = calls.chunks_exact(2).map(|pair| double(pair[0], pair[1]));
        calls.take(depth as usize).collect()
    }

    /// Returns the counts of a rank's messages so far.
    pub fn sent(&self, rank: usize) -> Sent {
        let [first, second, third, fourth] = words(&self.0, LINE * rank as u64 + SENT);
        Sent {
            messages: double(first, second),
            bytes: double(third, fourth),
        }
    }

    /// Returns the rank that holds a lock.
    pub fn owner(&self, lock: u32) -> Option<usize> {
        let [word] = words(&self.0, LOCKS + 4 * u64::from(lock));
        (word & !AWAITED).checked_sub(1).map(|rank| rank as usize)
    }

    /// Returns the number of completed meetings at a barrier, to compare with that in [`Wait::Barrier`].
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
        let note = [0, u32::from(b'l'), 7, 0, 0, 0, 0];
        let common = |count| with(3 * LINE, &[[count].as_slice(), &note].concat());
        let sleep = common(5).sleep(3).unwrap();
        assert_eq!(sleep.wait, Wait::Lock { number: 7 });
        assert_eq!(common(6).sleep(3), None);
        assert_eq!(common(5).sleep(2), None);
    }

    #[test]
    fn calls_are_told_of_one_sleep() {
        let note = [5, 0, u32::from(b'l'), 7, 0, 0, 0, 0];
        let sent = [9, 0, 0, 1];
        let calls = [5, 2, 0x10, 0, 0x20, 1, 0x30, 0];
        let common = with(LINE, &[&note[..], &sent, &calls].concat());
        assert!(common.sleep(1).unwrap().is_told);
        assert_eq!(common.calls(1), [0x10, 0x1_0000_0020]);
        let bytes = 1 << 32;
        assert_eq!(common.sent(1), Sent { messages: 9, bytes });
    }

    #[test]
    fn a_lock_has_the_number_of_its_owner_and_may_be_awaited() {
        let common = with(LOCKS, &[0, 3, AWAITED | 1]);
        let owners = [0, 1, 2].map(|lock| common.owner(lock));
        assert_eq!(owners, [None, Some(2), Some(0)]);
    }
}
