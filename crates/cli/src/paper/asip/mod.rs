//! H. Xiao et al., "Optimized Communication and Synchronization for Embedded Multiprocessors Using ASIP Methodology", 2012:
//! message instructions against a mailbox, a DMA controller, polling and interrupts (section 5).

mod figures;

use super::experiment::Experiment;
use super::Paper;

/// The paper.
pub const PAPER: Paper = Paper {
    name: "asip",
    source: "H. Xiao et al., \"Optimized Communication and Synchronization for Embedded Multiprocessors Using ASIP \
             Methodology\", 2012, section 5, with eight cores of 200 MHz",
    published: include_str!("published.toml"),
    experiments,
    draw: figures::draw,
};

/// Message instructions.
pub const MESSAGE: &str = "asip8";
/// Locks and barriers by polling.
pub const POLLING: &str = "asip8-polling";
/// Locks and barriers that notify by interrupt.
pub const INTERRUPT: &str = "asip8-interrupt";
/// The same two, with programs (not the library) compiled without optimization.
const UNOPTIMIZED: [&str; 2] = ["asip8 -O0", "asip8-polling -O0"];
/// The UWB MAC with message instructions.
pub const UWB_MESSAGE: &str = "uwb4";
/// The UWB MAC with a mailbox, and polling locks and barriers.
pub const UWB_CONVENTIONAL: &str = "uwb4-ipcm";

/// The most cores of figure 15.
pub const MOST_CORES: u32 = 7;
/// Loops of kernels that are compiled without optimization: each takes the same time.
const UNOPTIMIZED_LOOPS: u32 = 50;
/// The kernels of figure 15 b to d.
pub const KERNELS: [u32; 3] = [2, 3, 6];

const LIVERMORE: &[&str] = &[
    "livermore/livermore.c",
    "livermore/kernel2.c",
    "livermore/kernel3.c",
    "livermore/kernel6.c",
];

const UWB_MAC: &[&str] = &[
    "uwb_mac/uwb_mac.c",
    "uwb_mac/aes_ccm.c",
    "uwb_mac/air.c",
    "uwb_mac/beacon.c",
    "uwb_mac/data.c",
    "uwb_mac/elements.c",
    "uwb_mac/upper.c",
];

fn experiments(quick: bool) -> Vec<Experiment> {
    let mut all = vec![
        program(
            &["measure/measure.c"],
            MESSAGE,
            "",
            &["sync", "transfer", "issue", "hand-over"],
        ),
        program(
            &["transfer/transfer.c"],
            MESSAGE,
            "",
            &["latency", "bandwidth", "send"],
        ),
        program(
            &["rivals/ipcm.c"],
            "asip8-ipcm",
            "",
            &["ipcm", "ipcm-constant"],
        ),
        program(
            &["rivals/dma.c"],
            "asip8-dma",
            "",
            &["dma", "dma-constant", "dma-list"],
        ),
    ];
    for platform in [MESSAGE, POLLING, INTERRUPT] {
        all.extend((2..=MOST_CORES).map(|cores| lock(platform, cores)));
    }
    for platform in [MESSAGE, POLLING] {
        all.extend((1..=MOST_CORES).map(|cores| barrier(platform, cores, quick)));
        for kernel in KERNELS {
            let loops = loops(kernel, quick);
            all.extend((1..=MOST_CORES).map(|cores| livermore(platform, kernel, cores, loops)));
        }
    }
    for platform in UNOPTIMIZED {
        let loops = |kernel| loops(kernel, quick).min(UNOPTIMIZED_LOOPS);
        all.extend(KERNELS.map(|kernel| livermore(platform, kernel, MOST_CORES, loops(kernel))));
    }
    all.extend([UWB_MESSAGE, UWB_CONVENTIONAL].map(|platform| uwb_mac(platform, quick)));
    all
}

/// A short program on two cores.
fn program(
    files: &'static [&'static str],
    platform: &'static str,
    arguments: &str,
    cases: &[&str],
) -> Experiment {
    Experiment {
        files,
        on: platform,
        ranks: 2,
        arguments: arguments.to_string(),
        cases: cases.iter().map(|case| (*case).to_string()).collect(),
        seconds: 0.5,
    }
}

/// With two cores the free lock as well.
fn lock(platform: &'static str, cores: u32) -> Experiment {
    let mut cases = vec![format!("lock {cores}")];
    if cores == 2 {
        cases.push("lock free".to_string());
    }
    Experiment {
        files: &["lock/lock.c"],
        on: platform,
        ranks: cores,
        arguments: String::new(),
        cases,
        seconds: 0.5,
    }
}

fn barrier(platform: &'static str, cores: u32, quick: bool) -> Experiment {
    let loops = if quick { 100 } else { 1000 };
    Experiment {
        files: &["barrier/barrier.c"],
        on: platform,
        ranks: cores,
        arguments: loops.to_string(),
        cases: vec![format!("barrier {cores}")],
        seconds: 0.5,
    }
}

/// Kernel 6 takes a thousand times as long as the others.
fn loops(kernel: u32, quick: bool) -> u32 {
    match (quick, kernel) {
        (false, _) => 1000,
        (true, 6) => 4,
        (true, _) => 50,
    }
}

fn livermore(platform: &'static str, kernel: u32, cores: u32, loops: u32) -> Experiment {
    let polling = platform.starts_with(POLLING);
    let a_loop = match (kernel, polling) {
        (6, false) => 0.015,
        (6, true) => 0.015 + 0.02 * f64::from(cores),
        _ => 0.0,
    };
    Experiment {
        files: LIVERMORE,
        on: platform,
        ranks: cores,
        arguments: format!("{kernel} 1024 {loops}"),
        cases: vec![format!("livermore {kernel} {cores} own")],
        seconds: 0.5 + a_loop * f64::from(loops),
    }
}

/// Its figures settle with the first superframe.
fn uwb_mac(platform: &'static str, quick: bool) -> Experiment {
    let superframes = if quick { 2 } else { 4 };
    Experiment {
        files: UWB_MAC,
        on: platform,
        ranks: 4,
        arguments: superframes.to_string(),
        cases: vec!["uwb".to_string(), "primitives".to_string()],
        seconds: 1.0,
    }
}
