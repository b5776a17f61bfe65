//! The library's memory for communicators, requests and their like: calls that fail give back what they took.

use weft_tests::command::Folder;

#[test]
fn a_communicator_that_cannot_be_copied_leaves_nothing() {
    for platform in ["asip8", "nagam", "host"] {
        let program = concat!(env!("CARGO_MANIFEST_DIR"), "/objects/failing_dup.c");
        let run = format!("run -q -n 1 --platform {platform} {program}");
        let printed = Folder::default().weft(&run).exits(0).stdout;
        assert_eq!(printed, "500 deleted\n", "{platform}");
    }
}
