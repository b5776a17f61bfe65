//! The output of `weft tune`: the choice for each task, and the used part of each limit.

use weft_report::summary::quantity::{separated, trimmed};
use weft_report::table::{left, right, Column, Table};
use weft_tune::{
    estimate, Advice, Latency, Memory, Nanoseconds, Notification, PerMillion, Scenario, Served,
};

const BAR_COLUMNS: usize = 20;

/// Tasks of a kind that are served alike.
struct Group<'a> {
    served: &'a Served,
    count: usize,
    latency: Option<Latency>,
    /// The longest latency, if all tasks of the plan begin together.
    together: Nanoseconds,
    /// Upper bound of the latency, whenever the tasks begin; None if there is none.
    worst: Option<Nanoseconds>,
}

/// A plan, and the model's predictions for its tasks together, in the plan's order.
pub struct Foretold<'a> {
    /// The plan, and whether it is feasible.
    pub advice: &'a Advice,
    /// Latencies with the other tasks on the DSP.
    pub estimates: Vec<Option<Latency>>,
}

impl Foretold<'_> {
    /// Predicts the latencies of a plan.
    pub fn new<'a>(scenario: &Scenario, advice: &'a Advice) -> Foretold<'a> {
        Foretold {
            advice,
            estimates: estimate::latencies(scenario, &advice.plan),
        }
    }
}

/// Returns the table, and below it bars that show the used part of each limit.
pub fn describe(scenario: &Scenario, foretold: &Foretold) -> String {
    let mut table = Table::new(columns());
    for group in groups(foretold) {
        table.row(row(scenario, &group));
    }
    format!("{}\n{}", table.text(), limits(scenario, foretold.advice))
}

fn columns() -> [Column; 14] {
    [
        left("tasks").at_least(14),
        right("dsp"),
        left("request").at_least(20),
        left("told").at_least(15),
        left("memory").at_least(8),
        right("load %").at_least(7),
        right("internal B"),
        right("mean ms"),
        right("p99 ms"),
        right("longest ms"),
        right("together ms"),
        right("worst ms"),
        right("deadline ms"),
        left("slack"),
    ]
}

/// Groups consecutive tasks that are served alike; each group is a line of the table.
fn groups<'a>(foretold: &'a Foretold) -> Vec<Group<'a>> {
    let advice = foretold.advice;
    let served = |task: usize| &advice.plan.tasks[task];
    let key = |task: usize| {
        (
            served(task).task.kind,
            served(task).dsp,
            served(task).strategy,
        )
    };
    let mut tasks: Vec<usize> = (0..advice.plan.tasks.len()).collect();
    tasks.sort_by_key(|&task| {
        let Served {
            task,
            dsp,
            strategy,
        } = served(task);
        (task.kind, *dsp, strategy.cost.load)
    });
    let groups = tasks.chunk_by(|&one, &other| key(one) == key(other));
    let group = |tasks: &[usize]| {
        let together = tasks.iter().map(|&task| advice.played.longest[task]);
        let worst: Option<Vec<_>> = tasks.iter().map(|&task| advice.worst(task)).collect();
        Group {
            served: served(tasks[0]),
            count: tasks.len(),
            latency: foretold.estimates[tasks[0]],
            together: together.max().unwrap_or_default(),
            worst: worst.and_then(|all| all.into_iter().max()),
        }
    };
    groups.map(group).collect()
}

fn row(scenario: &Scenario, group: &Group) -> Vec<String> {
    let Served { task, strategy, .. } = group.served;
    let kind = &scenario.kinds[task.kind];
    let (choice, cost) = (&strategy.choice, &strategy.cost);
    let request = match choice.blocks {
        1 => format!("{} B, {} B back", kind.input.0, kind.output.largest().0),
        blocks => format!("{blocks} blocks of {} B", kind.input.0),
    };
    let told = match choice.notification {
        Notification::Interrupt => "interrupt".to_string(),
        Notification::Polling(polling) => format!("polling {} ms", milliseconds(polling)),
    };
    let memory = match choice.memory {
        Memory::Internal => "internal",
        Memory::External => "external",
    };
    let slack = group
        .worst
        .map(|worst| kind.deadline.0.saturating_sub(worst.0));
    let count = group.count as u64;
    let latency = group.latency.as_ref();
    let estimate = |of: fn(&Latency) -> Nanoseconds| {
        latency.map_or("-".to_string(), |latency| milliseconds(of(latency)))
    };
    vec![
        format!("{count} {}", kind.name),
        group.served.dsp.to_string(),
        request,
        told,
        memory.to_string(),
        format!("{:.2}", (cost.load * count).percent()),
        separated((cost.internal * count).0),
        estimate(|latency| latency.mean),
        estimate(|latency| latency.p99),
        milliseconds(cost.latency),
        milliseconds(group.together),
        group.worst.map_or("-".to_string(), milliseconds),
        milliseconds(kind.deadline),
        bar(slack.unwrap_or(0), kind.deadline.0),
    ]
}

fn limits(scenario: &Scenario, advice: &Advice) -> String {
    let (platform, plan) = (&scenario.platform, &advice.plan);
    let whole = PerMillion::WHOLE.0;
    let mut lines = used("GPP", &percent(plan.load()), "100 %", plan.load().0, whole);
    let waiting = advice.played.waiting;
    if waiting > PerMillion(0) {
        let load = advice.load();
        lines += &used("with bus waits", &percent(load), "100 %", load.0, whole);
    }
    for dsp in 0..platform.dsps {
        let (memory, time) = (plan.internal(dsp), plan.dsp_load(dsp));
        let available = format!("{} B", separated(platform.internal.0));
        let of = format!("{} B", separated(memory.0));
        let name = format!("memory of DSP {dsp}");
        lines += &used(&name, &of, &available, memory.0, platform.internal.0);
        let (name, limit) = (format!("DSP {dsp}"), platform.dsp_limit);
        lines += &used(&name, &percent(time), &percent(limit), time.0, limit.0);
    }
    lines
}

fn used(what: &str, used: &str, available: &str, part: u64, whole: u64) -> String {
    let bar = bar(part.min(whole), whole);
    format!("{what:<16} {used:>10} of {available:<10}  {bar}\n")
}

/// Formats a load as a percentage.
pub fn percent(load: PerMillion) -> String {
    format!("{:.2} %", load.percent())
}

/// Formats a time in milliseconds.
pub fn milliseconds(time: Nanoseconds) -> String {
    trimmed(time.0 as f64 / 1e6, 2)
}

fn bar(part: u64, whole: u64) -> String {
    let full = (part as usize * BAR_COLUMNS).checked_div(whole as usize);
    let full = full.unwrap_or(0);
    "█".repeat(full) + &"░".repeat(BAR_COLUMNS - full)
}
