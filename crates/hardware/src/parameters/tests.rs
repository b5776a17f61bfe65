use std::path::Path;

use super::*;
use weft_isa::user::CProgram;

const BASE: &str = include_str!("../../../../platforms/asip8.toml");

fn parameters(change: impl Fn(&str) -> String) -> Result<Parameters, Unbuilt> {
    let read =
        |text: &str| Platform::parse(Path::new("a.toml"), text).expect("the platform is right");
    Parameters::of(&read(&change(BASE)), &read(BASE))
}

#[test]
fn sizes_are_parameters() {
    let it = parameters(|text| {
        text.replace("count = 8 ", "count = 4 ")
            .replace("4 MiB", "1 MiB")
    })
    .unwrap();
    assert_eq!(it.of_chip[0], ("CORES", 4));
    assert_eq!(it.of_chip[11], ("SHARED_BYTES", 1 << 20));
    assert_eq!(it.clock_hz, 200_000_000);
}

#[test]
fn a_mac_unit_comes_with_an_interrupt_controller() {
    let devices = |base: &str| {
        let controller = "[[device]]\nkind = \"interrupt-controller\"\nbase = 0x0800_0000\n\n";
        let mac = format!("[[device]]\nkind = \"mac\"\nbase = {base}\nburst = 8\n");
        [controller.to_owned(), mac]
    };
    let read = |devices: &[String]| {
        let text = [BASE, &devices.concat()].concat();
        Platform::parse(Path::new("a.toml"), &text).expect("the platform is right")
    };
    let both = devices("0x9400_0000");
    let [with_mac, mac_alone] = [read(&both), read(&both[1..])];
    assert_eq!((base_of(&with_mac), base_of(&read(&[]))), ("uwb4", "asip8"));
    let moved = Parameters::of(&read(&devices("0x9200_0000")), &with_mac).unwrap();
    let names = ["MAC", "BURST", "CONTROLLER_BASE", "MAC_BASE", "CLOCK_HZ"];
    let values = [1, 8, 0x0800_0000, 0x9200_0000, 200_000_000];
    assert_eq!(names.map(|name| moved.value(name)), values);
    let told = |platform: &Platform, base: &Platform| {
        Parameters::of(platform, base).unwrap_err().to_string()
    };
    let slow = [BASE, &both.concat()]
        .concat()
        .replace("200 MHz", "100 MHz");
    let slow = Platform::parse(Path::new("a.toml"), &slow).expect("the platform is right");
    assert!(told(&slow, &with_mac).starts_with("chip.clock = 100000000: "));
    let odd = told(&read(&devices("0x9200_1000")), &with_mac);
    assert!(odd.starts_with("mac.base = "), "{odd}");
    let alone = told(&mac_alone, &with_mac);
    assert!(alone.contains("interrupt_controller"), "{alone}");
    let no_mac = told(&read(&both[..1]), &read(&[]));
    assert!(no_mac.contains("interrupt_controller"), "{no_mac}");
}

#[test]
fn the_shorter_protocols_are_parameters() {
    let it = parameters(|text| text.replace("locks = 32", "pipelined = true\nlocks = 32"));
    assert_eq!(
        it.unwrap().of_chip[12..14],
        [("PIPELINED", 1), ("GRANT", 0)]
    );
    let text = format!("{BASE}[crossbar]\nearly_data = true\n");
    let early = Platform::parse(Path::new("a.toml"), &text).expect("the platform is right");
    let base = Platform::parse(Path::new("a.toml"), BASE).expect("the platform is right");
    assert_eq!(
        Parameters::of(&early, &base).unwrap().of_chip[15],
        ("EARLY", 1)
    );
}

/// Not those of a platform that has none: the circuits in `hardware/` do.
#[test]
fn own_instructions_are_own_modules() {
    let base = Platform::parse(Path::new("a.toml"), BASE).expect("the platform is right");
    let mut with_own = base.clone();
    let text =
        "#pragma weft instruction opcode=0x2b funct3=0 cycles=1\nint same(int a) { return a; }\n";
    let added = with_own.add_program("a.c", &CProgram::new(text));
    added.expect("the description is right");
    let [plain, own] = [&base, &with_own]
        .map(|platform| Parameters::of(platform, &base).expect("it has circuits"));
    assert_eq!((plain.value("USER"), plain.own), (0, Vec::new()));
    let names: Vec<_> = own.own.iter().map(|module| module.name).collect();
    assert_eq!(own.value("USER"), 1);
    assert_eq!(names, ["user_decode.sv", "user_result.sv"]);
}

#[test]
fn what_has_no_circuit_is_named() {
    let told = parameters(|text| text.replace("divide = 33", "divide = 5"));
    let told = told.unwrap_err().to_string();
    assert!(told.contains("cores.timing.divide = 5 for 33"), "{told}");
    let told = parameters(|text| {
        format!("{text}[[device]]\nkind = \"sram\"\nname = \"other\"\nbase = 0xa000_0000\nsize = 4096\n")
    });
    let told = told.unwrap_err().to_string();
    assert!(
        told.ends_with(": other; `weft platforms show` draws both"),
        "{told}"
    );
}

#[test]
fn a_frequency_is_a_constraint_and_no_circuit() {
    let it = parameters(|text| text.replace("200 MHz", "100 MHz")).unwrap();
    assert_eq!(it.clock_hz, 100_000_000);
    let slow = |text: &str| text.replace("overlap = 2 ", "overlap = 2\nclock = \"50 MHz\"");
    let told = parameters(slow).unwrap_err().to_string();
    assert!(told.contains("bus.clock"), "{told}");
}

#[test]
fn groups_of_cores_are_not_taken_for_one() {
    let told = parameters(|text| text.replace("[sync]", "[[cores]]\ncount = 2\n\n[sync]"));
    let told = told.unwrap_err().to_string();
    assert!(told.contains("cores.1"), "{told}");
}

#[test]
fn values_that_circuits_cannot_have_are_refused() {
    let told = parameters(|text| text.replace("size = \"4 MiB\"\nwait", "size = \"3 MiB\"\nwait"))
        .unwrap_err()
        .to_string();
    assert_eq!(
        told,
        "sram.size = 3145728: the circuits want a power of two"
    );
    assert!(parameters(|text| text.replace("count = 8 ", "count = 1 ")).is_err());
}
