//! Chips of several switches, with cores and memories anywhere.

use super::{BASE, REGISTER, REQUEST, RESPONSE};
use crate::noc::random::Random;
use crate::part::switches::Switched;
use crate::platform::Platform;
use std::path::Path;

/// A chip. Its memories are the first devices; the registers of the interfaces are the last.
#[derive(Clone, Debug)]
pub struct Shape {
    pub links: &'static [(usize, usize)],
    /// The switches of cores, and of memories.
    pub cores: Vec<usize>,
    pub memories: Vec<usize>,
    /// Of each memory.
    pub wait_states: u64,
    /// Further keys of `[switches]`.
    pub keys: String,
}

const NAMES: [&str; 4] = ["a", "b", "c", "d"];

/// Links between two switches, between three and four in a row, around one, and each with each.
const LINKS: [(usize, &[(usize, usize)]); 6] = [
    (2, &[(0, 1)]),
    (3, &[(0, 1), (1, 2)]),
    (3, &[(0, 1), (1, 2), (0, 2)]),
    (4, &[(0, 1), (1, 2), (2, 3)]),
    (4, &[(0, 1), (0, 2), (0, 3)]),
    (4, &[(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]),
];

impl Shape {
    pub fn random(random: &mut Random) -> Shape {
        let mut pick = |count: usize| random.below(count as u32) as usize;
        let (switches, links) = LINKS[pick(LINKS.len())];
        let (cores, memories) = (2 + pick(9), 1 + pick(4));
        let cores = (0..cores).map(|_| pick(switches)).collect();
        let memories = (0..memories).map(|_| pick(switches)).collect();
        let allocation = ["round-robin", "fixed-priority"][pick(2)];
        let pipeline = ["look-ahead", "four-stage"][pick(2)];
        // Two priorities with separate channels need six virtual channels, which leaves a switch ten ports.
        let apart = pick(4) == 0;
        Shape {
            links,
            cores: match apart {
                true => vec![0, switches - 1, 0, 1],
                false => cores,
            },
            memories,
            wait_states: pick(4) as u64,
            keys: format!(
                "allocation = \"{allocation}\"\npipeline = \"{pipeline}\"\nbuffer = {}\npriorities = {}\n\
                 channel_for_each_priority = {apart}\n",
                1 + pick(5),
                if apart { 2 } else { 1 + pick(4) }
            ),
        }
    }

    pub fn switched(&self) -> Switched {
        let platform = Platform::parse(Path::new("test.toml"), &self.text());
        let platform = platform.unwrap_or_else(|error| panic!("{error}"));
        let switches = platform.switches.clone().expect("it has switches");
        Switched::new(switches, &platform.facts())
    }

    fn text(&self) -> String {
        let ends = self.links.iter().flat_map(|&(one, other)| [one, other]);
        let placed = self.cores.iter().chain(&self.memories).copied();
        let switches = 1 + ends.chain(placed).max().unwrap_or(0);
        let name = |&switch: &usize| NAMES[switch];
        let link = |&(one, other): &(usize, usize)| vec![NAMES[one], NAMES[other]];
        let memory = |(number, switch): (usize, &usize)| {
            format!(
                "[[device]]\nkind = \"sram\"\nname = \"memory{number}\"\nbase = {:#x}\nsize = \"4 KiB\"\n\
                 wait_states = {}\nswitch = \"{}\"\n",
                0x4000_0000 + 0x1000 * number,
                self.wait_states,
                NAMES[*switch]
            )
        };
        let memories: String = self.memories.iter().enumerate().map(memory).collect();
        format!(
            "summary = \"test\"\nclock = \"24 MHz\"\n[library]\nthreads = \"none\"\n\
             [[cores]]\ncount = {}\n\
             [cores.program_memory]\nbase = 0x0\nsize = \"4 KiB\"\n\
             [cores.data_memory]\nbase = 0x1000_0000\nsize = \"4 KiB\"\nstack = \"1 KiB\"\n\
             [switches]\nnames = {:?}\nlinks = {:?}\ncores = {:?}\n{}\
             request = {REQUEST}\nresponse = {RESPONSE}\nregister = {REGISTER}\n{memories}\
             [[device]]\nkind = \"network-interface\"\nbase = {BASE:#x}\n",
            self.cores.len(),
            &NAMES[..switches],
            self.links.iter().map(link).collect::<Vec<_>>(),
            self.cores.iter().map(name).collect::<Vec<_>>(),
            self.keys,
        )
    }
}
