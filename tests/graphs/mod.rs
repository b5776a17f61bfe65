//! Task graphs from outside: mapped, run on the mesh and natively, changed while they run, and refused when they are wrong.

mod refusals;

use std::path::{Path, PathBuf};

use serde_json::Value;
use weft_tests::command::{Ended, Folder};

const BAD_INPUT: i32 = 2;
const DEADLOCK: i32 = 3;

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("graphs")
        .join(name)
}

fn run(folder: &Folder, graph: &str, options: &str) -> Ended {
    folder.weft(&format!(
        "run --quiet --platform nagam {} {options}",
        file(graph).display()
    ))
}

fn json(folder: &Folder, name: &str) -> Value {
    serde_json::from_slice(&folder.read(name)).expect("valid JSON")
}

/// The facts of a run that both engines must agree on.
fn facts(folder: &Folder) -> Value {
    let mut facts = json(folder, "run.json");
    let run = facts.as_object_mut().expect("an object");
    for key in ["engine", "seconds", "mips", "translated", "interpreted"] {
        run.remove(key);
    }
    for core in run["cores"].as_array_mut().expect("cores") {
        core.as_object_mut().expect("an object").remove("run_ahead");
    }
    facts
}

fn inverted(text: &[u8]) -> Vec<u8> {
    text.iter().map(|byte| !byte).collect()
}

#[test]
fn each_flow_reads_and_writes_files_of_its_own_on_the_mesh_and_natively() {
    let texts = [
        "one text",
        "another text, which is longer than a block of the graph is by far",
        "x",
    ];
    for options in [
        "--platform nagam",
        "--platform nagam --engine step",
        "--platform host",
    ] {
        let folder = Folder::default();
        for (flow, text) in texts.iter().enumerate() {
            folder.write(&format!("text{flow}"), text);
        }
        let graph = file("invert.toml");
        let run = format!("run -q {options} {} --flows 3 --input source=text{{flow}} --output sink=result{{flow}}", graph.display());
        let printed = folder.weft(&run).exits(0).stdout;
        for (flow, text) in texts.iter().enumerate() {
            assert_eq!(
                folder.read(&format!("result{flow}")),
                inverted(text.as_bytes()),
                "{options}"
            );
            assert!(
                printed.contains(&format!("flow {flow}: task 0 of 3")),
                "{printed}"
            );
        }
    }
}

/// Task i is on the core of rank i, and the files are in the shared memory.
#[test]
fn a_graph_runs_on_chips_without_a_mesh() {
    let input = std::fs::read(file("input.txt")).unwrap();
    for platform in ["asip8", "asip8-ipcm", "cortex4", "hibi8"] {
        for block in [16, 64] {
            let folder = Folder::default();
            let graph = file("invert.toml");
            let run = format!(
                "run -q --platform {platform} {} --set block={block}",
                graph.display()
            );
            let printed = folder.weft(&run).exits(0).stdout;
            assert!(printed.contains("flow 0: task 0 of 3"), "{printed}");
            assert_eq!(folder.read("inverted0.txt"), inverted(&input), "{platform}");
        }
    }
}

#[test]
fn a_parameter_changes_the_program_and_not_the_result() {
    let folder = Folder::default();
    let input = std::fs::read(file("input.txt")).unwrap();
    for block in [1, 64] {
        run(&folder, "invert.toml", &format!("--set block={block}")).exits(0);
        assert_eq!(folder.read("inverted0.txt"), inverted(&input));
    }
    let too_long = run(&folder, "invert.toml", "--set block=65").exits(BAD_INPUT);
    too_long
        .says(&[
            "invert.toml:24:",
            "65 words",
            "nagam take 64 words (256 bytes)",
        ])
        .speaks_plainly();
}

/// The placement of `weft map` is that of `weft run`, and can be given to it.
#[test]
fn a_placement_can_be_drawn_kept_and_used() {
    let folder = Folder::default();
    let graph = file("invert.toml");
    let map = format!("map {} --flows 2 --json map.json", graph.display());
    let drawn = folder.weft(&map).exits(0).stdout;
    for piece in [
        "[memory]",
        "[host]",
        "source.0",
        "sink.1",
        "row-major",
        "random, mean of 1000",
    ] {
        assert!(drawn.contains(piece), "{drawn}");
    }
    let mut placed = json(&folder, "map.json");
    assert_eq!(placed["cost"], placed["lower_bound"]);
    run(&folder, "invert.toml", "--flows 2 --json run.json").exits(0);
    let by_itself = facts(&folder);
    run(
        &folder,
        "invert.toml",
        "--flows 2 --map map.json --json run.json",
    )
    .exits(0);
    assert_eq!(by_itself, facts(&folder));
    assert_eq!(
        by_itself["cores"][placed["tasks"][0]["core"].as_u64().unwrap() as usize]["task"],
        "source.0"
    );
    placed["tasks"][0]["at"] = serde_json::json!([0, 4, 0]);
    folder.write("far.json", placed.to_string());
    run(
        &folder,
        "invert.toml",
        "--flows 2 --map far.json --json run.json",
    )
    .exits(0);
    let far = facts(&folder);
    assert!(
        far["cycles"].as_u64() > by_itself["cycles"].as_u64(),
        "the source is farther from memory"
    );
    run(&folder, "invert.toml", "--flows 3 --map map.json")
        .exits(BAD_INPUT)
        .says(&["map.json", "source of flow 2"]);
}

/// The client's questions are answered by the worker and, behind the pause, by its spare; both count their answers.
#[test]
fn a_task_is_replaced_while_the_programs_run() {
    // One folder, since a program's debugger information names the folder that it was built in.
    let folder = Folder::default();
    let answers = |engine: &str, options: &str| {
        run(
            &folder,
            "service.toml",
            &format!("--engine {engine} --json run.json {options}"),
        )
        .exits(0);
        let words = folder.read("answers0");
        let words = words
            .chunks(4)
            .map(|word| u32::from_le_bytes(word.try_into().unwrap()));
        (words.collect::<Vec<u32>>(), facts(&folder))
    };
    let expected = |count: fn(u32) -> u32| {
        (1..=20)
            .flat_map(|n| [n * n, count(n)])
            .collect::<Vec<u32>>()
    };
    let (alone, without) = answers("fast", "");
    assert_eq!(alone, expected(|n| n));
    let remap = "--remap 50000:worker=2,3";
    let (replaced, with) = answers("fast", remap);
    assert_eq!(replaced, expected(|n| if n <= 10 { n } else { n - 10 }));
    assert_eq!(with["outcome"], "finished");
    assert_eq!(
        with["programs"].as_array().unwrap().len(),
        2,
        "no program for the spare alone"
    );
    for program in 0..2 {
        let hash = |facts: &Value| facts["programs"][program]["sha256"].clone();
        assert_eq!(hash(&with), hash(&without), "the programs are the same");
    }
    assert_eq!(answers("step", remap), (replaced, with), "both engines");
}

/// A tree in which each task has one parent, so that no order of blocks can fill a buffer with what nobody waits for.
fn random_tree(tasks: usize, random: &mut fastrand::Rng) -> String {
    let node = file("node.c");
    let parents: Vec<usize> = (1..tasks).map(|task| random.usize(..task)).collect();
    let words: Vec<u32> = (1..tasks).map(|_| random.u32(1..=64)).collect();
    let mut text =
        String::from("name = 'tree'\nsummary = 'blocks in a tree'\n[parameters]\nblocks = 40\n");
    for task in 0..tasks {
        let parent = match task {
            0 => "'-1', '0'".to_string(),
            _ => format!("'{}', '{}'", parents[task - 1], words[task - 1]),
        };
        let children = (1..tasks).filter(|child| parents[child - 1] == task);
        let children: String = children
            .map(|child| format!(", '{child}', '{}'", words[child - 1]))
            .collect();
        text += &format!(
            "[[task]]\nname = 't{task}'\nprogram = '{}'\narguments = [{parent}{children}]\n",
            node.display()
        );
    }
    for (child, (parent, words)) in (1..).zip(parents.iter().zip(&words)) {
        text += &format!("[[edge]]\nfrom = 't{parent}'\nto = 't{child}'\nwords = {words}\n");
    }
    text
}

#[test]
fn random_trees_at_saturation_lose_nothing_and_both_engines_agree() {
    lose_nothing(&[(2, 3), (9, 1)]);
}

#[test]
#[ignore = "a minute"]
fn larger_random_trees_at_saturation_lose_nothing() {
    lose_nothing(&[(2, 9), (6, 3), (18, 1), (9, 2)]);
}

fn lose_nothing(trees: &[(usize, usize)]) {
    let mut random = fastrand::Rng::with_seed(11);
    for &(tasks, flows) in trees {
        let folder = Folder::with("tree.toml", random_tree(tasks, &mut random));
        let facts = ["fast", "step"].map(|engine| {
            let run = format!(
                "run -q -p nagam tree.toml --flows {flows} --engine {engine} --json run.json"
            );
            folder.weft(&run).exits(0);
            facts(&folder)
        });
        assert_eq!(facts[0], facts[1], "{tasks} tasks, {flows} flows");
        let sum = |key: &str| {
            facts[0]["cores"]
                .as_array()
                .unwrap()
                .iter()
                .filter_map(|core| core[key].as_u64())
                .sum::<u64>()
        };
        assert_eq!(sum("messages_sent"), (flows * (tasks - 1) * 40) as u64);
        assert_eq!(sum("bytes_sent"), sum("bytes_received"));
        assert_every_flit_arrived(&facts[0]["mesh"], sum("messages_sent"));
    }
}

/// Between tiles nothing is lost or added, and a block has an envelope of two flits and a grant of one.
fn assert_every_flit_arrived(mesh: &Value, blocks: u64) {
    let flits = |direction: &str, kind: &str| -> u64 {
        let tiles = mesh["tiles"].as_array().unwrap().iter();
        tiles
            .filter_map(|tile| tile[direction][kind].as_u64())
            .sum()
    };
    for kind in ["data", "envelope", "grant"] {
        let sent = flits("flits_sent", kind);
        assert_eq!(sent, flits("flits_received", kind), "{kind}");
    }
    assert_eq!(flits("flits_sent", "envelope"), 2 * blocks);
    assert_eq!(flits("flits_sent", "grant"), blocks);
}

#[test]
fn a_deadlock_names_the_tasks() {
    let folder = Folder::with(
        "one.c",
        "#include <mp.h>\nint main(void) { int x; return MP_receive(TASK_TWO, 4, &x); }\n",
    );
    folder.write("two.c", "int main(void) { return 0; }\n");
    let graph = "name = 'g'\nsummary = 's'\n[[task]]\nname = 'one'\nprogram = 'one.c'\n[[task]]\nname = 'two'\nprogram = 'two.c'\n\
                 [[edge]]\nfrom = 'two'\nto = 'one'\nwords = 1\n";
    folder.write("g.toml", graph);
    let ended = folder.weft("run -q -p nagam g.toml").exits(DEADLOCK);
    ended
        .says(&[
            "task one",
            "waits in MP_receive for a block from task two (core",
            "one.c:2",
        ])
        .speaks_plainly();
}

#[test]
fn a_length_beyond_the_memory_is_the_programs_failure() {
    let folder = Folder::with(
        "wild.c",
        "#include <mp.h>\nint main(void) { int x = 100; MP_mwrite(&x, 4, 0); return 0; }\n",
    );
    let graph = "name = 'g'\nsummary = 's'\n[[task]]\nname = 'wild'\nprogram = 'wild.c'\n\
                 [memory]\nbytes = 64\n[[output]]\nfile = 'out'\naddress = 0\ntask = 'wild'\n";
    folder.write("g.toml", graph);
    for platform in ["nagam", "host"] {
        let ended = folder
            .weft(&format!("run -q -p {platform} g.toml"))
            .exits(1);
        ended
            .says(&["no out", "is 100", "60 bytes"])
            .speaks_plainly();
    }
}
