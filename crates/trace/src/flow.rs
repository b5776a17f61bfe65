//! Matches receives with sends.
//!
//! Messages with the same ends, context and tag do not overtake each other (MPI 4.0, section 3.5), so the nth that is received is the
//! nth that was sent.

use crate::event::Message;
use std::collections::{HashMap, VecDeque};
use std::hash::{BuildHasherDefault, Hasher};

/// The key of a stream: what all of its messages have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Stream {
    from: u32,
    to: u32,
    tag: i32,
    context: u32,
}

impl Stream {
    fn of(from: u32, to: u32, message: &Message) -> Stream {
        Stream {
            from,
            to,
            tag: message.tag,
            context: message.context,
        }
    }
}

/// A hash that is faster than the standard library's, which resists keys chosen to collide; that is not needed here. It is that of the Firefox
/// browser: each word is mixed in by a rotation and a multiplication.
#[derive(Clone, Debug, Default)]
struct StreamHasher(u64);

impl Hasher for StreamHasher {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.write_u32((*byte).into()));
    }

    fn write_u32(&mut self, word: u32) {
        let mixed = self.0.rotate_left(5) ^ u64::from(word);
        self.0 = mixed.wrapping_mul(0x517C_C1B7_2722_0A95);
    }

    fn finish(&self) -> u64 {
        self.0.rotate_left(26)
    }
}

/// Number of streams that are kept although none of their messages is in flight, so that the next message needs no new memory.
const REMEMBERED: usize = 4096;

/// Messages in flight, each with data of its sender. The memory is that of the messages that have been sent and not received,
/// and of up to REMEMBERED idle streams.
#[derive(Debug)]
pub struct UnderWay<T> {
    streams: HashMap<Stream, VecDeque<T>, BuildHasherDefault<StreamHasher>>,
}

impl<T> Default for UnderWay<T> {
    fn default() -> Self {
        UnderWay {
            streams: HashMap::default(),
        }
    }
}

impl<T> UnderWay<T> {
    /// Records that rank `from` has sent a message.
    pub fn send(&mut self, from: u32, message: &Message, said: T) {
        let stream = Stream::of(from, message.peer, message);
        self.streams.entry(stream).or_default().push_back(said);
    }

    /// Records that rank `to` has received a message. Returns its sender's data; None if no such message was sent.
    pub fn receive(&mut self, to: u32, message: &Message) -> Option<T> {
        let stream = Stream::of(message.peer, to, message);
        let queue = self.streams.get_mut(&stream)?;
        let said = queue.pop_front();
        if queue.is_empty() && self.streams.len() > REMEMBERED {
            self.streams.remove(&stream);
        }
        said
    }

    /// Returns the number of messages that were sent and not received.
    pub fn count(&self) -> usize {
        self.streams.values().map(VecDeque::len).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(peer: u32, tag: i32) -> Message {
        Message {
            peer,
            tag,
            context: 0,
            bytes: 4,
        }
    }

    #[test]
    fn messages_of_a_stream_come_in_order() {
        let mut under_way = UnderWay::default();
        under_way.send(0, &message(1, 7), 'a');
        under_way.send(0, &message(1, 7), 'b');
        under_way.send(0, &message(1, 8), 'c');
        assert_eq!(under_way.receive(1, &message(0, 8)), Some('c'));
        assert_eq!(under_way.receive(1, &message(0, 7)), Some('a'));
        assert_eq!(under_way.receive(1, &message(0, 7)), Some('b'));
        assert_eq!(under_way.receive(1, &message(0, 7)), None);
        assert_eq!(under_way.count(), 0);
    }

    #[test]
    fn the_other_direction_is_another_stream() {
        let mut under_way = UnderWay::default();
        under_way.send(0, &message(1, 7), ());
        assert_eq!(under_way.receive(0, &message(1, 7)), None);
        assert_eq!(under_way.count(), 1);
    }
}
