//! The decoder's task graphs, on the mesh and as processes of this machine: what the sequential program gives.

use super::bitmap::Bitmap;
use super::{folder, picture, read};
use serde_json::Value;
use weft_tests::command::{Ended, Folder};
use weft_tests::share::some;

const GRAPHS: [&str; 3] = ["jpeg1", "jpeg3", "jpeg4"];

/// Runs a graph on `in.jpg` of the folder, which becomes `out.bmp`.
fn run(folder: &Folder, graph: &str, platform: &str, options: &str) -> Ended {
    let apps = concat!(env!("CARGO_MANIFEST_DIR"), "/../apps");
    let (first, last) = match graph {
        "jpeg1" => ("jpeg", "jpeg"),
        _ => ("huffman", "colour"),
    };
    folder.weft(&format!(
        "run --quiet {apps}/jpeg/{graph}.toml --platform {platform} {options} \
         --input {first}=in.jpg --output {last}=out.bmp"
    ))
}

fn decodes(graph: &str, platform: &str, name: &str) {
    let what = format!("{graph} on {platform}: {name}");
    let folder_of_run = Folder::with("in.jpg", picture(name));
    run(&folder_of_run, graph, platform, "").exits(0);
    let expected = Bitmap::parse(&read(&folder("pictures").join(name).with_extension("bmp")));
    Bitmap::parse(&folder_of_run.read("out.bmp")).assert_is(&expected, &what);
}

#[test]
fn on_the_mesh() {
    for graph in GRAPHS {
        for name in some(["420", "restart-mcu", "grey", "one-pixel"], 2) {
            decodes(graph, "nagam", name);
        }
    }
}

#[test]
fn on_this_machine() {
    for graph in GRAPHS {
        for name in some(["420", "beyond-strip", "grey"], 2) {
            decodes(graph, "host", name);
        }
    }
}

/// All tasks end, whether the file is refused at once, in the middle or at its end, and one of them says why.
#[test]
fn refusals_end_all_tasks() {
    let good = picture("restart-row");
    let mut not_begun = good.clone();
    not_begun[0] = 0;
    let [half, nearly] = [good.len() / 2, good.len() - 1].map(|length| good[..length].to_vec());
    let wrong = [
        (&half, "truncated"),
        (&not_begun, "not a JPEG"),
        (&nearly, "truncated"),
    ];
    for (file, piece) in some(wrong, 2) {
        let folder = Folder::with("in.jpg", file);
        for graph in GRAPHS {
            for platform in ["nagam", "host"] {
                let ended = run(&folder, graph, platform, "").exits(1).speaks_plainly();
                let told = format!("{}{}", ended.stdout, ended.stderr);
                let complaints = told.lines().filter(|line| line.contains("jpeg: "));
                assert_eq!(complaints.count(), 1, "{graph} on {platform}: {told}");
                assert!(told.contains(piece), "{graph} on {platform}: {told}");
            }
        }
    }
}

/// Several flows at the same time, each with its own part of the memory.
#[test]
fn flows_do_not_disturb_each_other() {
    let folder = Folder::with("in.jpg", picture("422"));
    let apps = concat!(env!("CARGO_MANIFEST_DIR"), "/../apps");
    let command = format!(
        "run --quiet {apps}/jpeg/jpeg4.toml --platform nagam --flows 4 \
         --input huffman=in.jpg --output colour=out{{flow}}.bmp"
    );
    folder.weft(&command).exits(0);
    let first = folder.read("out0.bmp");
    assert_eq!(Bitmap::parse(&first).pixels.len(), 68 * 3 * 45);
    for flow in 1..4 {
        assert_eq!(folder.read(&format!("out{flow}.bmp")), first, "flow {flow}");
    }
}

/// To the cycle, on both meshes.
#[test]
fn engines_agree() {
    let folder = Folder::with("in.jpg", picture("one-column"));
    for platform in ["nagam", "nagamx"] {
        let [fast, step] = ["fast", "step"].map(|engine| {
            let options = format!("--engine {engine} --json run.json");
            run(&folder, "jpeg4", platform, &options).exits(0);
            let facts: Value = serde_json::from_slice(&folder.read("run.json")).expect("JSON");
            let classes = facts["cores"].as_array().expect("cores").iter();
            let classes: Vec<Value> = classes.map(|core| core["classes"].clone()).collect();
            (facts["cycles"].clone(), classes, facts["mesh"].clone())
        });
        assert!(fast.0.as_u64() > Some(0), "{platform}");
        assert_eq!(fast, step, "{platform}");
    }
}
