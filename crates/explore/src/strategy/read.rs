//! The schema of a file of tasks: its keys, their units and ranges. `docs/library/strategy.md` describes it to users.
//!
//! A file may extend another, as platform files do; the user's "what if" values override its keys in the same way.

mod constants;

use std::collections::BTreeSet;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use anyhow::{bail, Context, Result};
use weft_build::home;
use weft_sim::platform::quantity::{Unit, BYTES};
use weft_sim::platform::reader::{Document, Field, Layer, Table};
use weft_sim::platform::PlatformError;
use weft_tune::{
    Bytes, InTurn, Kind, Nanoseconds, PerMillion, Platform, Scenario, MAX_CLASSES, MAX_MEMORY,
};

type Read<T> = std::result::Result<T, PlatformError>;

const fn unit(name: &'static str, factor: u64) -> Unit {
    Unit { name, factor }
}

const TIMES: [Unit; 4] = [
    unit("ns", 1),
    unit("us", 1_000),
    unit("ms", 1_000_000),
    unit("s", 1_000_000_000),
];

/// Limits of times, block sizes and copy times, with which all products in the model stay within 64 bits.
const MAX_TIME: u64 = 10_000_000_000;
const MIN_PERIOD: u64 = 1_000;
const MAX_BLOCK: u64 = 1 << 20;
const MAX_MERGED: u64 = 64;
const MAX_DSPS: u64 = 64;
/// Maximum length of a list of quantities for successive blocks.
const MAX_TURNS: usize = 24;
/// Maximum length of a chain of files that extend each other.
const MAX_FILES: usize = 8;

/// A text with its name for error messages.
struct Text {
    name: String,
    content: String,
}

/// Reads a file of tasks, with the constants of another file, and other values for some keys, each given as `KEY=VALUE`.
///
/// # Errors
/// When a file cannot be read, or for the first thing that is wrong.
pub fn read(file: &Path, constants: Option<&Path>, what_if: &[String]) -> Result<Scenario> {
    let overlays = what_if.iter().rev().map(|text| overlay(text));
    let mut texts = overlays.collect::<Result<Vec<Text>>>()?;
    if let Some(constants) = constants {
        texts.push(read_text(constants)?);
    }
    texts.extend(files(file)?);
    Ok(parse(&texts)?)
}

fn read_text(path: &Path) -> Result<Text> {
    let content =
        std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    Ok(Text {
        name: path.display().to_string(),
        content,
    })
}

/// Reads a file of tasks that comes with Weft, with the constants of another one.
///
/// # Errors
/// As [`read`].
pub fn read_own(tasks: &str, constants: Option<&str>) -> Result<Scenario> {
    let folder = home::folder("tune")?;
    let constants = constants.map(|name| folder.join(name));
    read(&folder.join(tasks), constants.as_deref(), &[])
}

/// Returns `KEY=VALUE` as a line of TOML; a value that is not TOML is taken as a string.
fn overlay(text: &str) -> Result<Text> {
    let Some((key, value)) = text.split_once('=') else {
        bail!("--what-if {text}: write a key, `=` and a value, such as task.audio.count=4");
    };
    let is_toml = |line: &str| toml::from_str::<toml::Table>(line).is_ok();
    let plain = format!("{key} = {value}");
    let quoted = format!("{key} = \"{value}\"");
    let content = if is_toml(&plain) { plain } else { quoted };
    Ok(Text {
        name: format!("--what-if {text}"),
        content,
    })
}

/// Reads a file, and those that it extends.
fn files(file: &Path) -> Result<Vec<Text>> {
    let mut texts = Vec::new();
    let mut next = Some(file.to_path_buf());
    while let Some(path) = next {
        let text = read_text(&path)?;
        next = extended(&text, &path)?;
        texts.push(text);
        if texts.len() > MAX_FILES {
            let file = file.display();
            bail!("{file} extends itself by way of others; end the circle");
        }
    }
    Ok(texts)
}

/// Returns the file that a text extends, from the same folder or from those installed with Weft.
fn extended(text: &Text, path: &Path) -> Result<Option<PathBuf>> {
    let parsed = text.document().parse()?;
    let root = Table::root(vec![text.layer(parsed.get_ref())]);
    let Some(field) = root.optional("extends") else {
        return Ok(None);
    };
    let name = format!("{}.toml", field.text()?);
    let beside = path.parent().unwrap_or(Path::new("")).join(&name);
    let candidates = [
        Some(beside),
        home::folder("tune").ok().map(|folder| folder.join(&name)),
    ];
    let mut candidates = candidates.into_iter().flatten();
    let found = candidates.find(|file| file.is_file()).ok_or_else(|| {
        let wrong = format!("names {name}, which is neither beside this file nor comes with weft");
        field.error(wrong)
    });
    Ok(Some(found?))
}

impl Text {
    fn document(&self) -> Document<'_> {
        Document::of_file(&self.name, &self.content)
    }

    fn layer<'a>(&'a self, entries: &'a toml::de::DeTable<'a>) -> Layer<'a> {
        Layer {
            document: self.document(),
            entries,
        }
    }
}

fn parse(texts: &[Text]) -> Read<Scenario> {
    let parsed = texts.iter().map(|text| text.document().parse());
    let parsed = parsed.collect::<Read<Vec<_>>>()?;
    let layers = texts.iter().zip(&parsed);
    let layers = layers.map(|(text, parsed)| text.layer(parsed.get_ref()));
    let root = Table::root(layers.collect());
    root.expect_only(&[
        "name",
        "summary",
        "extends",
        "constants",
        "dsps",
        "internal_memory",
        "dsp_limit",
        "task",
    ])?;
    let name = root.required("name", "name = \"gateway\"")?;
    let name = name.text()?.to_string();
    let summary = root.optional("summary");
    let summary = summary.map_or(Ok(""), |field| field.text())?;
    Ok(Scenario {
        name,
        summary: summary.to_string(),
        platform: platform(&root)?,
        kinds: kinds(&root)?,
    })
}

fn platform(root: &Table) -> Read<Platform> {
    let example = "internal_memory = \"32 KiB\"";
    let memory = root.required("internal_memory", example)?;
    let limit = root.optional("dsp_limit");
    let limit = limit.map_or(Ok(1.0), |field| field.fraction())?;
    Ok(Platform {
        constants: constants::constants(&root.required("constants", "[constants]")?.table()?)?,
        dsps: root.integer_or("dsps", 1, 1..=MAX_DSPS)? as usize,
        internal: Bytes(memory.quantity(&BYTES, MAX_MEMORY.0, "\"32 KiB\"")?),
        dsp_limit: PerMillion((limit * PerMillion::WHOLE.0 as f64).round() as u64),
    })
}

fn time(table: &Table, key: &str, example: &str, range: RangeInclusive<u64>) -> Read<Nanoseconds> {
    let field = table.required(key, &format!("{key} = {example}"))?;
    time_of(&field, example, range)
}

fn time_of(field: &Field, example: &str, range: RangeInclusive<u64>) -> Read<Nanoseconds> {
    let (least, most) = range.into_inner();
    let time = field.quantity(&TIMES, most, example)?;
    if time < least {
        return Err(field.error(format!("is {time} ns; it must be at least {least} ns")));
    }
    Ok(Nanoseconds(time))
}

fn kinds(root: &Table) -> Read<Vec<Kind>> {
    let tasks = root.required("task", "[task.audio]")?;
    let table = tasks.table()?;
    let names: BTreeSet<&str> = table.keys().into_iter().collect();
    let read = |name| kind(name, &table.required(name, "[task.audio]")?.table()?);
    let kinds = names.into_iter().map(read).collect::<Read<Vec<Kind>>>()?;
    let most: usize = kinds.iter().map(|kind| kind.most).sum();
    if most > MAX_CLASSES {
        return Err(tasks.error(format!("has {most} tasks; the most are {MAX_CLASSES}")));
    }
    Ok(kinds)
}

fn kind(name: &str, table: &Table) -> Read<Kind> {
    table.expect_only(&[
        "count", "most", "period", "input", "output", "deadline", "work", "blocks", "polling",
    ])?;
    let limit = MAX_CLASSES as u64;
    let count = table.integer_or("count", 1, 0..=limit)? as usize;
    let any = 1..=MAX_TIME;
    Ok(Kind {
        name: name.to_string(),
        count,
        most: table.integer_or("most", 0, 0..=limit)?.max(count as u64) as usize,
        period: time(table, "period", "\"20 ms\"", MIN_PERIOD..=MAX_TIME)?,
        input: size(&table.required("input", "input = \"320 B\"")?)?,
        output: in_turn(&table.required("output", "output = \"160 B\"")?, size)?,
        deadline: time(table, "deadline", "\"40 ms\"", any.clone())?,
        work: in_turn(&table.required("work", "work = \"1 ms\"")?, |field| {
            time_of(field, "\"1 ms\"", any.clone())
        })?,
        blocks: blocks(table)?,
        polling: polling(table)?,
    })
}

fn size(field: &Field) -> Read<Bytes> {
    Ok(Bytes(field.quantity(&BYTES, MAX_BLOCK, "\"320 B\"")?))
}

/// Reads one quantity for all blocks, or a list that successive blocks cycle through.
fn in_turn<T: Copy + Ord + std::iter::Sum>(
    field: &Field,
    one: impl Fn(&Field) -> Read<T>,
) -> Read<InTurn<T>> {
    let Ok(elements) = field.elements("a list") else {
        return Ok(InTurn::from(one(field)?));
    };
    let all = elements.iter().map(one).collect::<Read<Vec<T>>>()?;
    let count = all.len();
    if count > MAX_TURNS {
        return Err(field.error(format!("has {count} elements; the most are {MAX_TURNS}")));
    }
    InTurn::new(all)
        .ok_or_else(|| field.error("is empty; write the quantity alone if all blocks are alike"))
}

/// Reads the numbers of smallest blocks that may be merged into one request; by default just one.
fn blocks(table: &Table) -> Read<Vec<u32>> {
    let Some(field) = table.optional("blocks") else {
        return Ok(vec![1]);
    };
    let elements = field.elements("a list of numbers of blocks, such as [1, 2, 4]")?;
    if elements.is_empty() {
        return Err(field.error("is empty; write [1] if blocks are not merged"));
    }
    let number = |element: &Field| Ok(element.integer(1..=MAX_MERGED)? as u32);
    elements.iter().map(number).collect()
}

fn polling(table: &Table) -> Read<Vec<Nanoseconds>> {
    let Some(field) = table.optional("polling") else {
        return Ok(Vec::new());
    };
    let example = "[\"5 ms\", \"20 ms\"]";
    let elements = field.elements(&format!("a list of times such as {example}"))?;
    let time = |element: &Field| time_of(element, "\"20 ms\"", MIN_PERIOD..=MAX_TIME);
    elements.iter().map(time).collect()
}

#[cfg(test)]
mod tests;
