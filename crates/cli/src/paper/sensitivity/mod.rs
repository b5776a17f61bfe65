//! How much rows of a paper move when a parameter that its source does not state is halved and when it is doubled
//! (docs/papers/parameters.md). Each platform of the experiments is run as a file that extends it with the one changed value.

mod asip;
mod funcapi;
mod ipc_strategy;
mod ocmpi_qos;
mod pronto;

use anyhow::{bail, Context, Result};
use serde::Serialize;
use weft_run::PlatformSpec;
use weft_sim::platform::{Device, DeviceKind, Platform, Rows};

use super::published::Published;
use super::{campaign, Choice, Paper};
use crate::arguments::experiment::{BenchArguments, PaperName};
use crate::files::write_json;
use crate::terminal::{print, tell};

/// What is followed of a paper.
pub struct Study {
    paper: &'static Paper,
    /// Some rows of each figure and table.
    rows: &'static [&'static str],
    /// What the source does not state.
    parameters: &'static [Parameter],
}

/// Where a parameter stands in a platform file.
enum Place {
    /// A key of this table of the cores.
    Cores(&'static str),
    /// A key of the cores.
    Core,
    /// A key of every device of this kind.
    Devices(&'static str),
    /// A key of the device of this name.
    Device(&'static str),
    /// A key of this table.
    Table(&'static str),
    /// A key of the DMA controllers at HIBI.
    Controller,
}

/// A parameter, its value, and the two values to try beside it: halves are rounded down; what must be at least 1 stays there.
struct Parameter {
    place: Place,
    key: &'static str,
    value: &'static str,
    halved: &'static str,
    doubled: &'static str,
}

impl Parameter {
    const fn new(place: Place, key: &'static str, values: [&'static str; 3]) -> Parameter {
        let [halved, value, doubled] = values;
        Parameter {
            place,
            key,
            value,
            halved,
            doubled,
        }
    }

    /// A latency of the cores' pipeline.
    const fn timing(key: &'static str, values: [&'static str; 3]) -> Parameter {
        Parameter::new(Place::Cores("timing"), key, values)
    }

    fn name(&self) -> String {
        match self.place {
            Place::Cores(table) => format!("cores.{table}.{}", self.key),
            Place::Core => format!("cores.{}", self.key),
            Place::Controller => format!("hibi_dma.{}", self.key),
            Place::Devices(group) | Place::Device(group) | Place::Table(group) => {
                format!("{group}.{}", self.key)
            }
        }
    }

    /// The keys of a platform file that give a platform another value.
    fn changes(&self, platform: &Platform, value: &str) -> String {
        let key = self.key;
        match self.place {
            Place::Cores(table) => format!("[[cores]]\n[cores.{table}]\n{key} = {value}\n"),
            Place::Core => format!("[[cores]]\n{key} = {value}\n"),
            Place::Table(table) => format!("[{table}]\n{key} = {value}\n"),
            Place::Controller => changed_controller(platform, key, value),
            Place::Devices(kind) => {
                self.changed_devices(platform, value, |it| it.kind.name() == kind)
            }
            Place::Device(name) => self.changed_devices(platform, value, |it| it.name == name),
        }
    }

    fn changed_devices(
        &self,
        platform: &Platform,
        value: &str,
        wanted: impl Fn(&Device) -> bool,
    ) -> String {
        let devices = platform.devices.iter().enumerate();
        let wanted = devices.filter(|(_, device)| wanted(device));
        let again = wanted.map(|(number, device)| {
            let switch = platform
                .switches
                .as_ref()
                .and_then(|it| Some(&it.names[it.devices[number]?]));
            changed_device(device, switch, self.key, value)
        });
        again.collect()
    }
}

/// The controllers at HIBI again.
fn changed_controller(platform: &Platform, key: &str, value: &str) -> String {
    let Some(dma) = platform.hibi.as_ref().map(|hibi| &hibi.dma) else {
        return String::new();
    };
    let latencies = [
        ("read", dma.read),
        ("write", dma.write),
        ("start", dma.start),
    ];
    let others = latencies.iter().filter(|(name, _)| *name != key);
    let others: String = others
        .map(|(name, cycles)| format!("{name} = {cycles}\n"))
        .collect();
    format!(
        "[[device]]\nkind = \"hibi-dma\"\nbase = {}\naddress = {}\naddresses = {}\nstreams = {}\npackets = {}\n{others}{key} = {value}\n",
        dma.base, dma.address, dma.stride, dma.streams, dma.packets
    )
}

/// A device again, which replaces the one of its name.
fn changed_device(device: &Device, switch: Option<&String>, key: &str, value: &str) -> String {
    let size = match device.kind {
        DeviceKind::Sram(_) => format!("size = {}\n", device.range.size),
        DeviceKind::Sdram(rows) => format!("size = {}\n{}", device.range.size, others(rows, key)),
        _ => String::new(),
    };
    let switch = switch.map_or(String::new(), |name| format!("switch = \"{name}\"\n"));
    let (kind, name, base) = (device.kind.name(), &device.name, device.range.base);
    format!(
        "[[device]]\nkind = \"{kind}\"\nname = \"{name}\"\nbase = {base}\n{size}{switch}{key} = {value}\n"
    )
}

/// What an SDRAM has besides what is changed.
fn others(rows: Rows, changed: &str) -> String {
    let keys = [
        ("row", u64::from(rows.row_bytes)),
        ("banks", rows.banks as u64),
        ("hit", rows.hit),
        ("miss", rows.miss),
    ];
    let kept = keys.iter().filter(|(key, _)| *key != changed);
    kept.map(|(key, value)| format!("{key} = {value}\n"))
        .collect()
}

/// What one parameter does: each row with the changed value, less the row without.
#[derive(Serialize)]
struct Sensitivity {
    parameter: String,
    value: &'static str,
    halved: Change,
    doubled: Change,
}

#[derive(Serialize)]
struct Change {
    value: &'static str,
    rows: Vec<(&'static str, f64)>,
}

#[derive(Serialize)]
struct Figures {
    schema: &'static str,
    weft: &'static str,
    paper: &'static str,
    parameters: Vec<Sensitivity>,
}

/// Carries out `weft bench sensitivity`.
///
/// # Errors
/// When an experiment fails, or the figures cannot be written.
pub fn bench(arguments: &BenchArguments) -> Result<()> {
    let study = match arguments.paper {
        PaperName::Asip => &asip::STUDY,
        PaperName::Pronto => &pronto::STUDY,
        PaperName::OcmpiQos => &ocmpi_qos::STUDY,
        PaperName::Funcapi => &funcapi::STUDY,
        PaperName::IpcStrategy => &ipc_strategy::STUDY,
    };
    let parameters = study.carry_out()?;
    let figures = Figures {
        schema: "weft-bench-sensitivity/3",
        weft: env!("CARGO_PKG_VERSION"),
        paper: study.paper.name,
        parameters,
    };
    write_json(arguments.json.as_deref(), &figures)
}

impl Study {
    /// Prints the table line by line.
    fn carry_out(&self) -> Result<Vec<Sensitivity>> {
        let values = self.measure(None)?;
        print(&heading(self.rows, &values))?;
        let mut found = Vec::new();
        for (number, parameter) in self.parameters.iter().enumerate() {
            let (number, all) = (number + 1, self.parameters.len());
            tell(&format!("{number} of {all}: {}\n", parameter.name()));
            let sensitivity = Sensitivity {
                parameter: parameter.name(),
                value: parameter.value,
                halved: self.change(parameter, parameter.halved, &values)?,
                doubled: self.change(parameter, parameter.doubled, &values)?,
            };
            print(&line(&sensitivity))?;
            found.push(sensitivity);
        }
        Ok(found)
    }

    fn change(&self, parameter: &Parameter, value: &'static str, values: &[f64]) -> Result<Change> {
        let measured = if value == parameter.value {
            values.to_vec()
        } else {
            self.measure(Some((parameter, value)))?
        };
        let moved = measured.iter().zip(values).map(|(new, old)| new - old);
        Ok(Change {
            value,
            rows: self.rows.iter().copied().zip(moved).collect(),
        })
    }

    /// The rows by quick experiments, with a parameter changed or none.
    fn measure(&self, changed: Option<(&Parameter, &str)>) -> Result<Vec<f64>> {
        let published = Published::read(self.paper.published);
        let only: Vec<String> = self.rows.iter().map(|row| (*row).to_string()).collect();
        let mut experiments = Choice::new(&published, &only)?.experiments(self.paper, true);
        experiments.retain(|experiment| !self.paper.variant.holds(experiment.platform()));
        if let Some((parameter, value)) = changed {
            for experiment in &mut experiments {
                let platform = PlatformSpec::from(experiment.platform()).load()?;
                experiment.changes = parameter.changes(&platform, value);
            }
        }
        let findings = campaign::run(experiments)?;
        if findings.interrupted {
            bail!("interrupted");
        }
        let value = |id: &&str| {
            let row = published.rows().find(|row| row.id == *id);
            row.and_then(|row| row.measured(&findings.measurements))
                .with_context(|| format!("no measurement of {id}"))
        };
        self.rows.iter().map(value).collect()
    }
}

fn heading(rows: &[&str], values: &[f64]) -> String {
    let names: String = rows.iter().map(|id| format!(" {id} |")).collect();
    let now: String = values
        .iter()
        .map(|value| format!(" {} |", plain(*value)))
        .collect();
    let rules = "---|".repeat(rows.len());
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
    use crate::paper::asip as papers;
    use crate::paper::ipc_strategy::DAVINCI;
    use crate::paper::ocmpi_qos::CLUSTERS;
    use crate::paper::pronto::MESH;

    #[test]
    fn changed_platforms_can_be_read_and_have_the_value_now() {
        let asip = [papers::MESSAGE, papers::POLLING, papers::UWB_CONVENTIONAL]
            .map(|name| (name, &asip::STUDY));
        let pronto = [(MESH, &pronto::STUDY)];
        let ocmpi_qos = [(CLUSTERS, &ocmpi_qos::STUDY)];
        let ipc_strategy = [(DAVINCI, &ipc_strategy::STUDY)];
        let all = asip.into_iter().chain(pronto).chain(ocmpi_qos);
        for (name, study) in all.chain(ipc_strategy) {
            let platform = PlatformSpec::from(name).load().expect("it is there");
            for parameter in study.parameters {
                let same = parameter.changes(&platform, parameter.value);
                let changed = PlatformSpec {
                    changes: vec![same],
                    ..name.into()
                };
                let read = changed.load().expect("it is right");
                assert_eq!(
                    read.cores.groups[0].timing,
                    platform.cores.groups[0].timing,
                    "{}",
                    parameter.name()
                );
                assert_eq!(read.cores.mailbox, platform.cores.mailbox);
                assert_eq!(
                    read.cores.groups[0].issue_width,
                    platform.cores.groups[0].issue_width
                );
                assert_eq!(read.devices, platform.devices, "{}", parameter.name());
                assert_eq!(read.mesh, platform.mesh, "{}", parameter.name());
                assert_eq!(read.switches, platform.switches, "{}", parameter.name());
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
