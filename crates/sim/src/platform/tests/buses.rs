//! Tests of several buses: the members of each, and the messages for errors.

use super::{parse, SMALL, SRAM};
use crate::platform::{c_header, describe};

const IO: &str = "[[bus.segment]]\nname = \"io\"\nfirst = 1\ncount = 1\n";
const BRIDGE: &str = "[[bus.bridge]]\nbetween = [\"bus\", \"io\"]\nlatency = 3\n";

fn text(more: &[&str]) -> String {
    format!("{SMALL}{SRAM}bus = \"io\"\n{}", more.concat())
}

fn complaint(more: &[&str]) -> String {
    parse(&text(more)).expect_err("it is wrong").to_string()
}

#[test]
fn cores_and_devices_are_on_the_buses_that_the_file_names() {
    let console = "[[device]]\nkind = \"console\"\nbase = 0x9000_0000\n";
    let platform = parse(&text(&[console, IO, BRIDGE])).unwrap_or_else(|error| panic!("{error}"));
    let bus = &platform.bus;
    assert_eq!([bus.of_core(0), bus.of_core(1)], [0, 1]);
    assert_eq!([bus.of_device(0), bus.of_device(1)], [1, 0]);
    let shown = describe(&platform);
    for line in [
        "==[ bus, 1 masters ]==",
        "==[ io, 1 masters ]==",
        "bridge bus <--> io, 3 cycles",
        "4 on io, waiting, bridges",
        "base 0x80000000, bus \"io\"",
    ] {
        assert!(shown.contains(line), "{line}: {shown}");
    }
    assert!(c_header(&platform).contains("WEFT_SRAM_BASE"));
}

#[test]
fn one_bus_may_be_named() {
    let named = format!("{SMALL}{SRAM}bus = \"bus\"\n");
    let unnamed = format!("{SMALL}{SRAM}");
    let [named, unnamed] =
        [named, unnamed].map(|text| parse(&text).unwrap_or_else(|error| panic!("{error}")));
    assert_eq!(named.bus, unnamed.bus);
}

#[test]
fn what_is_on_no_bus() {
    assert!(complaint(&[]).contains("16:7: `device.bus` is \"io\"; known: \"bus\""));
    let second = IO.replace("\"io\"", "\"more\"");
    assert!(complaint(&[IO, &second, BRIDGE]).contains(
        "dir/my.toml:21:1: `bus.segment` has core 1, which is a master of \"io\" already; a core has one bus"
    ));
    let many = IO.replace("count = 1", "count = 2");
    assert!(complaint(&[&many, BRIDGE])
        .contains("`bus.segment` has cores 1 to 2, but there are 2; lower `first` or `count`"));
    let twice = IO.replace("\"io\"", "\"sram\"");
    assert!(complaint(&[&twice]).contains("is called \"sram\", as another bus or a device is"));
    let spoken = IO.replace("\"io\"", "\"I/O\"");
    assert!(complaint(&[&spoken]).contains("is called \"I/O\"; a name is lower-case letters"));
}

#[test]
fn bridges_that_join_nothing() {
    let none = complaint(&[IO]);
    assert!(
        none.contains(
            "`bus.segment` leaves no path from bus \"bus\", which has cores, to bus \"io\""
        ),
        "{none}"
    );
    assert!(none.contains("add [[bus.bridge]] between them"), "{none}");
    let back = BRIDGE.replace("[\"bus\", \"io\"]", "[\"io\", \"bus\"]");
    assert!(complaint(&[IO, BRIDGE, &back]).contains("that another bridge joins already"));
    let unknown = BRIDGE.replace("\"io\"]", "\"oi\"]");
    assert!(complaint(&[IO, &unknown]).contains("is \"oi\"; known: \"bus\", \"io\""));
}

#[test]
fn switches_take_the_place_of_all_buses() {
    let switches = "switch = \"all\"\n[library]\nthreads = \"none\"\n\
                    [switches]\nnames = [\"all\"]\ncores = [\"all\", \"all\"]\n";
    assert!(complaint(&[switches, IO, BRIDGE]).contains("something else takes the place of buses"));
}
