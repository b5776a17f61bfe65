//! `weft verify`: compares the hardware of a chip with the simulator in every cycle.

use anyhow::Result;
use weft_run::{
    verify as compare, BuildSpec, Difference, End, PlatformSpec, RunSpec, Verified, VerifySpec,
    INTERRUPTED,
};

use crate::arguments::verify::VerifyArguments;
use crate::run::interrupt::Interrupt;
use crate::run::{ProgressLine, Watch};
use crate::terminal::print;
use crate::PROGRAM_FAILED;

/// Carries out `weft verify` and returns the exit status.
///
/// # Errors
/// When the input is wrong, or the circuits cannot be built.
pub fn verify(arguments: &VerifyArguments) -> Result<u8> {
    let interrupt = Interrupt::listen()?;
    let line = ProgressLine::new(true, arguments.max_cycles);
    let mut watch = Watch::new(interrupt.clone(), line, false);
    let verified = match compare(&spec(arguments), &mut watch) {
        // Ctrl-C reaches the compilers as well.
        Err(_) if interrupt.pressed() => return Ok(INTERRUPTED),
        other => other?,
    };
    watch.finish()?;
    print(&said(&arguments.platform, &verified))?;
    if let Some(difference) = &verified.difference {
        print(&described(difference, arguments))?;
    }
    let is_cut = verified.end == End::Limit && arguments.timeout.is_some();
    Ok(match verified.end {
        End::Different => PROGRAM_FAILED,
        End::Interrupted => INTERRUPTED,
        End::Limit if is_cut => PROGRAM_FAILED,
        End::Finished | End::Stuck | End::Limit => 0,
    })
}

fn spec(arguments: &VerifyArguments) -> VerifySpec {
    VerifySpec {
        run: RunSpec {
            arguments: arguments.arguments.clone(),
            platform: PlatformSpec {
                set: arguments.set.clone(),
                instructions: arguments.insn.clone(),
                ..PlatformSpec::from(arguments.platform.as_str())
            },
            build: BuildSpec {
                define: arguments.define.clone(),
                ..BuildSpec::default()
            },
            ranks: arguments.ranks,
            max_cycles: arguments.max_cycles,
            timeout: arguments.timeout,
            ..RunSpec::of(arguments.files.iter().cloned())
        },
        wave: arguments.wave.clone(),
        power_on: arguments.power_on,
    }
}

/// Returns the report: what was compared, and whether it is equal.
fn said(platform: &str, verified: &Verified) -> String {
    let Verified {
        cycles,
        cores,
        signals,
        registers,
        end,
        ..
    } = verified;
    let to = match end {
        End::Finished => ", to the end: no difference, nor in data memories and classes of cycles",
        End::Stuck => ", to where no core goes on: no difference",
        End::Limit | End::Interrupted => ", not to the end: no difference",
        End::Different => ": a difference",
    };
    let compared = format!(
        "{signals} signals of each of {cores} cores, {registers} registers of message units, controller and bus"
    );
    format!("{platform}: {cycles} cycles, {compared}{to}\n")
}

fn described(difference: &Difference, arguments: &VerifyArguments) -> String {
    let Difference {
        cycle,
        component,
        signal,
        values: [model, circuit],
        instructions,
    } = difference;
    let cores: String = instructions
        .iter()
        .map(|line| format!("  {line}\n"))
        .collect();
    let wave = match &arguments.wave {
        Some(file) => format!("the last cycles of both are in {}\n", file.display()),
        None => "--wave FILE writes the last cycles of both\n".to_owned(),
    };
    format!(
        "cycle {cycle}, {component}, {signal}: the simulator has {model}, the circuits {circuit}\n{cores}{wave}"
    )
}
