//! `weft hardware`: the circuits of a platform, in a folder that stands alone.

use anyhow::{bail, Result};
use weft_hardware::{write as project, Parameters, BASE};
use weft_run::PlatformSpec;

use crate::arguments::hardware::HardwareArguments;
use crate::terminal::print;

/// Carries out `weft hardware`.
///
/// # Errors
/// When there is no such platform or no circuit of it, or a file cannot be written.
pub fn write(arguments: &HardwareArguments) -> Result<()> {
    let spec = PlatformSpec {
        set: arguments.set.clone(),
        ..arguments.platform.as_str().into()
    };
    if spec.is_host() {
        bail!("`host` is this machine, which no circuit of ours is");
    }
    let platform = spec.load()?;
    let parameters = Parameters::of(&platform, &PlatformSpec::from(BASE).load()?)?;
    for path in project(&platform.name, &parameters, &arguments.out)? {
        print(&format!("{}\n", path.display()))?;
    }
    let folder = arguments.out.display();
    Ok(print(&format!("{folder}/rtl\n{folder}/bench\n"))?)
}
