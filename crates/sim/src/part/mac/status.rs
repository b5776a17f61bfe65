//! The values of the MAC unit's status registers.

use super::Mac;
use crate::port::word_at;

/// Flags of the status registers.
pub(super) const RECEIVED_VALID: u32 = 1 << 31;
pub(super) const RECEIVED_GOOD: u32 = 1 << 30;
pub(super) const SENDING: u32 = 1 << 31;
pub(super) const MOVE_BUSY: u32 = 1 << 31;
pub(super) const MOVE_ERROR: u32 = 1 << 30;

impl Mac {
    /// The oldest received frame: whether there is one, whether it is good, and the bytes of its payload.
    pub(super) fn received_status(&self) -> u32 {
        self.received.front().map_or(0, |received| {
            let good = if received.good { RECEIVED_GOOD } else { 0 };
            RECEIVED_VALID | good | received.frame.payload().len() as u32
        })
    }

    /// A word of the headers of the oldest received frame.
    pub(super) fn received_header(&self, word: usize) -> u32 {
        let octets = self.received.front().map_or(&[][..], |received| {
            &received.frame.octets[..received.frame.headers()]
        });
        word_at(octets, 4 * word)
    }

    /// Whether a movement is in progress, and whether the last one failed.
    pub(super) fn move_status(&self) -> u32 {
        let busy = if self.mover.is_busy() { MOVE_BUSY } else { 0 };
        busy | if self.move_error { MOVE_ERROR } else { 0 }
    }

    /// Whether a frame is being sent, and how many bytes it has.
    pub(super) fn send_status(&self) -> u32 {
        self.sending.map_or(0, |bytes| SENDING | bytes as u32)
    }
}
