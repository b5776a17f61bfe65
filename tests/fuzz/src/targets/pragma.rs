//! Instructions that a C program describes among its functions.

use std::path::Path;

use anyhow::Result;
use fastrand::Rng;
use weft_isa::user::{CProgram, UserInstructions};

use super::instructions::{use_all, WORDS};
use crate::mutate::Texts;
use crate::target::{files, Entry, Target, Verdict};

pub const ENTRY: Entry = Entry {
    name: "pragma",
    places: &["fuzz.c:"],
    sources: &[
        "crates/isa/src/user/program.rs",
        "crates/isa/src/user/marked.rs",
        "crates/isa/src/user/lexer.rs",
    ],
    cases: 150_000,
    open,
};

struct Programs(Texts);

fn open(_folder: &Path) -> Result<Box<dyn Target>> {
    let mut corpus = files("apps/insn", ".c")?;
    corpus.extend(files("tests/fuzz/corpus/pragma", ".c")?);
    Ok(Box::new(Programs(Texts::new(corpus, &WORDS))))
}

impl Target for Programs {
    fn make(&mut self, random: &mut Rng) -> Vec<u8> {
        self.0.case(random)
    }

    /// The program without its descriptions has as many lines, for the compiler's messages.
    fn check(&mut self, case: &[u8]) -> Verdict {
        let text = String::from_utf8_lossy(case);
        let program = CProgram::new(&text);
        let lines = |text: &str| text.matches('\n').count();
        assert_eq!(lines(&program.without_descriptions()), lines(&text));
        let all = program.warnings();
        all.for_each(|(line, warning)| assert!(line > 0 && !warning.is_empty()));
        program.first_marked();
        let mut instructions = UserInstructions::default();
        let added = instructions.add_program("fuzz.c", &program);
        if added.is_ok() {
            use_all(&instructions);
        }
        Verdict::of(added)
    }
}
