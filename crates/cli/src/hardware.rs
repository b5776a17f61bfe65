//! `weft hardware`: writes the hardware of a platform into a self-contained folder, and synthesizes it for sizes and frequencies.

use std::path::Path;

use anyhow::{bail, Result};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use weft_hardware::synthesis::{synthesize, Circuit, InLibrary};
use weft_hardware::{base_of, write as project, Parameters};
use weft_report::table::{left, right, Table};
use weft_report::treemap::{Part, Treemap};
use weft_run::{PlatformSpec, INTERRUPTED};
use weft_sim::units::separated;

use crate::arguments::hardware::HardwareArguments;
use crate::counter::Counter;
use crate::files::{write, write_record};
use crate::terminal::print;

/// Name and version of the format of `--json`.
const SCHEMA: &str = "weft-gates/1";
const REDRAW: std::time::Duration = std::time::Duration::from_millis(200);

/// Carries out `weft hardware` and returns the exit status.
///
/// # Errors
/// When there is no such platform or no circuit of it, a file cannot be written, or a tool of the synthesis is missing.
pub fn hardware(arguments: &HardwareArguments) -> Result<u8> {
    let spec = PlatformSpec {
        set: arguments.set.clone(),
        instructions: arguments.insn.clone(),
        ..arguments.platform.as_str().into()
    };
    if spec.is_host() {
        bail!("`host` is this machine, which no circuit of ours is");
    }
    let platform = spec.load()?;
    let parameters = Parameters::of(&platform, &PlatformSpec::from(base_of(&platform)).load()?)?;
    if let Some(folder) = &arguments.out {
        write_project(&platform.name, &parameters, folder)?;
    }
    match arguments.synthesize {
        true => tell_sizes(&platform.name, &parameters, arguments),
        false => Ok(0),
    }
}

fn write_project(platform: &str, parameters: &Parameters, folder: &Path) -> Result<()> {
    for path in project(platform, parameters, folder)? {
        print(&format!("{}\n", path.display()))?;
    }
    let folder = folder.display();
    Ok(print(&format!("{folder}/rtl\n{folder}/bench\n"))?)
}

/// What `--json` writes.
#[derive(Serialize)]
struct Record<'a> {
    platform: &'a str,
    circuits: &'a [Circuit],
}

fn tell_sizes(
    platform: &str,
    parameters: &Parameters,
    arguments: &HardwareArguments,
) -> Result<u8> {
    let style = ProgressStyle::with_template(
        "{spinner} {elapsed}   {pos} circuits are synthesized   {wide_msg}",
    );
    let bar = ProgressBar::new_spinner().with_style(style.expect("the template is right"));
    bar.enable_steady_tick(REDRAW);
    let counter = Counter::new(bar)?;
    let circuits = synthesize(parameters, arguments.fpga, &counter);
    counter.finish();
    let Some(circuits) = circuits? else {
        return Ok(INTERRUPTED);
    };
    print(&table(&circuits))?;
    if let Some(share) = share(platform, &circuits) {
        print(&share)?;
    }
    let record = Record {
        platform,
        circuits: &circuits,
    };
    write_record(arguments.json.as_deref(), SCHEMA, &record)?;
    if let Some(file) = &arguments.treemap {
        write(file, &picture(platform, &circuits))?;
    }
    Ok(0)
}

/// Gate equivalents are medians of the libraries; frequencies and paths are those of the first one.
fn table(circuits: &[Circuit]) -> String {
    let first = circuits.iter().find_map(|it| it.libraries.first());
    let technology = first.map_or(String::new(), |it| {
        format!("{}, {}", it.name, it.technology)
    });
    let mut columns = vec![
        left("circuit"),
        right("count"),
        right("gates, relaxed"),
        right("gates at 80 % of Fmax"),
        right("flip-flops"),
        right(format!("Fmax in MHz ({technology})")),
        left("critical path"),
    ];
    if let Some(fpga) = circuits.iter().find_map(|it| it.fpga.as_ref()) {
        columns.extend([
            right(format!("LUTs ({})", fpga.device)),
            right("flip-flops"),
            right("block RAMs"),
            right("multipliers"),
            right("Fmax in MHz"),
        ]);
    }
    let mut table = Table::new(columns);
    for circuit in circuits {
        table.row(row(circuit));
    }
    table.text()
}

fn row(circuit: &Circuit) -> Vec<String> {
    let indent = if circuit.within.is_some() { "  " } else { "" };
    let fastest = circuit
        .libraries
        .first()
        .map(|InLibrary { fastest, .. }| fastest);
    let path =
        fastest.map(|it| format!("{:.2} ns, {} to {}", it.path.ns, it.path.from, it.path.to));
    let mut cells = vec![
        format!("{indent}{}", circuit.label),
        circuit.count.to_string(),
        circuit.relaxed.to_string(),
        circuit.at_80_percent.to_string(),
        circuit.flip_flops.to_string(),
        fastest.map_or(String::new(), |it| format!("{:.0}", it.mhz)),
        path.unwrap_or_default(),
    ];
    if let Some(fpga) = &circuit.fpga {
        let counts = [
            fpga.luts,
            fpga.flip_flops,
            fpga.block_rams,
            fpga.multipliers,
        ];
        cells.extend(counts.map(|count| count.to_string()));
        cells.push(format!("{:.0}", fpga.mhz));
    }
    cells
}

/// Returns the share of the FPGA that all circuits of the chip take, if it is known.
fn share(platform: &str, circuits: &[Circuit]) -> Option<String> {
    let wholes = circuits.iter().filter(|it| it.within.is_none());
    let luts = wholes.map(|it| Some(it.count * it.fpga.as_ref()?.luts));
    let luts = luts.sum::<Option<u64>>()?;
    let fpga = circuits.first()?.fpga.as_ref()?;
    let (luts, all, device) = (separated(luts), separated(fpga.device_luts), &fpga.device);
    Some(format!("All circuits of {platform} take {luts} LUTs, of {all} of the {device}; program and data memories come in addition.\n"))
}

/// Draws the gates of a chip as a treemap, with each circuit as many times as the chip has instances of it.
fn picture(platform: &str, circuits: &[Circuit]) -> String {
    let wholes = circuits.iter().filter(|it| it.within.is_none());
    let parts: Vec<Part> = wholes.map(|it| part(it, circuits)).collect();
    let gates: f64 = parts.iter().map(|part| part.size).sum();
    let gates = separated(gates.round() as u64);
    let title = format!("Gates of {platform}, without memories: {gates}, at relaxed timing");
    let map = Treemap {
        title: &title,
        unit: "gates",
        parts: &parts,
    };
    map.svg()
}

fn part(circuit: &Circuit, circuits: &[Circuit]) -> Part {
    let within = circuits
        .iter()
        .filter(|it| it.within.as_ref() == Some(&circuit.circuit));
    let name = circuit.circuit.replace('-', " ");
    Part {
        label: match circuit.count {
            1 => name,
            count => format!("{count} x {name}"),
        },
        size: (circuit.relaxed * circuit.count) as f64,
        parts: within.map(|it| part(it, circuits)).collect(),
    }
}
