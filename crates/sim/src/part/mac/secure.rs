//! Secure frames: AES-128 in CCM mode as the WiMedia MAC uses it (ECMA-368, clause 18; Wireless USB 1.0, 6.4; docs/contract/mac.md, "Secure
//! frames").
//!
//! The MIC has 8 octets. The nonce is the secure frame number, the TKID, the destination and the source, as they are in the frame.
//! Authenticated but not ciphered are the MAC header, the encryption offset, a reserved octet, an octet of padding, and the octets of the
//! payload before the offset.

use super::frame::{Frame, HEADER, MIC, SECURITY};
use crate::port::word_at;
use aes::Aes128;
use ccm::aead::generic_array::GenericArray;
use ccm::aead::{AeadInPlace, KeyInit};
use ccm::consts::{U13, U8};
use ccm::Ccm;

type AesCcm = Ccm<Aes128, U8, U13>;

/// A temporal key.
pub type Key = [u8; 16];

/// Ciphers the payload of a secure frame and appends the MIC.
pub fn protect(frame: &mut Frame, key: &Key) {
    let (nonce, associated) = parameters(frame);
    let from = ciphered_from(frame);
    let cipher = AesCcm::new(key.into());
    let ciphered = &mut frame.octets[from..];
    // The cipher refuses only payloads above 64 KiB; the buffer is smaller.
    if let Ok(mic) = cipher.encrypt_in_place_detached(&nonce.into(), &associated, ciphered) {
        frame.octets.extend_from_slice(&mic);
    }
}

/// Removes the MIC and deciphers the payload. Returns whether the MIC is right; if it is not, the payload stays ciphered.
pub fn unprotect(frame: &mut Frame, key: &Key) -> bool {
    let (nonce, mut associated) = parameters(frame);
    let length = frame.octets.len();
    let Some(end) = length
        .checked_sub(MIC)
        .filter(|end| *end >= HEADER + SECURITY)
    else {
        return false;
    };
    let mic = frame.octets.split_off(end);
    let from = ciphered_from(frame);
    associated.truncate(ASSOCIATED + from - (HEADER + SECURITY));
    AesCcm::new(key.into())
        .decrypt_in_place_detached(
            &nonce.into(),
            &associated,
            &mut frame.octets[from..],
            GenericArray::from_slice(&mic),
        )
        .is_ok()
}

/// Authenticated octets before those of the payload.
const ASSOCIATED: usize = 14;

/// The index of the first ciphered octet: after the encryption offset, or the end if that is beyond it.
fn ciphered_from(frame: &Frame) -> usize {
    let offset = word_at(&frame.octets, HEADER + 4) as usize & 0xffff;
    (HEADER + SECURITY + offset).min(frame.octets.len())
}

/// The nonce and the authenticated data.
fn parameters(frame: &Frame) -> ([u8; 13], Vec<u8>) {
    let (header, security) = (&frame.octets[..HEADER], &frame.octets[HEADER..]);
    let mut nonce = [0; 13];
    nonce[..6].copy_from_slice(&security[6..12]);
    nonce[6..9].copy_from_slice(&security[..3]);
    nonce[9..].copy_from_slice(&header[2..6]);
    let mut associated = header.to_vec();
    associated.extend_from_slice(&[security[4], security[5], 0, 0]);
    associated.extend_from_slice(&frame.octets[HEADER + SECURITY..ciphered_from(frame)]);
    (nonce, associated)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Wireless USB 1.0, A.2: the MIC of the second message of a handshake, whose 38 octets and label are all authenticated.
    #[test]
    fn cipher_gives_the_published_mic() {
        let key = [
            0x4b, 0x79, 0xa3, 0xcf, 0xe5, 0x53, 0x23, 0x9d, 0xd7, 0xc1, 0x6d, 0x1c, 0x2d, 0xab,
            0x6d, 0x3f,
        ];
        let nonce = [0, 0, 0, 0, 0, 0, 0x76, 0x98, 0x01, 0xbe, 0, 0x76, 0x98];
        let mut message = b"out-of-bandMIC".to_vec();
        message.extend([2, 0, 0x76, 0x98, 1, 0]);
        message.extend(0x30..=0x3f);
        message.extend(0x20..=0x2f);
        let mic =
            AesCcm::new(&key.into()).encrypt_in_place_detached(&nonce.into(), &message, &mut []);
        let published = [0x75, 0x6a, 0x97, 0x51, 0x0c, 0x8c, 0x14, 0x7b];
        assert_eq!(mic.expect("a short message").as_slice(), published);
    }

    fn secure_frame(offset: u8, payload: &[u8]) -> Frame {
        let mut octets = vec![0xc8, 0x08, 0x01, 0x10, 0x01, 0x20, 0x08, 0x00, 0x18, 0x80];
        octets.extend([0x76, 0x98, 0x01, 0, offset, 0, 1, 2, 3, 4, 5, 6]);
        octets.extend_from_slice(payload);
        Frame { octets }
    }

    #[test]
    fn frames_come_back_and_the_offset_stays_in_clear() {
        let key = [7; 16];
        for offset in [0, 5, 40, 200] {
            let clear = secure_frame(offset, b"forty octets of payload, more than a key");
            let mut frame = clear.clone();
            protect(&mut frame, &key);
            let plain = usize::from(offset).min(40);
            let (start, end) = (HEADER + SECURITY, HEADER + SECURITY + 40);
            assert_eq!(frame.octets.len(), end + MIC);
            assert_eq!(frame.octets[..start + plain], clear.octets[..start + plain]);
            assert_eq!(
                offset >= 40,
                frame.octets[start..end] == clear.octets[start..]
            );
            assert!(unprotect(&mut frame, &key));
            assert_eq!(frame.octets, clear.octets);
        }
    }

    #[test]
    fn any_changed_octet_is_noticed() {
        let key = [9; 16];
        let mut frame = secure_frame(3, b"payload");
        protect(&mut frame, &key);
        // The reserved octet of the security header is authenticated as zero, whatever it is.
        for changed in (0..frame.octets.len()).filter(|octet| *octet != HEADER + 3) {
            let mut wrong = frame.clone();
            wrong.octets[changed] ^= 0x10;
            assert!(!unprotect(&mut wrong, &key), "octet {changed}");
        }
        assert!(!unprotect(&mut frame, &[8; 16]));
    }

    #[test]
    fn a_frame_too_short_for_a_mic_is_refused() {
        let mut frame = secure_frame(0, b"short");
        assert!(!unprotect(&mut frame, &[0; 16]));
    }
}
