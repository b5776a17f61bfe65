//! Tests of graph files: what they contain, and for each error the place and the remedy in its message.

use std::path::Path;

use super::parse;
use crate::array::{Array, Position};
use crate::check;
use crate::graph::TaskGraph;
use crate::Result;
use weft_sim::port::TaskMemory;

/// What every graph needs. `Cargo.toml` stands for all programs, because this file exists.
const HEAD: &str = "name = 'g'\nsummary = 's'\n";

fn read(text: &str, set: &[(String, u64)]) -> Result<TaskGraph> {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/graph.toml");
    parse(Path::new(file), &format!("{HEAD}{text}"), set)
}

fn good(text: &str) -> TaskGraph {
    read(text, &[]).unwrap_or_else(|error| panic!("{error}"))
}

/// Checks the error message for a graph: it must name the line, counted from 1 after the head, and contain the pieces.
fn complains(text: &str, line: usize, pieces: &[&str]) {
    let error = read(text, &[]).expect_err(text).to_string();
    assert_says(&error, line, pieces);
}

fn assert_says(error: &str, line: usize, pieces: &[&str]) {
    let place = format!("graph.toml:{}:", line + HEAD.lines().count());
    for piece in [&[place.as_str()], pieces].concat() {
        assert!(error.contains(piece), "{error}\nlacks {piece}");
    }
}

/// Returns a task's table.
fn task(name: &str, more: &str) -> String {
    format!("[[task]]\nname = '{name}'\nprogram = 'Cargo.toml'\n{more}\n")
}

fn array() -> Array {
    let tiles = (0..6).map(|index| Position([index % 3, index / 3, 0]));
    let tiles: Vec<Position> = tiles.collect();
    Array {
        name: "small".to_string(),
        size: [3, 2, 1],
        cores: tiles[1..5].to_vec(),
        memories: vec![memory(tiles[0], 4096)],
        host: tiles[5],
        block_bytes: 256,
        table_entries: 4,
    }
}

fn memory(Position(at): Position, bytes: u64) -> TaskMemory {
    let name = String::from("memory");
    TaskMemory { name, at, bytes }
}

#[test]
fn groups_are_spread_out_and_edges_find_them() {
    let text = "[parameters]\nstages = 3\n".to_string()
        + &task("first", "arguments = ['{stages}', 'flow {flow}']")
        + &task("stage", "count = 'stages'")
        + &task("last", "at = [[1, 0], [2, 1]]")
        + "[[edge]]\nfrom = 'first'\nto = 'stage[0]'\nwords = 64\nblocks = 2\n"
        + "[[edge]]\nchain = 'stage'\nwords = 32\n"
        + "[[edge]]\nfrom = 'stage[last]'\nto = 'last'\nwords = 'stages'\n"
        + "[[edge]]\nfrom = 'last'\nto = 'stage[*]'\nwords = 1\ntokens = 1\n";
    let graph = good(&text);
    let names: Vec<&str> = graph.tasks.iter().map(|task| task.name.as_str()).collect();
    assert_eq!(names, ["first", "stage0", "stage1", "stage2", "last"]);
    let edges: Vec<_> = graph
        .edges
        .iter()
        .map(|e| (e.from, e.to, e.traffic()))
        .collect();
    let expected = [
        (0, 1, 128),
        (1, 2, 32),
        (2, 3, 32),
        (3, 4, 3),
        (4, 1, 1),
        (4, 2, 1),
        (4, 3, 1),
    ];
    assert_eq!(edges, expected);
    assert_eq!(graph.tasks[0].arguments, ["3", "flow {flow}"]);
    assert_eq!(
        graph.tasks[4].at,
        [Position([1, 0, 0]), Position([2, 1, 0])]
    );
    let macros = graph.macros();
    for expected in [
        "TASK_FIRST=0",
        "TASK_STAGE2=3",
        "TASKS_STAGE=3",
        "STAGES=3",
        "WEFT_TASKS=5",
    ] {
        assert!(
            macros.iter().any(|given| given == expected),
            "{expected}: {macros:?}"
        );
    }
}

#[test]
fn parameters_can_be_set() {
    let text = "[parameters]\nstages = 3\n".to_string() + &task("stage", "count = 'stages'");
    let set = |name: &str, value| read(&text, &[(name.to_string(), value)]);
    assert_eq!(set("stages", 5).unwrap().tasks.len(), 5);
    let unknown = set("stage", 5).unwrap_err().to_string();
    assert!(
        unknown.contains("--set stage") && unknown.contains("it has stages"),
        "{unknown}"
    );
    assert!(set("stages", 0)
        .unwrap_err()
        .to_string()
        .contains("must be from 1 to"));
    assert!(set("stages", 1 << 40)
        .unwrap_err()
        .to_string()
        .contains("the most is"));
}

#[test]
fn transfers_estimate_their_words_from_the_edges() {
    let text = "[parameters]\nresult = 0x800\n".to_string()
        + &task("a", "")
        + &task("b", "")
        + "[[edge]]\nfrom = 'a'\nto = 'b'\nwords = 48\nblocks = 2\n[memory]\nbytes = '4 KiB'\n"
        + "[[input]]\nfile = 'in'\naddress = 0\ntask = 'a'\n"
        + "[[output]]\nfile = 'out{flow}'\naddress = 'result'\ntask = 'b'\nwords = 7\n";
    let graph = good(&text);
    assert_eq!((graph.inputs[0].words, graph.outputs[0].words), (96, 7));
    assert!(graph.inputs[0].file.ends_with("crates/graph/in"));
    assert_eq!(graph.outputs[0].file, "out{flow}");
    assert_eq!(graph.outputs[0].address, 0x800);
}

#[test]
fn mistakes_in_tasks_are_named() {
    complains("task = 3", 1, &["a table headed [[task]]"]);
    let empty = read("", &[]).unwrap_err().to_string();
    assert!(empty.contains("the file lacks `task`"), "{empty}");
    complains(
        "[[task]]\nnam = 'a'",
        2,
        &["unknown key `nam`", "did you mean `name`"],
    );
    complains(
        "[[task]]\nname = '1a'\nprogram = 'x'",
        2,
        &["must be a letter"],
    );
    complains(
        "[[task]]\nname = 'a'\nprogram = 'x.c'",
        3,
        &["x.c", "no file"],
    );
    complains(
        &(task("a-b", "") + &task("a_b", "")),
        5,
        &["task a_b", "same name as a-b", "TASK_A_B"],
    );
    complains(
        &(task("s0", "") + &task("s", "count = 1")),
        5,
        &["s0", "rename one"],
    );
    complains(
        &task("a", "count = 'n'"),
        4,
        &["write an integer or a parameter's name", "none"],
    );
    complains(&task("a", "count = 0"), 4, &["from 1 to"]);
    complains(&task("a", "count = 2\nat = [1, 1]"), 5, &["beside `count`"]);
    complains(&task("a", "at = [1]"), 4, &["[1, 1]"]);
    complains(&task("a", "at = ['x', 1]"), 4, &["is of type string"]);
    complains(
        &task("a", "arguments = ['{n}']"),
        4,
        &["{n}", "no parameter"],
    );
    complains(
        &("[parameters]\n'a b' = 1\n".to_string() + &task("a", "")),
        2,
        &["C macro"],
    );
    complains(
        &("[parameters]\na = 1\nA = 1\n".to_string() + &task("a", "")),
        2,
        &["the macro A"],
    );
}

#[test]
fn mistakes_in_edges_are_named() {
    let tasks = task("a", "") + &task("s", "count = 2");
    let edge =
        |text: &str, pieces: &[&str]| complains(&format!("{tasks}[[edge]]\n{text}"), 10, pieces);
    edge(
        "from = 'b'\nto = 'a'\nwords = 1",
        &["`edge.from` is \"b\"", "no such task", "there is a, s"],
    );
    edge(
        "from = 's'\nto = 'a'\nwords = 1",
        &["has a `count`", "s[*]"],
    );
    edge("from = 'a[0]'\nto = 'a'\nwords = 1", &["no `count`"]);
    edge(
        "from = 's[2]'\nto = 'a'\nwords = 1",
        &["a number from 0 to 1"],
    );
    edge("chain = 'a'\nwords = 1", &["single task"]);
    edge("words = 0", &["from 1 to"]);
    complains(
        &format!("{tasks}[[edge]]\nchain = 's'"),
        9,
        &["lacks `words`"],
    );
    complains(
        &format!("{tasks}[[edge]]\nchain = 's'\nto = 'a'\nwords = 1"),
        11,
        &["beside `chain`"],
    );
}

#[test]
fn a_circle_of_waiting_tasks_is_found() {
    let tasks = task("a", "") + &task("b", "") + &task("c", "");
    let edge = |from, to, more: &str| {
        format!("[[edge]]\nfrom = '{from}'\nto = '{to}'\nwords = 1\n{more}\n")
    };
    let forward = edge("a", "b", "") + &edge("b", "c", "");
    complains(
        &(tasks.clone() + &forward + &edge("c", "b", "")),
        23,
        &["b -> c -> b", "tokens = 1"],
    );
    complains(&(tasks.clone() + &edge("a", "a", "")), 13, &["a -> a"]);
    good(&(tasks.clone() + &forward + &edge("c", "b", "tokens = 1")));
    good(&(tasks + &forward + &edge("a", "c", "")));
}

#[test]
fn what_does_not_fit_the_array_is_named() {
    let complain = |text: &str, flows, line, pieces: &[&str]| {
        let error = check::fits(&good(text), &array(), flows)
            .expect_err(text)
            .to_string();
        assert_says(&error, line, pieces);
    };
    let two = task("a", "") + &task("b", "");
    complain(
        &two,
        3,
        1,
        &[
            "3 flows of 2 tasks need 6 cores",
            "small has 4",
            "2 flows have room",
        ],
    );
    complain(
        &task("s", "count = 5"),
        1,
        1,
        &[" 5 tasks need 5 cores", "fewer tasks"],
    );
    let edge = "[[edge]]\nfrom = 'a'\nto = 'b'\nwords = 65\n";
    complain(
        &(two.clone() + edge),
        1,
        9,
        &["65 words", "take 64 words (256 bytes)"],
    );
    for (at, why) in [
        ("[0, 0]", "the memory tile"),
        ("[2, 1]", "the host"),
        ("[3, 0]", "outside the 3 x 2 x 1"),
    ] {
        complain(&task("a", &format!("at = {at}")), 1, 1, &["task a", why]);
    }
    let pinned = task("a", "at = [1, 0]") + &task("b", "at = [[2, 0], [1, 0]]");
    complain(&pinned, 2, 5, &["a and b are both placed at 1,0"]);
    let memory = "[memory]\nbytes = 4000\n[[input]]\nfile = 'f'\naddress = 0\ntask = 'a'\n";
    complain(
        &(two + memory),
        2,
        11,
        &["2 flows with 4000 bytes", "has 4096"],
    );
}

#[test]
fn a_pin_of_a_flow_that_is_not_there_does_not_matter() {
    let pinned = task("a", "at = [1, 0]") + &task("b", "at = [[2, 0], [1, 0]]");
    assert_eq!(check::fits(&good(&pinned), &array(), 1), Ok(()));
}

#[test]
fn files_must_fit_the_memory_of_a_flow() {
    let memory = "[memory]\nbytes = 64\n[[input]]\nfile = 'f'\naddress = 0\ntask = 'a'\n\
                  [[input]]\nfile = 'g'\naddress = 32\ntask = 'a'\n";
    let graph = good(&(task("a", "") + memory));
    assert_eq!(check::inputs(&graph, &[28, 28]), Ok(()));
    let beyond = check::inputs(&graph, &[28, 29]).unwrap_err().to_string();
    assert!(
        beyond.contains("29 bytes") && beyond.contains("0x41"),
        "{beyond}"
    );
    let overlap = check::inputs(&graph, &[29, 28]).unwrap_err().to_string();
    assert!(overlap.contains("overlap"), "{overlap}");
    complains(
        &(task("a", "") + "[memory]\nbytes = 6"),
        6,
        &["multiple of 4"],
    );
    complains(
        &(task("a", "") + "[[output]]\nfile = 'f'\naddress = 4\ntask = 'a'"),
        7,
        &["[memory] bytes"],
    );
}
