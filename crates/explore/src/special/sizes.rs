//! KiB of the library as it is built for a chip, of the layers in the variable `layers`: what `weft size` tells.
//!
//! ```text
//! size NAME           code and constants
//! size NAME data      data
//! ```

use anyhow::{anyhow, Result};
use serde::de::value::Error as ValueError;
use serde::de::IntoDeserializer;
use serde::Deserialize;
use weft_run::build::Library;
use weft_run::size::{whole, Bytes, Layer};
use weft_run::Unobserved;

use super::{without_runs, Entry, Special};

/// Measures them; nothing runs.
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

fn layer(name: &str) -> Result<Layer> {
    let layer = Layer::deserialize(name.into_deserializer());
    layer.map_err(|error: ValueError| anyhow!("no layer of the library: {error}"))
}

/// To a tenth.
fn kib(bytes: u64) -> f64 {
    (bytes as f64 / 102.4).round() / 10.0
}
