//! Tests of `[mesh]`: what a file may contain, and the messages for errors.

use super::{parse, SMALL};
use crate::description::TileKeys;
use crate::noc::{Direction, Pipeline};
use crate::part::mesh::keys::Mesh;
use crate::part::message_buffers::keys::MessageUnit;
use crate::platform::{c_header, describe, Platform, Range};

/// Two cores, the memory and the host on 2 x 2 tiles; line 12 of a file.
const MESH: &str = "\
[mesh]
size = [2, 2]
memory = { at = [0, 0], size = \"1 MiB\" }
host = [1, 1]
";

fn with(more: &str) -> Platform {
    parse(&format!("{SMALL}{MESH}{more}")).unwrap_or_else(|error| panic!("{error}"))
}

fn mesh_with(more: &str) -> Mesh<MessageUnit> {
    with(more).mesh.expect("a mesh")
}

/// Returns the message for the mesh with `from` replaced by `to`, without the name of the file.
fn about(from: &str, to: &str) -> String {
    assert!(MESH.contains(from), "{from} is not in the mesh");
    after(&MESH.replacen(from, to, 1))
}

fn after(more: &str) -> String {
    let error = parse(&format!("{SMALL}{more}")).expect_err("the text is wrong");
    let message = error.to_string();
    let rest = message.strip_prefix("dir/my.toml:");
    rest.expect("the message names the file").to_string()
}

#[test]
fn what_a_file_leaves_out() {
    let mesh = mesh_with("");
    assert_eq!(mesh.network.size, [2, 2, 1]);
    assert_eq!(mesh.network.pipeline, Pipeline::FourStage);
    assert_eq!((mesh.network.buffer_flits, mesh.packet_words), (4, 16));
    assert_eq!(mesh.memories[0].access, 1);
    let unit = mesh.tile;
    assert_eq!(
        unit.registers(),
        Range {
            base: 0xA000_0000,
            size: 0x480
        }
    );
    assert_eq!((unit.output_bytes, unit.input_bytes), (256, 512));
    assert_eq!(mesh.injectors, None);
}

#[test]
fn cores_lie_on_the_tiles_that_are_left() {
    let mesh = mesh_with("");
    assert_eq!(mesh.core_tiles(), [1, 2]);
    assert_eq!(
        (
            mesh.network.router(mesh.memories[0].at),
            mesh.network.router(mesh.host)
        ),
        (0, 3)
    );
    assert_eq!(mesh.network.coordinates(2), [0, 1, 0]);
}

#[test]
fn a_mesh_may_have_layers() {
    let text = MESH
        .replace("[2, 2]", "[1, 2, 2]")
        .replace("[0, 0]", "[0, 1, 1]")
        .replace("[1, 1]", "[0, 0]");
    let platform = parse(&format!("{SMALL}{text}")).unwrap_or_else(|error| panic!("{error}"));
    let mesh = platform.mesh.as_ref().expect("a mesh");
    assert_eq!(mesh.core_tiles(), [1, 2]);
    assert_eq!(
        (
            mesh.network.router(mesh.memories[0].at),
            mesh.network.router(mesh.host)
        ),
        (3, 0)
    );
    assert!(describe(&platform).contains("  layer 1\n"));
}

#[test]
fn injectors_stand_at_two_opposite_edges() {
    let mesh =
        mesh_with("[mesh.injectors]\nedges = [\"east\", \"west\"]\nrate = 0.5\nwrite_back = 1\n");
    let injectors = mesh.injectors.as_ref().expect("injectors");
    assert_eq!(injectors.requesters, Direction::East);
    assert_eq!(mesh.network.edges.len(), 4);
    assert_eq!(
        (injectors.rate, injectors.write_back, injectors.seed),
        (0.5, 1.0, 1)
    );
}

#[test]
fn every_shape_fits_a_hundred_columns() {
    for (x, y) in [(2, 2), (7, 3), (8, 8), (16, 4), (33, 2), (66, 1)] {
        let text = format!("{SMALL}{MESH}")
            .replace("count = 2", &format!("count = {}", x * y - 2))
            .replace("[2, 2]", &format!("[{x}, {y}]"))
            .replace("[1, 1]", "[1, 0]");
        let platform = parse(&text).unwrap_or_else(|error| panic!("{error}"));
        let picture = describe(&platform);
        let widest = picture.lines().map(|line| line.chars().count()).max();
        assert!(widest <= Some(100), "{picture}");
        assert!(!picture.contains("bus"), "{picture}");
    }
}

#[test]
fn shapes_that_cannot_be() {
    assert_eq!(
        about("[2, 2]", "[2, 3]"),
        "13:8: `mesh.size` makes 6 tiles, but 2 cores, a memory and a host need 4; change it or cores.count"
    );
    assert!(about("[2, 2]", "[4]").starts_with("13:8: `mesh.size` must be the tiles in x and y"));
    assert!(about("[2, 2]", "[0, 2]")
        .contains("`mesh.size` is 0; it must be an integer from 1 to 1026"));
    assert!(about("[2, 2]", "4").contains("is of type integer; write a list of numbers"));
    assert_eq!(
        about("at = [0, 0]", "at = [2, 0]"),
        "14:17: `mesh.memory.at` must be on the mesh: x goes from 0 to 1, y to 1, z to 0"
    );
    assert_eq!(
        about("host = [1, 1]", "host = [0, 0]"),
        "15:8: `mesh.host` is where the memory tile is; give it another place"
    );
    assert!(about("host = [1, 1]\n", "")
        .contains("[mesh] lacks `host`; write for example `host = [3, 4]`"));
    assert!(after(&format!("{MESH}buffer = 999\n"))
        .contains("`mesh.buffer` is 999; it must be an integer from 1 to 255"));
    assert!(about("host", "hosts").contains("unknown key `hosts` in [mesh]"));
}

/// Two memories are listed in the order of their tiles, regardless of their order in the file.
#[test]
fn a_mesh_may_have_several_memories() {
    let memories =
        "memory = [{ at = [2, 0], size = \"1 MiB\" }, { at = [1, 0], size = 64, access = 3 }]";
    let text = MESH
        .replace("[2, 2]", "[3, 2]")
        .replace("memory = { at = [0, 0], size = \"1 MiB\" }", memories)
        .replace("[1, 1]", "[2, 1]");
    let text = format!("{SMALL}{text}").replace("count = 2", "count = 3");
    let platform = parse(&text).unwrap_or_else(|error| panic!("{error}"));
    let mesh = platform.mesh.as_ref().expect("a mesh");
    assert_eq!(mesh.core_tiles(), [0, 3, 4]);
    let seen = |number: usize| {
        let memory = mesh.memories[number];
        (memory.at, memory.bytes, memory.access)
    };
    assert_eq!(seen(0), ([1, 0, 0], 64, 3));
    assert_eq!(seen(1), ([2, 0, 0], 1 << 20, 1));
    let picture = describe(&platform);
    for shown in [
        "| mem 0   |",
        "| mem 1   |",
        "mesh.memory 0",
        "mesh.memory 1",
    ] {
        assert!(picture.contains(shown), "{picture}");
    }
}

#[test]
fn memories_that_cannot_be() {
    let memories = |memories: &str| {
        let one = "memory = { at = [0, 0], size = \"1 MiB\" }";
        about(one, &format!("memory = {memories}"))
    };
    assert_eq!(
        memories("[{ at = [0, 0], size = 64 }, { at = [0, 1], size = 64 }]"),
        "13:8: `mesh.size` makes 4 tiles, but 2 cores, 2 memories and a host need 5; change it or cores.count"
    );
    assert_eq!(
        memories("[{ at = [0, 1], size = 64 }, { at = [0, 1], size = 64 }]"),
        "14:46: `mesh.memory.at` is where another memory tile is; give it another place"
    );
    let large = "[{ at = [0, 0], size = \"2 GiB\" }, { at = [0, 1], size = \"2 GiB\" }]";
    assert!(memories(large)
        .contains("14:66: `mesh.memory.size` makes the memory tiles larger together than"));
    assert!(memories("[]").ends_with("`mesh.memory` is empty; write a table or more"));
    assert!(memories("3")
        .contains("`mesh.memory` is of type integer; write a table headed [mesh.memory]"));
    assert!(memories("[3]").contains("is of type integer"));
}

#[test]
fn message_units_that_cannot_be() {
    let unit = |more: &str| after(&format!("{MESH}[mesh.message_unit]\n{more}\n"));
    assert!(unit("input_buffer = 6")
        .ends_with("`mesh.message_unit.input_buffer` is 6 bytes; it must be a multiple of 4"));
    assert!(unit("output_buffer = 0")
        .contains("`mesh.message_unit.output_buffer` must be a whole number of B from 1"));
    assert!(
        unit("output_buffer = \"64 KiB\"").contains("is 65536 bytes; a buffer has 65532 at most")
    );
    assert!(unit("output_buffer = 516").ends_with("`mesh.message_unit.output_buffer` leaves an output buffer of 516 bytes and an input buffer of 512; a block of the one must fit into the other"));
    assert!(unit("copy_in = 0")
        .contains("`mesh.message_unit.copy_in` is 0; it must be an integer from 1 to 100"));
    assert!(unit("copy_words = 3").ends_with("copy_words` is 3; it must be 1, 2, 4 or 8"));
    assert!(unit("copy_words = 16").contains("must be an integer from 1 to 8"));
    assert!(unit("copy_words = 8\noutput_buffer = 36").ends_with("`mesh.message_unit.copy_words` is 8, but buffers of 36 and 512 bytes are not whole lines of 8 words"));
    assert!(unit("tasks = 1").contains("is 1, but each of the 2 cores may have a task"));
    assert!(unit("tasks = 1025").contains("must be an integer from 1 to 1024"));
    assert!(unit("base = 0x1000_0000")
        .contains("mesh.message_unit (0x10000000 to 0x1000047f) overlaps cores.data_memory"));
    assert!(unit("bufer = 3").contains("unknown key `bufer` in [mesh.message_unit]"));
}

#[test]
fn injectors_that_cannot_be() {
    let injectors = |more: &str| after(&format!("{MESH}[mesh.injectors]\n{more}\n"));
    assert!(injectors("rate = 0.1").contains("[mesh.injectors] lacks `edges`"));
    let opposite = "must be the edge of those that request and the opposite one";
    assert!(injectors("edges = [\"north\", \"east\"]").contains(opposite));
    assert!(injectors("edges = [\"north\"]").contains(opposite));
    assert!(injectors("edges = [\"top\", \"north\"]")
        .contains("known: \"north\", \"south\", \"west\", \"east\""));
    let rate = |value: &str| injectors(&format!("edges = [\"north\", \"south\"]\nrate = {value}"));
    assert!(rate("1.5").contains("`mesh.injectors.rate` must be a number from 0 to 1"));
    assert!(rate("nan").contains("must be a number from 0 to 1"));
    assert!(rate("\"all\"").contains("is of type string; write a number from 0 to 1"));
}

#[test]
fn links_and_threads_need_their_hardware() {
    assert!(after("[library]\nlink = \"mpb\"\n")
        .contains("`library.link` is \"mpb\", which needs a [mesh]"));
    let platform = with("[library]\nlink = \"mpb\"\nthreads = \"none\"\n");
    assert_eq!(platform.mutexes(), 0);
}

#[test]
fn programs_see_registers_and_sizes() {
    let header = c_header(&with("[mesh.message_unit]\ninput_buffer = \"1 KiB\"\n"));
    for line in [
        "WEFT_MPB_BASE 0xa0000000",
        "WEFT_MPB_INPUT_BYTES 1024",
        "WEFT_MPB_OUTPUT_BYTES 256",
        "WEFT_MPB_TABLE_TASKS 32",
        "WEFT_MPB_SEND 0x8",
        "WEFT_MPB_TABLE 0x400",
        "WEFT_MPB_RESULT_MISMATCH 3",
    ] {
        assert!(
            header.contains(&format!("#define {line}\n")),
            "{line}\n{header}"
        );
    }
    assert_eq!(header.matches("#define WEFT_MPB_TASKS ").count(), 1);
}
