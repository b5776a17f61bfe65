//! The workloads of the paper's section V.B as task graphs: the JPEG decoder, the moving-average filter and the ideal pipeline, each cut
//! into some number of tasks.

use std::num::NonZeroUsize;

use weft_run::{GraphSpec, TaskFile};

use crate::paper::experiment::{Run, APPS, FOLDER};

/// A workload and the number of its tasks.
#[derive(Clone, Copy)]
pub struct Workload {
    kind: Kind,
    tasks: u32,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Jpeg,
    Fir,
    ShortFir,
    Custom,
}

/// Samples of a quick run; the paper's filter has 6,400.
const FEWER_SAMPLES: (&str, u64) = ("samples", 1600);
const HALF_THE_TAPS: (&str, u64) = ("taps", 16);

impl Workload {
    /// The decoder as 1, 3 or 4 tasks.
    pub const fn jpeg(tasks: u32) -> Workload {
        let kind = Kind::Jpeg;
        Workload { kind, tasks }
    }

    /// The filter.
    pub const fn fir(tasks: u32) -> Workload {
        let kind = Kind::Fir;
        Workload { kind, tasks }
    }

    /// The filter with half as many taps: the source does not say how many its filter has.
    pub const fn short_fir(tasks: u32) -> Workload {
        let kind = Kind::ShortFir;
        Workload { kind, tasks }
    }

    /// The ideal pipeline.
    pub const fn custom(tasks: u32) -> Workload {
        let kind = Kind::Custom;
        Workload { kind, tasks }
    }

    /// Its name in cases.
    pub fn name(self) -> String {
        let kind = match self.kind {
            Kind::Jpeg => "jpeg",
            Kind::Fir => "fir",
            Kind::ShortFir => "short-fir",
            Kind::Custom => "custom",
        };
        format!("{kind} {}", self.tasks)
    }

    /// Its tasks, from the first to the last.
    pub fn tasks(self) -> Vec<String> {
        let stages = |name: &str, count: u32| (0..count).map(|n| format!("{name}{n}")).collect();
        match (self.kind, self.tasks) {
            (Kind::Jpeg, 1) => vec!["jpeg".to_string()],
            (Kind::Jpeg, tasks) => {
                let mut all: Vec<String> = stages("idct", tasks - 2);
                all.insert(0, "huffman".to_string());
                all.push("colour".to_string());
                all
            }
            (Kind::Fir | Kind::ShortFir | Kind::Custom, tasks) => stages("stage", tasks),
        }
    }

    /// Whether it is the decoder, whose whole input takes long.
    pub fn is_jpeg(self) -> bool {
        self.kind == Kind::Jpeg
    }

    /// A run of some flows on the whole input, or on less of it.
    pub fn run(self, flows: u32, less: bool) -> Run {
        let tasks = self.tasks();
        let (first, last) = (&tasks[0], &tasks[tasks.len() - 1]);
        let file = |task: &str, file: String| TaskFile {
            task: task.to_string(),
            file: file.into(),
        };
        let small = file(first, format!("{APPS}/jpeg/astronaut-128.jpg"));
        let graph = GraphSpec {
            flows: NonZeroUsize::new(flows as usize),
            set: self.parameters(less),
            input: Vec::from_iter((self.is_jpeg() && less).then_some(small)),
            output: vec![file(last, format!("{FOLDER}/result{{flow}}"))],
            ..GraphSpec::default()
        };
        Run {
            files: self.files(),
            graph,
            ..Run::default()
        }
    }

    fn parameters(self, less: bool) -> Vec<(String, u64)> {
        let mut given = Vec::new();
        if !self.is_jpeg() {
            given.push(("tasks", u64::from(self.tasks)));
            given.extend(less.then_some(FEWER_SAMPLES));
            given.extend((self.kind == Kind::ShortFir).then_some(HALF_THE_TAPS));
        }
        let owned = given.into_iter();
        owned
            .map(|(name, value)| (name.to_string(), value))
            .collect()
    }

    fn files(self) -> &'static [&'static str] {
        match (self.kind, self.tasks) {
            (Kind::Jpeg, 1) => &["jpeg/jpeg1.toml"],
            (Kind::Jpeg, 3) => &["jpeg/jpeg3.toml"],
            (Kind::Jpeg, _) => &["jpeg/jpeg4.toml"],
            (Kind::Fir | Kind::ShortFir, _) => &["fir/fir.toml"],
            (Kind::Custom, _) => &["pipeline/pipeline.toml"],
        }
    }

    /// How long a run takes, roughly.
    pub fn seconds(self, flows: u32, less: bool) -> f64 {
        match self.kind {
            Kind::Jpeg if !less => 1.5 * f64::from(flows),
            _ => 0.5,
        }
    }
}
