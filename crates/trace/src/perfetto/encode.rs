//! The encoding of packets with events, of which there are many: field by field into one buffer, messages in messages where they belong,
//! instead of building the messages of `message` first. The tests hold the two against each other.

use prost::encoding::{encode_key, encode_varint, fixed64, uint64, WireType};

/// Numbers of fields of Trace, TracePacket, TrackEvent and DebugAnnotation; `message` has them with their types.
pub mod trace {
    pub const PACKET: u32 = 1;
}

pub mod packet {
    pub const TIMESTAMP: u32 = 8;
    pub const SEQUENCE: u32 = 10;
    pub const TRACK_EVENT: u32 = 11;
    pub const INTERNED_DATA: u32 = 12;
    pub const SEQUENCE_FLAGS: u32 = 13;
}

pub mod event {
    pub const CATEGORY: u32 = 3;
    pub const ANNOTATION: u32 = 4;
    pub const TYPE: u32 = 9;
    pub const NAME: u32 = 10;
    pub const TRACK: u32 = 11;
    pub const COUNTER_VALUE: u32 = 30;
    pub const FLOW: u32 = 47;
    pub const TERMINATING_FLOW: u32 = 48;
}

pub mod annotation {
    pub const NAME: u32 = 1;
    pub const UNSIGNED: u32 = 3;
    pub const SIGNED: u32 = 4;
    pub const TEXT: u32 = 6;
}

/// A message in the making.
#[derive(Debug, Default)]
pub struct Bytes(pub Vec<u8>);

/// The position of the first byte of a nested message that has begun and not ended.
#[must_use]
pub struct Begun(usize);

impl Bytes {
    /// Begins a nested message: what is added up to [`Bytes::end`] belongs to it.
    pub fn begin(&mut self, field: u32) -> Begun {
        encode_key(field, WireType::LengthDelimited, &mut self.0);
        self.0.push(0);
        Begun(self.0.len())
    }

    /// Ends a nested message and writes its length. One byte was reserved for the length, since nearly all messages are short.
    pub fn end(&mut self, begun: Begun) {
        let length = self.0.len() - begun.0;
        if length < 0x80 {
            self.0[begun.0 - 1] = length as u8;
            return;
        }
        let mut digits = Vec::new();
        encode_varint(length as u64, &mut digits);
        self.0.splice(begun.0 - 1..begun.0, digits);
    }

    /// Adds a number; a negative one as its two's complement.
    pub fn number(&mut self, field: u32, value: u64) -> &mut Bytes {
        uint64::encode(field, &value, &mut self.0);
        self
    }

    /// Adds a number of fixed length, eight bytes.
    pub fn fixed(&mut self, field: u32, value: u64) -> &mut Bytes {
        fixed64::encode(field, &value, &mut self.0);
        self
    }

    /// Adds a text, or an encoded message.
    pub fn bytes(&mut self, field: u32, bytes: &[u8]) -> &mut Bytes {
        encode_key(field, WireType::LengthDelimited, &mut self.0);
        encode_varint(bytes.len() as u64, &mut self.0);
        self.0.extend_from_slice(bytes);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::perfetto::message::{DebugAnnotation, TracePacket, TrackEvent, Value};
    use prost::Message;

    /// Each field, with values on both sides of where a byte more is needed.
    #[test]
    fn messages_decode_to_what_was_encoded() {
        let mut bytes = Bytes::default();
        bytes.number(packet::TIMESTAMP, u64::MAX);
        bytes.number(packet::SEQUENCE, 1);
        let track_event = bytes.begin(packet::TRACK_EVENT);
        let inner = bytes.begin(event::ANNOTATION);
        bytes.number(annotation::NAME, 0x7F);
        bytes.number(annotation::SIGNED, -3_i64 as u64);
        bytes.end(inner);
        bytes.number(event::CATEGORY, 1).number(event::TYPE, 4);
        bytes.number(event::NAME, 0x80).number(event::TRACK, 0);
        bytes.number(event::COUNTER_VALUE, u64::MAX >> 1);
        bytes.fixed(event::FLOW, 5).fixed(event::FLOW, u64::MAX);
        bytes.fixed(event::TERMINATING_FLOW, 6);
        bytes.end(track_event);
        bytes.bytes(packet::INTERNED_DATA, &[]);
        bytes.number(packet::SEQUENCE_FLAGS, 2);
        let expected = TracePacket {
            timestamp: Some(u64::MAX),
            trusted_packet_sequence_id: Some(1),
            track_event: Some(TrackEvent {
                debug_annotations: vec![DebugAnnotation {
                    name_iid: Some(0x7F),
                    value: Some(Value::Signed(-3)),
                }],
                category_iids: vec![1],
                r#type: Some(4),
                name_iid: Some(0x80),
                track_uuid: Some(0),
                counter_value: Some(i64::MAX),
                flow_ids: vec![5, u64::MAX],
                terminating_flow_ids: vec![6],
            }),
            interned_data: Some(Default::default()),
            sequence_flags: Some(2),
            track_descriptor: None,
        };
        assert_eq!(TracePacket::decode(bytes.0.as_slice()).unwrap(), expected);
    }

    /// Messages whose lengths take one byte, two and three.
    #[test]
    fn messages_in_a_message_may_be_long() {
        for length in [0, 0x70, 0x80, 0x3FFF, 0x4001] {
            let text = "x".repeat(length);
            let mut bytes = Bytes::default();
            let inner = bytes.begin(event::ANNOTATION);
            bytes.bytes(annotation::TEXT, text.as_bytes());
            bytes.end(inner);
            bytes.number(event::NAME, 9);
            let decoded = TrackEvent::decode(bytes.0.as_slice()).unwrap();
            let value = decoded.debug_annotations[0].value.clone();
            assert_eq!(value, Some(Value::Text(text)));
            assert_eq!(decoded.name_iid, Some(9));
        }
    }

    #[test]
    fn texts_and_large_numbers_of_annotations() {
        for (field, expected) in [
            (annotation::UNSIGNED, Value::Unsigned(1 << 40)),
            (annotation::TEXT, Value::Text("words".to_owned())),
        ] {
            let mut bytes = Bytes::default();
            match &expected {
                Value::Text(text) => bytes.bytes(field, text.as_bytes()),
                _ => bytes.number(field, 1 << 40),
            };
            let decoded = DebugAnnotation::decode(bytes.0.as_slice()).unwrap();
            assert_eq!(decoded.value, Some(expected));
        }
    }
}
