//! Where a program comes from: C files are compiled and linked with object files, an executable is taken as it is.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{bail, Context, Result};
use weft_build::compiler::is_part;
use weft_build::home;
use weft_build::program;
use weft_report::symbols::SourceFolders;
use weft_sim::elf::Image;
use weft_sim::platform::Platform;

use super::{Builder, Built};
use crate::observer::Observer;
use crate::spec::BuildSpec;

/// Gets programs for one platform. The compiler is searched for only when it is needed.
pub struct ProgramSource<'a> {
    platform: &'a Platform,
    spec: &'a BuildSpec,
    observer: &'a mut dyn Observer,
    /// Macros of the programs, which the library does not see.
    macros: Vec<String>,
    builder: Option<Builder>,
}

impl<'a> ProgramSource<'a> {
    /// A source of programs for `platform`; the observer is told when the library is built.
    pub fn new(
        platform: &'a Platform,
        spec: &'a BuildSpec,
        observer: &'a mut dyn Observer,
    ) -> Self {
        ProgramSource {
            platform,
            spec,
            observer,
            macros: Vec::new(),
            builder: None,
        }
    }

    /// Compiles programs with these macros, `NAME=VALUE`, as well.
    pub fn with_macros(self, macros: Vec<String>) -> Self {
        ProgramSource { macros, ..self }
    }

    /// As [`ProgramSource::program`], as an image that can be loaded.
    ///
    /// # Errors
    /// When there is no program, or it is not one for these cores.
    pub fn image(&mut self, files: &[PathBuf]) -> Result<Arc<Image>> {
        let built = self.program(files)?;
        Ok(Arc::new(Image::parse(&built.name, built.elf)?))
    }

    /// Returns the program that `files` make: C and object files together, or one executable.
    ///
    /// # Errors
    /// When a file cannot be read, the files do not make one program, or one does not compile.
    pub fn program(&mut self, files: &[PathBuf]) -> Result<Built> {
        for file in files {
            readable(file)?;
        }
        match files {
            [elf] if !is_part(elf) => Ok(Built {
                elf: program::read(elf)?,
                name: elf.display().to_string(),
            }),
            _ => self.compile(files),
        }
    }

    /// Refuses compiler options if nothing was compiled.
    ///
    /// # Errors
    /// When one was given.
    pub fn refuse_unused_options(&self) -> Result<()> {
        let options = [
            ("-O", self.spec.optimization != BuildSpec::OPTIMIZATION),
            ("-D", !self.spec.define.is_empty()),
        ];
        match options.iter().find(|(_, is_given)| *is_given) {
            Some((option, _)) if self.builder.is_none() => {
                bail!(
                    "{option} is for C files, and an executable is compiled already; leave it out"
                )
            }
            _ => Ok(()),
        }
    }

    /// The version of the compiler, if one was needed.
    pub fn compiler_version(&self) -> Option<&str> {
        self.builder.as_ref().map(Builder::compiler_version)
    }

    fn compile(&mut self, files: &[PathBuf]) -> Result<Built> {
        if let Some(other) = files.iter().find(|file| !is_part(file)) {
            bail!(
                "{} is no C or object file (its name does not end in .c, .S, .s or .o), and an executable cannot be combined \
                 with other files; give C and object files, or one executable",
                other.display()
            );
        }
        if self.builder.is_none() {
            self.builder = Some(Builder::new(self.platform, self.spec)?);
        }
        let builder = self.builder.as_ref().expect("just made");
        builder.program(files, &self.macros, self.observer)
    }
}

fn readable(file: &Path) -> Result<()> {
    let opened =
        std::fs::File::open(file).with_context(|| format!("cannot read {}", file.display()))?;
    if opened.metadata()?.is_dir() {
        let file = file.display();
        bail!("{file} is a folder; give C and object files, or one executable");
    }
    Ok(())
}

/// Returns the folders by which reports name a source file and recognize the library's sources.
pub fn source_folders() -> SourceFolders {
    SourceFolders {
        current: std::env::current_dir().unwrap_or_default(),
        library: home::folder("lib").ok(),
    }
}
