//! Keys overridden on the command line: `--set bus.single_access=6`.

use toml::Table as Toml;
use toml::Value;

use super::parts::ROOT;
use crate::description::keys::Shape;
use crate::description::{PlatformError, Result};

/// An overridden key and its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Override {
    /// The option, as messages quote it.
    pub option: String,
    /// The same in the syntax of a platform file.
    pub text: String,
}

impl Override {
    /// Parses `PART.KEY=VALUE`. PART is a table of a platform file; or an element of a list of tables, by its name or number (`bus.segment.io`,
    /// `cores.1`); or the name of a device; or `chip` for the top level. The value is written as in a platform file, or as a string without quotes.
    ///
    /// # Errors
    /// If it does not have this form.
    pub fn parse(text: &str) -> Result<Override> {
        let option = format!("--set {text}");
        let wrong = || PlatformError::Option {
            option: option.clone(),
            message: String::from("must be PART.KEY=VALUE, for example bus.single_access=6"),
        };
        let (path, value) = text.split_once('=').ok_or_else(wrong)?;
        let path: Vec<&str> = path.trim().split('.').collect();
        let is_key = |key: &&str| !key.is_empty() && key.chars().all(is_plain);
        match path.as_slice() {
            ["chip", "extends"] => Err(PlatformError::Option {
                option,
                message: String::from("cannot be set; name the other platform instead"),
            }),
            [part, keys @ ..] if !keys.is_empty() && path.iter().all(is_key) => {
                let line = format!("{} = {}\n", keys.join("."), written(value.trim()));
                let text = under(part, keys, &line);
                Ok(Override { option, text })
            }
            _ => Err(wrong()),
        }
    }
}

fn is_plain(character: char) -> bool {
    character.is_ascii_alphanumeric() || "_-".contains(character)
}

/// Returns the value in the syntax of a platform file.
fn written(value: &str) -> String {
    match toml::from_str::<Toml>(&format!("value = {value}")) {
        Ok(table) if table.len() == 1 => value.to_string(),
        _ => Value::String(value.to_string()).to_string(),
    }
}

/// Returns the line under the heading of its part.
fn under(part: &str, keys: &[&str], line: &str) -> String {
    let shape = ROOT.all().find(|key| key.name == part).map(|key| key.shape);
    match (part, shape) {
        ("chip", _) => line.to_string(),
        (_, Some(Shape::Tables(_))) => element(part, keys, line),
        (_, Some(_)) => format!("[{part}]\n{line}"),
        (_, None) => format!("[[device]]\nname = \"{part}\"\n{line}"),
    }
}

/// Returns the line under the heading of a list of tables: in the first table, or in the one whose number follows, as in `cores.1.clock`.
fn element(part: &str, keys: &[&str], line: &str) -> String {
    let heading = format!("[[{part}]]\n");
    match keys.first().and_then(|key| key.parse::<u8>().ok()) {
        Some(number) if keys.len() > 1 => {
            let line = line.split_once('.').map_or("", |(_, line)| line);
            heading.repeat(1 + usize::from(number)) + line
        }
        _ => heading + line,
    }
}
