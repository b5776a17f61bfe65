//! The order of messages: a receive takes the first one that matches it, however much room it has.

use weft_tests::command::Folder;

/// Fields of the request word above the length must not be taken for more of it.
#[test]
fn a_receive_with_much_room_leaves_a_message_of_a_larger_tag() {
    let chips = "asip8 asip8x asip8-ipcm asip8-dma nagam nagamx funcapi funcapix hibi8 mesh256";
    let chips = chips.split(' ').map(|chip| (chip, 60_000));
    for (platform, room) in chips.chain([("host", 300_000)]) {
        let program = concat!(env!("CARGO_MANIFEST_DIR"), "/order/larger_tag.c");
        let run = format!("run -q -n 2 --platform {platform} {program} -- {room}");
        let printed = Folder::default().weft(&run).exits(0).stdout;
        assert_eq!(printed, "tag 1: right\ntag 2: right\n", "{platform}");
    }
}
