//! The checks themselves, on small trees that break one rule each.

use crate::design::{matches, Design, Deviations};
use crate::survey::Survey;
use std::collections::BTreeSet;

/// Two floors of crates, a house of each language, one mechanism, short files and functions.
const DESIGN: &str = r#"
[crates]
floors = [["ground"], ["side", "chip"], ["roof"]]

[[house]]
root = "crates/chip/src"
floors = [["units"], ["part/*"], ["platform"], ["machine"]]
never = [["platform", "part/*"]]

[[house]]
root = "lib/src"
floors = [["arch"], ["link/link"], ["link/*"], ["engine"], ["mpi"]]
members = [["lib/include/mpi.h", "mpi"], ["lib/include", "arch"]]
system = ["pthread.h"]

[[mechanism]]
word = "ring_bus"
rooms = ["crates/chip/src/part/ring_bus"]
foreign = ["spring_bush"]

[length]
file = 12
function = 4
folders = ["crates", "lib"]
longer = { "lib/include/table.h" = "a standard" }
"#;

/// What the design says of a tree of these files.
fn survey(files: &[(&str, &str)]) -> Deviations {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (path, text) in files {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().expect("a file in a folder")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    }
    let design: Design = toml::from_str(DESIGN).expect("the design above");
    Survey::of(folder.path(), &design).deviations
}

fn lines(of: &[&str]) -> BTreeSet<String> {
    of.iter().map(|line| (*line).to_string()).collect()
}

#[test]
fn a_tree_that_follows_the_design_has_no_deviations() {
    let found = survey(&[
        ("crates/ground/src/lib.rs", "pub struct Word;"),
        (
            "crates/chip/src/lib.rs",
            "pub mod machine; pub use machine::Machine;",
        ),
        ("crates/chip/src/units.rs", "pub struct Cycle;"),
        (
            "crates/chip/src/part/mod.rs",
            "pub mod core; pub mod ring_bus;",
        ),
        (
            "crates/chip/src/part/core/mod.rs",
            "use crate::units::Cycle; use weft_ground::Word;",
        ),
        (
            "crates/chip/src/part/ring_bus.rs",
            "struct RingBus; use super::super::units;",
        ),
        (
            "crates/chip/src/machine.rs",
            "use crate::{part::{core as processor}, units::*};",
        ),
        (
            "lib/src/arch/start.c",
            "#include <mystery.h>\n#include <core.h>\n",
        ),
        ("lib/include/core.h", ""),
        ("lib/include/mpi.h", "#include <core.h>\n"),
        (
            "lib/src/mpi/send.c",
            "#include <mpi.h>\n#include \"engine/engine.h\"\n",
        ),
        ("lib/src/engine/engine.h", "#include \"link/link.h\"\n"),
        ("lib/src/link/link.h", ""),
        ("lib/src/engine/pthread.h", ""),
    ]);
    assert_eq!(found, Deviations::default());
}

#[test]
fn an_import_from_above_is_found() {
    let found = survey(&[
        ("crates/chip/src/lib.rs", ""),
        (
            "crates/chip/src/units.rs",
            "// crate::machine\nuse crate::{machine::Machine as Chip};",
        ),
        ("crates/chip/src/machine/mod.rs", ""),
        (
            "lib/src/arch/start.c",
            "/* no\n#include \"engine/engine.h\" */\n  #include \"mpi/mpi.h\"\n",
        ),
        ("lib/src/mpi/mpi.h", ""),
    ]);
    assert_eq!(
        found.imports,
        lines(&[
            "crates/chip/src/units.rs -> machine",
            "lib/src/arch/start.c -> mpi"
        ])
    );
}

#[test]
fn an_import_of_a_neighbour_is_found() {
    let found = survey(&[
        ("crates/chip/src/lib.rs", ""),
        ("crates/chip/src/part/mod.rs", ""),
        (
            "crates/chip/src/part/core.rs",
            "fn f() -> super::ring::Ring { todo!() }",
        ),
        ("crates/chip/src/part/ring/mod.rs", ""),
        ("crates/side/src/lib.rs", "use weft_chip::Machine;"),
        ("lib/src/link/a/send.c", "#include \"link/b/b.h\"\n"),
        ("lib/src/link/b/b.h", ""),
    ]);
    let wanted = [
        "crates/chip/src/part/core.rs -> part/ring",
        "crates/side/src/lib.rs -> chip",
        "lib/src/link/a/send.c -> link/b",
    ];
    assert_eq!(found.imports, lines(&wanted));
}

#[test]
fn an_import_that_is_never_wanted_is_found_though_it_goes_down() {
    let found = survey(&[
        (
            "crates/chip/src/platform.rs",
            "use crate::part::core::Core;",
        ),
        ("crates/chip/src/part/core.rs", ""),
    ]);
    assert_eq!(
        found.imports,
        lines(&["crates/chip/src/platform.rs -> part/core"])
    );
}

#[test]
fn what_a_face_hands_on_belongs_to_its_room_and_what_it_defines_to_none() {
    let found = survey(&[
        (
            "crates/chip/src/lib.rs",
            "pub use machine::{Machine, Fault as Trouble}; pub struct Own;",
        ),
        ("crates/chip/src/machine.rs", ""),
        ("crates/chip/src/units.rs", "use crate::Trouble;"),
        ("crates/chip/src/platform.rs", "use crate::Own;"),
    ]);
    assert_eq!(
        found.imports,
        lines(&[
            "crates/chip/src/units.rs -> machine",
            "crates/chip/src/platform.rs -> (face)"
        ])
    );
}

#[test]
fn a_room_without_a_floor_is_found() {
    let found = survey(&[
        ("crates/chip/src/cellar.rs", "use crate::units;"),
        ("crates/chip/src/units.rs", ""),
    ]);
    assert_eq!(
        found.imports,
        lines(&["crates/chip/src: cellar is on no floor"])
    );
}

#[test]
fn unit_tests_may_import_anything() {
    let found = survey(&[
        (
            "crates/chip/src/units.rs",
            "#[cfg(test)]\nmod tests {\n use crate::machine::Machine;\n}\nmod more;",
        ),
        (
            "crates/chip/src/units/tests.rs",
            "use crate::machine::Machine;",
        ),
        (
            "crates/chip/src/units/queue_tests.rs",
            "use crate::machine::Machine;",
        ),
        ("crates/chip/src/machine.rs", ""),
    ]);
    assert_eq!(found, Deviations::default());
}

#[test]
fn a_circle_is_found_in_a_crate_without_floors() {
    let found = survey(&[
        ("crates/side/src/a.rs", "use crate::b;"),
        ("crates/side/src/b/mod.rs", "use crate::c;"),
        (
            "crates/side/src/b/inside.rs",
            "use super::super::c; mod here { use super::x; }",
        ),
        ("crates/side/src/c.rs", "use crate::a;"),
        ("crates/side/src/d.rs", "use crate::a;"),
    ]);
    assert_eq!(found.circles, lines(&["crates/side/src: a b c"]));
}

#[test]
fn a_mechanism_named_elsewhere_is_found_in_any_spelling_but_not_in_comments() {
    let found = survey(&[
        ("crates/chip/src/part/ring_bus.rs", "struct RingBus;"),
        (
            "crates/chip/src/units.rs",
            "// ring_bus\nlet my_ring_buses = RING_BUS + \"RingBus\" + spring_bush; #[cfg(test)] use ring_bus;",
        ),
        (
            "lib/src/arch/start.c",
            "int weft_ring_bus; /* ring_bus */\n",
        ),
    ]);
    assert_eq!(
        found.mechanisms,
        lines(&[
            "crates/chip/src/units.rs: ring_bus 3",
            "lib/src/arch/start.c: ring_bus 1"
        ])
    );
}

#[test]
fn long_files_and_functions_are_found() {
    let rust = "fn short() -> [u8; 4] {\n '{'; \"}\";\n}\nfn declared();\n\nfn long(\n) {\n  if true {\n  }\n}\n";
    let c = "#define X {\n#if 1\nstatic int long_one(int a,\n  int (*b)(int))\n{\n  int c = '}';\n}\n#endif\n\
             int table[] = {\n1,\n2,\n3,\n};\nint f(void) { return 0; }\n";
    let found = survey(&[
        ("crates/side/src/lib.rs", rust),
        ("lib/src/arch/start.c", c),
    ]);
    assert_eq!(found.files, lines(&["lib/src/arch/start.c: 14"]));
    assert_eq!(
        found.functions,
        lines(&[
            "crates/side/src/lib.rs: long 5",
            "lib/src/arch/start.c: long_one 5"
        ])
    );
}

#[test]
fn a_file_with_a_reason_may_be_long_and_must_be() {
    let header = (
        "lib/include/table.h",
        "int a[] = {\n1,\n2,\n3,\n4,\n5,\n6,\n7,\n8,\n9,\n10,\n11,\n};\n",
    );
    assert_eq!(survey(&[header]), Deviations::default());
    assert_eq!(
        survey(&[("lib/include/table.h", "")]).files,
        lines(&["lib/include/table.h: 0, and needs no exception"])
    );
}

#[test]
fn a_deviation_is_told_with_its_line_and_reason() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    std::fs::create_dir_all(folder.path().join("crates/ground/src")).expect("a folder");
    std::fs::write(
        folder.path().join("crates/ground/src/lib.rs"),
        "\nuse weft_roof::Tile;",
    )
    .expect("a file");
    let design: Design = toml::from_str(DESIGN).expect("the design above");
    let survey = Survey::of(folder.path(), &design);
    let text = survey.text();
    assert!(text.starts_with("an import against the design: crates/ground/src/lib.rs -> roof (line 2: `roof` is above"), "{text}");
}

#[test]
fn patterns_match_within_one_folder() {
    assert!(matches("part/*", "part/core"));
    assert!(matches("lib/include/mpi*.h", "lib/include/mpi_ext.h"));
    assert!(!matches("part/*", "part/core/mod"));
    assert!(!matches("part/*", "port/core"));
}
