//! Latency and saturation against those of BookSim 2, a widely used cycle-accurate network simulator.
//!
//! Its figures are for an 8x8 mesh, XY routing, uniform traffic that a node may send to itself, single-flit packets made by a Bernoulli process, 8
//! flits for each virtual channel, separable round-robin allocators (iSLIP, one iteration). They were measured with it; nothing here was taken from it otherwise.

use weft_sim::noc::traffic::{Experiment, Pattern};
use weft_sim::noc::{GridParameters, Pipeline};

/// Of one configuration of the reference.
struct Curve {
    pipeline: Pipeline,
    virtual_channels: usize,
    /// Offered load in flits a node a cycle, average latency in cycles.
    points: &'static [(f64, f64)],
    /// Where it saturates, as the load that is accepted, and a load beyond that point.
    saturation: Option<(f64, f64)>,
}

const CURVES: [Curve; 4] = [
    Curve {
        pipeline: Pipeline::FourStage,
        virtual_channels: 1,
        points: &[(0.001, 33.40), (0.1, 38.77)],
        saturation: Some((0.142, 0.16)),
    },
    Curve {
        pipeline: Pipeline::FourStage,
        virtual_channels: 4,
        points: &[
            (0.001, 33.38),
            (0.02, 33.5),
            (0.05, 33.4),
            (0.1, 33.89),
            (0.15, 34.3),
            (0.2, 35.2),
            (0.25, 36.2),
            (0.3, 37.95),
            (0.35, 41.5),
        ],
        saturation: Some((0.417, 0.45)),
    },
    Curve {
        pipeline: Pipeline::LookAhead,
        virtual_channels: 1,
        points: &[
            (0.001, 20.82),
            (0.02, 20.9),
            (0.1, 21.02),
            (0.2, 21.6),
            (0.3, 23.02),
            (0.35, 25.4),
        ],
        saturation: Some((0.378, 0.42)),
    },
    Curve {
        pipeline: Pipeline::LookAhead,
        virtual_channels: 4,
        points: &[(0.001, 20.83), (0.1, 21.10), (0.3, 23.61)],
        saturation: None,
    },
];

const LATENCY_TOLERANCE: f64 = 0.03;
const SATURATION_TOLERANCE: f64 = 0.05;

fn experiment(curve: &Curve, rate: f64, warm_up: u64, cycles: u64) -> Experiment {
    Experiment {
        network: GridParameters {
            size: [8, 8, 1],
            pipeline: curve.pipeline,
            virtual_channels: curve.virtual_channels,
            buffer_flits: 8,
            edges: Vec::new(),
        },
        pattern: Pattern::Uniform,
        rate,
        packet: 1,
        warm_up,
        cycles,
        seed: 1,
    }
}

/// A row of the table in `docs/guides/noc.md`, and whether it is within the tolerance.
fn row(curve: &Curve, what: &str, reference: f64, measured: f64, tolerance: f64) -> bool {
    let (pipeline, channels) = (curve.pipeline, curve.virtual_channels);
    let error = measured / reference - 1.0;
    let percent = 100.0 * error;
    println!(
        "| {pipeline:?}, {channels} | {what} | {reference} | {measured:.3} | {percent:+.1} % |"
    );
    error.abs() < tolerance
}

fn check(curve: &Curve, is_wanted: impl Fn(f64) -> bool, warm_up: u64, cycles: u64) {
    let measure = |rate| {
        let measurement = experiment(curve, rate, warm_up, cycles).measure();
        measurement.expect("the experiment is possible")
    };
    for &(rate, latency) in curve.points.iter().filter(|point| is_wanted(point.0)) {
        let average = measure(rate).latencies.average().expect("some arrive");
        let what = format!("latency at {rate}");
        assert!(row(curve, &what, latency, average, LATENCY_TOLERANCE));
    }
    if let Some((accepted, offered)) = curve.saturation {
        let measured = measure(offered).accepted;
        let what = format!("accepted at {offered}");
        assert!(row(curve, &what, accepted, measured, SATURATION_TOLERANCE));
    }
}

#[test]
fn latency_and_saturation_agree_in_short() {
    for curve in &CURVES {
        check(curve, |rate| rate == 0.1 || rate == 0.3, 1000, 3000);
    }
}

#[test]
#[ignore = "20,000 cycles for each of 24 loads"]
fn latency_and_saturation_agree() {
    for curve in &CURVES {
        check(curve, |_| true, 5000, 20_000);
    }
}
