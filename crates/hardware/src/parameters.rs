//! The parameters of the circuits, and the check that a platform can be built.
//!
//! The circuits are those of two chips, `asip8` and, with a MAC unit and an interrupt controller, `uwb4`; their sizes are parameters. A
//! platform can be built if it differs from one of these only in parameters. Every other difference, whether this crate knows the key or
//! not, is a feature without a circuit.

use std::collections::{BTreeMap, BTreeSet};

use thiserror::Error;
use weft_isa::user::Module;
use weft_sim::platform::Platform;

/// The parameters of the module `chip`, the modules that are its own, and the target frequency of its clock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameters {
    /// Name and value of each.
    pub of_chip: Vec<(&'static str, u64)>,
    /// Each takes the place of the circuit in the file of this name: those of the user's own instructions, if the cores have any.
    pub own: Vec<Module>,
    /// Target frequency of the clock, in hertz.
    pub clock_hz: u64,
}

/// Why a platform cannot be built.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Unbuilt {
    /// Keys that are not parameters differ, each with the platform's value and that of the circuits; or whole tables differ.
    #[error("there is no hardware yet for what {platform} has in place of {base}: {}; `weft platforms show` draws both", .keys.join(", "))]
    Differs {
        platform: String,
        base: String,
        keys: Vec<String>,
    },
    /// A parameter has a value that the circuits do not support.
    #[error("{key} = {value}: the circuits want {wanted}")]
    Impossible {
        key: &'static str,
        value: u64,
        wanted: &'static str,
    },
}

/// A key that is a parameter of `chip`.
struct Key {
    /// With its table, as `weft platforms keys` has it; the table of a device has its name.
    name: &'static str,
    parameter: &'static str,
    kind: Kind,
}

/// The type of a key's value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Number,
    PowerOfTwo,
    /// The start of an address range with this size, to which it is aligned.
    Address(u64),
    /// This word makes the parameter 1, any other one 0.
    Word(&'static str),
}

const fn any(name: &'static str, parameter: &'static str) -> Key {
    Key {
        name,
        parameter,
        kind: Kind::Number,
    }
}

const fn power_of_two(name: &'static str, parameter: &'static str) -> Key {
    Key {
        name,
        parameter,
        kind: Kind::PowerOfTwo,
    }
}

const fn word(name: &'static str, parameter: &'static str, word: &'static str) -> Key {
    Key {
        name,
        parameter,
        kind: Kind::Word(word),
    }
}

const fn address(name: &'static str, parameter: &'static str, bytes: u64) -> Key {
    Key {
        name,
        parameter,
        kind: Kind::Address(bytes),
    }
}

const KEYS: [Key; 16] = [
    any("cores.count", "CORES"),
    any("sync.locks", "LOCKS"),
    any("sync.barriers", "BARRIERS"),
    power_of_two("cores.mailbox.blocks", "BLOCKS"),
    power_of_two("cores.mailbox.block_words", "BLOCK_WORDS"),
    any("cores.mailbox.word_queue", "WORD_QUEUE"),
    any("cores.timing.wake", "WAKE"),
    any("bus.overlap", "OVERLAP"),
    any("sram.wait_states", "WAIT_STATES"),
    power_of_two("cores.program_memory.size", "PROGRAM_BYTES"),
    power_of_two("cores.data_memory.size", "DATA_BYTES"),
    power_of_two("sram.size", "SHARED_BYTES"),
    word("sync.pipelined", "PIPELINED", "true"),
    word("sync.hand_over", "GRANT", "grant"),
    word("cores.mailbox.matching", "MATCHING", "true"),
    word("crossbar.early_data", "EARLY", "true"),
];

/// The keys of a chip with a MAC unit.
const MAC_KEYS: [Key; 3] = [
    any("mac.burst", "BURST"),
    address("interrupt_controller.base", "CONTROLLER_BASE", 4 << 20),
    address("mac.base", "MAC_BASE", 8 << 10),
];
const MAC: &str = "mac";
const MEGAHERTZ: u64 = 1_000_000;
const MAC_MEGAHERTZ: std::ops::RangeInclusive<u64> = 120..=1_000;
/// AHB's minimum address space of a slave, 1 KiB: no burst crosses a multiple of it.
const LEAST_BURST_MEMORY: u64 = 1 << 10;

/// Keys that no circuit depends on: the clock's frequency is a constraint (but for the MAC unit's), the stack's size the linker's.
const WITHOUT_CIRCUIT: [&str; 2] = [CLOCK, "cores.data_memory.stack"];
/// The key whose circuits are written for the chip.
const INSTRUCTIONS: &str = "cores.instructions";
const CLOCK: &str = "chip.clock";
const LEAST_CORES: u64 = 2;

/// Returns the name of the base platform, whose circuits are used for `platform`.
pub fn base_of(platform: &Platform) -> &'static str {
    match has(&settings(platform), MAC) {
        true => "uwb4",
        false => "asip8",
    }
}

impl Parameters {
    /// Returns the parameters of a platform, if it differs from `base` ([`base_of`]) only in parameters.
    ///
    /// # Errors
    /// When the platform has a feature without a circuit.
    pub fn of(platform: &Platform, base: &Platform) -> Result<Parameters, Unbuilt> {
        let [ours, theirs] = [platform, base].map(settings);
        let keys = differences(&ours, &theirs);
        if !keys.is_empty() {
            return Err(Unbuilt::Differs {
                platform: platform.name.clone(),
                base: base.name.clone(),
                keys,
            });
        }
        let has_mac = has(&ours, MAC);
        let mac_keys = MAC_KEYS.iter().filter(|_| has_mac);
        let keys = KEYS.iter().chain(mac_keys);
        let values = keys.map(|key| Ok((key.parameter, checked(key, &ours)?)));
        let mut of_chip = values.collect::<Result<Vec<_>, _>>()?;
        of_chip.push(("MAC", u64::from(has_mac)));
        let own = platform.cores.instructions.modules();
        of_chip.push(("USER", u64::from(!own.is_empty())));
        if has_mac {
            of_chip.push(("CLOCK_HZ", clock_of_mac(platform.clock_hz)?));
        }
        Ok(Parameters {
            of_chip,
            own,
            clock_hz: platform.clock_hz,
        })
    }
}

impl Parameters {
    /// Returns the value of a parameter; 0 if there is none of this name.
    pub fn value(&self, name: &str) -> u64 {
        let mut all = self.of_chip.iter();
        let found = all.find(|(parameter, _)| *parameter == name);
        found.map_or(0, |(_, value)| *value)
    }
}

/// All keys with their values.
fn settings(platform: &Platform) -> BTreeMap<String, String> {
    let settings = platform.source.settings.iter();
    let named = settings.map(|it| match it.table.as_str() {
        "" => (it.key.clone(), it.value.clone()),
        table => (format!("{table}.{}", it.key), it.value.clone()),
    });
    named.collect()
}

/// Returns the differing keys that are not parameters; for a table that only one of the platforms has, the table's name.
fn differences(ours: &BTreeMap<String, String>, theirs: &BTreeMap<String, String>) -> Vec<String> {
    let names: BTreeSet<&String> = ours.keys().chain(theirs.keys()).collect();
    let are_in_both = |name: &str| has(ours, table_of(name)) == has(theirs, table_of(name));
    let unlike = names.into_iter().filter(|name| {
        let may_differ = is_free(name) && are_in_both(name);
        !may_differ && value(ours, name) != value(theirs, name)
    });
    let told = unlike.map(|name| {
        let table = table_of(name);
        match (has(ours, table), has(theirs, table)) {
            (true, true) => {
                let [own, wanted] = [ours, theirs].map(|of| value(of, name).unwrap_or("none"));
                format!("{name} = {own} for {wanted}")
            }
            (true, false) => table.to_owned(),
            (false, _) => format!("{table}, which is not there"),
        }
    });
    let told: BTreeSet<String> = told.collect();
    told.into_iter().collect()
}

/// Returns the value of a key; a clock with the frequency of the chip's counts as the chip's clock.
fn value<'a>(settings: &'a BTreeMap<String, String>, name: &str) -> Option<&'a str> {
    let value = settings.get(name)?;
    let is_the_chips = name.ends_with(".clock") && settings.get(CLOCK) == Some(value);
    Some(if is_the_chips { "the chip's" } else { value })
}

fn table_of(name: &str) -> &str {
    name.rsplit_once('.').map_or("", |(table, _)| table)
}

fn has(settings: &BTreeMap<String, String>, table: &str) -> bool {
    settings.keys().any(|name| table_of(name) == table)
}

fn is_free(name: &str) -> bool {
    let mut keys = KEYS.iter().chain(&MAC_KEYS);
    WITHOUT_CIRCUIT.contains(&name) || name == INSTRUCTIONS || keys.any(|key| key.name == name)
}

fn checked(key: &Key, settings: &BTreeMap<String, String>) -> Result<u64, Unbuilt> {
    let text = settings.get(key.name).map_or("", String::as_str);
    let value = match key.kind {
        Kind::Word(word) => u64::from(text.trim_matches('"') == word),
        Kind::Number | Kind::PowerOfTwo | Kind::Address(_) => number(text).unwrap_or_default(),
    };
    let refused = |wanted| {
        Err(Unbuilt::Impossible {
            key: key.name,
            value,
            wanted,
        })
    };
    match value {
        _ if key.parameter == "CORES" && value < LEAST_CORES => refused("two cores at least"),
        _ if key.kind == Kind::PowerOfTwo && (value < 2 || !value.is_power_of_two()) => {
            refused("a power of two")
        }
        _ if key.parameter == "SHARED_BYTES"
            && has(settings, MAC)
            && value < LEAST_BURST_MEMORY =>
        {
            refused("1 KiB at least for a MAC unit's bursts")
        }
        _ if matches!(key.kind, Kind::Address(bytes) if value % bytes != 0) => {
            refused("a multiple of the size of the device's registers")
        }
        _ => Ok(value),
    }
}

/// Checks the clock of a chip with a MAC unit: the unit needs a whole number of cycles per microsecond, and at least one cycle per octet
/// on the air.
fn clock_of_mac(value: u64) -> Result<u64, Unbuilt> {
    match value % MEGAHERTZ == 0 && MAC_MEGAHERTZ.contains(&(value / MEGAHERTZ)) {
        true => Ok(value),
        false => Err(Unbuilt::Impossible {
            key: CLOCK,
            value,
            wanted: "a whole number of megahertz from 120 to 1,000 for a MAC unit",
        }),
    }
}

/// Parses a number of a platform file: decimal or hexadecimal, for sizes also in KiB or MiB.
fn number(text: &str) -> Option<u64> {
    let text = text.trim_matches('"').replace('_', "");
    let (digits, unit) = text.split_once(' ').unwrap_or((&text, ""));
    let value = match digits.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16).ok()?,
        None => digits.parse().ok()?,
    };
    match unit {
        "" | "B" => Some(value),
        "KiB" => Some(value << 10),
        "MiB" => Some(value << 20),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
