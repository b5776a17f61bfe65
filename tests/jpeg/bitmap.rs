//! Windows bitmap files, as far as two decoders' results must be compared.

use std::io::Write;
use std::process::{Command, Stdio};

/// A sample may differ by so much; libjpeg's own methods differ by more.
const TOLERANCE: u8 = 1;

#[derive(Debug, PartialEq)]
pub struct Bitmap {
    /// Width and height, in pixels.
    size: [u32; 2],
    bits_a_pixel: u16,
    palette: Vec<u8>,
    /// The rows from the bottom to the top, of whole words each.
    pub pixels: Vec<u8>,
}

impl Bitmap {
    pub fn parse(file: &[u8]) -> Bitmap {
        assert_eq!(&file[..2], b"BM");
        let word = |at: usize| u32::from_le_bytes(file[at..at + 4].try_into().expect("four bytes"));
        assert_eq!(word(2) as usize, file.len(), "the length in the file");
        let bits_a_pixel = u16::from_le_bytes([file[28], file[29]]);
        let palette = if bits_a_pixel == 8 { 4 * 256 } else { 0 };
        let bitmap = Bitmap {
            size: [word(18), word(22)],
            bits_a_pixel,
            palette: file[54..54 + palette].to_vec(),
            pixels: file[word(10) as usize..].to_vec(),
        };
        let row = (bitmap.size[0] * u32::from(bits_a_pixel)).div_ceil(32) * 4;
        assert_eq!(bitmap.pixels.len(), (row * bitmap.size[1]) as usize);
        bitmap
    }

    /// Requires the same picture as `expected`, within the tolerance.
    #[track_caller]
    pub fn assert_is(&self, expected: &Bitmap, what: &str) {
        assert_eq!(self.size, expected.size, "{what}");
        assert_eq!(self.bits_a_pixel, expected.bits_a_pixel, "{what}");
        assert_eq!(self.palette, expected.palette, "{what}");
        let samples = self.pixels.iter().zip(&expected.pixels);
        let worst = samples.map(|(one, other)| one.abs_diff(*other)).max();
        assert!(
            worst <= Some(TOLERANCE),
            "{what}: a sample is {worst:?} off"
        );
    }
}

/// What `cksum` prints of these bytes.
pub fn checksum(bytes: &[u8]) -> String {
    let mut command = Command::new("cksum");
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut running = command.spawn().expect("cksum runs");
    let mut input = running.stdin.take().expect("a pipe");
    input.write_all(bytes).expect("cksum reads");
    drop(input);
    let output = running.wait_with_output().expect("cksum ends").stdout;
    String::from_utf8_lossy(&output).trim().to_string()
}
