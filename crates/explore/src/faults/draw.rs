//! Draws the fault of each run of a campaign.

use anyhow::{bail, Result};
use clap::ValueEnum;
use serde::Serialize;
use weft_sim::injection::Places;
use weft_sim::noc::random::Random;

/// A kind of fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A core dies, or stalls
    Core,
    /// A link harms packets, or a word between cores
    Link,
    /// A bit of a memory or a register changes
    Memory,
    /// An access to the bus is answered with an error
    Bus,
    /// The holder of a lock stops
    Lock,
}

impl Kind {
    /// All of them, with their names.
    pub const ALL: [(Kind, &'static str); 5] = [
        (Kind::Core, "core"),
        (Kind::Link, "link"),
        (Kind::Memory, "memory"),
        (Kind::Bus, "bus"),
        (Kind::Lock, "lock"),
    ];

    /// Its name in arguments and tables.
    pub fn name(self) -> &'static str {
        let named = Kind::ALL.iter().find(|(kind, _)| *kind == self);
        named.map_or("", |(_, name)| name)
    }

    /// Can a chip with these places have such faults?
    fn is_possible(self, places: &Places) -> bool {
        match self {
            Kind::Core | Kind::Memory => true,
            Kind::Link => !places.links.is_empty() || !places.networks.is_empty(),
            Kind::Bus => !places.buses.is_empty(),
            Kind::Lock => places.has_locks,
        }
    }
}

/// What faults are drawn from: the chip's places, the cores with programs and the length of the run.
pub struct Draw {
    places: Places,
    /// The cores with programs.
    cores: Vec<usize>,
    /// Cycles of the run without faults.
    length: u64,
    kinds: Vec<Kind>,
}

impl Draw {
    /// Draws faults of these kinds, or, if there are none, of all kinds that the chip can have.
    ///
    /// # Errors
    /// When the chip cannot have faults of one of these kinds.
    pub fn new(places: Places, cores: Vec<usize>, length: u64, kinds: &[Kind]) -> Result<Draw> {
        if let Some(kind) = kinds.iter().find(|kind| !kind.is_possible(&places)) {
            let possible = possible(&places).map(Kind::name);
            let possible: Vec<&str> = possible.collect();
            bail!(
                "--kinds {}: the chip has nothing that such a fault could strike; it can have: {}",
                kind.name(),
                possible.join(", ")
            );
        }
        let kinds = match kinds {
            [] => possible(&places).collect(),
            kinds => kinds.to_vec(),
        };
        Ok(Draw {
            places,
            cores,
            length: length.max(1),
            kinds,
        })
    }

    /// Returns the kind and the description of the fault of run `number`.
    pub fn fault(&self, seed: u64, number: u64) -> (Kind, String) {
        let mut random = Random::of(seed, number);
        let random = &mut random;
        let kind = *pick(&self.kinds, random);
        let at = random.bits() % self.length;
        let fault = match kind {
            Kind::Core => self.of_core(at, random),
            Kind::Link => self.of_link(at, number, random),
            Kind::Memory => self.of_memory(at, random),
            Kind::Bus => format!("{} error at={at}", pick(&self.places.buses, random)),
            Kind::Lock => format!("lock holder stops at={at}"),
        };
        (kind, fault)
    }

    fn of_core(&self, at: u64, random: &mut Random) -> String {
        let core = pick(&self.cores, random);
        match random.below(2) {
            0 => format!("core{core} dies at={at}"),
            _ => format!(
                "core{core} stalls for {} at={at}",
                1 + random.below(100_000)
            ),
        }
    }

    /// A word on its way, the tail of a packet, or packets of one link: each, one in ten, one in a hundred.
    fn of_link(&self, at: u64, number: u64, random: &mut Random) -> String {
        if self.places.links.is_empty() {
            return format!(
                "{} corrupts word at={at}",
                pick(&self.places.networks, random)
            );
        }
        let link = pick(&self.places.links, random);
        let harms = ["corrupts", "alters", "discards", "duplicates", "loses tail"];
        let harm = pick(&harms, random);
        if *harm == "loses tail" {
            return format!("{link} {harm} at={at}");
        }
        let rate = pick(&["1", "0.1", "0.01"], random);
        format!("{link} {harm} {rate} seed={number} at={at}")
    }

    fn of_memory(&self, at: u64, random: &mut Random) -> String {
        let core = pick(&self.cores, random);
        let places = &self.places;
        let address = |(base, bytes): (u32, u32), random: &mut Random| {
            format!("0x{:08x}.{}", base + random.below(bytes), random.below(8))
        };
        let place = match random.below(3 + u32::from(!places.memories.is_empty())) {
            0 => format!("core{core} dmem {}", address(places.data, random)),
            1 => format!("core{core} pmem {}", address(places.program, random)),
            2 => format!("core{core} x{}.{}", 1 + random.below(31), random.below(32)),
            _ => {
                let (name, base, bytes) = pick(&places.memories, random);
                format!("{name} {}", address((*base, *bytes), random))
            }
        };
        format!("bit flip in {place} at={at}")
    }
}

fn possible(places: &Places) -> impl Iterator<Item = Kind> + '_ {
    let all = Kind::ALL.into_iter().map(|(kind, _)| kind);
    all.filter(|kind| kind.is_possible(places))
}

fn pick<'a, T>(of: &'a [T], random: &mut Random) -> &'a T {
    &of[random.below(of.len() as u32) as usize]
}

#[cfg(test)]
mod tests {
    use super::*;
    use weft_sim::injection::parse;

    fn places() -> Places {
        Places {
            cores: 2,
            data: (0x1000_0000, 1024),
            program: (0, 1024),
            memories: vec![("sram".into(), 0x8000_0000, 64)],
            buses: vec!["bus".into()],
            networks: Vec::new(),
            has_locks: true,
            links: vec!["link (0,0)->(1,0)".into()],
        }
    }

    #[test]
    fn each_fault_is_one_that_the_option_takes_and_depends_on_seed_and_number() {
        let draw = Draw::new(places(), vec![0, 1], 1000, &[]).unwrap();
        let mut kinds = std::collections::BTreeSet::new();
        for number in 0..200 {
            let (kind, fault) = draw.fault(7, number);
            kinds.insert(kind);
            assert!(parse(&fault).unwrap().at.0 < 1000, "{fault}");
            assert_eq!(draw.fault(7, number).1, fault);
        }
        assert_eq!(kinds.len(), Kind::ALL.len());
        assert!((0..9).any(|number| draw.fault(7, number) != draw.fault(8, number)));
    }

    #[test]
    fn a_kind_that_the_chip_cannot_have_is_refused() {
        let without = Places {
            buses: Vec::new(),
            ..places()
        };
        let refused = Draw::new(without, vec![0], 10, &[Kind::Bus]).err().unwrap();
        assert!(
            refused.to_string().contains("core, link, memory, lock"),
            "{refused}"
        );
    }
}
