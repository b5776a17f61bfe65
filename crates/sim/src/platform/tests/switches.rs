//! Platforms whose switches cannot be built: ports and virtual channels.

use super::{parse, SMALL};

/// A chip of two cores and memories, all at one switch, with further keys of `[switches]`.
fn chip(memories: usize, keys: &str) -> String {
    let library = "[library]\nthreads = \"none\"\n";
    let switches = format!("[switches]\nnames = [\"all\"]\ncores = [\"all\", \"all\"]\n{keys}");
    let memory = |number| {
        format!(
            "[[device]]\nkind = \"sram\"\nname = \"memory{number}\"\nbase = {:#x}\nsize = 4096\nswitch = \"all\"\n",
            0x8000_0000_usize + 0x1000 * number
        )
    };
    let memories: String = (0..memories).map(memory).collect();
    let interface = "[[device]]\nkind = \"network-interface\"\nbase = 0xb000_0000\n";
    format!("{SMALL}{library}{switches}{memories}{interface}")
}

#[test]
fn a_switch_has_so_many_ports_as_their_virtual_channels_allow() {
    let apart = "priorities = 8\nchannel_for_each_priority = true\nchannel_for_answers = false\n";
    assert!(parse(&chip(4, apart)).is_ok());
    let error = parse(&chip(5, apart)).expect_err("70 virtual channels");
    assert!(
        error.to_string().contains(
            "gives switch \"all\" 7 ports of 10 virtual channels; 6 are possible: add a switch"
        ),
        "{error}"
    );
    // Two of circuits, one of requests and one of answers.
    assert!(parse(&chip(14, "")).is_ok());
    assert!(parse(&chip(15, "")).is_err());
}

#[test]
fn a_chip_has_switches_or_a_mesh() {
    let mesh = "[mesh]\nsize = [2, 2]\nmemory = { at = [0, 0], size = \"4 KiB\" }\nhost = [1, 1]\n\
                [mesh.message_unit]\nbase = 0xa800_0000\n";
    let error = parse(&(chip(1, "") + mesh)).expect_err("two networks");
    assert!(
        error
            .to_string()
            .contains("`switches` cannot be on a chip with a [mesh]; leave one of them out"),
        "{error}"
    );
}
