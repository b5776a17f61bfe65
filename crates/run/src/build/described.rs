//! User-defined instructions that C files describe among their functions.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use anyhow::{bail, ensure, Context, Result};
use weft_build::compiler::Step;
use weft_isa::user::{CProgram, UserInstructions};
use weft_sim::platform::Platform;

/// Adds the instructions that C files describe to the cores of a platform. Warns of text that resembles a description but is none.
///
/// # Errors
/// When a description is wrong.
pub fn add_described(platform: &mut Platform, files: &[PathBuf]) -> Result<()> {
    for (number, file) in files.iter().enumerate() {
        let is_new = !files[..number].contains(file);
        let Some(text) = text(file).filter(|_| is_new) else {
            continue;
        };
        let program = CProgram::new(&text);
        let name = file.display();
        for (line, message) in program.warnings() {
            eprintln!("{name}:{line}: warning: {message}");
        }
        ensure!(
            !program.describes() || !text.contains(char::REPLACEMENT_CHARACTER),
            "{name} describes instructions and is not UTF-8: save it as UTF-8"
        );
        platform.add_program(&name.to_string(), &program)?;
    }
    Ok(())
}

/// Refuses a C file that describes instructions, where it goes to a compiler that cannot read descriptions.
///
/// # Errors
/// When it does.
pub fn refuse(file: &Path) -> Result<()> {
    let text = text(file).unwrap_or_default();
    if let Some(line) = CProgram::new(&text).first_marked() {
        bail!(
            "{}:{line}: an instruction described by TCTXINST needs a simulated chip; a function after a line \
             `#pragma weft instruction ...` is also one of this machine",
            file.display()
        );
    }
    Ok(())
}

/// Replaces a C file by a copy without its descriptions, which must be `known` to the cores, and with the header of the instructions.
///
/// # Errors
/// When a description is not known, or the file to compile cannot be written.
pub fn replace(step: &mut Step, known: &UserInstructions) -> Result<()> {
    let Some(text) = text(&step.source) else {
        return Ok(());
    };
    let program = CProgram::new(&text);
    if !program.describes() {
        return Ok(());
    }
    let name = step.source.display().to_string();
    for (line, _) in program.descriptions() {
        ensure!(
            known.are_described_at(&name, line),
            "{name}:{line}: the program of a task describes no instructions: put it into a file of its own and name that \
             by --insn or in the platform"
        );
    }
    let quoted = name.replace('\\', "\\\\").replace('"', "\\\"");
    let rest = program.without_descriptions();
    let text = format!("#include <weft/user_instructions.h>\n#line 1 \"{quoted}\"\n{rest}");
    let copy = step.object.with_extension("c");
    std::fs::write(&copy, text).with_context(|| format!("cannot write {}", copy.display()))?;
    step.flags = flags(&step.source, &copy);
    step.changed = Some(copy);
    Ok(())
}

/// Returns the flags with which a copy is compiled as if it were the source: includes are searched in the source's folder, and the
/// debugging information has the source's name.
fn flags(source: &Path, copy: &Path) -> Vec<OsString> {
    let folder = source
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    let mut map = OsString::from("-ffile-prefix-map=");
    map.push(copy);
    map.push("=");
    map.push(source);
    vec![
        "-iquote".into(),
        folder.unwrap_or(Path::new(".")).into(),
        map,
    ]
}

/// Returns the text of a C file. None for other files, which describe nothing, and for an unreadable one, which the compiler reports.
fn text(file: &Path) -> Option<String> {
    let is_c = file.extension() == Some("c".as_ref());
    let bytes = is_c.then(|| std::fs::read(file).ok()).flatten()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}
