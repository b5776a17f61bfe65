//! The grammar of fault descriptions. The settings `at=` and `seed=` may be anywhere between the words; the words are in this order:
//!
//! ```text
//!   coreN dies                                       at=CYCLE
//!   coreN stalls for CYCLES                          at=CYCLE
//!   bit flip in coreN dmem|pmem ADDRESS[.BIT]        at=CYCLE
//!   bit flip in coreN xR[.BIT]                       at=CYCLE
//!   bit flip in MEMORY ADDRESS[.BIT]                 at=CYCLE
//!   BUS error                                        at=CYCLE
//!   NETWORK corrupts word                            at=CYCLE
//!   lock holder stops                                at=CYCLE
//!   link (X,Y)->(X,Y) loses credit                   at=CYCLE
//!   link (X,Y)->(X,Y) loses tail                     at=CYCLE
//!   link (X,Y)->(X,Y) | every link
//!       corrupts|alters|discards|duplicates RATE     [at=CYCLE] [seed=S]
//! ```

use super::words::{Mistake, Words};
use super::{Cell, Harm, Injection, LinkName, What};
use crate::units::Cycle;

/// The possible beginnings of a description, for error messages.
const SUBJECTS: &str = "coreN, `bit flip in`, `link`, `every link`, `lock holder stops`, the name of a bus or of a network";

/// The verbs for faults of links.
const HARMS: [(&str, Harm); 4] = [
    ("corrupts", Harm::Corrupts),
    ("alters", Harm::Alters),
    ("discards", Harm::Discards),
    ("duplicates", Harm::Duplicates),
];

/// Parses a description.
///
/// # Errors
/// The first word that is not understood.
pub fn parse(text: &str) -> Result<Injection, Mistake> {
    let mut words = Words::of(text);
    let at = number(&mut words, "at", "a cycle")?;
    let seed = number(&mut words, "seed", "a number from 0 on")?;
    let what = what(&mut words, seed)?;
    words.end()?;
    let is_random = matches!(what, What::Link { .. });
    if at.is_none() && !is_random {
        return Err(words.missing("`at=CYCLE`"));
    }
    if seed.is_some() && !is_random {
        return Err(words.missing("no `seed=`: nothing is drawn here, which"));
    }
    Ok(Injection {
        at: Cycle(at.unwrap_or(0)),
        what,
    })
}

/// Returns the value of the setting `KEY=NUMBER`, if it is there.
fn number(words: &mut Words<'_>, key: &str, allowed: &str) -> Result<Option<u64>, Mistake> {
    let Some((start, value)) = words.take_setting(key)? else {
        return Ok(None);
    };
    let number = integer(value).ok_or_else(|| words.mistake(start, value, allowed))?;
    Ok(Some(number))
}

fn what(words: &mut Words<'_>, seed: Option<u64>) -> Result<What, Mistake> {
    match words.peek() {
        Some("bit") => flip(words),
        Some("link" | "every") => link(words, seed.unwrap_or(0)),
        Some("lock") => {
            words.expect("lock")?;
            words.expect("holder")?;
            words.expect("stops")?;
            Ok(What::HolderStops)
        }
        Some(name) if core(name).is_some() => of_core(words),
        _ => {
            let name = words.read(SUBJECTS, name)?;
            let is_error = words.read("`error`, `corrupts word`", |word| match word {
                "error" => Some(true),
                "corrupts" => Some(false),
                _ => None,
            })?;
            if is_error {
                return Ok(What::Error { bus: name });
            }
            words.expect("word")?;
            Ok(What::Word { network: name })
        }
    }
}

fn of_core(words: &mut Words<'_>) -> Result<What, Mistake> {
    let core = words.read("coreN", core)?;
    let dies = words.read("`dies`, `stalls for CYCLES`", |word| match word {
        "dies" => Some(true),
        "stalls" => Some(false),
        _ => None,
    })?;
    if dies {
        return Ok(What::Dies { core });
    }
    words.expect("for")?;
    let cycles = words.read("a number of cycles from 1 on", |word| {
        integer(word).filter(|cycles| *cycles > 0)
    })?;
    Ok(What::Stalls { core, cycles })
}

fn flip(words: &mut Words<'_>) -> Result<What, Mistake> {
    words.expect("bit")?;
    words.expect("flip")?;
    words.expect("in")?;
    let place = words.read("coreN, the name of a memory", name)?;
    let Some(core) = core(&place) else {
        let (address, bit) =
            words.read("ADDRESS or ADDRESS.BIT, with a bit from 0 to 7", address)?;
        return Ok(What::Flip {
            place: Cell::Shared {
                name: place,
                address,
            },
            bit,
        });
    };
    if let Some((number, bit)) = words.peek().and_then(register) {
        words.read("a register", Some)?;
        return Ok(What::Flip {
            place: Cell::Register { core, number },
            bit,
        });
    }
    let is_data = words.read(
        "`dmem ADDRESS[.BIT]`, `pmem ADDRESS[.BIT]`, x1 to x31 with a bit from 0 to 31",
        |word| match word {
            "dmem" => Some(true),
            "pmem" => Some(false),
            _ => None,
        },
    )?;
    let (address, bit) = words.read("ADDRESS or ADDRESS.BIT, with a bit from 0 to 7", address)?;
    let place = match is_data {
        true => Cell::Data { core, address },
        false => Cell::Program { core, address },
    };
    Ok(What::Flip { place, bit })
}

fn link(words: &mut Words<'_>, seed: u64) -> Result<What, Mistake> {
    let is_every = words.read("`link`, `every link`", |word| match word {
        "every" => Some(true),
        "link" => Some(false),
        _ => None,
    })?;
    let link = match is_every {
        true => words.expect("link").map(|()| LinkName::Every)?,
        false => words.read("two routers, such as (1,2)->(2,2)", between)?,
    };
    let allowed = match is_every {
        true => "`corrupts RATE`, `alters RATE`, `discards RATE`, `duplicates RATE`",
        false => {
            "`corrupts RATE`, `alters RATE`, `discards RATE`, `duplicates RATE`, `loses credit`, `loses tail`"
        }
    };
    let harm = words.read(allowed, |word| {
        let harm = HARMS.iter().find(|(name, _)| *name == word);
        let loses = word == "loses" && !is_every;
        harm.map(|(_, harm)| Some(*harm)).or(loses.then_some(None))
    })?;
    let Some(harm) = harm else {
        let is_credit = words.read("`credit`, `tail`", |word| match word {
            "credit" => Some(true),
            "tail" => Some(false),
            _ => None,
        })?;
        return Ok(match is_credit {
            true => What::Credit { link },
            false => What::Tail { link },
        });
    };
    let rate = words.read("a rate above 0 and up to 1, such as 1e-6", rate)?;
    Ok(What::Link {
        link,
        harm,
        rate,
        seed,
    })
}

/// Parses a name of lower-case letters, digits, `-` and `_`, as the parts of a platform have.
fn name(word: &str) -> Option<String> {
    let is_of_name = |it: char| it.is_ascii_lowercase() || it.is_ascii_digit() || "-_".contains(it);
    word.chars().all(is_of_name).then(|| word.to_owned())
}

/// Parses `coreN`.
fn core(word: &str) -> Option<usize> {
    let digits = word
        .strip_prefix("core")
        .filter(|it| it.bytes().all(|it| it.is_ascii_digit()));
    digits?.parse().ok()
}

/// Parses `xR` or `xR.BIT`.
fn register(word: &str) -> Option<(u8, u32)> {
    let (number, bit) = with_bit(word.strip_prefix('x')?, 32)?;
    let number = number.parse().ok()?;
    (1..32).contains(&number).then_some((number, bit))
}

/// Parses `ADDRESS` or `ADDRESS.BIT`.
fn address(word: &str) -> Option<(u32, u32)> {
    let (address, bit) = with_bit(word, 8)?;
    let address = u32::try_from(integer(address)?).ok()?;
    Some((address, bit))
}

/// Splits off `.BIT`; without it the bit is 0. `bits`: the number of bits there are.
fn with_bit(word: &str, bits: u32) -> Option<(&str, u32)> {
    let (before, bit) = word.split_once('.').unwrap_or((word, "0"));
    let bit = bit.parse().ok().filter(|bit| *bit < bits)?;
    Some((before, bit))
}

/// Parses a decimal number, which may have `,` or `_` between digits, or a hexadecimal one after `0x`.
fn integer(word: &str) -> Option<u64> {
    match word.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16).ok(),
        None => word.replace([',', '_'], "").parse().ok(),
    }
}

fn rate(word: &str) -> Option<f64> {
    let rate: f64 = word.parse().ok()?;
    (rate > 0.0 && rate <= 1.0).then_some(rate)
}

/// Parses `(X,Y)->(X,Y)`, or the same with three coordinates.
fn between(word: &str) -> Option<LinkName> {
    let (from, to) = word.split_once("->")?;
    Some(LinkName::Between(router(from)?, router(to)?))
}

fn router(word: &str) -> Option<[usize; 3]> {
    let inside = word.strip_prefix('(')?.strip_suffix(')')?;
    let numbers: Option<Vec<usize>> = inside.split(',').map(|it| it.parse().ok()).collect();
    match numbers?[..] {
        [x, y] => Some([x, y, 0]),
        [x, y, z] => Some([x, y, z]),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn what_of(text: &str) -> What {
        parse(text)
            .unwrap_or_else(|mistake| panic!("{mistake}"))
            .what
    }

    #[test]
    fn each_form_is_understood() {
        assert_eq!(
            parse("at=12,000 core3 dies"),
            Ok(Injection {
                at: Cycle(12_000),
                what: What::Dies { core: 3 }
            })
        );
        assert_eq!(
            what_of("core0 stalls for 50 at=7"),
            What::Stalls {
                core: 0,
                cycles: 50
            }
        );
        let place = Cell::Data {
            core: 2,
            address: 0x1000_0000,
        };
        assert_eq!(
            what_of("at=1 bit flip in core2 dmem 0x10000000.7"),
            What::Flip { place, bit: 7 }
        );
        let place = Cell::Program {
            core: 2,
            address: 64,
        };
        assert_eq!(
            what_of("at=1 bit flip in core2 pmem 64"),
            What::Flip { place, bit: 0 }
        );
        let place = Cell::Register {
            core: 1,
            number: 10,
        };
        assert_eq!(
            what_of("at=1 bit flip in core1 x10.31"),
            What::Flip { place, bit: 31 }
        );
        let place = Cell::Shared {
            name: "sram".into(),
            address: 0x8000_0000,
        };
        assert_eq!(
            what_of("at=1 bit flip in sram 0x80000000"),
            What::Flip { place, bit: 0 }
        );
    }

    #[test]
    fn faults_of_what_cores_share_are_understood() {
        assert_eq!(what_of("bus error at=9"), What::Error { bus: "bus".into() });
        assert_eq!(what_of("lock holder stops at=9"), What::HolderStops);
        let link = LinkName::Between([1, 2, 0], [2, 2, 0]);
        assert_eq!(
            what_of("link (1,2)->(2,2) loses credit at=9"),
            What::Credit { link }
        );
        assert_eq!(
            what_of("link (1,2)->(2,2) loses tail at=9"),
            What::Tail { link }
        );
        let harm = Harm::Discards;
        assert_eq!(
            what_of("link (1,2)->(2,2) discards 1e-3 seed=4"),
            What::Link {
                link,
                harm,
                rate: 1e-3,
                seed: 4
            }
        );
        let link = LinkName::Every;
        assert_eq!(
            what_of("every link discards 0.5"),
            What::Link {
                link,
                harm,
                rate: 0.5,
                seed: 0
            }
        );
    }

    #[test]
    fn a_mistake_names_its_place_and_what_is_allowed() {
        for (text, column, allowed) in [
            ("", 1, "coreN"),
            ("at=x core3 dies", 4, "a cycle"),
            ("at=1 at=2 core3 dies", 6, "no second `at=`"),
            ("core3 dies", 11, "`at=CYCLE`"),
            ("at=5 core3 dyes", 12, "`dies`"),
            ("at=5 core3 stalls for 0", 23, "from 1 on"),
            ("at=5 core3 dies now", 17, "nothing more"),
            ("at=5 Core3 dies", 6, "coreN"),
            ("at=5 bit flip in core2 x32", 24, "x1 to x31"),
            ("at=5 bit flip in core2 dmem 12.8", 29, "from 0 to 7"),
            ("at=5 bit flip in sram", 22, "ADDRESS"),
            ("link (1,2)-(2,2) discards 1", 6, "two routers"),
            ("link (1,2)->(2,2) eats 1", 19, "`discards RATE`"),
            ("link (1,2)->(2,2) loses head at=1", 25, "`tail`"),
            ("every link loses credit at=1", 12, "`duplicates RATE`"),
            ("link (1,2)->(2,2) discards 1.5", 28, "up to 1"),
            ("at=5 seed=1 core3 dies", 23, "no `seed=`"),
            ("at=5 bus breaks", 10, "`error`"),
        ] {
            let mistake = parse(text).expect_err(text);
            assert_eq!(mistake.column, column, "{mistake}");
            assert!(mistake.allowed.contains(allowed), "{mistake}");
            assert!(mistake.to_string().contains(text), "{mistake}");
        }
    }
}
