//! Table II and figures 5, 6, 7, 9 and 10 as they come out here. The published figures have no numbers; what the text says of them is
//! marked.

use std::path::Path;

use anyhow::Result;

use super::variation::{self, Direction, RATES};
use super::workload::Workload;
use super::{concurrent, CHAIN, MESH, MOST_TASKS};
use crate::measurements::Measurements;
use crate::paper::chart::axis::{Axis, Scale};
use crate::paper::chart::bars::{Bar, BarChart};
use crate::paper::chart::lines::{Line, LineChart};
use crate::paper::published::Published;
use crate::paper::table::number;

/// On what a task's time goes, from the bottom of a bar up.
const CLASSES: [(&str, &str); 3] = [
    ("execution", "execution"),
    ("communication", "communication"),
    ("stalls", "buffer stalls"),
];

/// The measurements and the published values.
struct Sources<'a> {
    measurements: &'a Measurements,
    published: Published,
}

/// Draws all figures of which something is measured.
pub fn draw(measurements: &Measurements, folder: &Path) -> Result<()> {
    let sources = Sources {
        measurements,
        published: Published::read(super::PAPER.published),
    };
    let file = |name: &str| folder.join(format!("{name}.svg"));
    sources.latencies().draw(&file("table-2"))?;
    sources.times().draw(&file("figure-5"))?;
    sources.tasks().draw(&file("figure-6"))?;
    sources.flows().draw(&file("figure-7"))?;
    let names = ["figure-9", "figure-10", "figure-10-columns"];
    for (direction, name) in Direction::ALL.into_iter().zip(names) {
        sources.variation(direction).draw(&file(name))?;
    }
    Ok(())
}

/// What people call a workload.
fn title(workload: Workload) -> String {
    workload.name().replacen(' ', "-", 1).to_uppercase()
}

impl Sources<'_> {
    fn measured(&self, case: &str) -> Option<f64> {
        self.measurements.get(&format!("{MESH} {case}"))
    }

    fn published(&self, id: &str) -> Option<f64> {
        self.published.rows().find(|row| row.id == id)?.published
    }

    /// Table II: a bar for each of its lines; those that are not measured here have a published height alone.
    fn latencies(&self) -> BarChart {
        let lines = [
            ("MPI, 256 words", "mpi"),
            ("shared queue", "shared-queue"),
            ("scratch queue", "scratch-queue"),
            ("message buffers", "burst"),
        ];
        let bar = |(name, id): (&str, &str)| {
            let row = self.published.rows().find(|row| row.id == id)?;
            let measured = row.measured(self.measurements);
            let bar = Bar {
                parts: measured.map(|cycles| (0, cycles)).into_iter().collect(),
                published: row.published,
                label: measured.map_or(String::new(), number),
            };
            Some((name.to_string(), vec![bar]))
        };
        let is_measured = self.measured("burst constant").is_some();
        BarChart {
            title: "Table II: latency of a burst to a neighbour".to_string(),
            y: "cycles a word",
            classes: vec!["measured"],
            groups: lines
                .into_iter()
                .filter(|_| is_measured)
                .filter_map(bar)
                .collect(),
        }
    }

    /// Figure 5: a bar for each task.
    fn times(&self) -> BarChart {
        let workloads = [
            Workload::jpeg(3),
            Workload::jpeg(4),
            Workload::fir(CHAIN),
            Workload::custom(CHAIN),
        ];
        let group = |workload: Workload| {
            let tasks = workload.tasks();
            let bars: Option<Vec<Bar>> =
                tasks.iter().map(|task| self.time(workload, task)).collect();
            Some((title(workload), bars?))
        };
        BarChart {
            title: "Figure 5: on what each task spends the time of the run".to_string(),
            y: "%",
            classes: CLASSES.iter().map(|(_, name)| *name).collect(),
            groups: workloads.into_iter().filter_map(group).collect(),
        }
    }

    fn time(&self, workload: Workload, task: &str) -> Option<Bar> {
        let part = |(number, (class, _)): (usize, &(&str, &str))| {
            let case = format!("{} {task} {class}", workload.name());
            Some((number, self.measured(&case)?))
        };
        let initial = task.trim_start_matches("stage").chars().next()?;
        Some(Bar {
            parts: CLASSES
                .iter()
                .enumerate()
                .map(part)
                .collect::<Option<_>>()?,
            published: None,
            label: initial.to_string(),
        })
    }

    /// How many times faster a case is than a workload as one task on one core.
    fn speed_up(&self, one: Workload, case: &str) -> Option<f64> {
        let alone = self.measured(&format!("{} cycles", one.name()))?;
        Some(alone / self.measured(case)?)
    }

    fn tasks(&self) -> LineChart {
        let by =
            |name: &str, workload: fn(u32) -> Workload, cuts: &mut dyn Iterator<Item = u32>| {
                let point = |tasks: u32| {
                    let case = format!("{} cycles", workload(tasks).name());
                    Some((f64::from(tasks), self.speed_up(workload(1), &case)?))
                };
                Line {
                    name: name.to_string(),
                    points: cuts.filter_map(point).collect(),
                }
            };
        let lines = vec![
            by("JPEG", Workload::jpeg, &mut [1, 3, 4].into_iter()),
            by("FIR", Workload::fir, &mut (1..=MOST_TASKS)),
            by(
                "FIR, half the taps",
                Workload::short_fir,
                &mut (1..=MOST_TASKS),
            ),
            by("custom", Workload::custom, &mut (1..=MOST_TASKS)),
        ];
        let mark = || {
            let tasks = self.published("fir-flattens")?;
            let case = format!("fir {tasks} cycles");
            let gain = self.speed_up(Workload::fir(1), &case)?;
            let what = format!("published: FIR gains little beyond {}", number(tasks));
            Some(((tasks, gain), what))
        };
        LineChart {
            title: "Figure 6: speed-up by the number of tasks".to_string(),
            x: axis("tasks"),
            y: axis("times"),
            lines,
            published: mark().into_iter().collect(),
        }
    }

    fn flows(&self) -> LineChart {
        let workloads = [
            (Workload::jpeg(3), Workload::jpeg(1)),
            (Workload::jpeg(4), Workload::jpeg(1)),
            (Workload::fir(CHAIN), Workload::fir(1)),
            (Workload::custom(CHAIN), Workload::custom(1)),
        ];
        let line = |(workload, one): (Workload, Workload)| {
            let name = workload.name();
            let several = concurrent().filter(|(other, _)| other.name() == name);
            let cases = several.map(|(_, flows)| {
                let case = format!("flows {flows} {name} cycles-a-flow");
                (flows, case)
            });
            let cases = std::iter::once((1, format!("{name} cycles"))).chain(cases);
            let point =
                |(flows, case): (u32, String)| Some((f64::from(flows), self.speed_up(one, &case)?));
            Line {
                name: title(workload),
                points: cases.filter_map(point).collect(),
            }
        };
        LineChart {
            title: "Figure 7: speed-up of concurrent flows over one task on one core".to_string(),
            x: axis("flows"),
            y: axis("times"),
            lines: workloads.into_iter().map(line).collect(),
            published: Vec::new(),
        }
    }

    fn variation(&self, direction: Direction) -> LineChart {
        let line = |workload: Workload| {
            let point = |rate: u32| {
                let (direction, name) = (direction.name(), workload.name());
                let case = format!("variation {direction} {name} {rate} arrival");
                Some((f64::from(rate), self.measured(&case)?))
            };
            Line {
                name: title(workload),
                points: RATES.into_iter().filter_map(point).collect(),
            }
        };
        let (figure, lie, bound) = match direction {
            Direction::Orthogonal => (9, "across", "at most"),
            Direction::InLine => (10, "in line with", "under"),
            Direction::InLineColumns => (10, "in columns with", "under"),
        };
        let mark = |percent: f64| {
            let what = format!("published: {bound} {} %", number(percent));
            ((f64::from(RATES[RATES.len() - 1]), percent), what)
        };
        let published = self.published(&format!("{}-peak", direction.name()));
        let doubled = Axis {
            name: "requests in 100 cycles",
            scale: Scale::Powers(2),
        };
        LineChart {
            title: format!("Figure {figure}: arrival at the memory, flows {lie} injected traffic"),
            x: doubled,
            y: axis("% of the expected time"),
            lines: variation::workloads().map(line).collect(),
            published: published.map(mark).into_iter().collect(),
        }
    }
}

fn axis(name: &'static str) -> Axis {
    Axis {
        name,
        scale: Scale::Linear,
    }
}
