//! Figures that programs report (`lib/include/weft/report.h`): a name with up to two labels, and a number.
//!
//! A report is a probe point with an instruction of its own. The simulated core records the values when that instruction issues. The
//! program and its timing are the same, whether or not the core records.

use crate::probes::EventProbe;
use crate::program::Program;
use crate::workload::Workload;
use std::sync::Arc;
use weft_sim::part::core::trace::{Operand, Passage, Passed, TracePoint};
use weft_sim::{Cycle, Machine};

pub use weft_trace::figure::{Label, Reported, Value};

/// How to interpret the bits of a value: `WEFT_REPORT_WORD` and the constants after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Word,
    Unsigned,
    Long,
    Float,
    Double,
}

impl Kind {
    fn of(number: &str) -> Option<Kind> {
        const ALL: [Kind; 5] = [
            Kind::Word,
            Kind::Unsigned,
            Kind::Long,
            Kind::Float,
            Kind::Double,
        ];
        ALL.get(number.parse::<usize>().ok()?).copied()
    }

    fn value(self, lower: u32, upper: u32) -> Value {
        let both = u64::from(upper) << 32 | u64::from(lower);
        match self {
            Kind::Word => Value::Integer((lower as i32).into()),
            Kind::Unsigned => Value::Integer(lower.into()),
            Kind::Long => Value::Integer(both as i64),
            Kind::Float => Value::Real(f32::from_bits(lower).into()),
            Kind::Double => Value::Real(f64::from_bits(both)),
        }
    }
}

/// The type of a label: `WEFT_REPORT_NONE` and the constants after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LabelKind {
    None,
    Number,
    Text,
}

impl LabelKind {
    fn of(number: &str) -> Option<LabelKind> {
        let kinds = [LabelKind::None, LabelKind::Number, LabelKind::Text];
        kinds.get(number.parse::<usize>().ok()?).copied()
    }
}

/// A place in a program where it reports a figure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportPoint {
    pub(crate) address: u32,
    kind: Kind,
    labels: [LabelKind; 2],
    name: String,
    /// The lower and the upper word of the value, and two labels.
    pub(crate) operands: [Option<Operand>; 4],
}

impl ReportPoint {
    /// Returns the report point of a probe named `report KIND LABEL LABEL NAME`; None for other probes.
    pub(crate) fn of(probe: &EventProbe) -> Option<ReportPoint> {
        let mut words = probe.name.strip_prefix("report ")?.splitn(4, ' ');
        Some(ReportPoint {
            address: probe.address,
            kind: Kind::of(words.next()?)?,
            labels: [LabelKind::of(words.next()?)?, LabelKind::of(words.next()?)?],
            name: words.next()?.to_owned(),
            operands: probe.operands,
        })
    }
}

/// Maximum number of bytes of a label.
const LONGEST_TEXT: u32 = 200;

/// The reports of a run, collected while it goes on.
pub struct Reports {
    /// The report points of each core, in the order of addresses.
    points: Vec<Arc<[ReportPoint]>>,
    reported: Vec<(Cycle, usize, Reported)>,
}

impl Reports {
    /// Prepares to collect the reports of these programs.
    pub fn new(cores: usize, workload: &Workload) -> Reports {
        let none: Arc<[ReportPoint]> = Arc::new([]);
        let mut points = vec![none; cores];
        for loaded in &workload.programs {
            let of_program = Arc::from(loaded.program.reports());
            for &core in &loaded.cores {
                points[core] = Arc::clone(&of_program);
            }
        }
        Reports {
            points,
            reported: Vec::new(),
        }
    }

    /// Makes the cores record the reports from now on. A tracer does so itself.
    pub fn listen(&self, machine: &mut Machine) {
        for (core, points) in self.points.iter().enumerate() {
            if !points.is_empty() {
                let points = points.iter();
                let list = points.map(|point| (point.address, TracePoint::Probe(point.operands)));
                machine.trace(core, Arc::new(list.collect()));
            }
        }
    }

    /// Takes the reports that the cores have recorded since the last call.
    pub fn collect(&mut self, machine: &mut Machine) {
        for core in 0..self.points.len() {
            if self.points[core].is_empty() {
                continue;
            }
            let passages: Vec<Passage> = machine.take_passages(core).collect();
            for passage in passages {
                if let Passed::Probe { number, values } = passage.what {
                    self.add(machine, core, passage.time, number as usize, values);
                }
            }
        }
    }

    /// Returns the addresses of a core's report points, for an engine other than the simulator (the circuits).
    pub fn addresses(&self, core: usize) -> impl Iterator<Item = u32> + '_ {
        self.points[core].iter().map(|point| point.address)
    }

    /// Adds the report at `pc` of a core that another engine than the simulator runs, with values from its registers and memory. Texts are
    /// read from `machine`.
    pub fn passed(
        &mut self,
        machine: &Machine,
        (core, time, pc): (usize, Cycle, u32),
        register: impl Fn(u8) -> u32,
        word: impl Fn(u32) -> Option<u32>,
    ) {
        let points = Arc::clone(&self.points[core]);
        let at_pc = points.iter().enumerate().filter(|(_, it)| it.address == pc);
        for (number, point) in at_pc {
            let value = |operand: Option<Operand>| operand?.value(&register, &word);
            self.add(machine, core, time, number, point.operands.map(value));
        }
    }

    /// Adds a report that a core has passed, by its number.
    pub(crate) fn add(
        &mut self,
        machine: &Machine,
        core: usize,
        time: Cycle,
        number: usize,
        [lower, upper, label, other]: [Option<i32>; 4],
    ) {
        let point = &self.points[core][number];
        let word = |value: Option<i32>| value.unwrap_or(0) as u32;
        let labels = [label, other].into_iter().zip(point.labels);
        let labels = labels.filter_map(|(value, kind)| match kind {
            LabelKind::None => None,
            LabelKind::Number => Some(Label::Number(value?)),
            LabelKind::Text => Some(Label::Text(text(machine, core, word(value)))),
        });
        let reported = Reported {
            core: Some(core),
            rank: None,
            task: None,
            cycle: Some(time.0),
            name: point.name.clone(),
            labels: labels.collect(),
            value: point.kind.value(word(lower), word(upper)),
        };
        self.reported.push((time, core, reported));
    }

    /// Returns all reports in the order of time; within a cycle, the lower core's come first.
    pub fn finish(mut self, workload: &Workload) -> Vec<Reported> {
        self.reported.sort_by_key(|(time, core, _)| (*time, *core));
        let reported = self.reported.into_iter();
        let with_place = reported.map(|(_, core, reported)| Reported {
            rank: workload.rank_of_core(core),
            task: workload.task_of_core.get(&core).cloned(),
            ..reported
        });
        with_place.collect()
    }
}

/// Reads the NUL-terminated text at an address of a core's memory.
fn text(machine: &Machine, core: usize, address: u32) -> String {
    let byte = |offset: u32| machine.peek(core, address.wrapping_add(offset), 1)?.first();
    let bytes = (0..LONGEST_TEXT).map_while(byte).copied();
    let bytes: Vec<u8> = bytes.take_while(|byte| *byte != 0).collect();
    String::from_utf8_lossy(&bytes).into_owned()
}

impl Program {
    /// Returns the program's report points, in rising order of address.
    pub fn reports(&self) -> Vec<ReportPoint> {
        let events = self.probes.events.iter();
        events.filter_map(ReportPoint::of).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn probe(name: &str) -> Option<ReportPoint> {
        ReportPoint::of(&EventProbe {
            address: 4,
            name: name.to_owned(),
            operands: [None; 4],
        })
    }

    #[test]
    fn a_record_tells_kind_labels_and_name() {
        let point = probe("report 4 1 0 latency # constant").unwrap();
        assert_eq!(point.kind, Kind::Double);
        assert_eq!(point.labels, [LabelKind::Number, LabelKind::None]);
        assert_eq!(point.name, "latency # constant");
        for other in [
            "sent",
            "report",
            "report 9 0 0 x",
            "report 1 x 0 y",
            "report 1 0 0",
        ] {
            assert_eq!(probe(other), None, "{other}");
        }
    }

    #[test]
    fn bits_are_numbers_of_each_kind() {
        let minus_one = u32::MAX;
        assert_eq!(Kind::Word.value(minus_one, 0), Value::Integer(-1));
        assert_eq!(
            Kind::Unsigned.value(minus_one, 0),
            Value::Integer(4_294_967_295)
        );
        assert_eq!(
            Kind::Long.value(2, minus_one),
            Value::Integer(2 - (1 << 32))
        );
        assert_eq!(Kind::Float.value(1.5f32.to_bits(), 0), Value::Real(1.5));
        let bits = (-0.25f64).to_bits();
        let value = Kind::Double.value(bits as u32, (bits >> 32) as u32);
        assert_eq!(value, Value::Real(-0.25));
    }

    #[test]
    fn labels_are_put_into_the_name() {
        let case = |name: &str, labels: &[Label]| {
            let reported = Reported {
                core: None,
                rank: None,
                task: None,
                cycle: None,
                name: name.to_owned(),
                labels: labels.to_vec(),
                value: Value::Integer(0),
            };
            reported.case()
        };
        assert_eq!(case("total", &[]), "total");
        let (number, text) = (Label::Number, |text: &str| Label::Text(text.to_owned()));
        assert_eq!(
            case("latency # constant", &[number(64)]),
            "latency 64 constant"
        );
        assert_eq!(
            case("lock # worst", &[number(2), number(-3)]),
            "lock 2 worst -3"
        );
        assert_eq!(case("a # of #", &[text("b#")]), "a b# of #");
    }
}
