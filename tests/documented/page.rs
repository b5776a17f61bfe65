//! A page of the documentation: the files that it has its reader write, and the terminal sessions that it shows.

use std::path::{Path, PathBuf};

/// A page, and what happens on it from top to bottom.
pub struct Page {
    /// Relative to the repository.
    pub path: PathBuf,
    pub steps: Vec<Step>,
}

impl Page {
    /// Whether its commands may read a file of the repository: one in no folder, or in a top folder that they or the page's own files
    /// name. `make`, `cargo` and scripts may read all. The commands of weft find the library and the platforms by themselves.
    pub fn reads(&self, file: &Path) -> bool {
        let Some((top, _)) = file.to_str().and_then(|file| file.split_once('/')) else {
            return true;
        };
        let names = |text: &str| {
            let of_top = format!("{top}/");
            let all = ["make ", "cargo ", "scripts/"];
            text.contains(&of_top) || all.iter().any(|word| text.contains(word))
        };
        self.steps.iter().any(|step| match step {
            Step::File { text, .. } => names(text),
            Step::Session(session) => session.commands.iter().any(|command| names(&command.text)),
        })
    }
}

pub enum Step {
    /// A block that the reader saves as a file.
    File {
        name: String,
        text: String,
    },
    Session(Session),
}

/// A block of language `console`.
#[derive(Default)]
pub struct Session {
    /// Runs in the long tests only.
    pub heavy: bool,
    /// Its numbers differ from run to run.
    pub varies: bool,
    /// Its text depends on the compiler.
    pub exact: bool,
    pub commands: Vec<Command>,
}

pub struct Command {
    /// As a shell takes it, its comment included; several lines where it is continued.
    pub text: String,
    /// Index of the first line of its output in the page.
    pub output_at: usize,
    /// What the page shows of its output.
    pub shown: Vec<String>,
}

impl Command {
    /// The command without its comment.
    pub fn bare(&self) -> &str {
        self.text.split(" #").next().unwrap_or_default().trim()
    }

    /// The exit status that the comment names.
    pub fn status(&self) -> i32 {
        let comment = self.text.split("# exit status ").nth(1);
        comment.map_or(0, |status| status.trim().parse().expect("a status"))
    }

    /// Whether the reader types the commands of a debugger.
    pub fn is_interactive(&self) -> bool {
        self.shown.iter().any(|line| line.starts_with(PROMPT))
    }
}

/// The prompt of the one interactive program.
pub const PROMPT: &str = "(gdb) ";

/// What a line above a block says about it.
#[derive(Default)]
struct Marks {
    heavy: bool,
    varies: bool,
    exact: bool,
    file: Option<String>,
}

impl Marks {
    fn read(&mut self, line: &str) {
        let comment = line
            .strip_prefix("<!-- ")
            .and_then(|rest| rest.strip_suffix(" -->"));
        match comment {
            Some("heavy") => self.heavy = true,
            Some("varies") => self.varies = true,
            Some("exact") => self.exact = true,
            Some(other) => self.file = other.strip_prefix("file ").map(str::to_string),
            None if line.is_empty() => {}
            None => *self = Marks::default(),
        }
    }
}

/// Reads a page.
pub fn read(root: &Path, path: &Path) -> Page {
    let text = std::fs::read_to_string(root.join(path))
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let steps = parse(&text).unwrap_or_else(|error| panic!("{}:{error}", path.display()));
    Page {
        path: path.to_path_buf(),
        steps,
    }
}

fn parse(text: &str) -> Result<Vec<Step>, String> {
    let lines: Vec<&str> = text.lines().collect();
    let mut steps = Vec::new();
    let mut marks = Marks::default();
    let mut at = 0;
    while at < lines.len() {
        let Some(language) = lines[at].strip_prefix("```") else {
            marks.read(lines[at]);
            at += 1;
            continue;
        };
        let end = end_of_block(&lines, at)?;
        steps.extend(step(
            language,
            &lines,
            at + 1..end,
            std::mem::take(&mut marks),
        )?);
        at = end + 1;
    }
    Ok(steps)
}

fn end_of_block(lines: &[&str], begin: usize) -> Result<usize, String> {
    let rest = &lines[begin + 1..];
    let length = rest.iter().position(|line| *line == "```");
    length
        .map(|length| begin + 1 + length)
        .ok_or_else(|| format!("{}: this block has no end", begin + 1))
}

/// What a block asks for, if anything.
fn step(
    language: &str,
    lines: &[&str],
    block: std::ops::Range<usize>,
    marks: Marks,
) -> Result<Option<Step>, String> {
    if language == "console" {
        let session = Session {
            heavy: marks.heavy,
            varies: marks.varies,
            exact: marks.exact,
            commands: commands(lines, block)?,
        };
        return Ok(Some(Step::Session(session)));
    }
    if let Some(name) = marks.file {
        let text = lines[block].join("\n") + "\n";
        return Ok(Some(Step::File { name, text }));
    }
    match lines[block.clone()]
        .iter()
        .position(|line| is_a_command(line))
    {
        Some(line) if language != "sh" => Err(format!(
            "{}: a command outside a block of language console (sh: a command of another system)",
            block.start + line + 1
        )),
        _ => Ok(None),
    }
}

fn is_a_command(line: &str) -> bool {
    ["weft ", "weftrun ", "weftcc ", "$ ", "make ", "target/"]
        .iter()
        .any(|begin| line.starts_with(begin))
}

fn commands(lines: &[&str], block: std::ops::Range<usize>) -> Result<Vec<Command>, String> {
    let mut commands: Vec<Command> = Vec::new();
    let mut continued = false;
    for at in block {
        let line = lines[at];
        match (line.strip_prefix("$ "), commands.last_mut()) {
            (_, Some(command)) if continued => {
                command.text += &format!("\n{line}");
                command.output_at = at + 1;
            }
            (Some(text), _) => commands.push(Command {
                text: text.to_string(),
                output_at: at + 1,
                shown: Vec::new(),
            }),
            (None, Some(command)) => command.shown.push(line.to_string()),
            (None, None) => return Err(format!("{}: output without a command", at + 1)),
        }
        continued = line.ends_with('\\') && (continued || line.starts_with("$ "));
    }
    Ok(commands)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str =
        "# A page\n\n<!-- file a.c -->\n```c\nint a;\n```\n\n<!-- heavy -->\n```console\n\
                        $ one \\\n    two   # exit status 3\nout\n$ three\n```\n";

    #[test]
    fn files_sessions_and_marks_are_found() {
        let steps = parse(PAGE).expect("a page");
        let [Step::File { name, text }, Step::Session(session)] = &steps[..] else {
            panic!("a file and a session")
        };
        assert_eq!((name.as_str(), text.as_str()), ("a.c", "int a;\n"));
        assert!(session.heavy && !session.varies);
        let [first, second] = &session.commands[..] else {
            panic!("two commands")
        };
        assert_eq!(first.bare(), "one \\\n    two");
        assert_eq!(
            (first.status(), first.shown.len(), first.output_at),
            (3, 1, 11)
        );
        assert_eq!((second.bare(), second.shown.len()), ("three", 0));
    }

    #[test]
    fn a_page_reads_the_folders_that_its_commands_name() {
        let page = |command: &str| Page {
            path: PathBuf::new(),
            steps: parse(&format!("```console\n$ {command}\n```\n")).expect("a page"),
        };
        let reads = |command: &str, file: &str| page(command).reads(Path::new(file));
        assert!(reads("weft run apps/a.c", "apps/a.h"));
        assert!(!reads("weft run apps/a.c", "tests/a.c"));
        assert!(reads("weft run a.c", "Makefile"));
        assert!(reads("make demo", "tests/a.c"));
    }

    #[test]
    fn a_command_that_no_test_would_run_is_refused() {
        let error = parse("text\n```\nweft run a.c\n```\n").err();
        assert!(error.is_some_and(|error| error.starts_with("3: a command outside")));
        assert!(parse("```sh\nweft run a.c\n```\n").is_ok());
    }

    #[test]
    fn a_block_without_an_end_is_refused() {
        assert_eq!(
            parse("```\n").err().as_deref(),
            Some("1: this block has no end")
        );
    }
}
