//! S.-L. Tsao and S.-Y. Lee, "Performance Evaluation of Inter-Processor Communication for an Embedded Heterogeneous Multi-Core Processor":
//! how a GPP talks to its DSPs (sections 3 to 5), by the model with the published constants, and simulated.

mod calls;
mod case;
mod figures;
mod gateway;
mod phone;
mod queue;
mod sessions;
mod simulated_gateway;
mod simulated_phone;

use anyhow::Result;
use weft_tune::Scenario;

use super::experiment::Experiment;
use super::published::Variant;
use super::Paper;
use crate::tune::read::read_texts;

/// The paper.
pub const PAPER: Paper = Paper {
    name: "ipc-strategy",
    source: "S.-L. Tsao and S.-Y. Lee, \"Performance Evaluation of Inter-Processor Communication for an Embedded Heterogeneous \
             Multi-Core Processor\", sections 3 to 5, by the model with the published constants where nothing else is said",
    variant: Variant {
        name: FRAMES,
        platforms: &[(ROWS, FRAMES)],
    },
    published: include_str!("published.toml"),
    experiments,
    draw: figures::draw,
};

/// The gateway whose video requests are rows of macroblocks.
const ROWS: &str = "rows";
/// The same if a request is a frame, or half of one.
const FRAMES: &str = "frames";
/// A GPP and a DSP, simulated.
pub const DAVINCI: &str = "davinci";
/// A GPP and two DSPs.
const DAVINCI2: &str = "davinci2";
/// The VoIP phone.
const PHONE: &str = "phone";

const CONSTANTS: (&str, &str) = (
    "davinci-published.toml",
    include_str!("../../../../../tune/davinci-published.toml"),
);
const GATEWAY: (&str, &str) = (
    "gateway.toml",
    include_str!("../../../../../tune/gateway.toml"),
);
const GATEWAY_FRAMES: (&str, &str) = (
    "gateway-frames.toml",
    include_str!("../../../../../tune/gateway-frames.toml"),
);
const PHONE_TASKS: (&str, &str) = ("phone.toml", include_str!("../../../../../tune/phone.toml"));

/// The gateway with the encoders that are simulated, and what requests cost on the simulated chips.
const ENCODERS: (&str, &str) = (
    "gateway-encoders.toml",
    include_str!("../../../../../tune/gateway-encoders.toml"),
);
/// A gateway that has the GPP's time used up.
const FAST: (&str, &str) = (
    "gateway-fast.toml",
    include_str!("../../../../../tune/gateway-fast.toml"),
);
/// Streams that queue for a DSP.
const QUEUE: (&str, &str) = ("queue.toml", include_str!("../../../../../tune/queue.toml"));
const CALIBRATED: (&str, &str) = (
    "davinci.toml",
    include_str!("../../../../../tune/davinci.toml"),
);
const CALIBRATED_TWO: (&str, &str) = (
    "davinci2.toml",
    include_str!("../../../../../tune/davinci2.toml"),
);

fn experiments(quick: bool) -> Vec<Experiment> {
    let mut all = vec![
        of_model(ROWS, "gateway", &[GATEWAY, CONSTANTS], gateway::lines),
        of_model(
            FRAMES,
            "gateway",
            &[GATEWAY_FRAMES, GATEWAY, CONSTANTS],
            gateway::lines,
        ),
        of_model(PHONE, "phone", &[PHONE_TASKS, CONSTANTS], phone::lines),
    ];
    all.extend(calls::experiments(quick));
    all.extend(simulated_phone::experiments(quick));
    all.extend(simulated_gateway::experiments(quick));
    all.push(queue::experiment(quick));
    all.push(sessions::experiment(quick));
    all
}

/// What the model says of a file of tasks, given with those that it extends.
fn of_model(
    on: &'static str,
    case: &str,
    texts: &'static [(&'static str, &'static str)],
    lines: fn(&Scenario) -> Result<String>,
) -> Experiment {
    Experiment {
        on,
        changes: String::new(),
        runs: Vec::new(),
        tell: Box::new(move |_| lines(&read_texts(texts)?)),
        cases: vec![case.to_string()],
        seconds: 0.0,
    }
}
