//! The findings as a page: one file, which needs no network and no other file. The data stand in it as JSON, and its script draws
//! them.

use super::text::{text, time};
use super::{load_balance, on_path};
use serde_json::{json, Value};
use weft_trace::analysis::{Analysis, Run};

const TEMPLATE: &str = include_str!("page.html");

/// The page.
pub fn page(analysis: &Analysis) -> String {
    let title = escape(&analysis.definitions.program);
    let data = data(analysis).to_string();
    // In a script element only `</` would end the data.
    let data = data.replace("</", "<\\/");
    let parts = [
        ("{{title}}", title.as_str()),
        ("{{heading}}", title.as_str()),
        ("{{length}}", &time(analysis, analysis.end)),
        ("{{text}}", &escape(&text(analysis))),
        ("{{data}}", &data),
    ];
    // The data come last: nothing in them is taken for a mark.
    let fill = |page: String, (mark, value): &(&str, &str)| page.replacen(mark, value, 1);
    parts.iter().fold(TEMPLATE.to_owned(), fill)
}

fn data(analysis: &Analysis) -> Value {
    let definitions = &analysis.definitions;
    let locations = definitions.locations.iter();
    let regions = definitions.regions.iter();
    let arrows = analysis.timeline.arrows.iter();
    let path = analysis.timeline.path.iter();
    json!({
        "arrows": arrows
            .map(|arrow| json!([arrow.from, arrow.sent, arrow.to, arrow.received, arrow.waited]))
            .collect::<Vec<_>>(),
        "balance": load_balance(&analysis.locations),
        "bytes": analysis.traffic.bytes,
        "column": analysis.timeline.column,
        "end": analysis.end,
        "locations": locations.map(|location| &location.name).collect::<Vec<_>>(),
        "messages": analysis.traffic.messages,
        "onPath": on_path(analysis)
            .into_iter()
            .map(|piece| json!([piece.location, piece.function, piece.ticks]))
            .collect::<Vec<_>>(),
        "path": path
            .map(|segment| json!([segment.location, segment.from, segment.to]))
            .collect::<Vec<_>>(),
        "regions": regions.map(|region| json!([region.name, region.role.word()])).collect::<Vec<_>>(),
        "rows": analysis.timeline.rows.iter().map(|runs| row(runs)).collect::<Vec<_>>(),
        "ticksPerSecond": definitions.ticks_per_second,
        "times": analysis.locations,
    })
}

/// Columns and region of each run, one after the other; -1 where there is none.
fn row(runs: &[Run]) -> Vec<i64> {
    let run = |run: &Run| [run.columns as i64, run.region.map_or(-1, i64::from)];
    runs.iter().flat_map(run).collect()
}

fn escape(text: &str) -> String {
    let escaped = text.replace('&', "&amp;").replace('<', "&lt;");
    escaped.replace('>', "&gt;").replace('"', "&quot;")
}
