//! Readers written in C, compiled for this machine with the sanitizers where the compiler has them, and given case after case through a pipe.

use std::ffi::OsString;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use anyhow::{bail, Context, Result};

use crate::target::{repository, Verdict};

/// What the sanitizers need: a limit of memory in MB, and no search for what was not given back.
const SANITIZED: &str = "detect_leaks=0:hard_rss_limit_mb=1024:allocator_may_return_null=1";
/// The options of a compiler that has them.
const SANITIZERS: [&str; 2] = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"];

/// A program that reads cases.
pub struct Reader {
    program: PathBuf,
    errors: PathBuf,
    running: Option<(Child, ChildStdin, BufReader<ChildStdout>)>,
}

impl Reader {
    /// A program that `compile` makes in the folder, given the options of the compiler.
    ///
    /// # Errors
    /// When it cannot be compiled.
    pub fn new(
        folder: &Path,
        compile: &dyn Fn(&[OsString]) -> Result<bool>,
        program: &str,
    ) -> Result<Reader> {
        let mut options: Vec<OsString> = ["-std=gnu11", "-O1", "-g"].map(OsString::from).to_vec();
        let sanitizers = SANITIZERS.map(OsString::from);
        if std::env::var_os(crate::coverage::OF_C).is_some() {
            options.push("--coverage".into());
        }
        let sanitized = [options.clone(), sanitizers.to_vec()].concat();
        let file = folder.join(program);
        // A process that had to be given up has left it here. Compiled anew it would not go on with its counts of lines.
        if !file.is_file() && !compile(&sanitized)? && !compile(&options)? {
            bail!("the C compiler cannot compile {program}");
        }
        Ok(Reader {
            program: file,
            errors: folder.join("said"),
            running: None,
        })
    }

    /// What becomes of a case.
    ///
    /// # Panics
    /// When the program ends, or says that something is wrong.
    pub fn check(&mut self, case: &[u8]) -> Verdict {
        let said = self.ask(case).unwrap_or_default();
        match said.trim().split_once(' ').unwrap_or((said.trim(), "")) {
            ("accepted", _) => Verdict::Accepted,
            ("refused", why) => Verdict::Refused(why.into()),
            _ => {
                let errors = std::fs::read_to_string(&self.errors).unwrap_or_default();
                let errors = errors.lines().filter(|line| !line.is_empty()).take(12);
                let errors: Vec<&str> = errors.collect();
                if let Some((mut ended, ..)) = self.running.take() {
                    // It has ended, or must not go on.
                    let _ = ended.kill();
                    let _ = ended.wait();
                }
                panic!("{} {}", said.trim(), errors.join(" | "));
            }
        }
    }

    fn ask(&mut self, case: &[u8]) -> Result<String> {
        if self.running.is_none() {
            self.running = Some(self.start()?);
        }
        let (_, input, output) = self.running.as_mut().context("it runs")?;
        input.write_all(&(case.len() as u32).to_le_bytes())?;
        input.write_all(case)?;
        input.flush()?;
        let mut line = String::new();
        output.read_line(&mut line)?;
        Ok(line)
    }

    /// The sanitizers reserve more addresses than this process may have.
    fn start(&self) -> Result<(Child, ChildStdin, BufReader<ChildStdout>)> {
        let mut command = Command::new("sh");
        command.args([
            "-c",
            "ulimit -S -v unlimited && exec \"$0\" \"$1\" 2>\"$1\"",
        ]);
        command.arg(&self.program).arg(&self.errors);
        command.env("ASAN_OPTIONS", SANITIZED);
        let mut process = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let input = process.stdin.take().context("a pipe")?;
        let output = BufReader::new(process.stdout.take().context("a pipe")?);
        Ok((process, input, output))
    }
}

impl Drop for Reader {
    /// The program ends with its input.
    fn drop(&mut self) {
        if let Some((mut process, input, _)) = self.running.take() {
            drop(input);
            // Its status was of interest while there were cases.
            let _ = process.wait();
        }
    }
}

/// Compiles with the system's compiler; false: it cannot.
///
/// # Errors
/// When there is no compiler.
pub fn compile(compiler: &OsString, folder: &Path, arguments: &[OsString]) -> Result<bool> {
    let mut command = Command::new(compiler);
    command
        .current_dir(folder)
        .args(arguments)
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let status = command.status().context("there is no C compiler")?;
    Ok(status.success())
}

/// Folders with headers, as options.
pub fn includes(folders: &[&str]) -> Vec<OsString> {
    let folders = folders.iter().map(|folder| repository(folder));
    folders
        .flat_map(|folder| ["-I".into(), folder.into_os_string()])
        .collect()
}
