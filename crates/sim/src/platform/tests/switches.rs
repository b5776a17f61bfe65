//! Tests of platforms whose switches cannot be built: ports and virtual channels.

use super::{parse, SMALL};

/// Returns a chip of two cores and several memories, all at one switch, with further keys of `[switches]`.
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
    // Two virtual channels for circuits, one for requests and one for answers.
    assert!(parse(&chip(14, "")).is_ok());
    assert!(parse(&chip(15, "")).is_err());
}

#[test]
fn switches_go_with_a_mesh_and_hibi() {
    let mesh = "[mesh]\nsize = [4, 1]\nmemory = { at = [0, 0], size = \"4 KiB\" }\nhost = [3, 0]\n\
                [mesh.message_unit]\nbase = 0xa800_0000\n";
    let hibi =
        "[hibi]\n[[device]]\nkind = \"hibi-dma\"\nbase = 0xac00_0000\naddress = 0x0100_0000\n";
    let text = chip(1, "") + mesh + hibi;
    let platform = parse(&text).expect("three interconnects");
    assert!(platform.mesh.is_some() && platform.hibi.is_some() && platform.switches.is_some());
    let overlapping = text.replace("0xac00_0000", "0xa800_0040");
    let error = parse(&overlapping).expect_err("registers at the same addresses");
    assert!(error.to_string().contains("overlap"), "{error}");
}
