//! A program on a chip takes the same cycles wherever its file lies.

use weft_tests::command::Folder;

const PROGRAM: &str = "
#include <stdio.h>
#include <weft/timer.h>

int main(int argc, char **argv)
{
    printf(\"%s of %d words begins at cycle %u\\n\", argv[0], argc, (unsigned)weft_timer_cycles());
    return 0;
}
";

#[test]
fn cycles_do_not_depend_on_the_folder() {
    let folder = Folder::with("program.c", PROGRAM);
    let far = folder.path("a/folder/with/a/name/that/is/far/longer");
    std::fs::create_dir_all(&far).expect("a folder");
    std::fs::copy(folder.path("program.c"), far.join("program.c")).expect("a copy");
    let near = folder.weft("run --quiet -n 1 program.c");
    let path = far.join("program.c");
    let far = folder.weft(&format!("run --quiet -n 1 {}", path.display()));
    assert_eq!((near.status, far.status), (Some(0), Some(0)));
    assert_eq!(near.stdout, far.stdout);
    assert!(
        near.stdout.starts_with("program.c of 1 words"),
        "{}",
        near.stdout
    );
}
