//! Reading the packets of a trace one after another: field 1 of the message `Trace`, each with its length in front.

use super::message::TracePacket;
use prost::encoding::decode_varint;
use prost::Message;
use std::io::{self, BufRead, Read};

/// The key of field 1, length-delimited.
const PACKET: u8 = 1 << 3 | 2;
/// Maximum length of a packet that weft writes.
const LONGEST: u64 = 1 << 24;
/// Maximum bytes of a varint.
const LONGEST_NUMBER: usize = 10;

/// Reads the next packet and the number of bytes it takes; None at the end of the file.
pub fn read(file: &mut impl BufRead) -> io::Result<Option<(TracePacket, u64)>> {
    let Some(&key) = file.fill_buf()?.first() else {
        return Ok(None);
    };
    if key != PACKET {
        return Err(io::Error::other("this is no Perfetto trace"));
    }
    file.consume(1);
    let (length, digits) = read_length(file)?;
    if length > LONGEST {
        return Err(io::Error::other("a packet is longer than any of weft's"));
    }
    let mut bytes = vec![0; length as usize];
    file.read_exact(&mut bytes)
        .map_err(|_| io::Error::other("the trace is cut short in the middle of a packet"))?;
    let packet = TracePacket::decode(bytes.as_slice()).map_err(io::Error::other)?;
    Ok(Some((packet, 1 + digits + length)))
}

/// Reads a varint. Returns it and the number of its bytes.
fn read_length(file: &mut impl Read) -> io::Result<(u64, u64)> {
    let mut bytes = [0; LONGEST_NUMBER];
    for count in 1..=bytes.len() {
        let cut_short = |_| io::Error::other("the trace is cut short in the middle of a packet");
        file.read_exact(&mut bytes[count - 1..count])
            .map_err(cut_short)?;
        if bytes[count - 1] & 0x80 == 0 {
            let length = decode_varint(&mut &bytes[..count]).map_err(io::Error::other)?;
            return Ok((length, count as u64));
        }
    }
    Err(io::Error::other("the length of a packet is no number"))
}
