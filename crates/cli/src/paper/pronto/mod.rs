//! S. S. Kumar, M. Tjin A Djie and R. van Leuken, "Low Overhead Message Passing for High Performance Many-Core Processors", 2013:
//! message buffers managed in hardware on a mesh of tiles (section V).

mod facts;
mod figures;
mod variation;
mod workload;

use super::experiment::{Experiment, Run};
use super::published::Variant;
use super::Paper;
use variation::Direction;
use workload::Workload;

/// The paper.
pub const PAPER: Paper = Paper {
    name: "pronto",
    source: "S. S. Kumar et al., \"Low Overhead Message Passing for High Performance Many-Core Processors\", 2013, section V, \
             with 18 cores on a mesh of 4 x 5",
    variant: Variant { name: FORWARDING, platforms: &[(MESH, FORWARDING)] },
    published: include_str!("published.toml"),
    experiments,
    draw: figures::draw,
};

/// The published mesh.
pub const MESH: &str = "nagam";
/// The same with message buffers that forward while they copy.
pub const FORWARDING: &str = "nagamx";

/// The most tasks that a workload is cut into for figure 6.
pub const MOST_TASKS: u32 = 12;
/// Tasks of the filter and of the ideal pipeline in figures 5 and 7, from where on the paper sees no more gain; of figure 6 as well.
pub const CHAIN: u32 = 6;

fn experiments(quick: bool) -> Vec<Experiment> {
    let mut all = Vec::new();
    for platform in [MESH, FORWARDING] {
        all.push(burst(platform));
        all.push(mpi(platform));
        all.extend(cuts().map(|workload| alone(platform, workload, quick)));
    }
    for (workload, flows) in concurrent() {
        all.push(beside_each_other(workload, flows, quick));
    }
    for direction in Direction::ALL {
        all.extend(variation::workloads().map(|workload| disturbed(direction, workload, quick)));
    }
    all
}

/// Every number of tasks that figures 5 and 6 show.
fn cuts() -> impl Iterator<Item = Workload> {
    let decoders = [1, 3, 4].map(Workload::jpeg);
    let chains = [Workload::fir, Workload::short_fir, Workload::custom];
    let chains = (1..=MOST_TASKS).flat_map(move |tasks| chains.map(|chain| chain(tasks)));
    decoders.into_iter().chain(chains)
}

/// The workloads of figure 7, and the most flows of each that 18 cores hold.
pub fn concurrent() -> impl Iterator<Item = (Workload, u32)> {
    let workloads = [
        (Workload::jpeg(3), 6),
        (Workload::jpeg(4), 4),
        (Workload::fir(CHAIN), 3),
        (Workload::custom(CHAIN), 3),
    ];
    let several = |(workload, most)| (2..=most).map(move |flows| (workload, flows));
    workloads.into_iter().flat_map(several)
}

/// A burst of 64 words to a neighbour, in cycles and in flits.
fn burst(platform: &'static str) -> Experiment {
    Experiment {
        on: platform,
        changes: String::new(),
        runs: vec![Run {
            files: &["burst/burst.c"],
            ranks: Some(2),
            ..Run::default()
        }],
        tell: Box::new(|runs| Ok(runs[0].stdout.clone() + &facts::flits(runs[0].facts()?)?)),
        cases: vec!["burst".to_string(), "flits".to_string()],
        seconds: 0.5,
    }
}

/// MPI on the same mesh.
fn mpi(platform: &'static str) -> Experiment {
    let cases = ["latency", "bandwidth", "send"].map(str::to_string);
    let files = &["transfer/transfer.c"];
    Experiment::of_program(files, platform, 2, &[], cases.to_vec(), 0.5)
}

/// One flow with the mesh to itself.
fn alone(platform: &'static str, workload: Workload, quick: bool) -> Experiment {
    Experiment {
        on: platform,
        changes: String::new(),
        runs: vec![workload.run(1, quick)],
        tell: Box::new(move |runs| facts::breakdown(&workload.name(), runs[0].facts()?)),
        cases: vec![workload.name()],
        seconds: workload.seconds(1, quick),
    }
}

/// Several flows at the same time.
fn beside_each_other(workload: Workload, flows: u32, quick: bool) -> Experiment {
    let name = format!("flows {flows} {}", workload.name());
    let case = name.clone();
    Experiment {
        on: MESH,
        changes: String::new(),
        runs: vec![workload.run(flows, quick)],
        tell: Box::new(move |runs| {
            let cycles = runs[0].facts()?.cycles as f64 / f64::from(flows);
            Ok(format!("{name} cycles-a-flow {cycles}\n"))
        }),
        cases: vec![case],
        seconds: workload.seconds(flows, quick),
    }
}

/// Flows beside traffic from injectors, of none and of each rate.
fn disturbed(direction: Direction, workload: Workload, quick: bool) -> Experiment {
    let name = format!("variation {} {}", direction.name(), workload.name());
    let case = name.clone();
    let quiet = std::iter::once(variation::run(direction, workload, None, quick));
    let rates = variation::RATES.map(|rate| variation::run(direction, workload, Some(rate), quick));
    Experiment {
        on: MESH,
        changes: String::new(),
        runs: quiet.chain(rates).collect(),
        tell: Box::new(move |runs| variation::tell(&name, runs)),
        cases: vec![case],
        seconds: 10.0,
    }
}
