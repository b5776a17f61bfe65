//! How much rows of a paper move when a parameter that its source does not state is halved and when it is doubled
//! (docs/parameters.md). Each platform of the experiments is run as a file that extends it with the one changed value.

use std::fmt::Write;

use anyhow::{bail, Context, Result};
use serde::Serialize;
use weft_sim::platform::{Device, DeviceKind, Platform};

use super::published::Published;
use super::{asip, campaign, Choice};
use crate::arguments::BenchArguments;
use crate::bench::write_json;
use crate::platforms;
use crate::terminal::{print, tell};

/// The rows that are followed: some of each figure and table.
const ROWS: [&str; 20] = [
    "message-4",
    "message-4-run-time",
    "message-16k",
    "message-transfer-4096",
    "ipcm-7",
    "dma-16",
    "lock-free-polling",
    "lock-free-message-call",
    "lock-hand-over-polling",
    "lock-hand-over-interrupt",
    "lock-hand-over-message",
    "barrier-7-polling",
    "barrier-7-message",
    "kernel-2-gain",
    "kernel-3-gain",
    "kernel-6-gain",
    "uwb-beacon-tx",
    "uwb-beacon-process",
    "uwb-data-rx-512",
    "uwb-data-tx-512",
];

/// Where a parameter stands in a platform file.
enum Place {
    /// A key of this table of the cores.
    Cores(&'static str),
    /// A key of every device of this kind.
    Devices(&'static str),
}

/// A parameter, its value, and the two values to try beside it: halves are rounded down; what must be at least 1 stays there.
struct Parameter {
    place: Place,
    key: &'static str,
    value: u32,
    halved: u32,
    doubled: u32,
}

const fn cores(table: &'static str, key: &'static str, values: [u32; 3]) -> Parameter {
    let [halved, value, doubled] = values;
    Parameter {
        place: Place::Cores(table),
        key,
        value,
        halved,
        doubled,
    }
}

const fn devices(kind: &'static str, key: &'static str, values: [u32; 3]) -> Parameter {
    Parameter {
        place: Place::Devices(kind),
        ..cores("", key, values)
    }
}

const PARAMETERS: [Parameter; 14] = [
    cores("timing", "load_use", [0, 1, 2]),
    cores("timing", "multiply_use", [0, 1, 2]),
    cores("timing", "divide", [16, 33, 66]),
    cores("timing", "taken_branch", [1, 2, 4]),
    cores("timing", "jump", [0, 1, 2]),
    cores("timing", "jump_register", [1, 2, 4]),
    cores("timing", "misaligned_target", [0, 1, 2]),
    cores("timing", "program_memory_data", [0, 1, 2]),
    cores("timing", "atomic", [0, 1, 2]),
    cores("timing", "trap_entry", [1, 3, 6]),
    cores("timing", "wake", [2, 4, 8]),
    cores("mailbox", "word_queue", [2, 4, 8]),
    devices("sram", "wait_states", [0, 0, 1]),
    devices("mac", "burst", [2, 4, 8]),
];

impl Parameter {
    fn name(&self) -> String {
        match self.place {
            Place::Cores(table) => format!("cores.{table}.{}", self.key),
            Place::Devices(kind) => format!("{kind}.{}", self.key),
        }
    }

    /// The keys of a platform file that give a platform another value.
    fn changes(&self, platform: &Platform, value: u32) -> String {
        let mut text = String::new();
        match self.place {
            Place::Cores(table) => {
                let _ = write!(text, "[[cores]]\n[cores.{table}]\n{} = {value}\n", self.key);
            }
            Place::Devices(kind) => {
                for device in platform.devices.iter().filter(|it| it.kind.name() == kind) {
                    text += &changed_device(device, self.key, value);
                }
            }
        }
        text
    }
}

/// A device again, which replaces the one of its name.
fn changed_device(device: &Device, key: &str, value: u32) -> String {
    let size = match device.kind {
        DeviceKind::Sram { .. } => format!("size = {}\n", device.range.size),
        _ => String::new(),
    };
    let (kind, name, base) = (device.kind.name(), &device.name, device.range.base);
    format!(
        "[[device]]\nkind = \"{kind}\"\nname = \"{name}\"\nbase = {base}\n{size}{key} = {value}\n"
    )
}

/// What one parameter does: each row with the changed value, less the row without.
#[derive(Serialize)]
struct Sensitivity {
    parameter: String,
    value: u32,
    halved: Change,
    doubled: Change,
}

#[derive(Serialize)]
struct Change {
    value: u32,
    rows: Vec<(&'static str, f64)>,
}

#[derive(Serialize)]
struct Figures {
    schema: &'static str,
    weft: &'static str,
    parameters: Vec<Sensitivity>,
}

/// Carries out `weft bench sensitivity`.
///
/// # Errors
/// When an experiment fails, or the figures cannot be written.
pub fn bench(arguments: &BenchArguments) -> Result<()> {
    let values = measure(None)?;
    print(&heading(&values))?;
    let mut parameters = Vec::new();
    for (number, parameter) in PARAMETERS.iter().enumerate() {
        let (number, all) = (number + 1, PARAMETERS.len());
        tell(&format!("{number} of {all}: {}\n", parameter.name()));
        let sensitivity = Sensitivity {
            parameter: parameter.name(),
            value: parameter.value,
            halved: change(parameter, parameter.halved, &values)?,
            doubled: change(parameter, parameter.doubled, &values)?,
        };
        print(&line(&sensitivity))?;
        parameters.push(sensitivity);
    }
    let figures = Figures {
        schema: "weft-bench-sensitivity/2",
        weft: env!("CARGO_PKG_VERSION"),
        parameters,
    };
    arguments
        .json
        .as_ref()
        .map_or(Ok(()), |path| write_json(path, &figures))
}

fn change(parameter: &Parameter, value: u32, values: &[f64]) -> Result<Change> {
    let measured = if value == parameter.value {
        values.to_vec()
    } else {
        measure(Some((parameter, value)))?
    };
    let moved = measured.iter().zip(values).map(|(new, old)| new - old);
    Ok(Change {
        value,
        rows: ROWS.into_iter().zip(moved).collect(),
    })
}

/// The rows by quick experiments, with a parameter changed or none.
fn measure(changed: Option<(&Parameter, u32)>) -> Result<Vec<f64>> {
    let paper = &asip::PAPER;
    let published = Published::read(paper.published);
    let only = ROWS.map(str::to_string);
    let mut experiments = Choice::new(&published, &only)?.experiments(paper, true);
    experiments.retain(|experiment| experiment.platform() != paper.variant.name);
    if let Some((parameter, value)) = changed {
        for experiment in &mut experiments {
            let platform = platforms::load(experiment.platform())?;
            experiment.changes = parameter.changes(&platform, value);
        }
    }
    let findings = campaign::run(experiments)?;
    if findings.interrupted {
        bail!("interrupted");
    }
    let value = |id: &str| {
        let row = published.rows().find(|row| row.id == id);
        row.and_then(|row| row.measured(&findings.measurements))
            .with_context(|| format!("no measurement of {id}"))
    };
    ROWS.into_iter().map(value).collect()
}

fn heading(values: &[f64]) -> String {
    let names: String = ROWS.iter().map(|id| format!(" {id} |")).collect();
    let now: String = values
        .iter()
        .map(|value| format!(" {} |", plain(*value)))
        .collect();
    let rules = "---|".repeat(ROWS.len());
    format!("| parameter |{names}\n|---|{rules}\n| as it is |{now}\n")
}

fn line(sensitivity: &Sensitivity) -> String {
    let Sensitivity {
        parameter,
        value,
        halved,
        doubled,
    } = sensitivity;
    let cells: String = halved
        .rows
        .iter()
        .zip(&doubled.rows)
        .map(
            |((_, half), (_, double))| match (signed(*half), signed(*double)) {
                (None, None) => " - |".to_string(),
                (half, double) => format!(
                    " {} / {} |",
                    half.unwrap_or_else(|| "0".to_string()),
                    double.unwrap_or_else(|| "0".to_string())
                ),
            },
        )
        .collect();
    let values = format!("{value}: {} / {}", halved.value, doubled.value);
    format!("| `{parameter}` {values} |{cells}\n")
}

/// Two digits behind the point at most.
fn plain(value: f64) -> String {
    let text = format!("{value:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}

/// With its sign; None for what rounds to nothing.
fn signed(value: f64) -> Option<String> {
    let text = plain(value);
    match text.as_str() {
        "0" | "-0" => None,
        _ if value > 0.0 => Some(format!("+{text}")),
        _ => Some(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changed_platforms_can_be_read_and_have_the_value_now() {
        for name in [asip::MESSAGE, asip::POLLING, asip::UWB_CONVENTIONAL] {
            let platform = platforms::load(name).expect("it is there");
            for parameter in &PARAMETERS {
                let same = parameter.changes(&platform, parameter.value);
                let same = format!("extends = \"{name}\"\n{same}");
                let folder = tempfile::tempdir().expect("a folder");
                let file = folder.path().join("same.toml");
                std::fs::write(&file, same).expect("written");
                let read = platforms::load(file.to_str().expect("Unicode")).expect("it is right");
                assert_eq!(
                    read.cores.timing,
                    platform.cores.timing,
                    "{}",
                    parameter.name()
                );
                assert_eq!(read.cores.mailbox, platform.cores.mailbox);
                assert_eq!(read.devices.len(), platform.devices.len());
            }
        }
    }

    #[test]
    fn figures_are_short() {
        assert_eq!(signed(0.001), None);
        assert_eq!(signed(-12.0), Some("-12".to_string()));
        assert_eq!(signed(0.25), Some("+0.25".to_string()));
    }
}
