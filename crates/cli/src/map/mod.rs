//! `weft map`: places the tasks of a graph on a mesh and compares the cost with that of naive placements.

use anyhow::{bail, Result};
use weft_graph::map::draw::draw;
use weft_graph::map::record::{MapRecord, Request};
use weft_graph::map::{map, RANDOM_PLACEMENTS};
use weft_graph::{check, Array};
use weft_report::table::{left, right, Table};
use weft_run::{array, PlatformSpec};

use crate::arguments::graph::MapArguments;
use crate::files::write_json;
use crate::terminal;

/// Carries out `weft map`.
///
/// # Errors
/// When the graph or the platform is wrong, they do not fit, or the file cannot be written.
pub fn place(arguments: &MapArguments) -> Result<()> {
    let platform = PlatformSpec {
        set: arguments.graph.keys(),
        ..PlatformSpec::from(arguments.platform.as_str())
    };
    let array = array(&platform.load()?)?;
    let graph = weft_graph::read::read(&arguments.file, &arguments.graph.parameters())?;
    let flows = arguments.graph.flows();
    check::fits(&graph, &array, flows)?;
    for row in &arguments.avoid {
        if let Some(end) = row.ends().into_iter().find(|end| !array.contains(*end)) {
            bail!("--avoid {row}: {} has no router at {end}", array.name);
        }
    }
    let request = Request {
        graph: &graph,
        array: &array,
        flows,
        avoided: &arguments.avoid,
        seed: arguments.seed,
    };
    let record = request.record(&map(&request.problem(), arguments.seed));
    terminal::print(&describe(&record, &array))?;
    write_json(arguments.json.as_deref(), &record)
}

fn describe(record: &MapRecord, array: &Array) -> String {
    let flows = match record.flows {
        1 => String::new(),
        flows => format!("{flows} flows, "),
    };
    let (graph, platform) = (&record.graph, &record.platform);
    let (tasks, cores) = (record.tasks.len(), array.cores.len());
    let heading = format!("{graph} on {platform}: {flows}{tasks} tasks on {cores} cores\n");
    let (drawing, costs) = (draw(record, array), costs(record));
    format!("{heading}\n{drawing}\n{costs}{}", longest(record))
}

fn costs(record: &MapRecord) -> String {
    let mut table = Table::new([
        left("placement").at_least(24),
        right("words x hops"),
        right("ratio").at_least(6),
    ]);
    let mut row = |what: &str, cost: f64| {
        let ratio = cost / record.cost as f64;
        let ratio = match ratio.is_finite() {
            true => format!("{ratio:.2}"),
            false => "-".to_string(),
        };
        table.row(vec![what.to_string(), format!("{cost:.0}"), ratio]);
    };
    row("this one", record.cost as f64);
    row("row-major", record.row_major as f64);
    let random = format!("random, mean of {RANDOM_PLACEMENTS}");
    row(&random, record.random_mean);
    let quality = match record.lower_bound {
        bound if bound == record.cost => "No placement costs less: this is the best.".to_string(),
        bound => format!("Found by annealing; no placement costs less than {bound}."),
    };
    table.text() + &quality + "\n"
}

fn longest(record: &MapRecord) -> String {
    let Some(edge) = &record.longest else {
        return String::new();
    };
    let hops = if edge.hops == 1 { "hop" } else { "hops" };
    let flow = match record.flows {
        1 => String::new(),
        _ => format!(" of flow {}", edge.flow),
    };
    let (from, to) = (&edge.from, &edge.to);
    format!(
        "Longest edge: {from} -> {to}{flow}, {} {hops}.\n",
        edge.hops
    )
}
