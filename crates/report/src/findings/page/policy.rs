//! What names a script in a page's policy (Content Security Policy Level 3, section 2.3.1): the hash of its text in base 64.

use sha2::{Digest, Sha256};

/// The digits (RFC 4648, section 4).
const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// The name of the script with this text.
pub fn of_script(text: &str) -> String {
    format!("sha256-{}", base64(&Sha256::digest(text)))
}

fn base64(bytes: &[u8]) -> String {
    bytes.chunks(3).map(digits).collect()
}

/// The four digits of up to three bytes, with `=` for those that they do not fill.
fn digits(bytes: &[u8]) -> String {
    let byte = |place: usize| u32::from(bytes.get(place).copied().unwrap_or(0));
    let number = byte(0) << 16 | byte(1) << 8 | byte(2);
    let digit = |place: usize| match place <= bytes.len() {
        true => char::from(DIGITS[(number >> (18 - 6 * place)) as usize & 63]),
        false => '=',
    };
    (0..4).map(digit).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_those_of_the_standard() {
        for (text, digits) in [("f", "Zg=="), ("fo", "Zm8="), ("foobar", "Zm9vYmFy")] {
            assert_eq!(base64(text.as_bytes()), digits);
        }
        let empty = "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=";
        assert_eq!(of_script(""), empty);
    }
}
