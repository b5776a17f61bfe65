//! The parts of the VoIP phone, each by itself, and two phones that talk.

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

/// The sources of an end of a call by SIP.
const AGENT: [&str; 4] = [
    "apps/voip/agent.c",
    "apps/voip/sip_read.c",
    "apps/voip/sip_write.c",
    "apps/voip/sdp.c",
];

/// Messages in other spellings, malformed ones with their answers, timers, and 200,000 damaged messages.
#[test]
fn messages_of_sip_are_read_and_bad_ones_answered() {
    let sources = [&["tests/voip/sip.c"][..], &AGENT[..]].concat();
    run(&Folder::default(), "host", &sources, "").exits(0);
}

/// Two gateways that call each other.
fn gateways(folder: &Folder, place: &str, words: &str) -> Ended {
    let more = ["apps/voip/call.c", "apps/voip/rtp.c", "apps/voip/g711.c"];
    let path = |source: &&str| format!("{}/../{source}", env!("CARGO_MANIFEST_DIR"));
    let paths: Vec<String> = more.iter().chain(&AGENT).map(path).collect();
    let paths = paths.join(" ");
    folder.weft(&format!(
        "run --quiet --reports --platform {place} -n 2 {paths} -- {words}"
    ))
}

#[test]
fn two_gateways_set_a_call_up_talk_and_tear_it_down() {
    for (place, words) in [("davinci", ""), ("host", ""), ("host", "hang=called")] {
        let folder = Folder::default();
        let words = format!("frames=5 capture=call.pcap {words}");
        let ended = gateways(&folder, place, &words).exits(0);
        for end in ["caller", "called"] {
            assert_eq!(told(&ended, &format!("heard {end}")), 5.0, "{place}");
            assert_eq!(told(&ended, &format!("status {end}")), 0.0, "{place}");
            assert_eq!(told(&ended, &format!("malformed {end}")), 0.0, "{place}");
        }
        if place == "davinci" {
            let witness = concat!(env!("CARGO_MANIFEST_DIR"), "/voip/witness.py");
            let capture = folder.path("call.pcap");
            let mut python = std::process::Command::new("python3");
            let seen = python.arg(witness).arg(capture).output().expect("python3");
            assert!(seen.status.success(), "{seen:?}");
            let expected = "INVITE sip:called@10.0.0.2 SIP/2.0 1\nSIP/2.0 100 Trying 1\nSIP/2.0 180 Ringing 1\n\
                SIP/2.0 200 OK 1\nACK sip:called@10.0.0.2:5060 SIP/2.0 1\n\
                BYE sip:called@10.0.0.2:5060 SIP/2.0 2\nSIP/2.0 200 OK 2\n";
            assert_eq!(String::from_utf8_lossy(&seen.stdout), expected);
        }
    }
}

#[test]
fn messages_of_sip_that_are_lost_are_sent_again() {
    let ended = gateways(&Folder::default(), "host", "frames=5 lose=3").exits(0);
    assert!(told(&ended, "resent caller") + told(&ended, "resent called") > 0.0);
    assert!(told(&ended, "set-up") >= 500.0);
    for end in ["caller", "called"] {
        assert_eq!(told(&ended, &format!("status {end}")), 0.0);
    }
}

#[test]
fn a_call_without_a_codec_in_common_is_refused() {
    let ended = gateways(&Folder::default(), "host", "accept=none").exits(0);
    assert_eq!(told(&ended, "status caller"), 488.0);
    let ended = gateways(&Folder::default(), "host", "frames=0").exits(2);
    ended.says(&["frames=0: words are frames=1..1000"]);
}

/// The phone's sources.
const PHONE: [&str; 10] = [
    "apps/voip/phone.c",
    "apps/voip/voice.c",
    "apps/voip/network.c",
    "apps/voip/options.c",
    "apps/voip/codec.c",
    "apps/voip/g711.c",
    "apps/voip/g726.c",
    "apps/voip/rtp.c",
    "apps/voip/jitter.c",
    "apps/voip/wav.c",
];
const FRAME_BYTES: usize = 320;

/// Runs a phone on the GPP and the DSP.
fn phone(folder: &Folder, words: &str) -> Ended {
    let path = |source: &&str| format!("{}/../{source}", env!("CARGO_MANIFEST_DIR"));
    let paths: Vec<String> = PHONE.iter().map(path).collect();
    let paths = paths.join(" ");
    folder.weft(&format!(
        "run --quiet --reports --platform davinci -n 2 {paths} -- {words}"
    ))
}

/// The number after a name in what a phone reports.
fn told(ended: &Ended, name: &str) -> f64 {
    let line = ended
        .stdout
        .lines()
        .find_map(|line| line.strip_prefix(name));
    let number = line.and_then(|line| line.split_whitespace().next());
    let number = number.unwrap_or_else(|| panic!("nothing is told of {name}"));
    number.parse().expect("a number")
}

/// The first frames of a WAV file of the applications, as a file.
fn speech(folder: &Folder, name: &str, frames: usize) {
    let path = format!("{}/../apps/voip/{name}", env!("CARGO_MANIFEST_DIR"));
    let whole = std::fs::read(path).expect("speech");
    let data = whole.windows(4).position(|bytes| bytes == b"data");
    let data = data.expect("samples") + 8;
    let mut file = wav(1, 1, 8000, 16);
    let bytes = frames * FRAME_BYTES;
    let length = file.len();
    file[length - 4..].copy_from_slice(&(bytes as u32).to_le_bytes());
    // The speech begins behind some silence.
    file.extend(&whole[data + 8 * FRAME_BYTES..][..bytes]);
    folder.write(name, file);
}

/// What is heard is what was said, coded and decoded, behind some frames of silence and before others.
fn assert_heard(folder: &Folder, heard: &str, native: &str) {
    let (heard, native) = (folder.read(heard), folder.read(native));
    let (heard, native) = (&heard[44..], &native[44..]);
    let begin = heard.iter().position(|byte| *byte != 0).expect("sound");
    let first = native.iter().position(|byte| *byte != 0).expect("sound");
    let silence = begin - first;
    assert_eq!(silence % FRAME_BYTES, 0);
    assert!(silence / FRAME_BYTES <= 8, "{silence} bytes of silence");
    // Not assert_eq, which would print all samples.
    assert!(
        heard[silence..].starts_with(native),
        "something else is heard"
    );
    let behind = &heard[silence + native.len()..];
    assert!(behind.iter().all(|byte| *byte == 0));
}

/// Two phones: what the first one sends, the second one hears; it is told and stores its blocks in its own way.
fn two_phones(codec: &str, first: &str, second: &str) -> Ended {
    let folder = Folder::default();
    speech(&folder, "caller.wav", 20);
    speech(&folder, "called.wav", 20);
    let native = [
        "tests/voip/native.c",
        "apps/voip/codec.c",
        "apps/voip/g711.c",
        "apps/voip/g726.c",
        "apps/voip/wav.c",
    ];
    let arguments = format!("{codec} caller.wav native.wav");
    run(&folder, "host", &native, &arguments).exits(0);
    phone(
        &folder,
        &format!("codec={codec} {first} speech=caller.wav send=caller.pcap"),
    )
    .exits(0);
    let words =
        format!("codec={codec} {second} speech=called.wav receive=caller.pcap play=heard.wav");
    let ended = phone(&folder, &words).exits(0);
    assert_heard(&folder, "heard.wav", "native.wav");
    for nothing in ["frames lost", "packets late", "packets early"] {
        assert_eq!(told(&ended, nothing), 0.0, "{nothing}");
    }
    assert_eq!(told(&ended, "packets sent"), 20.0);
    ended
}

#[test]
fn two_phones_with_mu_law() {
    two_phones(
        "mu-law",
        "dsp=none",
        "dsp=interrupt memory=external jitter=30",
    );
}

#[test]
fn two_phones_with_a_law() {
    two_phones("a-law", "dsp=polling memory=internal", "dsp=none");
}

#[test]
fn two_phones_with_g726() {
    let first = "dsp=interrupt memory=internal";
    two_phones("g726", first, "dsp=polling memory=external timer=10");
}

/// The last frame that is decoded is still with the DSP when the call ends.
#[test]
fn a_phone_hangs_up_while_packets_still_come() {
    let folder = Folder::default();
    speech(&folder, "caller.wav", 40);
    speech(&folder, "called.wav", 20);
    phone(&folder, "speech=caller.wav send=caller.pcap").exits(0);
    let words = "speech=called.wav receive=caller.pcap";
    for dsp in ["polling", "interrupt"] {
        let ended = phone(&folder, &format!("dsp={dsp} {words}")).exits(0);
        assert_eq!(told(&ended, "packets sent"), 20.0, "{dsp}");
    }
}

#[test]
fn a_polled_dsp_is_seen_by_the_timer_that_there_is_anyway() {
    let longest = |words: &str| {
        let ended = phone(&Folder::default(), &format!("work=3000 {words}")).exits(0);
        (
            told(&ended, "longest call"),
            told(&ended, "most packet delay"),
        )
    };
    let (interrupted, _) = longest("dsp=interrupt");
    assert!((6.0..6.2).contains(&interrupted), "{interrupted}");
    for (timer, ms) in [(5, 10.0), (20, 20.0)] {
        let (call, delay) = longest(&format!("dsp=polling timer={timer}"));
        assert!((call - ms).abs() < 0.05, "{timer} ms: {call}");
        assert!(delay < call + 0.05, "{timer} ms: {delay}");
    }
}

#[test]
fn words_that_the_phone_does_not_know_are_refused() {
    let cases = [
        (
            "codec=g723",
            "codec=g723: unknown codec; there are mu-law, a-law, g726",
        ),
        (
            "dsp=maybe",
            "dsp=maybe: the DSP is told of as none, interrupt or polling",
        ),
        ("timer=0", "timer=0: is not a number from 1 to 20"),
        ("speed=1", "speed=1: unknown word; there are speech, play,"),
        ("receive=none.pcap", "none.pcap: cannot be opened"),
        ("send=none/a.pcap", "none/a.pcap: cannot be written"),
    ];
    for (words, complaint) in cases {
        let ended = phone(&Folder::default(), words).exits(2);
        ended.says(&[complaint]);
    }
}

#[test]
fn speech_of_another_rate_or_24_bits_is_refused_by_the_phone() {
    for (rate, bits) in [(44100, 16), (8000, 24)] {
        let folder = Folder::with("speech.wav", wav(1, 1, rate, bits));
        phone(&folder, "speech=speech.wav")
            .exits(2)
            .says(&["speech.wav: its"]);
    }
}
