//! The JPEG decoder of apps/jpeg against djpeg (see `golden`), and against files that it must refuse: the sequential program on
//! this machine, without Weft, and the task graphs.

mod bitmap;
mod decoder;
mod graphs;
mod mutations;
mod refusals;

use bitmap::Bitmap;
use decoder::Decoder;
use std::path::{Path, PathBuf};

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("jpeg")
        .join(name)
}

fn read(path: &Path) -> Vec<u8> {
    std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// A JPEG file of tests/jpeg/pictures.
fn picture(name: &str) -> Vec<u8> {
    read(&folder("pictures").join(name).with_extension("jpg"))
}

fn photograph() -> Vec<u8> {
    read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../apps/jpeg/astronaut.jpg"))
}

#[test]
fn pictures_are_those_of_djpeg() {
    let decoder = Decoder::plain();
    let mut compared = 0;
    for entry in std::fs::read_dir(folder("pictures")).expect("the pictures") {
        let path = entry.expect("a picture").path();
        if path.extension().is_some_and(|extension| extension == "bmp") {
            let decoded = decoder.decode(&read(&path.with_extension("jpg")));
            let expected = Bitmap::parse(&read(&path));
            let decoded = Bitmap::parse(&decoded.bitmap(&path.display().to_string()));
            decoded.assert_is(&expected, &path.display().to_string());
            compared += 1;
        }
    }
    assert!(compared >= 19, "only {compared} pictures were compared");
}

#[test]
fn the_photograph_is_that_of_djpeg() {
    let decoded = Decoder::plain().decode(&photograph());
    let pixels = Bitmap::parse(&decoded.bitmap("the photograph")).pixels;
    let recorded = String::from_utf8(read(&folder("astronaut.cksum"))).expect("text");
    assert_eq!(bitmap::checksum(&pixels), recorded.trim());
}

/// What stands before the picture may be anything that has the form of a segment, and markers may have fill bytes.
#[test]
fn other_segments_and_fill_bytes_do_not_matter() {
    let plain = picture("420");
    let mut decorated = plain[..2].to_vec();
    decorated.extend(b"\xff\xff\xff\xe1\x00\x0cExif\0\0\xff\xd8\xff\xd9");
    decorated.extend(b"\xff\xfe\x00\x05\xff\xc2!");
    decorated.extend(b"\xff\xff");
    decorated.extend(&plain[2..]);
    let end = decorated.len() - 2;
    decorated.splice(end..end, [0xFF; 5]);
    let decoder = Decoder::plain();
    assert_eq!(
        decoder.decode(&decorated).bitmap("decorated"),
        decoder.decode(&plain).bitmap("plain")
    );
}

/// A frame header may name Adobe's colours or none: the components' names then say what they are.
#[test]
fn without_adobes_segment_the_names_of_the_components_tell() {
    let adobe = picture("rgb");
    let at = adobe.windows(2).position(|pair| pair == b"\xff\xee");
    let at = at.expect("cjpeg writes Adobe's segment");
    let mut named = adobe.clone();
    named.drain(at..at + 16);
    let decoder = Decoder::plain();
    assert_eq!(
        decoder.decode(&named).bitmap("named"),
        decoder.decode(&adobe).bitmap("Adobe's")
    );
}
