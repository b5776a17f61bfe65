//! Which core runs which program, and as which rank.

use anyhow::{bail, Result};
use weft_sim::platform::Platform;

/// A program given to one core by `--core`.
#[derive(Clone, Copy, Debug)]
pub struct ProgramOfCore {
    /// The core.
    pub core: usize,
    /// The index of the program.
    pub program: usize,
}

/// The programs and ranks of all cores.
#[derive(Debug, PartialEq, Eq)]
pub struct Placement {
    /// For each core the program it runs; `None`: halted from the start.
    pub programs: Vec<Option<usize>>,
    /// For each rank its core. Cores without a program have no rank.
    pub cores_of_ranks: Vec<usize>,
}

impl Placement {
    /// Places programs on the first `ranks` cores of the platform's map (by default on all of it): `common` on each core that has no
    /// program of its own.
    ///
    /// # Errors
    /// When the map has fewer ranks, or a core does not exist, has no rank, or was given two programs.
    pub fn new(
        platform: &Platform,
        ranks: Option<usize>,
        common: Option<usize>,
        own: &[ProgramOfCore],
    ) -> Result<Placement> {
        let mapped = mapped_cores(platform, ranks)?;
        let mut programs = vec![None; platform.cores.count];
        mapped.iter().for_each(|core| programs[*core] = common);
        let mut given = vec![false; platform.cores.count];
        for ProgramOfCore { core, program } in own {
            check_core(platform, mapped, *core)?;
            if std::mem::replace(&mut given[*core], true) {
                bail!("core {core} is given two programs; give --core core{core}=FILE once");
            }
            programs[*core] = Some(*program);
        }
        let mut cores_of_ranks = mapped.to_vec();
        cores_of_ranks.retain(|core| programs[*core].is_some());
        Ok(Placement {
            programs,
            cores_of_ranks,
        })
    }

    /// Returns the rank on a core.
    pub fn rank(&self, core: usize) -> Option<usize> {
        let mut ranks = self.cores_of_ranks.iter();
        ranks.position(|of_rank| *of_rank == core)
    }
}

fn mapped_cores(platform: &Platform, ranks: Option<usize>) -> Result<&[usize]> {
    let map = &platform.map.ranks;
    match ranks {
        None => Ok(map),
        Some(0) => bail!("-n 0: a program needs at least one rank"),
        Some(ranks) if ranks > map.len() => bail!(
            "-n {ranks}: the platform {} has room for {} ranks ({} cores); take fewer, or a larger platform \
             (`weft platforms` lists them)",
            platform.name,
            map.len(),
            platform.cores.count
        ),
        Some(ranks) => Ok(&map[..ranks]),
    }
}

fn check_core(platform: &Platform, mapped: &[usize], core: usize) -> Result<()> {
    let (name, last) = (&platform.name, platform.cores.count - 1);
    if core > last {
        bail!("--core {core}: the platform {name} has cores 0 to {last}");
    }
    if !mapped.contains(&core) {
        bail!("--core {core}: no rank is placed on this core by the map of {name} and -n");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    /// Four cores, ranks on 2, 0 and 1.
    fn platform() -> Platform {
        let text = std::fs::read_to_string(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../../platforms/asip8.toml"
        ));
        let mut platform = Platform::parse(Path::new("four.toml"), &text.unwrap()).unwrap();
        platform.cores.count = 4;
        platform.map.ranks = vec![2, 0, 1];
        platform
    }

    fn error(ranks: Option<usize>, common: Option<usize>, own: &[ProgramOfCore]) -> String {
        Placement::new(&platform(), ranks, common, own)
            .unwrap_err()
            .to_string()
    }

    #[test]
    fn ranks_follow_the_map() {
        let placement = Placement::new(&platform(), None, Some(0), &[]).unwrap();
        assert_eq!(placement.programs, [Some(0), Some(0), Some(0), None]);
        assert_eq!(placement.cores_of_ranks, [2, 0, 1]);
        assert_eq!((placement.rank(0), placement.rank(3)), (Some(1), None));
    }

    #[test]
    fn fewer_ranks_take_the_first_of_the_map() {
        let placement = Placement::new(&platform(), Some(2), Some(0), &[]).unwrap();
        assert_eq!(placement.programs, [Some(0), None, Some(0), None]);
    }

    #[test]
    fn a_core_may_have_its_own_program() {
        let own = [ProgramOfCore {
            core: 0,
            program: 1,
        }];
        let placement = Placement::new(&platform(), None, Some(0), &own).unwrap();
        assert_eq!(placement.programs, [Some(1), Some(0), Some(0), None]);
        let placement = Placement::new(&platform(), None, None, &own).unwrap();
        assert_eq!(
            placement,
            Placement {
                programs: vec![Some(1), None, None, None],
                cores_of_ranks: vec![0]
            }
        );
    }

    #[test]
    fn wrong_numbers_are_named() {
        assert!(error(Some(4), Some(0), &[]).contains("room for 3 ranks (4 cores)"));
        assert!(error(Some(0), Some(0), &[]).contains("at least one"));
        let own = |core| ProgramOfCore { core, program: 0 };
        assert!(error(None, None, &[own(9)]).contains("cores 0 to 3"));
        assert!(error(None, None, &[own(3)]).contains("no rank is placed"));
        assert!(error(None, None, &[own(1), own(1)]).contains("two programs"));
    }
}
