//! Sizes in KiB, as `weft size` reports them: of the library built for a chip, for the layers in the variable `layers`; or of the functions of a
//! program that the variable `symbols` lists.
//!
//! ```text
//! size NAME           code and constants
//! size NAME data      data
//! ```

use anyhow::{anyhow, Context, Result};
use serde::de::value::Error as ValueError;
use serde::de::IntoDeserializer;
use serde::Deserialize;
use weft_run::build::{Library, ProgramSource};
use weft_run::size::{whole, Bytes, Layer};
use weft_run::Unobserved;

use super::{without_runs, Entry, Special};

/// Measures the layers; no simulation runs.
///
/// # Errors
/// When a variable is missing, or there is no such layer.
pub fn sizes(entry: &Entry) -> Result<Special> {
    let name = entry.variables.get("name")?.to_owned();
    let layers = entry.variables.get("layers")?.split(' ').map(layer);
    let layers: Vec<Layer> = layers.collect::<Result<_>>()?;
    let (platform, build) = (entry.run.platform.clone(), entry.run.build.clone());
    without_runs(move || {
        let library = Library::new(&platform.load()?, &build.define)?;
        let sizes = whole(&library, &mut Unobserved)?;
        let sum: Bytes = layers.iter().map(|layer| sizes[*layer as usize]).sum();
        Ok(vec![
            (format!("size {name}"), kib(sum.code + sum.constants)),
            (format!("size {name} data"), kib(sum.data + sum.zeros)),
        ])
    })
}

/// Measures functions of a program, which is built and not run.
///
/// # Errors
/// When a variable is missing, the program does not build, or it has no such function.
pub fn functions(entry: &Entry) -> Result<Special> {
    let name = entry.variables.get("name")?.to_owned();
    let symbols = entry.variables.get("symbols")?.split(' ');
    let symbols: Vec<String> = symbols.map(str::to_owned).collect();
    let run = entry.run.clone();
    without_runs(move || {
        let platform = run.platform.load()?;
        let mut observer = Unobserved;
        let mut source = ProgramSource::new(&platform, &run.build, &mut observer);
        let image = source.image(&run.files)?;
        let bytes = symbols.iter().map(|name| {
            let symbol = image.symbol(name);
            let symbol = symbol.with_context(|| format!("the program has no function `{name}`"))?;
            Ok(u64::from(symbol.size))
        });
        let sum: u64 = bytes.sum::<Result<u64>>()?;
        Ok(vec![(format!("size {name}"), kib(sum))])
    })
}

fn layer(name: &str) -> Result<Layer> {
    let layer = Layer::deserialize(name.into_deserializer());
    layer.map_err(|error: ValueError| anyhow!("no layer of the library: {error}"))
}

/// Converts bytes to KiB, rounded to a tenth.
fn kib(bytes: u64) -> f64 {
    (bytes as f64 / 102.4).round() / 10.0
}
