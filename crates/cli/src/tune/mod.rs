//! `weft tune`: the strategy for each task of a GPP with DSPs.

mod calibrate;
mod header;
mod record;
mod simulate;
mod table;

use std::path::Path;

use anyhow::{bail, Context, Result};
use weft_explore::chart::axis::{Axis, Scale};
use weft_explore::chart::bars::{Bar, BarChart};
use weft_explore::strategy::read::read;
use weft_explore::strategy::streams::Chip;
use weft_tune::{Advice, Limit, PerMillion, Policy, Scenario, Served};

use crate::arguments::tune::{TuneArguments, TuneCommand};
use crate::files::{write, write_record};
use crate::terminal::{print, tell};
use record::Record;
use table::Foretold;

/// The exit status when the tasks cannot be served.
const IMPOSSIBLE: u8 = 1;

/// The two policies for the choice of strategies.
const WAYS: [&str; 2] = ["each task by itself", "one strategy for each kind"];

/// Carries out `weft tune` and returns the exit status.
///
/// # Errors
/// When the file is wrong, or a file cannot be written; tasks that cannot be served are no error here.
pub fn tune(arguments: &TuneArguments) -> Result<u8> {
    if let Some(TuneCommand::Calibrate(arguments)) = &arguments.command {
        return calibrate::calibrate(arguments).map(|()| 0);
    }
    let Some(file) = &arguments.file else {
        bail!("name a file of tasks");
    };
    let scenario = read(file, arguments.constants.as_deref(), &arguments.what_if)?;
    if let Some(file) = &arguments.header {
        write(file, &header::header(&scenario))?;
    }
    let chip = arguments.simulate.as_ref();
    let chip = chip.map(|name| Chip::new(name, arguments.internal));
    let chip = chip.transpose()?;
    let best = Advice::best(&scenario);
    let fixed = Policy::best(&scenario);
    let fixed = fixed.map(|policy| Advice::of(&scenario, policy.plan(&scenario)));
    let (wanted, other) = match arguments.fixed {
        true => (&fixed, &best),
        false => (&best, &fixed),
    };
    let advice = match wanted {
        Ok(advice) => advice,
        Err(limit) => return refuse(&scenario, limit),
    };
    let foretold = Foretold::new(&scenario, advice);
    print(&format!("{}: {}\n\n", scenario.name, scenario.summary))?;
    print(&table::describe(&scenario, &foretold))?;
    print(&comparison(arguments.fixed, other))?;
    let chip = chip.filter(|_| advice.fails.is_none());
    let simulated = chip.map(|chip| simulate::simulate(&chip, &scenario, &advice.plan));
    let simulated = simulated.transpose()?;
    if let Some(simulated) = &simulated {
        print(&simulate::describe(&scenario, &foretold, simulated))?;
    }
    let record = Record::new(&scenario, arguments.fixed, &foretold, simulated);
    write_record(arguments.json.as_deref(), record::SCHEMA, &record)?;
    if let Some(folder) = &arguments.plot {
        draw(&scenario, &best, &fixed, folder)?;
    }
    match &advice.fails {
        None => Ok(0),
        Some(limit) => refuse(&scenario, limit),
    }
}

fn refuse(scenario: &Scenario, why: &Limit) -> Result<u8> {
    let name = &scenario.name;
    tell(&format!("weft: {name} cannot be served: {why}\n"));
    Ok(IMPOSSIBLE)
}

/// Returns the cost of the other policy, or why it fails.
fn comparison(is_fixed: bool, other: &Result<Advice, Limit>) -> String {
    let [each, of_kind] = WAYS;
    let name = if is_fixed { each } else { of_kind };
    match other {
        Ok(Advice { plan, fails, .. }) => {
            let load = table::percent(plan.load());
            let fails = fails.as_ref().map(|limit| format!(", but fails: {limit}"));
            format!("\n{name}: {load}{}\n", fails.unwrap_or_default())
        }
        Err(limit) => format!("\n{name}: impossible: {limit}\n"),
    }
}

/// Draws the load of each kind of task under the best plan and under the static policy.
fn draw(
    scenario: &Scenario,
    best: &Result<Advice, Limit>,
    fixed: &Result<Advice, Limit>,
    folder: &Path,
) -> Result<()> {
    std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let bar = |class: usize, advice: &Result<Advice, Limit>, kind: usize| {
        let own = |served: &&Served| served.task.kind == kind;
        let tasks = advice.as_ref().ok()?.plan.tasks.iter().filter(own);
        let loads = tasks.map(|served| served.strategy.cost.load);
        let load = loads.sum::<PerMillion>();
        Some(Bar {
            parts: vec![(class, load.percent())],
            published: None,
            label: format!("{:.1}", load.percent()),
        })
    };
    let group = |kind: usize| {
        let bars = [bar(0, best, kind), bar(1, fixed, kind)];
        let name = scenario.kinds[kind].name.clone();
        (name, bars.into_iter().flatten().collect())
    };
    let chart = BarChart {
        title: format!("{}: load of the GPP", scenario.name),
        y: Axis::new("%", Scale::Linear),
        classes: WAYS.map(str::to_string).into(),
        groups: (0..scenario.kinds.len()).map(group).collect(),
    };
    chart.draw(&folder.join("load.svg"))
}
