//! The library for a process that is attached to a simulated chip: its link accesses the chip's bus, and generated headers describe the
//! chip.

use std::ffi::OsString;

use anyhow::{Context, Result};

use weft_build::cache;
use weft_build::compiler::Compiler;
use weft_build::home;
use weft_build::recipe::Recipe;

use super::{archive, key, library_flags, steps, Native, ARCHIVE, COMPILER_VARIABLE, RECIPE};

/// The link of such a process.
const LINK: &str = "pcie";

/// A generated header.
#[derive(Clone, Debug)]
pub struct Header {
    /// As programs include it: `weft/platform.h`.
    pub name: &'static str,
    /// Its text.
    pub text: String,
}

impl Native {
    /// Builds the library with these headers and macros (`NAME=VALUE`), which programs are compiled with as well.
    ///
    /// # Errors
    /// When the library's sources or a compiler are missing, or the library does not compile for this chip.
    pub fn beside(headers: &[Header], macros: &[String]) -> Result<Native> {
        let library = home::folder("lib")?;
        let recipe = Recipe::read(&library, RECIPE)?;
        let public = recipe.include.clone();
        let recipe = recipe.with_link(LINK)?;
        let compiler = Compiler::find(&recipe, COMPILER_VARIABLE)?;
        let mut key = key("beside", &compiler, &library)?;
        headers
            .iter()
            .for_each(|header| key.add(format!("{}\n{}", header.name, header.text)));
        macros.iter().for_each(|define| key.add(define));
        let folder = cache::entry(key, |folder| {
            std::fs::create_dir(folder.join("weft"))?;
            for Header { name, text } in headers {
                std::fs::write(folder.join(name), text)?;
            }
            let mut flags: Vec<OsString> = vec!["-I".into(), folder.into()];
            flags.extend(macros.iter().map(|define| format!("-D{define}").into()));
            flags.extend(library_flags(&library, &recipe));
            let steps = steps(recipe.sources_in(&library), folder);
            compiler
                .compile(&steps, &flags)
                .context("the library does not compile for a PC beside this chip")?;
            let objects: Vec<_> = steps.into_iter().map(|step| step.object).collect();
            archive(&objects, &folder.join(ARCHIVE))
        })?;
        // The generated headers precede those of this machine.
        let public = public.iter().map(|folder| library.join(folder));
        let include = [folder.clone()].into_iter().chain(public).collect();
        Ok(Native::new(include, recipe, &folder))
    }
}
