//! `weft tune`: the strategy for each task of a GPP with DSPs.

mod calibrate;
mod header;
mod record;
mod simulate;
mod table;

use std::path::Path;

use anyhow::{bail, Context, Result};
use weft_explore::chart::bars::{Bar, BarChart};
use weft_explore::strategy::read::read;
use weft_explore::strategy::streams::Chip;
use weft_tune::{Limit, PerMillion, Plan, Policy, Scenario, Served};

use crate::arguments::tune::{TuneArguments, TuneCommand};
use crate::files::{write, write_record};
use crate::terminal::{print, tell};
use record::Record;
use table::Foretold;

/// The exit status when the tasks cannot be served.
const IMPOSSIBLE: u8 = 1;

/// The two ways to choose strategies.
const WAYS: [&str; 2] = ["each task by itself", "one strategy for each kind"];

/// Carries out `weft tune`; the exit status.
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
    let best = Plan::best(&scenario);
    let fixed = Policy::best(&scenario).map(|policy| policy.plan(&scenario));
    let (wanted, other) = match arguments.fixed {
        true => (&fixed, &best),
        false => (&best, &fixed),
    };
    let plan = match wanted {
        Ok(plan) => plan,
        Err(limit) => return refuse(&scenario, &limit.to_string()),
    };
    let foretold = Foretold::new(&scenario, plan);
    print(&format!("{}: {}\n\n", scenario.name, scenario.summary))?;
    print(&table::describe(&scenario, plan, &foretold))?;
    print(&comparison(arguments.fixed, other))?;
    let is_feasible = foretold.is_feasible(plan);
    let chip = chip.filter(|_| is_feasible);
    let simulated = chip.map(|chip| simulate::simulate(&chip, &scenario, plan));
    let simulated = simulated.transpose()?;
    if let Some(simulated) = &simulated {
        print(&simulate::describe(&scenario, plan, &foretold, simulated))?;
    }
    let record = Record::new(&scenario, arguments.fixed, plan, &foretold, simulated);
    write_record(arguments.json.as_deref(), record::SCHEMA, &record)?;
    if let Some(folder) = &arguments.plot {
        draw(&scenario, &best, &fixed, folder)?;
    }
    if is_feasible {
        tell(&late(&scenario, plan, &foretold));
        return Ok(0);
    }
    let load = table::percent(foretold.load(plan));
    let why = format!("the GPP's time: the tasks need {load} of it");
    refuse(&scenario, &why)
}

/// The tasks that each keep their deadline alone, but not if all begin together.
fn late(scenario: &Scenario, plan: &Plan, foretold: &Foretold) -> String {
    let mut lines = String::new();
    for (served, &together) in plan.tasks.iter().zip(&foretold.played.longest) {
        let deadline = scenario.kinds[served.task.kind].deadline;
        if together > deadline {
            let name = scenario.task_name(served.task);
            let (takes, deadline) = (table::milliseconds(together), table::milliseconds(deadline));
            lines += &format!(
                "weft: {name} may take {takes} ms if all tasks begin together, more than its deadline of {deadline} ms: begin them apart, or \
                 tighten its deadline by the difference\n"
            );
        }
    }
    lines
}

fn refuse(scenario: &Scenario, why: &str) -> Result<u8> {
    let name = &scenario.name;
    tell(&format!("weft: {name} cannot be served: {why}\n"));
    Ok(IMPOSSIBLE)
}

/// What the other way of choosing would cost, and how sure the best plan is.
fn comparison(is_fixed: bool, other: &Result<Plan, Limit>) -> String {
    let [each, of_kind] = WAYS;
    let name = if is_fixed { each } else { of_kind };
    match other {
        Ok(plan) => format!("\n{name}: {}\n", table::percent(plan.load())),
        Err(limit) => format!("\n{name}: impossible: {limit}\n"),
    }
}

/// The load of each kind of task, by the best plan and by the static policy.
fn draw(
    scenario: &Scenario,
    best: &Result<Plan, Limit>,
    fixed: &Result<Plan, Limit>,
    folder: &Path,
) -> Result<()> {
    std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let bar = |class: usize, plan: &Result<Plan, Limit>, kind: usize| {
        let own = |served: &&Served| served.task.kind == kind;
        let tasks = plan.as_ref().ok()?.tasks.iter().filter(own);
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
        y: "%".to_string(),
        classes: WAYS.map(str::to_string).into(),
        groups: (0..scenario.kinds.len()).map(group).collect(),
    };
    chart.draw(&folder.join("load.svg"))
}
