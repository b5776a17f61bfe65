//! A message with its cipher, and how the bench plays it.

use aes::Aes128;
use ccm::aead::{AeadInPlace, KeyInit};
use ccm::consts::{U13, U8};
use ccm::Ccm;
use std::io::{self, Write};
use weft_sim::noc::random::Random;

/// A message in clear and ciphered.
pub struct Message {
    pub key: [u8; 16],
    pub nonce: [u8; 13],
    pub associated: Vec<u8>,
    pub clear: Vec<u8>,
    pub ciphered: Vec<u8>,
    pub mic: [u8; 8],
}

impl Message {
    /// One of these lengths, ciphered by the crate that the simulator's MAC unit has.
    pub fn random(associated: usize, length: usize, random: &mut Random) -> Self {
        let mut octets = |count| -> Vec<u8> { (0..count).map(|_| random.bits() as u8).collect() };
        let mut message = Message {
            key: octets(16).try_into().expect("16 octets"),
            nonce: octets(13).try_into().expect("13 octets"),
            associated: octets(associated),
            clear: octets(length),
            ciphered: Vec::new(),
            mic: [0; 8],
        };
        message.cipher();
        message
    }

    fn cipher(&mut self) {
        self.ciphered = self.clear.clone();
        let (nonce, octets) = (&self.nonce.into(), &mut self.ciphered);
        let cipher = Ccm::<Aes128, U8, U13>::new(&self.key.into());
        let mic = cipher.encrypt_in_place_detached(nonce, &self.associated, octets);
        self.mic = mic.expect("a length of two octets").into();
    }

    /// Writes it as it is played.
    pub fn write(&self, play: &Play, out: &mut impl Write) -> io::Result<()> {
        let (given, results) = match play.is_deciphered {
            true => (&self.ciphered, &self.clear),
            false => (&self.clear, &self.ciphered),
        };
        let (associated, length) = (self.associated.len() as u32, self.clear.len() as u32);
        for word in [play.is_deciphered.into(), associated, length] {
            out.write_all(&word.to_le_bytes())?;
        }
        for word in [play.pauses, play.abandoned] {
            out.write_all(&word.to_le_bytes())?;
        }
        let octets: [&[u8]; 6] = [
            &self.key,
            &self.nonce,
            &self.associated,
            given,
            results,
            &self.mic,
        ];
        octets.iter().try_for_each(|octets| out.write_all(octets))
    }
}

/// How a message is played on the circuit.
#[derive(Clone, Default)]
pub struct Play {
    /// It comes ciphered.
    pub is_deciphered: bool,
    /// Cycles of 256 without an octet.
    pub pauses: u32,
    /// The cycle after its start in which the next message begins, whatever this one has come to; 0: it ends.
    pub abandoned: u32,
}

/// None; a few; as at the speed of the air, 53 cycles for 16 octets; most.
const PAUSES: [u32; 4] = [0, 60, 178, 240];

impl Play {
    /// Both ways, with all pauses.
    pub fn all() -> impl Iterator<Item = Play> {
        let ways = [false, true].into_iter();
        ways.flat_map(|is_deciphered| {
            PAUSES.map(|pauses| Play {
                is_deciphered,
                pauses,
                abandoned: 0,
            })
        })
    }

    /// Any; every fourth message is abandoned.
    pub fn random(random: &mut Random) -> Self {
        Play {
            is_deciphered: random.chance(0.5),
            pauses: PAUSES[random.below(4) as usize],
            abandoned: match random.below(4) {
                0 => 1 + random.below(150),
                _ => 0,
            },
        }
    }
}
