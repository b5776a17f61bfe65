//! H. Xiao et al., "Optimized Communication and Synchronization for Embedded Multiprocessors Using ASIP Methodology", 2012:
//! message instructions against a mailbox, a DMA controller, polling and interrupts (section 5).

mod figures;

use super::experiment::Experiment;
use super::published::Variant;
use super::Paper;

/// The paper.
pub const PAPER: Paper = Paper {
    name: "asip",
    source: "H. Xiao et al., \"Optimized Communication and Synchronization for Embedded Multiprocessors Using ASIP \
             Methodology\", 2012, section 5, with eight cores of 200 MHz",
    variant: Variant { name: SHORTER, platforms: &[(MESSAGE, SHORTER)] },
    published: include_str!("published.toml"),
    experiments,
    draw: figures::draw,
};

/// Message instructions.
pub const MESSAGE: &str = "asip8";
/// The same with shorter protocols.
pub const SHORTER: &str = "asip8x";
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
/// Loops of kernels where the paper has no figure for them; each loop takes the same time.
const FEWER_LOOPS: u32 = 50;
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
    let mut all = Vec::new();
    for platform in [MESSAGE, SHORTER] {
        let circuits = ["sync", "transfer", "issue", "hand-over"];
        let messages = ["latency", "bandwidth", "send"];
        all.push(program(&["measure/measure.c"], platform, &circuits));
        all.push(program(&["transfer/transfer.c"], platform, &messages));
    }
    let mailbox = ["ipcm", "ipcm-constant", "ipcm-attached"];
    let dma = ["dma", "dma-constant", "dma-attached", "dma-list"];
    all.push(program(&["rivals/ipcm.c"], "asip8-ipcm", &mailbox));
    all.push(program(&["rivals/dma.c"], "asip8-dma", &dma));
    for platform in [MESSAGE, SHORTER, POLLING, INTERRUPT] {
        all.extend((2..=MOST_CORES).map(|cores| lock(platform, cores)));
    }
    for platform in [MESSAGE, SHORTER, POLLING] {
        all.extend((1..=MOST_CORES).map(|cores| barrier(platform, cores, quick)));
    }
    all.extend(kernels(quick));
    all.extend([UWB_MESSAGE, UWB_CONVENTIONAL].map(|platform| uwb_mac(platform, quick)));
    all
}

fn kernels(quick: bool) -> Vec<Experiment> {
    let mut all = Vec::new();
    for kernel in KERNELS {
        let loops = loops(kernel, quick);
        for platform in [MESSAGE, POLLING] {
            all.extend((1..=MOST_CORES).map(|cores| livermore(platform, kernel, cores, loops)));
        }
        let fewer = loops.min(FEWER_LOOPS);
        all.extend((1..=MOST_CORES).map(|cores| livermore(SHORTER, kernel, cores, fewer)));
        all.extend(UNOPTIMIZED.map(|on| livermore(on, kernel, MOST_CORES, fewer)));
    }
    all
}

/// A short program on two cores.
fn program(files: &'static [&'static str], platform: &'static str, cases: &[&str]) -> Experiment {
    let cases = cases.iter().map(|case| (*case).to_string()).collect();
    Experiment::of_program(files, platform, 2, &[], cases, 0.5)
}

/// With two cores the free lock as well.
fn lock(platform: &'static str, cores: u32) -> Experiment {
    let mut cases = vec![format!("lock {cores}")];
    if cores == 2 {
        cases.push("lock free".to_string());
    }
    let files = &["lock/lock.c"];
    Experiment::of_program(files, platform, cores as usize, &[], cases, 0.5)
}

fn barrier(platform: &'static str, cores: u32, quick: bool) -> Experiment {
    let loops = if quick { 100 } else { 1000 };
    let (arguments, cases) = ([loops.to_string()], vec![format!("barrier {cores}")]);
    let files = &["barrier/barrier.c"];
    Experiment::of_program(files, platform, cores as usize, &arguments, cases, 0.5)
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
    let arguments = [kernel, 1024, loops].map(|word| word.to_string());
    let cases = vec![format!("livermore {kernel} {cores} own")];
    let seconds = 0.5 + a_loop * f64::from(loops);
    Experiment::of_program(
        LIVERMORE,
        platform,
        cores as usize,
        &arguments,
        cases,
        seconds,
    )
}

/// Every ninth message settles credits, so that averages are over many.
fn uwb_mac(platform: &'static str, quick: bool) -> Experiment {
    let superframes = if quick { 9 } else { 36 };
    let cases = vec!["uwb".to_string(), "primitives".to_string()];
    Experiment::of_program(UWB_MAC, platform, 4, &[superframes.to_string()], cases, 1.0)
}
