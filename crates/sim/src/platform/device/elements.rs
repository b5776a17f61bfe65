//! The list of devices, merged from a platform and those that it extends. Names are unique.

use super::super::parts::{device_types, NETWORK_OF_AGENTS};
use crate::description::{Attached, DeviceType, Field, PlatformError, Reading, Result, Table};

/// Returns the devices, those of extended platforms first.
pub fn all<'a>(root: &Table<'a>) -> Result<Vec<Attached<'a>>> {
    let mut all: Vec<Attached> = Vec::new();
    let layers = root.optional("device").map(|field| field.layers());
    for layer in layers.into_iter().flatten().rev() {
        let inherited = all.len();
        let mut seen: Vec<String> = Vec::new();
        for field in layer.elements("[[device]]: devices are a list")? {
            let (name, kind) = names(&field.table()?)?;
            let forerunner = all.iter_mut().find(|other| other.name == name);
            if seen.contains(&name) {
                return Err(field.error(format!(
                    "`{name}` is there twice; give each device a `name` of its own"
                )));
            }
            match (forerunner, kind) {
                (Some(other), Some(kind)) => (other.kind, other.field) = (kind, field),
                (Some(other), None) => other.field = field.over(other.field.clone()),
                (None, Some(kind)) => all.push(Attached {
                    name: name.clone(),
                    kind,
                    field,
                }),
                (None, None) => return Err(none(&field, &name, &all[..inherited])),
            }
            seen.push(name);
        }
    }
    Ok(all)
}

fn none(field: &Field, name: &str, others: &[Attached]) -> PlatformError {
    let others: Vec<&str> = others.iter().map(|other| other.name.as_str()).collect();
    field.error(format!(
        "changes the device `{name}`, which is not there (there are: {}); give a new device a `kind`",
        others.join(", ")
    ))
}

/// Returns the name and the kind of a device. A device without a kind changes an inherited one of the same name.
fn names(table: &Table) -> Result<(String, Option<&'static DeviceType>)> {
    let (kind, name) = (table.optional("kind"), table.optional("name"));
    let kind = match (&kind, &name) {
        (None, Some(_)) => None,
        _ => Some(kind_of(&table.required("kind", "kind = \"sram\"")?)?),
    };
    let name = match (name, kind) {
        (Some(field), _) => checked_name(&field)?,
        (None, kind) => kind.map_or("", |kind| kind.name).replace('-', "_"),
    };
    Ok((name, kind))
}

fn kind_of(field: &Field) -> Result<&'static DeviceType> {
    let names: Vec<&str> = device_types().map(|kind| kind.name).collect();
    let chosen = field.choice(&names)?;
    let found = device_types().nth(chosen);
    found.ok_or_else(|| field.error("is no kind of device"))
}

fn checked_name(field: &Field) -> Result<String> {
    let name = field.text()?;
    let letters = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    if !name.starts_with(|c: char| c.is_ascii_lowercase()) || !name.chars().all(letters) {
        return Err(field.error(
            "must be lower-case letters, digits and _, beginning with a letter: C programs see it as WEFT_<NAME>_BASE",
        ));
    }
    if ["pmem", "dmem", "dmem_bus", "shared", "stack"].contains(&name) {
        return Err(field.error(format!(
            "is \"{name}\", which has a meaning of its own in programs; choose another"
        )));
    }
    Ok(name.to_string())
}

/// Checks that the chip has the interconnect that the device is attached to, and no second device of a kind of which there can be one only.
pub fn check(device: &Attached, reading: &Reading) -> Result<()> {
    let kind = device.kind;
    if !kind.is_on_bus && reading.root.optional(NETWORK_OF_AGENTS).is_none() {
        return Err(device.field.error(format!(
            "is a device at [{NETWORK_OF_AGENTS}], but the chip has no [{NETWORK_OF_AGENTS}]; add it"
        )));
    }
    let same = |other: &&Attached| kind.single && other.kind.name == kind.name;
    match reading.attached.iter().find(same) {
        Some(other) => Err(device.field.error(format!(
            "`{}` is of the same kind as `{}`; a chip has one {}",
            device.name, other.name, kind.name
        ))),
        None => Ok(()),
    }
}
