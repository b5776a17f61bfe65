//! A copy of those files of the repository that the commands of one page may read, as a clone has them, in which these run.

use super::page::{Command, Page, PROMPT};
use std::ffi::OsString;
use std::fs::File;
use std::io::Write;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Child, Command as Process, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;
use weft_tests::command::{weft, without_builds};

/// A port that pages name, instead of which a free one is used.
const PORT: &str = "3333";
/// How long a command in the background may take to print its first line.
const FIRST_LINE: Duration = Duration::from_secs(60);

pub struct Copy {
    folder: TempDir,
    port: String,
    background: Vec<Child>,
}

/// What a command printed, to both streams, and its exit status.
pub struct Printed {
    pub text: String,
    pub status: Option<i32>,
}

impl Copy {
    /// Copies the tracked files that a page may read, and puts the commands under test where `make build` puts them.
    pub fn new(root: &Path, page: &Page) -> Copy {
        let folder = tempfile::tempdir().expect("a temporary folder");
        for file in tracked_files(root).iter().filter(|file| page.reads(file)) {
            let to = folder.path().join(file);
            std::fs::create_dir_all(to.parent().expect("a folder")).expect("a folder");
            std::fs::copy(root.join(file), to).expect("a file is copied");
        }
        let copy = Copy {
            folder,
            port: free_port(),
            background: Vec::new(),
        };
        copy.link_commands();
        copy
    }

    fn link_commands(&self) {
        let built = weft().parent().expect("a folder");
        let folder = self.commands();
        std::fs::create_dir_all(&folder).expect("a folder");
        for (name, program) in [
            ("weft", "weft"),
            ("weftrun", "weftrun"),
            ("weftcc", "weftcc"),
            ("weftc++", "weftcc"),
        ] {
            symlink(built.join(program), folder.join(name)).expect("a link");
        }
    }

    fn commands(&self) -> PathBuf {
        self.folder.path().join("target/release")
    }

    pub fn write(&self, name: &str, text: &str) {
        std::fs::write(self.folder.path().join(name), text).expect("a file is written");
    }

    /// Runs a command as its reader does.
    pub fn run(&mut self, command: &Command, seconds: u32) -> Printed {
        let text = command.text.replace(PORT, &self.port);
        let printed = if command.bare().ends_with('&') {
            self.start(command.bare().trim_end_matches('&'))
        } else if command.is_interactive() {
            self.converse(&text, command, seconds)
        } else {
            self.finish(self.shell(&text, seconds))
        };
        Printed {
            text: self.without_places(&printed.text),
            ..printed
        }
    }

    fn shell(&self, text: &str, seconds: u32) -> Process {
        let mut shell = Process::new("timeout");
        shell
            .args([&seconds.to_string(), "bash", "-c", text])
            .current_dir(self.folder.path())
            .env("PATH", self.path())
            .env("HOME", self.folder.path().join("home"))
            .env("XDG_CACHE_HOME", cache())
            .env("NO_COLOR", "1")
            .env("LC_ALL", "C.UTF-8")
            // What `make` would build is built.
            .env("MAKEFLAGS", "CARGO=true")
            .env_remove("WEFT_HOME")
            .stdin(Stdio::null());
        shell
    }

    fn path(&self) -> OsString {
        let mut path = self.commands().into_os_string();
        path.push(":");
        path.push(std::env::var_os("PATH").unwrap_or_default());
        path
    }

    /// Both streams go to one file, as to one terminal.
    fn output(&self) -> (PathBuf, File, File) {
        let name = format!(".output{}", self.background.len());
        let path = self.folder.path().join(name);
        let file = File::create(&path).expect("a file");
        let both = file.try_clone().expect("a second handle");
        (path, file, both)
    }

    fn finish(&self, mut shell: Process) -> Printed {
        let (path, out, error) = self.output();
        let status = shell.stdout(out).stderr(error).status().expect("a shell");
        Printed {
            text: read(&path),
            status: status.code(),
        }
    }

    /// Starts a command in the background, and waits for its first line.
    fn start(&mut self, text: &str) -> Printed {
        let (path, out, error) = self.output();
        let text = format!("exec {}", text.replace(PORT, &self.port));
        let mut shell = self.shell(&text, FIRST_LINE.as_secs() as u32 * 10);
        self.background
            .push(shell.stdout(out).stderr(error).spawn().expect("a shell"));
        let begun = Instant::now();
        while !read(&path).contains('\n') && begun.elapsed() < FIRST_LINE {
            std::thread::sleep(Duration::from_millis(50));
        }
        Printed {
            text: read(&path),
            status: Some(0),
        }
    }

    /// Types what the page types at the prompts, and puts it where a terminal shows it.
    fn converse(&self, text: &str, command: &Command, seconds: u32) -> Printed {
        let typed: Vec<&str> = command
            .shown
            .iter()
            .filter_map(|line| line.strip_prefix(PROMPT))
            .collect();
        let (path, out, error) = self.output();
        let mut shell = self.shell(text, seconds);
        let mut child = shell
            .stdin(Stdio::piped())
            .stdout(out)
            .stderr(error)
            .spawn()
            .expect("a shell");
        let mut stdin = child.stdin.take().expect("piped");
        writeln!(stdin, "{}", typed.join("\n")).expect("it reads");
        drop(stdin);
        let status = child.wait().expect("it ends").code();
        let printed = read(&path);
        let mut answers = printed.split(PROMPT);
        let mut text = answers.next().unwrap_or_default().to_string();
        for (typed, answer) in typed.iter().zip(answers) {
            text += &format!("{PROMPT}{typed}\n{answer}");
        }
        Printed { text, status }
    }

    /// An output without the places of this machine.
    fn without_places(&self, text: &str) -> String {
        let here = self.folder.path().display().to_string();
        let root = super::root().display().to_string();
        text.replace(&format!("{here}/"), "")
            .replace(&format!("{root}/"), "")
            .replace(&self.port, PORT)
    }
}

impl Drop for Copy {
    fn drop(&mut self) {
        for child in &mut self.background {
            // It has ended, or is to end with its page.
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

fn tracked_files(root: &Path) -> Vec<PathBuf> {
    let output = Process::new("git")
        .args(["ls-files", "-z", "--cached"])
        .current_dir(root)
        .output()
        .expect("git runs");
    assert!(output.status.success(), "the tests run in a clone");
    let names = String::from_utf8(output.stdout).expect("names in UTF-8");
    let files = names.split_terminator('\0').map(PathBuf::from);
    files.filter(|file| root.join(file).exists()).collect()
}

fn free_port() -> String {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
    listener
        .local_addr()
        .expect("an address")
        .port()
        .to_string()
}

/// Where built libraries are kept, which a copy shares with all others.
fn cache() -> PathBuf {
    let home = || PathBuf::from(std::env::var_os("HOME").unwrap_or_default()).join(".cache");
    std::env::var_os("XDG_CACHE_HOME").map_or_else(home, PathBuf::from)
}

fn read(path: &Path) -> String {
    without_builds(&String::from_utf8_lossy(
        &std::fs::read(path).unwrap_or_default(),
    ))
}
