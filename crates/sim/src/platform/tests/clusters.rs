//! Tests which cores are close to which memories, and the messages for a chip without such memories.

use std::path::PathBuf;

use crate::part::switches::clusters::Clusters;
use crate::platform::{c_header, Platform, Range};

fn shipped(name: &str) -> Platform {
    let folder = [PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../platforms")];
    Platform::load(name, &folder).unwrap_or_else(|error| panic!("{error}"))
}

fn clusters(name: &str) -> Clusters {
    let chip = shipped(name);
    Clusters::of(chip.switches.as_ref(), &chip.facts()).expect("clusters")
}

#[test]
fn a_core_has_an_equal_part_of_the_scratchpad_at_its_switch() {
    let part = |base| Range { base, size: 0x2000 };
    let found = clusters("cortex16");
    assert_eq!(found.parts[0], part(0x4000_0000));
    assert_eq!(found.parts[3], part(0x4000_6000));
    assert_eq!(found.parts[4], part(0x4001_0000));
    assert_eq!(found.parts[15], part(0x4003_6000));
}

#[test]
fn what_is_linked_only_by_the_switch_of_the_shared_memory_is_another_cluster() {
    let sixteen = clusters("cortex16");
    assert_eq!(sixteen.of_core, [vec![0; 8], vec![1; 8]].concat());
    assert_eq!(sixteen.number[7..10], [7, 0, 1]);
    assert_eq!((sixteen.count(), sixteen.largest()), (2, 8));
    let (eight, four) = (clusters("cortex8"), clusters("cortex4"));
    assert_eq!((eight.count(), eight.largest()), (1, 8));
    assert_eq!((four.count(), four.largest()), (1, 4));
}

#[test]
fn the_header_says_whose_part_is_where() {
    let header = c_header(&shipped("cortex4"));
    for line in [
        "WEFT_CLUSTERS 1",
        "WEFT_CLUSTER_CORES 4",
        "WEFT_CLUSTER_OF_CORE {0, 0, 0, 0}",
        "WEFT_NUMBER_IN_CLUSTER {0, 1, 2, 3}",
        "WEFT_CLUSTER_MEMORY_OF_CORE {0x40000000, 0x40002000, 0x40004000, 0x40006000}",
        "WEFT_CLUSTER_MEMORY_PART 0x2000",
        "WEFT_NI_CLUSTER_MEMORY_OF_CORE {1, 1, 1, 1}",
        "WEFT_NI_MEMORY_BETWEEN 0",
        "WEFT_NI_MEMORY_NUMBER_OF_CORE {0, 0, 0, 0}",
        "WEFT_NI_NUMBER_AT_MEMORY {0, 1, 2, 3}",
        "WEFT_NI_CORES_OF_MEMORY 4",
        "WEFT_NI_CORES_BY_MEMORY {0, 1, 2, 3}",
        "WEFT_NI_PRIORITIES 8",
    ] {
        assert!(header.contains(&format!("#define {line}\n")), "{line}");
    }
    assert!(!c_header(&shipped("asip8")).contains("CLUSTER"));
}

#[test]
fn a_chip_without_scratchpads_cannot_have_the_link() {
    let about = |text: &str| {
        let error = super::parse(text).expect_err("the text is wrong");
        error.to_string()
    };
    let with = |link: &str| format!("[library]\nlink = \"{link}\"\nthreads = \"none\"\n");
    let small = super::SMALL;
    for link in ["scratchpad", "rendezvous"] {
        let library = with(link);
        assert!(about(&format!("{small}{library}")).contains(&format!(
            "`library.link` is \"{link}\", which needs [switches], and memories at them"
        )));
    }
    let library = with("scratchpad");
    let switches = "[switches]\nnames = [\"all\"]\ncores = [\"all\", \"all\"]\n";
    let nothing = about(&format!("{small}{library}{switches}"));
    assert!(nothing.contains("of kind \"sram\" that all cores share"));
    let shared = "[[device]]\nkind = \"sram\"\nbase = 0x8000_0000\nsize = 4096\nswitch = \"all\"\n";
    let lacking = about(&format!("{small}{library}{switches}{shared}"));
    assert!(lacking.contains("beside the first, at the switch of each core"));
}
