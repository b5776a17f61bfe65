//! Files that are no baseline JPEG, or a damaged one: each is refused in one line that says why.

use super::decoder::Decoder;
use super::{folder, picture, read};

/// Where the marker with this second byte stands.
#[track_caller]
fn find(file: &[u8], marker: u8) -> usize {
    let at = file.windows(2).position(|pair| pair == [0xFF, marker]);
    at.unwrap_or_else(|| panic!("no marker {marker:02x}"))
}

/// The picture with these bytes at this distance behind the marker.
#[track_caller]
fn patched(name: &str, marker: u8, distance: usize, bytes: &[u8]) -> Vec<u8> {
    let mut file = picture(name);
    let at = find(&file, marker) + distance;
    file[at..at + bytes.len()].copy_from_slice(bytes);
    file
}

const FRAME: u8 = 0xC0;
const HUFFMAN_TABLE: u8 = 0xC4;
const SCAN: u8 = 0xDA;
const QUANTIZATION_TABLE: u8 = 0xDB;

#[track_caller]
fn refuses(file: &[u8], piece: &str) {
    Decoder::checked().decode(file).is_refused(piece, piece);
}

#[test]
fn other_kinds_of_jpeg() {
    for (name, piece) in [
        ("progressive", "progressive"),
        ("arithmetic", "arithmetic"),
        ("several-scans", "several scans"),
    ] {
        refuses(
            &read(&folder("refused").join(name).with_extension("jpg")),
            piece,
        );
    }
    refuses(&patched("444", FRAME, 1, &[0xC3]), "lossless");
    refuses(&patched("444", FRAME, 1, &[0xC5]), "hierarchical");
    refuses(&patched("444", FRAME, 4, &[12]), "8 bits");
}

#[test]
fn four_components() {
    let mut file = patched("444", FRAME, 2, &[0, 20]);
    let at = find(&file, FRAME);
    file[at + 9] = 4;
    file.splice(at + 19..at + 19, [4, 0x11, 0]);
    refuses(&file, "CMYK");
}

#[test]
fn no_jpeg() {
    refuses(&[], "not a JPEG");
    refuses(b"\x89PNG\r\n\x1a\n", "not a JPEG");
    refuses(b"\xff\xd8\xff\xd9", "no picture");
}

#[test]
fn sizes() {
    refuses(&patched("444", FRAME, 5, &[0, 0]), "0 pixels");
    refuses(&patched("444", FRAME, 7, &[0, 0]), "0 pixels");
    refuses(&patched("444", FRAME, 5, &[0xFF; 4]), "no room");
    refuses(&patched("grey", FRAME, 5, &[0xFF; 4]), "no room");
    refuses(&patched("444", FRAME, 11, &[0x31]), "sampling factor");
    refuses(&patched("444", FRAME, 11, &[0x44]), "10 blocks");
    refuses(&patched("444", FRAME, 14, &[0x22]), "sampled differently");
}

#[test]
fn tables() {
    refuses(
        &patched("444", QUANTIZATION_TABLE, 4, &[7]),
        "quantization table",
    );
    refuses(
        &patched("444", QUANTIZATION_TABLE, 4, &[2]),
        "quantization table that is not there",
    );
    refuses(&patched("444", HUFFMAN_TABLE, 5, &[3]), "Huffman table");
    refuses(
        &patched("444", HUFFMAN_TABLE, 5, &[0xFF; 16]),
        "Huffman table",
    );
    refuses(
        &patched("444", SCAN, 6, &[0x33]),
        "Huffman table that is not there",
    );
    refuses(&patched("444", SCAN, 5, &[9]), "not those of the frame");
}

#[test]
fn the_data_of_the_picture() {
    let data = 14;
    refuses(
        &patched("444", SCAN, data, &[0xFF, 0].repeat(4)),
        "no Huffman code",
    );
    let with_restarts = picture("restart-mcu");
    let second = find(&with_restarts, 0xD1);
    for marker in [0xD2, 0xD9, 0xC4] {
        let mut file = with_restarts.clone();
        file[second + 1] = marker;
        refuses(&file, "restart marker");
    }
}

/// Wherever a file ends too early.
#[test]
fn truncated() {
    for name in ["restart-row", "grey"] {
        let whole = picture(name);
        for length in 0..whole.len() {
            let piece = if length < 2 {
                "not a JPEG"
            } else {
                "truncated"
            };
            let what = format!("{name} cut to {length} bytes");
            Decoder::plain()
                .decode(&whole[..length])
                .is_refused(piece, &what);
        }
    }
}
