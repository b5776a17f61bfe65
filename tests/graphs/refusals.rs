//! Task graphs and options that make no sense, refused with the place and the remedy.

use super::{file, run, BAD_INPUT};
use weft_tests::command::Folder;

#[test]
fn mistakes_in_the_graph_are_told_before_anything_is_built() {
    let folder = Folder::with("a.c", "this is no C");
    let task = |name: &str| format!("[[task]]\nname = '{name}'\nprogram = 'a.c'\n");
    let edge =
        |from: &str, to: &str| format!("[[edge]]\nfrom = '{from}'\nto = '{to}'\nwords = 1\n");
    let refused = |graph: String, options: &str, pieces: &[&str]| {
        folder.write("g.toml", format!("name = 'g'\nsummary = 's'\n{graph}"));
        for command in ["map", "run"] {
            let ended = folder.weft(&format!("{command} g.toml --platform nagam {options}"));
            ended.exits(BAD_INPUT).says(pieces).speaks_plainly();
        }
    };
    let two = task("a") + &task("b");
    refused(
        two.clone() + &edge("a", "b") + &edge("b", "a"),
        "",
        &["g.toml:13:", "a -> b -> a", "tokens = 1"],
    );
    refused(
        two.clone() + &edge("a", "c"),
        "",
        &["g.toml:11:", "no such task"],
    );
    refused(
        two.clone(),
        "--flows 10",
        &["20 cores", "nagam has 18", "9 flows have room"],
    );
    refused(two.clone(), "--flows 0", &["--flows", "zero"]);
    refused(two.clone(), "--set n=3", &["--set n"]);
    let memory =
        "[memory]\nbytes = '12 MiB'\n[[output]]\nfile = 'out{flow}'\naddress = 0\ntask = 'a'\n";
    refused(two + memory, "--flows 2", &["2 flows", "16777216"]);
}

/// Graph, options, and pieces of what is said about them.
const SENSELESS: &[(&str, &str, &[&str])] = &[
    (
        "invert.toml",
        "-n 3",
        &["-n makes no sense with a task graph"],
    ),
    ("invert.toml", "--core 0=a.c", &["--core makes no sense"]),
    ("invert.toml", "--load x=a.c", &["--load makes no sense"]),
    (
        "invert.toml",
        "extra.c",
        &["invert.toml is a task graph", "no other files"],
    ),
    (
        "invert.toml",
        "--input sink=x",
        &["--input sink", "no such file"],
    ),
    (
        "invert.toml",
        "--output souk=x",
        &["--output souk", "no task"],
    ),
    (
        "invert.toml",
        "--input source=missing",
        &["invert.toml:", "cannot read the input missing"],
    ),
    (
        "invert.toml",
        "--flows 2 --output sink=x",
        &["all flows would write x", "{flow}"],
    ),
    (
        "invert.toml",
        "--map missing.json",
        &["--map: cannot read missing.json"],
    ),
    (
        "invert.toml",
        "--remap 5:source=9,9",
        &["--remap source", "no core at 9,9"],
    ),
    (
        "invert.toml",
        "--remap 5:source.1=1,1",
        &["the last flow is 0"],
    ),
    (
        "invert.toml",
        "--remap 5:source",
        &["5:source", "CYCLE:TASK=X,Y"],
    ),
    (
        "service.toml",
        "--remap 5:client=2,0",
        &["--remap client", "worker runs at 2,0"],
    ),
    ("client.c", "--flows 2", &["--flows needs a task graph"]),
];

#[test]
fn options_that_make_no_sense_are_refused() {
    let folder = Folder::default();
    for (graph, options, pieces) in SENSELESS {
        run(&folder, graph, options)
            .exits(BAD_INPUT)
            .says(pieces)
            .speaks_plainly();
    }
}

#[test]
fn options_of_a_chip_are_refused_on_this_machine() {
    let folder = Folder::default();
    let native = |options: &str, pieces: &[&str]| {
        let graph = file("invert.toml");
        let ended = folder.weft(&format!(
            "run --platform host {} {options}",
            graph.display()
        ));
        ended.exits(BAD_INPUT).says(pieces).speaks_plainly();
    };
    native("--remap 5:source=1,1", &["--remap needs a simulated chip"]);
}

#[test]
fn a_chip_without_a_mesh_has_no_places_for_tasks() {
    let folder = Folder::default();
    let graph = file("invert.toml");
    for (options, pieces) in [
        ("--remap 5:source=1,1", "--remap needs tiles"),
        (
            "--flows 2",
            "asip8 has no tiles, and runs one copy of a graph",
        ),
    ] {
        let ended = folder.weft(&format!(
            "run {} --platform asip8 {options}",
            graph.display()
        ));
        ended.exits(BAD_INPUT).says(&[pieces]);
    }
    let ended = folder.weft(&format!("map {} --platform asip8", graph.display()));
    ended
        .exits(BAD_INPUT)
        .says(&["asip8 has no tiles", "--platform nagam"]);
}
