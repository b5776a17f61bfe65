//! Figures 13, 14, 15 and 19 as they come out here. Published values are marked where the paper's text or tables give them;
//! of figures 15 and 19 those are relations, which are marked as seen from the measured rival.

use std::path::Path;

use anyhow::Result;

use super::{INTERRUPT, KERNELS, MESSAGE, MOST_CORES, POLLING, UWB_CONVENTIONAL, UWB_MESSAGE};
use crate::measurements::Measurements;
use crate::paper::chart::axis::{Axis, Scale};
use crate::paper::chart::bars::{Bar, BarChart};
use crate::paper::chart::lines::{Line, LineChart};
use crate::paper::published::Published;
use crate::paper::table::number;

/// Lengths of figure 13 in bytes.
const LENGTHS: [u32; 7] = [4, 16, 64, 256, 1024, 4096, 16384];
const WAYS: [(&str, &str); 2] = [
    ("constant", "constant arguments"),
    ("run-time", "arguments known at run time"),
];
const RIVALS: [(&str, &str); 2] = [(POLLING, "polling"), (MESSAGE, "message instructions")];

/// The measurements and the published values.
struct Sources<'a> {
    measurements: &'a Measurements,
    published: Published,
}

/// Draws all figures of which something is measured.
pub fn draw(measurements: &Measurements, folder: &Path) -> Result<()> {
    let published = Published::read(super::PAPER.published);
    let sources = Sources {
        measurements,
        published,
    };
    let file = |name: &str| folder.join(format!("figure-{name}.svg"));
    sources.latency().draw(&file("13a"))?;
    sources.bandwidth().draw(&file("13b"))?;
    sources.locks().draw(&file("14"))?;
    sources.barriers().draw(&file("15a"))?;
    for (kernel, letter) in KERNELS.into_iter().zip(["b", "c", "d"]) {
        sources
            .kernel(kernel, letter)
            .draw(&file(&format!("15{letter}")))?;
    }
    sources.beacons().draw(&file("19a"))?;
    sources.data_frames().draw(&file("19b"))
}

impl Sources<'_> {
    fn measured(&self, platform: &str, case: &str) -> Option<f64> {
        self.measurements.get(&format!("{platform} {case}"))
    }

    fn published(&self, id: &str) -> Option<f64> {
        self.published.rows().find(|row| row.id == id)?.published
    }

    /// Figure 13: a point for each length that is measured.
    fn by_length(&self, quantity: &str) -> Vec<Line> {
        let line = |(way, name): (&str, &str)| {
            let point = |bytes: u32| {
                let case = format!("{quantity} {bytes} {way}");
                Some((f64::from(bytes), self.measured(MESSAGE, &case)?))
            };
            Line {
                name: name.to_string(),
                points: LENGTHS.into_iter().filter_map(point).collect(),
            }
        };
        WAYS.into_iter().map(line).collect()
    }

    fn latency(&self) -> LineChart {
        let marks = [(4.0, "message-4"), (16384.0, "message-16k")];
        let mark = |(bytes, id): (f64, &str)| {
            let cycles = self.published(id)?;
            Some(((bytes, cycles), format!("published: {}", number(cycles))))
        };
        LineChart {
            title: "Figure 13 a: latency of a message".to_string(),
            x: Axis {
                name: "bytes",
                scale: Scale::Powers(4),
            },
            y: Axis {
                name: "cycles",
                scale: Scale::Powers(10),
            },
            lines: self.by_length("latency"),
            published: marks.into_iter().filter_map(mark).collect(),
        }
    }

    fn bandwidth(&self) -> LineChart {
        let mark = |rate: f64| ((16384.0, rate), format!("published: {}", number(rate)));
        LineChart {
            title: "Figure 13 b: bandwidth of a message".to_string(),
            x: Axis {
                name: "bytes",
                scale: Scale::Powers(4),
            },
            y: Axis {
                name: "MB/s",
                scale: Scale::Linear,
            },
            lines: self.by_length("bandwidth"),
            published: self
                .published("bandwidth-16k")
                .map(mark)
                .into_iter()
                .collect(),
        }
    }

    fn locks(&self) -> BarChart {
        let free = [
            (POLLING, "lock free constant", "lock-free-polling"),
            (INTERRUPT, "lock free constant", "lock-free-interrupt"),
            (MESSAGE, "lock free constant", "lock-free-message"),
        ];
        let handed_over = [
            (POLLING, "lock 2 after best", "lock-hand-over-polling"),
            (INTERRUPT, "lock 2 after median", "lock-hand-over-interrupt"),
            (MESSAGE, "hand-over", "lock-hand-over-message"),
        ];
        let groups = [
            ("free", free),
            ("handed over under contention", handed_over),
        ];
        let group = |(name, cases): (&str, [(&str, &str, &str); 3])| {
            let cases = cases.into_iter().enumerate();
            let bars: Vec<Bar> = cases
                .filter_map(|(class, case)| self.lock_bar(class, case))
                .collect();
            (!bars.is_empty()).then(|| (name.to_string(), bars))
        };
        BarChart {
            title: "Figure 14: latency of a lock".to_string(),
            y: "cycles",
            classes: vec!["polling", "interrupt", "message instruction"],
            groups: groups.into_iter().filter_map(group).collect(),
        }
    }

    fn lock_bar(&self, class: usize, (platform, case, id): (&str, &str, &str)) -> Option<Bar> {
        let cycles = self.measured(platform, case)?;
        Some(Bar {
            parts: vec![(class, cycles)],
            published: self.published(id),
            label: number(cycles),
        })
    }

    /// Figure 15: a point for each number of cores that is measured; cases of one core are left out if `from` is 2.
    fn by_cores(&self, from: u32, case: impl Fn(u32) -> String) -> Vec<Line> {
        let line = |(platform, name): (&str, &str)| {
            let point =
                |cores: u32| Some((f64::from(cores), self.measured(platform, &case(cores))?));
            Line {
                name: name.to_string(),
                points: (from..=MOST_CORES).filter_map(point).collect(),
            }
        };
        RIVALS.into_iter().map(line).collect()
    }

    fn barriers(&self) -> LineChart {
        let case = |cores: u32| format!("barrier {cores}");
        let mark = || {
            let polling = self.measured(POLLING, &case(MOST_CORES))?;
            let cut = self.published("barrier-cut")?;
            let what = format!("published: {} % below polling", number(cut));
            Some(((f64::from(MOST_CORES), polling * (1.0 - cut / 100.0)), what))
        };
        LineChart {
            title: "Figure 15 a: average of a barrier, four in a row".to_string(),
            x: Axis {
                name: "cores",
                scale: Scale::Linear,
            },
            y: Axis {
                name: "cycles",
                scale: Scale::Linear,
            },
            lines: self.by_cores(2, case),
            published: mark().into_iter().collect(),
        }
    }

    fn kernel(&self, kernel: u32, letter: &str) -> LineChart {
        let case = |cores: u32| format!("livermore {kernel} {cores} own cycles");
        let mark = || {
            let polling = self.measured(POLLING, &case(MOST_CORES))?;
            let gain = self.published(&format!("kernel-{kernel}-gain"))?;
            let what = format!("published: polling's time / {}", number(gain));
            Some(((f64::from(MOST_CORES), polling / gain), what))
        };
        LineChart {
            title: format!("Figure 15 {letter}: Livermore kernel {kernel}"),
            x: Axis {
                name: "cores",
                scale: Scale::Linear,
            },
            y: Axis {
                name: "cycles",
                scale: Scale::Linear,
            },
            lines: self.by_cores(1, case),
            published: mark().into_iter().collect(),
        }
    }

    fn beacons(&self) -> BarChart {
        let events = [
            ("beacon-tx", "beacon TX"),
            ("beacon-rx", "beacon RX"),
            ("beacon-process", "beacon process"),
        ];
        let events = events.map(|(event, name)| {
            (
                format!("{event} 0"),
                format!("uwb-{event}"),
                name.to_string(),
            )
        });
        self.events("Figure 19 a: beacon events of the UWB MAC", &events)
    }

    fn data_frames(&self) -> BarChart {
        let lengths = [("data-rx", "RX"), ("data-tx", "TX")];
        let events = lengths.into_iter().flat_map(|(event, name)| {
            [128, 256, 512].map(|bytes| {
                (
                    format!("{event} {bytes}"),
                    format!("uwb-{event}-{bytes}"),
                    format!("{name} {bytes} B"),
                )
            })
        });
        self.events(
            "Figure 19 b: data events of the UWB MAC",
            &events.collect::<Vec<_>>(),
        )
    }

    /// Two bars for each event: conventional, and with message instructions.
    fn events(&self, title: &str, events: &[(String, String, String)]) -> BarChart {
        let group = |(event, id, name): &(String, String, String)| {
            let conventional = self.event_parts(UWB_CONVENTIONAL, event)?;
            let message = self.event_parts(UWB_MESSAGE, event)?;
            let whole: f64 = conventional.iter().map(|(_, cycles)| cycles).sum();
            let published = self.published(id).map(|cut| whole * (1.0 - cut / 100.0));
            let bars = vec![
                Bar {
                    parts: conventional,
                    published: None,
                    label: "conv.".to_string(),
                },
                Bar {
                    parts: message,
                    published,
                    label: "msg.".to_string(),
                },
            ];
            Some((name.clone(), bars))
        };
        BarChart {
            title: format!("{title}: conventional and with message instructions"),
            y: "cycles",
            classes: CLASSES.iter().map(|(_, name)| *name).collect(),
            groups: events.iter().filter_map(group).collect(),
        }
    }

    fn event_parts(&self, platform: &str, event: &str) -> Option<Vec<(usize, f64)>> {
        let part = |(number, (class, _)): (usize, &(&str, &str))| {
            Some((
                number,
                self.measured(platform, &format!("uwb {event} {class}"))?,
            ))
        };
        CLASSES.iter().enumerate().map(part).collect()
    }
}

/// What cycles of an event are spent on, from the bottom of a bar up.
const CLASSES: [(&str, &str); 4] = [
    ("busy", "busy"),
    ("block", "block transfer"),
    ("lock", "lock"),
    ("barrier", "barrier"),
];
