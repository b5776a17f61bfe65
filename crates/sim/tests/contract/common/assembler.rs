//! Assembly text to machine code, many programs in one call of the assembler.

use object::read::elf::ElfFile32;
use object::{LittleEndian, Object, ObjectSection, ObjectSymbol, RelocationTarget};
use std::collections::HashMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

/// A program that runs wherever it is placed.
#[derive(Clone, Debug)]
pub struct Code {
    pub bytes: Vec<u8>,
    /// Offsets of the labels, without the `@`.
    pub labels: HashMap<String, u32>,
}

/// Assembles programs; `@` in a name stands for the program, so that all may use the same names.
/// Instructions are four bytes long unless written `c.`; names of the message extension are defined in `extension.s`.
pub fn assemble<S: AsRef<str>>(programs: &[S]) -> Vec<Code> {
    let mut source = String::from(include_str!("extension.s"));
    source.push_str(".option norelax\n.option arch, +zicsr, +zifencei\n");
    for (number, program) in programs.iter().enumerate() {
        let text: String = program.as_ref().lines().map(compression).collect();
        let text = text.replace('@', &prefix(number));
        source += &format!(".section .text.{number}, \"ax\"\n.option norvc\n{text}\n");
    }
    let object = run_assembler(&source);
    let file: ElfFile32<LittleEndian> =
        ElfFile32::parse(&*object).expect("the assembler writes ELF");
    (0..programs.len())
        .map(|number| code(&file, number))
        .collect()
}

/// The line with compressed instructions allowed if it asks for one.
fn compression(line: &str) -> String {
    match line.trim_start().starts_with("c.") {
        true => format!(".option rvc; {line}; .option norvc\n"),
        false => format!("{line}\n"),
    }
}

fn prefix(number: usize) -> String {
    format!("program{number}.")
}

fn code(file: &ElfFile32<LittleEndian>, number: usize) -> Code {
    let section = file
        .section_by_name(&format!(".text.{number}"))
        .expect("a section for each program");
    for (offset, relocation) in section.relocations() {
        // The assembler has resolved branches to labels of the same section, and left a note for the linker.
        let RelocationTarget::Symbol(symbol) = relocation.target() else {
            continue;
        };
        let symbol = file.symbol_by_index(symbol).expect("a symbol of the file");
        assert!(
            symbol.section_index() == Some(section.index()),
            "program {number}, offset {offset:#x}: no label {:?}",
            symbol.name()
        );
    }
    let prefix = prefix(number);
    let label = |name: &str| name.strip_prefix(&prefix).map(str::to_string);
    let labels = file
        .symbols()
        .filter_map(|symbol| Some((label(symbol.name().ok()?)?, symbol.address() as u32)));
    Code {
        bytes: section.data().expect("contents").to_vec(),
        labels: labels.collect(),
    }
}

/// The object file that the assembler makes of the text.
fn run_assembler(source: &str) -> Vec<u8> {
    let output = temporary_file();
    let mut assembler = Command::new("riscv64-unknown-elf-as")
        .args(["-march=rv32imac", "-mabi=ilp32", "-o"])
        .arg(&output)
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("riscv64-unknown-elf-as can be run");
    let mut input = assembler.stdin.take().expect("a pipe");
    input
        .write_all(source.as_bytes())
        .expect("the assembler reads all");
    drop(input);
    let ended = assembler.wait_with_output().expect("the assembler ends");
    assert!(
        ended.status.success(),
        "{}",
        annotated(source, &String::from_utf8_lossy(&ended.stderr))
    );
    let object = fs::read(&output).expect("the assembler has written the object file");
    fs::remove_file(&output).expect("it was ours");
    object
}

/// The assembler's messages, each with the line it is about.
fn annotated(source: &str, messages: &str) -> String {
    let line = |message: &str| -> Option<&str> {
        let number: usize = message.split(':').nth(1)?.trim().parse().ok()?;
        source.lines().nth(number - 1)
    };
    messages
        .lines()
        .map(|message| format!("{message}    <- {}\n", line(message).unwrap_or_default()))
        .collect()
}

fn temporary_file() -> PathBuf {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join(format!("contract-{}-{number}.o", std::process::id()))
}
