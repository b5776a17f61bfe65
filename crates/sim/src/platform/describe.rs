//! The description of a platform as text: a picture of the chip, its keys and their values, and the address map of a core. It has at most 100
//! columns.

use super::Platform;
use crate::description::keys::Setting;
use crate::description::{quantity, WIDTH};

/// Returns the platform in one line, for listings.
pub fn summary_line(platform: &Platform) -> String {
    let Platform { name, summary, .. } = platform;
    format!("{name:<15} {summary}")
}

/// Returns the whole description.
pub fn describe(platform: &Platform) -> String {
    let (parts, facts) = (platform.parts().into_iter(), platform.facts());
    let picture: Vec<String> = parts.flat_map(|part| part.picture(&facts)).collect();
    let sections = [
        format!("{}: {}", platform.name, platform.summary),
        picture.join("\n"),
        keys(platform),
        address_map(platform),
    ];
    let lines = sections.join("\n\n");
    let shortened: Vec<String> = lines.lines().map(shortened).collect();
    shortened.join("\n") + "\n"
}

/// Cuts a line to the width; only a long summary, device name or map is ever cut.
fn shortened(line: &str) -> String {
    if line.chars().count() <= WIDTH {
        return line.trim_end().to_string();
    }
    let kept: String = line.chars().take(WIDTH - 3).collect();
    format!("{kept}...")
}

/// Returns the keys of each table that has a meaning on this chip, with their values.
fn keys(platform: &Platform) -> String {
    let settings = &platform.source.settings;
    let (parts, facts) = (platform.parts().into_iter(), platform.facts());
    let unused: Vec<_> = parts.filter_map(|part| part.unused_table(&facts)).collect();
    let mut tables: Vec<&str> = Vec::new();
    for Setting { table, .. } in settings {
        let table = table.as_str();
        if !tables.contains(&table) && !unused.contains(&table) {
            tables.push(table);
        }
    }
    let indent = 2 + tables.iter().map(|table| table.len()).max().unwrap_or(0);
    let lines = tables.iter().map(|table| {
        let own = settings.iter().filter(|setting| setting.table == *table);
        wrapped(table, own, indent)
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Returns the keys of a table, in as many lines as needed.
fn wrapped<'a>(table: &str, keys: impl Iterator<Item = &'a Setting>, indent: usize) -> String {
    let mut text = format!("{table:<indent$}");
    let mut width = indent;
    for (number, Setting { key, value, .. }) in keys.enumerate() {
        let pair = format!("{key} {value}");
        let more = pair.chars().count() + 2;
        if number > 0 && width + more >= WIDTH {
            text += &format!(",\n{:indent$}", "");
            width = indent;
        } else if number > 0 {
            text += ", ";
        }
        text += &pair;
        width += more;
    }
    text
}

fn address_map(platform: &Platform) -> String {
    let (parts, facts) = (platform.parts().into_iter(), platform.facts());
    let mut rows: Vec<_> = parts.flat_map(|part| part.rows(&facts)).collect();
    rows.sort_by_key(|row| row.range.base);
    let mut lines = vec![format!(
        "{:<10}  {:<10}  {:>9}  {:<28}  {}",
        "base", "end", "size", "what", "a load takes (cycles)"
    )];
    lines.extend(rows.iter().map(|row| {
        let (base, last) = (row.range.base, row.range.end() - 1);
        let size = quantity::bytes(row.range.size);
        let (what, access) = (&row.what, &row.access);
        format!("{base:#010x}  {last:#010x}  {size:>9}  {what:<28}  {access}")
    }));
    lines.join("\n")
}
