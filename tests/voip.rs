//! The parts of the VoIP phone, each by itself.

use weft_tests::command::{Ended, Folder};

/// What libspandsp 0.0.6 makes of every sample and code, and of the signal of `voip/signal.h`, as hashes.
const EXPECTED: &str = include_str!("voip/codecs.expected");

/// Runs a program made of these files of the project.
fn run(folder: &Folder, place: &str, sources: &[&str], arguments: &str) -> Ended {
    let path = |source: &&str| format!("{}/../{source}", env!("CARGO_MANIFEST_DIR"));
    let paths: Vec<String> = sources.iter().map(path).collect();
    let paths = paths.join(" ");
    folder.weft(&format!(
        "run --quiet --platform {place} -n 1 {paths} -- {arguments}"
    ))
}

fn parts(folder: &Folder, arguments: &str) -> Ended {
    let sources = [
        "tests/voip/parts.c",
        "apps/voip/wav.c",
        "apps/voip/rtp.c",
        "apps/voip/jitter.c",
    ];
    run(folder, "host", &sources, arguments)
}

#[test]
fn codecs_agree_with_another_implementation() {
    let sources = [
        "tests/voip/codecs.c",
        "apps/voip/g711.c",
        "apps/voip/g726.c",
    ];
    for place in ["host", "davinci"] {
        let ended = run(&Folder::default(), place, &sources, "").exits(0);
        assert_eq!(ended.stdout, EXPECTED, "on {place}");
    }
}

#[test]
fn files_captures_and_the_jitter_buffer() {
    parts(&Folder::default(), "").exits(0);
}

/// A WAV file's bytes up to its samples, of which there are none.
fn wav(code: u16, channels: u16, rate: u32, bits: u16) -> Vec<u8> {
    let mut file = b"RIFF\x24\0\0\0WAVEfmt \x10\0\0\0".to_vec();
    let bytes = u32::from(channels) * u32::from(bits) / 8;
    file.extend(code.to_le_bytes());
    file.extend(channels.to_le_bytes());
    file.extend(rate.to_le_bytes());
    file.extend((rate * bytes).to_le_bytes());
    file.extend((bytes as u16).to_le_bytes());
    file.extend(bits.to_le_bytes());
    file.extend(b"data\0\0\0\0");
    file
}

#[test]
fn speech_that_the_phone_does_not_take_is_refused_with_the_remedy() {
    let long = wav(1, 1, 8000, 16);
    let cases: [(&[u8], &str); 7] = [
        (
            &wav(1, 1, 8000, 24),
            "do not have 16 bits; convert it to PCM of 16 bits",
        ),
        (
            &wav(1, 1, 44100, 16),
            "is not 8000 samples a second; convert it to 8 kHz",
        ),
        (&wav(1, 2, 8000, 16), "several channels; mix it down to one"),
        (
            &wav(7, 1, 8000, 8),
            "compressed; convert it to PCM of 16 bits",
        ),
        (&long[..30], "ends before its data"),
        (
            b"RIFF\x24\0\0\0WAVEdata\0\0\0\0",
            "says nothing of its format before its data",
        ),
        (b"MThd", "is not a WAV file"),
    ];
    for (bytes, remedy) in cases {
        let folder = Folder::with("speech.wav", bytes);
        parts(&folder, "speech.wav")
            .exits(2)
            .says(&["speech.wav: ", remedy]);
    }
    let none = parts(&Folder::default(), "none.wav").exits(2);
    none.says(&["none.wav: cannot be opened"]);
    parts(&Folder::with("speech.wav", &long), "speech.wav").exits(0);
}
