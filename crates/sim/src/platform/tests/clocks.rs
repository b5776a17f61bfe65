//! Tests of groups of cores, and of clocks that are fractions of the chip's.

use super::{parse, small_with, SMALL};

const MAILBOX: &str = "\
[library]
link = \"ipcm\"
threads = \"none\"
[[device]]
kind = \"interrupt-controller\"
base = 0x0c00_0000
[[device]]
kind = \"mailbox\"
base = 0x9200_0000
mailboxes = 6
channels = 4
";

/// Returns cores without message units at 25 MHz, followed by `more`.
fn plain(more: &str) -> String {
    let cores = "count = 2\nmessage_unit = false\nclock = \"25 MHz\"";
    small_with("count = 2", cores) + more + MAILBOX
}

fn complaint(text: &str) -> String {
    parse(text).expect_err("the text is wrong").to_string()
}

#[test]
fn a_group_says_in_what_it_differs_from_the_first() {
    let second = "[[cores]]\ncount = 1\nclock = \"50 MHz\"\nissue_width = 2\n[cores.timing]\nmultiply_use = 0\n[bus]\nclock = \"10 MHz\"\n";
    let platform = parse(&plain(second)).unwrap_or_else(|error| panic!("{error}"));
    let [first, second] = &platform.cores.groups[..] else {
        panic!("two groups");
    };
    assert_eq!((platform.cores.count, platform.bus.period), (3, 5));
    assert_eq!((first.count, first.period, first.issue_width), (2, 2, 1));
    assert_eq!((second.count, second.period, second.issue_width), (1, 1, 2));
    assert_eq!(
        (first.timing.multiply_use, second.timing.multiply_use),
        (1, 0)
    );
    assert_eq!(second.timing.divide, first.timing.divide);
    assert_eq!(platform.cores.group_of(1), first);
    assert_eq!(platform.cores.group_of(2), second);
}

#[test]
fn clocks_that_the_chip_cannot_have() {
    assert!(complaint(&format!("{SMALL}[bus]\nclock = \"20 MHz\"\n"))
        .contains("13:9: `bus.clock` is 20000000 Hz; the chip's clock, 50000000 Hz, must be a whole multiple"));
    assert!(
        complaint(&small_with("count = 2", "count = 2\nclock = \"25 MHz\""))
            .contains("message units, [mesh], [switches] and [hibi] have the chip's clock alone")
    );
    assert!(complaint(&plain("[cores.timing]\ndivide = 64\n")).contains("from 0 to 63"));
    let float = "[cores.floating_point]\ntransfer = 100\ndivide = 60\n";
    assert!(complaint(&plain(float)).contains("none may take more than 127"));
}
