//! The installed tree works from wherever it is moved to, with nothing of the source tree.

use std::path::Path;
use std::process::Command;
use weft_tests::command::{weft, Folder};

#[test]
fn an_installed_tree_can_be_moved() {
    let folder = Folder::default();
    install(&folder.path("first"));
    let (first, moved) = (folder.path("first/place"), folder.path("moved"));
    std::fs::rename(first, &moved).expect("the tree is moved");
    mark_header(&moved.join("share/weft/lib/include/mpi.h"));
    folder.write(
        "program.c",
        "#include <mpi.h>\nint main(void) { return MARK; }\n",
    );

    let installed = |arguments: &[&str]| {
        let mut command = Command::new(moved.join("bin/weft"));
        let command = command.args(arguments).current_dir(folder.path("."));
        command.env_remove("WEFT_HOME").output().expect("weft runs")
    };
    let run = installed(&["run", "--quiet", "-n", "1", "program.c"]);
    assert_eq!(
        run.status.code(),
        Some(42),
        "{}",
        String::from_utf8_lossy(&run.stderr)
    );
    let papers = String::from_utf8_lossy(&installed(&["paper"]).stdout).into_owned();
    assert!(papers.contains("asip"), "{papers}");
    assert!(moved.join("share/weft/papers/asip/paper.toml").exists());
    assert!(moved.join("share/man/man1/weft-run.1").exists());
    assert!(moved
        .join("share/bash-completion/completions/weft")
        .exists());
}

fn install(below: &Path) {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../scripts/install");
    let output = Command::new(script)
        .arg(weft())
        .arg(below.join("place"))
        .output()
        .expect("a shell");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

/// Makes the installed header differ from the one in the source tree, to see which of them is used.
fn mark_header(path: &Path) {
    let text = std::fs::read_to_string(path).expect("an installed header");
    std::fs::write(path, format!("#define MARK 42\n{text}")).expect("the header is writable");
}
