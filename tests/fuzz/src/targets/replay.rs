//! Logs of a PC beside a chip.

use std::path::{Path, PathBuf};

use anyhow::Result;
use fastrand::Rng;
use sha2::{Digest, Sha256};
use weft_run::{run, FileAccess, OwnProgram, PcSpec, Place, PlatformSpec, RunSpec, Unobserved};

use crate::mutate::Texts;
use crate::target::{repository, Entry, Target, Verdict};

pub const ENTRY: Entry = Entry {
    name: "replay",
    places: &["fuzz.log"],
    sources: &["crates/run/src/pc/log.rs", "crates/run/src/pc/replay.rs"],
    cases: 40_000,
    open,
};

/// The run whose log is read ends before.
const CYCLES: u64 = 30_000;

const LINES: &str = "{\"cycle\":20000,\"words\":[[50331648,1],[50331652,4294967295]]}\n\
    {\"cycle\":21000,\"words\":[]}\n{\"cycle\":22260,\"end\":\"over\"}\n";
const OTHERS: &str = "{\"cycle\":22260,\"end\":{\"failed\":{\"why\":\"stopped\",\"status\":3}}}\n";

struct Logs {
    texts: Texts,
    spec: RunSpec,
    file: PathBuf,
}

fn open(folder: &Path) -> Result<Box<dyn Target>> {
    let file = folder.join("fuzz.log");
    let spec = spec(&file);
    let head = head(&spec)?;
    let corpus = [LINES, OTHERS].map(|lines| format!("{head}\n{lines}").into_bytes());
    let words = [
        "\"rests\"",
        "\"over\"",
        "null",
        "[]",
        "{}",
        "\"words\":",
        "[0,0]",
    ];
    Ok(Box::new(Logs {
        texts: Texts::new(corpus.to_vec(), &words),
        spec,
        file,
    }))
}

fn spec(log: &Path) -> RunSpec {
    let programs = repository("tests/recorded/programs");
    let own = [0, 1].map(|core| OwnProgram {
        place: Place::Core(core),
        file: programs.join("pc-polls.elf"),
    });
    RunSpec {
        own: own.to_vec(),
        platform: PlatformSpec::from(programs.join("pc.toml").to_string_lossy().as_ref()),
        access: FileAccess::None,
        pc: PcSpec {
            replay: Some(log.to_path_buf()),
            ..PcSpec::default()
        },
        max_cycles: Some(CYCLES),
        no_translate: true,
        ..RunSpec::default()
    }
}

/// The first line of a log of this run.
fn head(spec: &RunSpec) -> Result<String> {
    let program = std::fs::read(&spec.own[0].file)?;
    let platform = spec.platform.load()?.source.sha256;
    Ok(format!(
        "{{\"format\":\"weft-pc-log/1\",\"platform\":\"pc\",\"platform_sha256\":\"{platform}\",\"programs\":\
         [{{\"path\":\"pc-polls.elf\",\"sha256\":\"{:x}\",\"cores\":[0,1]}}],\"arguments\":[]}}",
        Sha256::digest(&program)
    ))
}

impl Target for Logs {
    fn make(&mut self, random: &mut Rng) -> Vec<u8> {
        self.texts.case(random)
    }

    fn check(&mut self, case: &[u8]) -> Verdict {
        std::fs::write(&self.file, case).expect("the case is written");
        Verdict::of(run(&self.spec, &mut Unobserved))
    }
}
