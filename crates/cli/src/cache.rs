//! `weft cache`: shows and prunes the cache of earlier builds.

use anyhow::Result;
use weft_build::cache::{self, Entry, Kind, Survey};
use weft_report::table::{left, right, Table};

use crate::arguments::cache::{CacheAction, CacheArguments};
use crate::terminal::print;

const SECONDS_OF_A_DAY: u64 = 24 * 60 * 60;

/// Carries out `weft cache`.
///
/// # Errors
/// When the cache cannot be read, or an entry cannot be removed.
pub fn cache(arguments: &CacheArguments) -> Result<()> {
    let text = match arguments.action {
        None | Some(CacheAction::Size) => size(&cache::survey()?),
        Some(CacheAction::List) => list(&cache::survey()?.entries),
        Some(CacheAction::Prune { unused }) => {
            let pruned = cache::prune(unused)?;
            let (entries, drafts) = (pruned.entries, pruned.drafts);
            let bytes = readable(pruned.bytes);
            format!(
                "removed {entries} entries ({bytes}), and what {drafts} killed builds had left\n"
            )
        }
    };
    Ok(print(&text)?)
}

fn size(survey: &Survey) -> String {
    let of_kind = |kind: Kind| {
        let entries = survey.entries.iter();
        let entries = entries.filter(|entry| entry.kind == kind);
        let (count, bytes) = entries.fold((0, 0), |(count, bytes), entry| {
            (count + 1, bytes + entry.bytes)
        });
        (count.to_string(), readable(bytes))
    };
    let mut table = Table::new(vec![left(""), right("entries"), right("size")]);
    let kinds = [
        ("libraries", Kind::Library),
        ("programs", Kind::Program),
        ("circuits", Kind::Engine),
    ];
    for (name, kind) in kinds {
        let (count, bytes) = of_kind(kind);
        table.row(vec![name.to_owned(), count, bytes]);
    }
    format!("{}\n{}", survey.root.display(), table.text())
}

fn list(entries: &[Entry]) -> String {
    let columns = [left("entry"), left("kind"), right("size"), right("days")];
    let mut table = Table::new(columns);
    for entry in entries {
        let kind = match entry.kind {
            Kind::Library => "library",
            Kind::Program => "program",
            Kind::Engine => "circuits",
        };
        let since = entry.used.elapsed().unwrap_or_default().as_secs();
        let days = (since / SECONDS_OF_A_DAY).to_string();
        table.row(vec![
            entry.key.clone(),
            kind.to_owned(),
            readable(entry.bytes),
            days,
        ]);
    }
    table.text()
}

/// Formats a size with its unit.
fn readable(bytes: u64) -> String {
    match bytes {
        ..1024 => format!("{bytes} B"),
        1024..1_048_576 => format!("{} KiB", bytes.div_ceil(1024)),
        _ => format!("{:.1} MiB", bytes as f64 / 1_048_576.0),
    }
}
