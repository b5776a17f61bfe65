//! The platform of a run: by name, as a file, or as text, with some keys changed.

use std::path::{Path, PathBuf};

use anyhow::Result;
use serde::{Deserialize, Serialize};
use weft_sim::platform::{platform_directories, Override, Platform};

/// A platform.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PlatformSpec {
    /// The name of a platform, or a platform file; [`PlatformSpec::HOST`] is this machine's own processes.
    pub name: String,
    /// The text of a platform file that replaces the file `name`.
    pub text: Option<String>,
    /// Lines `key = value` of a platform file that replace the platform's own.
    pub changes: Vec<String>,
    /// Keys to set, each `PART.KEY=VALUE`; they override everything else.
    pub set: Vec<String>,
    /// Files that describe instructions of the user's own.
    pub instructions: Vec<PathBuf>,
}

impl PlatformSpec {
    /// The name that is this machine instead of a chip.
    pub const HOST: &'static str = "host";
    /// The chip by default.
    pub const DEFAULT: &'static str = "asip8";

    /// Is it this machine?
    pub fn is_host(&self) -> bool {
        self.name == PlatformSpec::HOST
    }

    /// Reads the platform file, the changes, and the instructions.
    ///
    /// # Errors
    /// When there is no such platform, or a text is wrong.
    pub fn load(&self) -> Result<Platform> {
        let mut platform = self.read()?;
        for file in &self.instructions {
            platform.add_instructions(file)?;
        }
        Ok(platform)
    }

    fn read(&self) -> Result<Platform> {
        let set = self.set.iter().map(|text| Override::parse(text));
        let set = set.collect::<Result<Vec<_>, _>>()?;
        let base = Path::new(&self.name);
        let stem = base.file_stem().unwrap_or_default().to_string_lossy();
        let (file, first) = match &self.text {
            None if self.changes.is_empty() => {
                let folders = platform_directories();
                return Ok(Platform::load_with(&self.name, &folders, &set)?);
            }
            None => (format!("{stem}+changes.toml"), extends(&stem)),
            Some(text) => (format!("{stem}.toml"), text.clone()),
        };
        let lines = [vec![first], self.changes.clone()].concat();
        let file = base.with_file_name(file);
        Ok(Platform::parse_with(&file, &lines.join("\n"), &set)?)
    }
}

fn extends(name: &str) -> String {
    format!("extends = \"{name}\"")
}

impl Default for PlatformSpec {
    fn default() -> PlatformSpec {
        PlatformSpec::from(PlatformSpec::DEFAULT)
    }
}

impl From<&str> for PlatformSpec {
    fn from(name: &str) -> PlatformSpec {
        PlatformSpec {
            name: name.to_string(),
            text: None,
            changes: Vec::new(),
            set: Vec::new(),
            instructions: Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asip8() -> PlatformSpec {
        PlatformSpec::default()
    }

    #[test]
    fn changed_keys_replace_those_of_the_platform() {
        let changed = PlatformSpec {
            changes: vec!["[[cores]]".to_string(), "count = 2".to_string()],
            ..asip8()
        };
        assert_eq!(asip8().load().unwrap().cores.count, 8);
        let platform = changed.load().unwrap();
        assert_eq!(
            (platform.cores.count, platform.name.as_str()),
            (2, "asip8+changes")
        );
    }

    #[test]
    fn a_text_takes_the_place_of_a_file() {
        let described = PlatformSpec {
            text: Some("extends = \"asip8\"".to_string()),
            changes: vec!["[[cores]]\ncount = 4".to_string()],
            ..PlatformSpec::from("mine")
        };
        let platform = described.load().unwrap();
        assert_eq!((platform.cores.count, platform.name.as_str()), (4, "mine"));
    }

    #[test]
    fn a_key_can_be_set() {
        let set = ["bus.single_access=6", "cores.count=2", "map.ranks=[1, 0]"];
        let changed = PlatformSpec {
            set: set.map(String::from).to_vec(),
            ..asip8()
        };
        let platform = changed.load().unwrap();
        assert_eq!((platform.bus.single_access, platform.cores.count), (6, 2));
        assert_eq!(platform.map.ranks, [1, 0]);
        assert_eq!(platform.name, "asip8");
    }

    #[test]
    fn a_wrong_key_is_named_with_the_option() {
        let error = |set: &str| {
            let wrong = PlatformSpec {
                set: vec![set.to_string()],
                ..asip8()
            };
            wrong.load().unwrap_err().to_string()
        };
        let misspelt = error("bus.single_acess=6");
        assert!(
            misspelt.starts_with("--set bus.single_acess=6: unknown key `single_acess` in [bus]"),
            "{misspelt}"
        );
        assert!(
            misspelt.ends_with("(did you mean `single_access`?)"),
            "{misspelt}"
        );
        assert!(error("bus.single_access=3").starts_with("--set bus.single_access=3: "));
        assert!(error("bus.single_access").contains("must be PART.KEY=VALUE"));
        assert!(error("chip.extends=asip8x").contains("name the other platform"));
        assert!(
            error("nothing.size=3").contains("changes the device `nothing`, which is not there")
        );
    }

    #[test]
    fn a_wrong_change_is_named_with_its_line() {
        let wrong = PlatformSpec {
            changes: vec!["corse = 2".to_string()],
            ..asip8()
        };
        let error = format!("{:#}", wrong.load().unwrap_err());
        assert!(
            error.contains("asip8+changes.toml:2") && error.contains("corse"),
            "{error}"
        );
    }
}
