//! Tests of `--set` on lists of tables: by name, by number, and the messages for tables that do not exist.

use std::path::Path;

use super::{SMALL, SRAM};
use crate::platform::{Override, Platform, Result};

const BUSES: &str = "\
[[bus.segment]]
name = \"io\"
first = 1
count = 1
[[bus.bridge]]
between = [\"bus\", \"io\"]
";

fn with(text: &str, options: &[&str]) -> Result<Platform> {
    let set: Result<Vec<Override>> = options.iter().map(|text| Override::parse(text)).collect();
    Platform::parse_with(Path::new("dir/my.toml"), text, &set?)
}

fn set(options: &[&str]) -> Result<Platform> {
    with(&[SMALL, SRAM, BUSES].concat(), options)
}

fn complaint(option: &str) -> String {
    set(&[option]).expect_err("it is wrong").to_string()
}

#[test]
fn a_table_of_a_list_is_known_by_its_name_or_number() {
    let accesses = |option| set(&[option]).expect("a platform").bus.segments[0].single_access;
    assert_eq!(accesses("bus.segment.io.single_access=6"), 6);
    assert_eq!(accesses("bus.segment.0.single_access=7"), 7);
    let bridged = set(&["bus.bridge.0.latency=9"]).expect("a platform");
    assert_eq!(bridged.bus.bridges[0].latency, 9);
}

#[test]
fn the_later_of_two_options_holds() {
    let [name, number] = [
        "bus.segment.io.single_access=6",
        "bus.segment.0.single_access=7",
    ];
    let accesses =
        |options: &[&str]| set(options).expect("a platform").bus.segments[0].single_access;
    assert_eq!(
        [accesses(&[name, number]), accesses(&[number, name])],
        [7, 6]
    );
}

#[test]
fn a_table_that_is_not_there_is_told_with_those_that_are() {
    assert_eq!(
        complaint("bus.segment.oi.single_access=6"),
        "--set bus.segment.oi.single_access=6: `bus.segment.oi` is no table of [[bus.segment]]; known: 0 or io; write \
         bus.segment.0.KEY=VALUE"
    );
    assert!(complaint("bus.bridge.1.latency=6").contains("[[bus.bridge]]; known: 0; write"));
    assert!(complaint("bus.segment.single_access=6").contains("known: 0 or io"));
    assert!(complaint("map.channel.0.kind=packet").contains("the platform has no [[map.channel]]"));
    let one_bus = with(SMALL, &["bus.segment.io.single_access=6"]).expect_err("no such bus");
    assert!(one_bus
        .to_string()
        .contains("the platform has no [[bus.segment]]; write it in a file"));
}

#[test]
fn a_wrong_key_or_value_is_told_with_the_option() {
    assert!(complaint("bus.segment.io.colour=6").starts_with(
        "--set bus.segment.io.colour=6: unknown key `colour` in [bus.segment.io]; known keys: name, clock"
    ));
    assert!(
        complaint("bus.segment.0.single_access=2").contains("`bus.segment.0.single_access` is 2")
    );
    assert!(complaint("bus.segment.io=2").contains("is of type integer; write a table"));
}

#[test]
fn groups_of_cores_are_known_by_their_number() {
    let cores = |option| set(&[option]).map(|platform| platform.cores.count);
    assert_eq!(cores("cores.0.count=4").expect("a platform"), 4);
    assert_eq!(cores("cores.1.count=1").expect("a platform"), 3);
    assert_eq!(
        complaint("cores.2.issue_width=2"),
        "--set cores.2.issue_width=2: `cores` has no group 1, the last is 0; a new one needs a `count`: --set cores.1.count=1"
    );
}
