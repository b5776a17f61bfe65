//! Writes a file of tasks as C constants for the solver in the library (`strategy.h`), so that a chip chooses among the same strategies.
//!
//! The chip knows one size of results and one time of the DSP for each task: the largest. That time includes the DSP's time to move
//! blocks, computed as for external memory.

use std::fmt::{Display, Write};

use weft_tune::{Kind, Platform, Scenario};

/// The header, whose names begin with `strategies_`.
pub fn header(scenario: &Scenario) -> String {
    let mut text = format!(
        "/* {}: by weft tune --header, for <strategy.h>. */\n#ifndef STRATEGIES_H\n#define STRATEGIES_H\n\n#include <strategy.h>\n\n",
        scenario.name
    );
    text += &platform(&scenario.platform);
    for kind in &scenario.kinds {
        text += &task(kind, &scenario.platform);
    }
    text + "#endif\n"
}

fn platform(platform: &Platform) -> String {
    let constants = &platform.constants;
    let fields = [
        ("request_ns", constants.request.0),
        ("interrupt_ns", constants.interrupt.0),
        ("poll_ns", constants.poll.0),
        ("external_ns_per_kib", constants.external.0),
        ("internal_ns_per_kib", constants.internal.0),
        ("dsp_request_ns", constants.dsp_request.0),
        ("internal_bytes", platform.internal.0),
        ("dsp_limit", platform.dsp_limit.0),
        ("timer_ns", constants.timer.0),
        ("dsps", platform.dsps as u64),
    ];
    let fields = fields.map(|(name, value)| (name, value.to_string()));
    structure("strategy_platform", "strategies_platform", &fields)
}

fn task(kind: &Kind, platform: &Platform) -> String {
    let move_time = platform.constants.moves.external;
    let output = kind.output.largest();
    let work = kind.work.largest() + move_time.of(kind.input) + move_time.of(output);
    let fields = [
        ("period_ns", kind.period.0.to_string()),
        ("input_bytes", kind.input.0.to_string()),
        ("output_bytes", output.0.to_string()),
        ("deadline_ns", kind.deadline.0.to_string()),
        ("work_ns", work.0.to_string()),
        ("granularities", kind.blocks.len().to_string()),
        ("pollings", kind.polling.len().to_string()),
        ("blocks", list(kind.blocks.iter())),
        ("polling_ns", list(kind.polling.iter().map(|time| time.0))),
    ];
    let is_other = |char: char| !char.is_ascii_alphanumeric();
    let name = kind.name.replace(is_other, "_");
    structure("strategy_task", &format!("strategies_{name}"), &fields)
}

fn structure(kind: &str, name: &str, fields: &[(&str, String)]) -> String {
    let mut text = format!("static const struct {kind} {name} = {{\n");
    for (field, value) in fields {
        let _ = writeln!(text, "    .{field} = {value},");
    }
    text + "};\n\n"
}

fn list<T: Display>(values: impl Iterator<Item = T>) -> String {
    let values: Vec<String> = values.map(|value| value.to_string()).collect();
    // An empty list of initializers is not C11.
    match values.is_empty() {
        true => "{0}".to_string(),
        false => format!("{{{}}}", values.join(", ")),
    }
}
