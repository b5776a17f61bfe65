//! The media gateway of section 5.2: the GPP's load under each set of sessions and size of internal memory.
//!
//! ```text
//! gateway K SET dynamic               per cent with K KiB; each task by itself, the best
//! gateway K SET static                the policy that the source names for the worst case
//! gateway K SET best-static           the best policy for the worst case among all choices
//! gateway unlimited load              all internal and polled, three sessions of each; memory in KB
//! gateway dsps N dynamic              N DSPs, two sessions of each kind a DSP; static and best-static likewise
//! ```

use anyhow::Result;
use weft_tune::{Bytes, Choice, Kind, Memory, Notification, Plan, Policy, Scenario};

use super::scenario;
use crate::measurements::Measurement;
use crate::special::{without_runs, Entry, Special};

/// Sessions of audio and of video.
pub const SETS: [(usize, usize); 5] = [(1, 0), (2, 0), (1, 1), (2, 2), (3, 3)];
/// Internal memory, in KiB.
pub const MEMORIES: [u64; 3] = [1, 16, 32];
/// Maximum sessions of each kind, for one DSP and for each of several.
const MOST: usize = 3;
const MOST_OF_SEVERAL: usize = 2;
/// Internal memory of each of several DSPs.
const INTERNAL_OF_SEVERAL: Bytes = Bytes(32 * KIB);
/// Numbers of DSPs when there are several: the source's two, and four, since its future work names no number.
const SEVERAL: [usize; 2] = [2, 4];
/// More than all sessions together can use.
const UNLIMITED: Bytes = Bytes(1 << 20);
const KIB: u64 = 1024;

/// A set's name, as the source writes it.
pub fn name((audio, video): (usize, usize)) -> String {
    match video {
        0 => format!("{audio}A"),
        _ => format!("{audio}A+{video}V"),
    }
}

/// Computes the gateway's load by the model.
///
/// # Errors
/// When a variable is missing, or the file of tasks is wrong.
pub fn model(entry: &Entry) -> Result<Special> {
    let gateway = scenario(entry)?;
    without_runs(move || figures(&gateway))
}

fn figures(gateway: &Scenario) -> Result<Vec<Measurement>> {
    let mut lines = Vec::new();
    for kib in MEMORIES {
        for set in SETS {
            let scenario = with_one_dsp(gateway, set, kib);
            let case = format!("gateway {kib} {}", name(set));
            add_policies(&mut lines, &case, &scenario)?;
        }
    }
    for dsps in SEVERAL {
        let scenario = with_dsps(gateway, dsps);
        add_policies(&mut lines, &format!("gateway dsps {dsps}"), &scenario)?;
    }
    add_unlimited(&mut lines, gateway)?;
    Ok(lines)
}

/// Returns the gateway with these sessions, one DSP and this much internal memory.
pub fn with_one_dsp(gateway: &Scenario, set: (usize, usize), kib: u64) -> Scenario {
    with(gateway, set, MOST, 1, Bytes(kib * KIB))
}

/// Returns the same with this number of sessions of each kind, which is the worst case as well.
pub fn with_sessions(gateway: &Scenario, sessions: usize, kib: u64) -> Scenario {
    with(gateway, (sessions, sessions), sessions, 1, Bytes(kib * KIB))
}

/// Returns the gateway with this number of DSPs and all the sessions that they serve.
pub fn with_dsps(gateway: &Scenario, dsps: usize) -> Scenario {
    let most = MOST_OF_SEVERAL * dsps;
    with(gateway, (most, most), most, dsps, INTERNAL_OF_SEVERAL)
}

/// Returns the gateway with other sessions, `most` of each kind in the worst case, and other DSPs.
fn with(
    gateway: &Scenario,
    (audio, video): (usize, usize),
    most: usize,
    dsps: usize,
    internal: Bytes,
) -> Scenario {
    let mut scenario = gateway.clone();
    (scenario.platform.dsps, scenario.platform.internal) = (dsps, internal);
    for kind in &mut scenario.kinds {
        kind.most = most;
        kind.count = if is_audio(kind) { audio } else { video };
    }
    scenario
}

fn is_audio(kind: &Kind) -> bool {
    kind.name == "audio"
}

/// Plans the three policies; each is returned with its name.
///
/// # Errors
/// When the sessions cannot be served.
pub fn plans(scenario: &Scenario) -> Result<[(&'static str, Plan); 3]> {
    let is_published = |kind: &Kind, choice: &Choice| is_published(scenario, kind, choice);
    let named = Policy::best_of(scenario, is_published)?;
    Ok([
        ("dynamic", Plan::best(scenario)?),
        ("static", named.plan(scenario)),
        ("best-static", Policy::best(scenario)?.plan(scenario)),
    ])
}

fn add_policies(lines: &mut Vec<Measurement>, case: &str, scenario: &Scenario) -> Result<()> {
    for (policy, plan) in plans(scenario)? {
        lines.push((format!("{case} {policy}"), plan.load().percent()));
    }
    Ok(())
}

/// The static policy of section 5.2: video polled in external memory; audio in internal memory, interrupted where memory is for three single blocks
/// only, else polled.
fn is_published(scenario: &Scenario, kind: &Kind, choice: &Choice) -> bool {
    let is_polled = choice.notification != Notification::Interrupt;
    let is_tight = scenario.platform.internal < Bytes(2 * KIB);
    if is_audio(kind) {
        choice.memory == Memory::Internal && is_polled != is_tight
    } else {
        choice.memory == Memory::External && is_polled
    }
}

fn add_unlimited(lines: &mut Vec<Measurement>, gateway: &Scenario) -> Result<()> {
    let scenario = with(gateway, (MOST, MOST), MOST, 1, UNLIMITED);
    let plan = Plan::best(&scenario)?;
    let memory = plan.internal(0).0 as f64 / 1000.0;
    let mut add = |what: &str, value| lines.push((format!("gateway unlimited {what}"), value));
    add("load", plan.load().percent());
    add("memory", memory);
    Ok(())
}
