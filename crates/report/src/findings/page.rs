//! The findings as an HTML page: one file, which needs no network and no other file. It contains the data as JSON and a script that draws
//! them.
//!
//! The names in a trace are untrusted: they are escaped, and the page's policy allows a browser to run only the page's own script.

mod policy;

use super::text::{text, time};
use super::{load_balance, on_path};
use serde_json::{json, Value};
use weft_trace::analysis::{Analysis, Run};

const TEMPLATE: &str = include_str!("page.html");
/// The text before and after the script in the template.
const SCRIPT: (&str, &str) = ("\n<script>", "</script>");

/// The page.
pub fn page(analysis: &Analysis) -> String {
    filled(TEMPLATE, |mark| match mark {
        "title" => escape(&analysis.definitions.program),
        "length" => escape(&time(analysis, analysis.end)),
        "text" => escape(&text(analysis)),
        // `</script` and `<!--` would end or alter the script element.
        "data" => data(analysis).to_string().replace('<', "\\u003c"),
        "policy" => policy::of_script(script()),
        other => unreachable!("the page has no mark {other}"),
    })
}

/// Replaces each mark `{{name}}` of the template by its value. Marks inside a value are not replaced.
fn filled(template: &str, value: impl Fn(&str) -> String) -> String {
    let mut parts = template.split("{{");
    let mut page = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (mark, rest) = part.split_once("}}").expect("a mark has an end");
        page += &value(mark);
        page += rest;
    }
    page
}

/// The page's script, in which there are no marks.
fn script() -> &'static str {
    let (begin, end) = SCRIPT;
    let from = TEMPLATE.find(begin).expect("a script") + begin.len();
    let length = TEMPLATE[from..].find(end).expect("its end");
    &TEMPLATE[from..from + length]
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

#[cfg(test)]
mod tests {
    use super::*;
    use weft_trace::analysis::analyse;
    use weft_trace::event::{Definitions, Event, Kind, Location, Region, Role};
    use weft_trace::file;

    /// The page of a trace whose every name is `name`.
    fn page_of(name: &str) -> String {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("run.csv");
        let name = name.to_owned();
        let definitions = Definitions {
            program: name.clone(),
            ticks_per_second: 1000,
            locations: vec![Location {
                name: name.clone(),
                rank: Some(0),
            }],
            regions: vec![Region {
                name,
                role: Role::Function,
            }],
            metrics: Vec::new(),
        };
        let mut sink = file::create(&path, &definitions).unwrap();
        let enter = Event::new(0, 0, Kind::Enter { region: 0 });
        sink.event(&enter).unwrap();
        sink.finish(10).unwrap();
        page(&analyse(|| file::open(&path)).unwrap())
    }

    #[test]
    fn names_are_neither_marks_nor_elements() {
        for name in [
            "{{data}}",
            "{{text}}",
            "<!--<script>",
            "</script><script>alert(1)</script>",
            "<img src=x onerror=alert(1)>",
        ] {
            let (page, plain) = (page_of(name), page_of("plain"));
            let count = |text: &str, what: &str| text.matches(what).count();
            assert_eq!(count(&page, "<"), count(&plain, "<"), "{name}");
            assert_eq!(count(&page, "JSON.parse"), 1, "{name}");
        }
    }

    #[test]
    fn a_browser_runs_the_pages_own_script_alone() {
        let page = page_of("plain");
        let (_, rest) = page.split_once("script-src 'sha256-").expect("a policy");
        let (hash, _) = rest.split_once('\'').expect("its end");
        assert_eq!(format!("sha256-{hash}"), policy::of_script(script()));
        assert!(page.contains("default-src 'none'"));
        assert!(script().starts_with("\n\"use strict\"") && script().ends_with("draw);\n"));
    }
}
