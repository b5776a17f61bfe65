//! The codecs of the VoIP phone make what another implementation of the Recommendations makes of every sample and code, and of a signal:
//! the hashes are of what libspandsp 0.0.6 gave for them.

use weft_tests::command::Folder;

const EXPECTED: &str = include_str!("voip/codecs.expected");

#[test]
fn codecs_agree_with_another_implementation() {
    let sources = ["tests/voip/codecs.c", "apps/voip/g711.c", "apps/voip/g726.c"];
    let paths = sources.map(|source| format!("{}/../{source}", env!("CARGO_MANIFEST_DIR")));
    for place in ["host", "davinci"] {
        let run = format!("run --quiet --platform {place} -n 1 {}", paths.join(" "));
        let ended = Folder::default().weft(&run).exits(0);
        assert_eq!(ended.stdout, EXPECTED, "on {place}");
    }
}
