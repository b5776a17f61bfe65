//! Writes the files for synthesis or simulation of a chip into a self-contained folder:
//!
//! ```text
//! top.sv            the chip with its parameters
//! rtl/              its circuits, and image, which makes the initial content of the memories from a program
//! bench/            the host of `make run`
//! files.f           the sources, packages first
//! constraints.sdc   the clock
//! Makefile          lint, run, netlist
//! ```

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{bail, Context, Result};
use weft_build::home;

use crate::parameters::Parameters;

const TOP_MODULE: &str = "chip";
/// The templates of the top level and the Makefile.
const TOP: &str = include_str!("top.sv");
const MAKEFILE: &str = include_str!("Makefile");
/// Tools that are written in addition to the circuits.
const TOOLS: [&str; 2] = ["image", "netlist"];
const BENCH: [&str; 5] = [
    "bench/ram.sv",
    "bench/driven.sv",
    "bench/standalone.cpp",
    "bench/host.h",
    "bench/ports.h",
];

/// Writes the files into a folder, which is created. Returns the files that were generated for this platform.
///
/// # Errors
/// When the folder contains other files, or cannot be written.
pub fn write(platform: &str, parameters: &Parameters, folder: &Path) -> Result<Vec<PathBuf>> {
    check_is_ours(folder)?;
    let circuits = home::folder("hardware")?;
    let modules = of_chip(&circuits)?;
    let rtl = modules.iter().map(String::as_str).chain(TOOLS);
    for name in rtl {
        copy(&circuits.join(name), &folder.join("rtl").join(name))?;
    }
    write_own(parameters, &folder.join("rtl"))?;
    for name in BENCH {
        copy(&circuits.join(name), &folder.join(name))?;
    }
    let texts = [
        ("top.sv", top(platform, parameters)),
        ("files.f", list(&modules)),
        ("constraints.sdc", constraints(parameters.clock_hz)),
        ("Makefile", makefile(parameters)),
    ];
    let written = texts.map(|(name, text)| {
        let path = folder.join(name);
        fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
        Ok(path)
    });
    written.into_iter().collect()
}

/// Writes the modules that are the chip's own into a folder.
pub(crate) fn write_own(parameters: &Parameters, folder: &Path) -> Result<()> {
    for module in &parameters.own {
        let path = folder.join(module.name);
        fs::write(&path, &module.text)
            .with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}

/// Checks that a folder is empty, or was written by this command.
fn check_is_ours(folder: &Path) -> Result<()> {
    let Ok(mut entries) = fs::read_dir(folder) else {
        return Ok(());
    };
    if entries.next().is_some() && !folder.join("files.f").exists() {
        bail!(
            "{} has other files in it; name a new folder",
            folder.display()
        );
    }
    Ok(())
}

/// Returns the names of all circuits' files, packages first.
pub(crate) fn modules(circuits: &Path) -> Result<Vec<String>> {
    let entries =
        fs::read_dir(circuits).with_context(|| format!("cannot read {}", circuits.display()))?;
    let names = entries.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()));
    let mut names = names.collect::<Result<Vec<String>>>()?;
    names.retain(|name| name.ends_with(".sv"));
    names.sort_by_key(|name| (!name.ends_with("_pkg.sv"), name.clone()));
    Ok(names)
}

/// Returns those of the files that make the chip: its own, those of the modules that it names, of those that they name, and so on.
fn of_chip(circuits: &Path) -> Result<Vec<String>> {
    let mut modules = modules(circuits)?;
    let mut named = BTreeSet::from([TOP_MODULE.to_owned()]);
    let mut unread = vec![TOP_MODULE.to_owned()];
    while let Some(module) = unread.pop() {
        let path = circuits.join(file(&module));
        let text = fs::read_to_string(&path);
        let text = text.with_context(|| format!("cannot read {}", path.display()))?;
        let known = words(&text).filter(|word| modules.contains(&file(word)));
        unread.extend(
            known
                .filter(|word| named.insert((*word).to_owned()))
                .map(str::to_owned),
        );
    }
    modules.retain(|name| named.iter().any(|module| file(module) == *name));
    Ok(modules)
}

/// The file of a module.
fn file(module: &str) -> String {
    format!("{module}.sv")
}

/// The names and keywords in a text of SystemVerilog, without its comments.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let code = text
        .lines()
        .map(|line| line.split("//").next().unwrap_or(""));
    code.flat_map(|line| line.split(|letter: char| !letter.is_alphanumeric() && letter != '_'))
}

fn list(modules: &[String]) -> String {
    let lines = modules.iter().map(|module| format!("rtl/{module}\n"));
    lines.chain(["top.sv\n".to_owned()]).collect()
}

fn top(platform: &str, parameters: &Parameters) -> String {
    let values = parameters
        .of_chip
        .iter()
        .map(|(name, value)| format!("        .{name}({}),\n", literal(*value)));
    TOP.replace("{platform}", platform)
        .replace("{cores}", &parameters.value("CORES").to_string())
        .replace("{values}\n", &values.collect::<String>())
}

/// Formats a number for SystemVerilog, where a literal without a width is signed.
fn literal(value: u64) -> String {
    match i32::try_from(value) {
        Ok(value) => value.to_string(),
        Err(_) => format!("32'd{value}"),
    }
}

fn makefile(parameters: &Parameters) -> String {
    let flags = parameters
        .of_chip
        .iter()
        .map(|(name, value)| format!("-G{name}={value}"));
    let flags: Vec<String> = flags.collect();
    MAKEFILE
        .replace("{cores}", &parameters.value("CORES").to_string())
        .replace("{parameters}", &flags.join(" "))
}

fn constraints(clock_hz: u64) -> String {
    let period = 1e9 / clock_hz as f64;
    format!(
        "# Nanoseconds. Inputs and outputs have a quarter of the period outside of the chip.\n\
         create_clock -name clk -period {period:.3} [get_ports clk]\n\
         set_input_delay {0:.3} -clock clk [all_inputs]\n\
         set_output_delay {0:.3} -clock clk [all_outputs]\n",
        period / 4.0
    )
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    let folder = to.parent().expect("in a folder");
    let copied = fs::create_dir_all(folder).and_then(|()| fs::copy(from, to));
    copied.with_context(|| format!("cannot copy {} to {}", from.display(), to.display()))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chip_has_the_modules_that_it_names() {
        let circuits = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../hardware");
        let found = of_chip(&circuits).expect("the circuits can be read");
        let has = |name: &str| found.iter().any(|it| it == name);
        assert!(found[0].ends_with("_pkg.sv"));
        for name in ["chip.sv", "core.sv", "ram.sv", "aes_sbox.sv"] {
            assert!(has(name), "{name}");
        }
        assert!(!has("router.sv") && !has("network_interface.sv"));
    }
}
