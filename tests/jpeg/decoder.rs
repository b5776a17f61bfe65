//! The sequential decoder as a program of this machine: decode.c with the sources of apps/jpeg.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;
use tempfile::TempDir;

/// As on the chip: the bitmap stands half a megabyte behind the file.
const PLACES: [&str; 2] = ["-DINPUT_AT=0", "-DOUTPUT_AT=0x80000"];

/// A decoder that has not ended after this number of seconds hangs.
const PATIENCE_SECONDS: &str = "20";

pub struct Decoder(&'static Path);

/// What became of a file.
pub struct Decoded {
    status: Option<i32>,
    complaint: String,
    bitmap: Vec<u8>,
}

impl Decoder {
    pub fn plain() -> Decoder {
        static PROGRAM: LazyLock<PathBuf> = LazyLock::new(|| build("decode", &["-O2"]));
        Decoder(&PROGRAM)
    }

    /// The one that stops at every access outside of an object and at every undefined operation.
    pub fn checked() -> Decoder {
        static PROGRAM: LazyLock<PathBuf> = LazyLock::new(|| {
            let sanitizers = "-fsanitize=address,undefined";
            build(
                "decode-checked",
                &["-O1", "-g", sanitizers, "-fno-sanitize-recover=all"],
            )
        });
        Decoder(&PROGRAM)
    }

    pub fn decode(&self, jpeg: &[u8]) -> Decoded {
        let folder = TempDir::new().expect("a temporary folder");
        let [input, output] = ["in.jpg", "out.bmp"].map(|name| folder.path().join(name));
        std::fs::write(&input, jpeg).expect("the file is written");
        let mut command = Command::new("timeout");
        command.arg(PATIENCE_SECONDS).arg(self.0);
        let ended = command.arg(input).arg(&output).output();
        let ended = ended.expect("the decoder runs");
        Decoded {
            status: ended.status.code(),
            complaint: String::from_utf8_lossy(&ended.stderr).into_owned(),
            bitmap: std::fs::read(output).unwrap_or_default(),
        }
    }
}

impl Decoded {
    /// The bitmap of a file that must be good.
    #[track_caller]
    pub fn bitmap(self, what: &str) -> Vec<u8> {
        assert_eq!(self.status, Some(0), "{what}: {}", self.complaint);
        assert_eq!(self.complaint, "", "{what}");
        self.bitmap
    }

    /// Requires a refusal in one line, with this piece.
    #[track_caller]
    pub fn is_refused(&self, piece: &str, what: &str) {
        let complaint = &self.complaint;
        assert_eq!(self.status, Some(1), "{what}: {complaint}");
        assert!(
            complaint.starts_with("jpeg: ") && complaint.lines().count() == 1,
            "{what}: {complaint}"
        );
        assert!(complaint.contains(piece), "{what}: {complaint}");
        assert!(self.bitmap.is_empty(), "{what}: a bitmap all the same");
    }

    /// Requires either a bitmap or a refusal.
    #[track_caller]
    pub fn settles(self, what: &str) {
        if self.status == Some(0) {
            self.bitmap(what);
        } else {
            self.is_refused("", what);
        }
    }
}

fn build(name: &str, options: &[&str]) -> PathBuf {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let mut compile = Command::new("cc");
    compile
        .args(["-std=c11", "-Wall", "-Wextra", "-Werror", "-Wconversion"])
        .args(options)
        .args(PLACES)
        .args(["-DWEFT_MP_NO_JOIN", "-Dmain=jpeg_main"])
        .arg("-o")
        .arg(&program);
    for include in ["jpeg/memory", "../lib/include"] {
        compile.arg("-I").arg(tests.join(include));
    }
    let compiled = compile
        .arg(tests.join("jpeg/decode.c"))
        .args(sources(&tests.join("../apps/jpeg")))
        .status();
    assert!(compiled.expect("cc runs").success(), "{name}");
    program
}

/// Those of the task graph with one task.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let graph = std::fs::read_to_string(folder.join("jpeg1.toml")).expect("the task graph");
    let quoted = graph.split('"').filter(|text| text.ends_with(".c"));
    quoted.map(|file| folder.join(file)).collect()
}
