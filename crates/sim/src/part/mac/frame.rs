//! A frame as it is on the air, without what the PHY adds.
//!
//! ```text
//!   not secure   MAC header 10 | payload
//!   secure       MAC header 10 | TKID 3, reserved 1, encryption offset 2, secure frame number 6 | payload | MIC 8      (octets)
//! ```

use crate::port::word_at;
use serde::{Deserialize, Serialize};

/// Octets of the MAC header (ECMA-368, 16.2).
pub const HEADER: usize = 10;
/// Octets of the security header: TKID, reserved, encryption offset, secure frame number.
pub const SECURITY: usize = 12;
/// Octets of the message integrity code.
pub const MIC: usize = 8;
/// Octets of the frame check sequence, which the hardware adds.
const CHECK: u64 = 4;

/// Times on the air in units of 1/120 us, of which all of them are whole multiples: PLCP preamble and header, 9.375 + 3.75 us (ECMA-368, 11.2); an
/// octet of a beacon at 53.3 Mb/s, 20 of them in 3 us; an octet of another frame at 480 Mb/s, 60 in 1 us.
const PREAMBLE: u64 = 1575;
const BEACON_OCTET: u64 = 18;
const DATA_OCTET: u64 = 2;
const UNITS_PER_SECOND: u64 = 120_000_000;

/// The octets of a frame.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Frame {
    pub octets: Vec<u8>,
}

impl Frame {
    fn control(&self) -> u16 {
        u16::from_le_bytes([self.octets[0], self.octets[1]])
    }

    /// Whether it is a beacon: frame type 0.
    pub fn is_beacon(&self) -> bool {
        self.control() >> 6 & 7 == 0
    }

    /// Whether it is secure: bit 3 of frame control, in a frame that is long enough. Beacons are never secure.
    pub fn is_secure(&self) -> bool {
        self.control() & 8 != 0 && !self.is_beacon() && self.octets.len() >= HEADER + SECURITY
    }

    /// The TKID, which names the temporal key of a secure frame.
    pub fn tkid(&self) -> u32 {
        word_at(&self.octets, HEADER) & 0xff_ffff
    }

    /// Octets before the payload.
    pub fn headers(&self) -> usize {
        match self.is_secure() {
            true => HEADER + SECURITY,
            false => HEADER,
        }
    }

    /// The octets after the headers.
    pub fn payload(&self) -> &[u8] {
        &self.octets[self.headers()..]
    }

    /// Cycles of the frame on the air, rounded up. The MAC header is part of the PLCP header.
    pub fn air_time(&self, clock_hz: u64) -> u64 {
        let body = (self.octets.len() - HEADER) as u64 + CHECK;
        let octet = match self.is_beacon() {
            true => BEACON_OCTET,
            false => DATA_OCTET,
        };
        cycles(PREAMBLE + body * octet, clock_hz)
    }

    /// Cycles from the first symbol until the security header of a secure frame has arrived.
    pub fn security_time(&self, clock_hz: u64) -> u64 {
        cycles(PREAMBLE + SECURITY as u64 * DATA_OCTET, clock_hz)
    }
}

fn cycles(units: u64, clock_hz: u64) -> u64 {
    let cycles = u128::from(units) * u128::from(clock_hz);
    cycles.div_ceil(u128::from(UNITS_PER_SECOND)) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn air_times_are_those_of_the_rates() {
        let frame = |control: u8, body: usize| Frame {
            octets: [vec![control, 0], vec![0; HEADER - 2 + body]].concat(),
        };
        // 13.125 us and 100 octets at 20 in 3 us; 13.125 us and 600 octets at 60 a us.
        assert_eq!(frame(0x00, 96).air_time(200_000_000), 2625 + 3000);
        assert_eq!(frame(0xc0, 596).air_time(200_000_000), 2625 + 2000);
        // 12 octets at 60 a us.
        assert_eq!(frame(0xc8, 596).security_time(200_000_000), 2625 + 40);
    }
}
