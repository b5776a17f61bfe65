//! `weft size`: bytes of code and data that each layer of the library takes, in a program as it was linked and as a whole.

mod table;

use anyhow::{bail, Result};
use serde::Serialize;
use weft_run::build::{add_described, Builder};
use weft_run::size::{self, Bytes, Layer};

use crate::arguments::size::SizeArguments;
use crate::files::write_json;
use crate::run::spec;
use crate::terminal::{self, Building};

/// What `--json` writes.
#[derive(Serialize)]
struct Sizes {
    platform: String,
    /// First line of the C compiler's `--version`.
    compiler: String,
    /// Optimization level of the program's own files.
    optimization: String,
    /// From the hardware up, without empty ones.
    layers: Vec<LayerSize>,
}

/// One layer.
#[derive(Serialize)]
struct LayerSize {
    layer: Layer,
    /// In the program; None without one.
    program: Option<Bytes>,
    /// In the whole library; None for a layer that is not part of the library.
    whole: Option<Bytes>,
}

/// Carries out `weft size`.
///
/// # Errors
/// When the platform is not a chip, or the program or library does not compile.
pub fn size(arguments: &SizeArguments) -> Result<()> {
    let platform = spec::platform(&arguments.build);
    if platform.is_host() {
        bail!("`weft size` tells sizes on chips; of a program on this machine the command `size` does");
    }
    let mut platform = platform.load()?;
    add_described(&mut platform, &arguments.files)?;
    let builder = Builder::new(&platform, &spec::build(&arguments.build))?;
    let sizes = Sizes {
        platform: platform.name.clone(),
        compiler: builder.compiler_version().to_string(),
        optimization: arguments.build.optimization.clone(),
        layers: layers(&builder, arguments)?,
    };
    write_json(arguments.json.as_deref(), &sizes)?;
    Ok(terminal::print(&table::table(&sizes))?)
}

fn layers(builder: &Builder, arguments: &SizeArguments) -> Result<Vec<LayerSize>> {
    let whole = size::whole(builder.library(), &mut Building)?;
    let program = match arguments.files.as_slice() {
        [] => None,
        files => Some(size::program(builder, files, &mut Building)?),
    };
    let layer = |(layer, _): &(Layer, &str)| LayerSize {
        layer: *layer,
        program: program.as_ref().map(|sizes| sizes[*layer as usize]),
        whole: layer.is_library().then(|| whole[*layer as usize]),
    };
    let all = Layer::ALL.iter().map(layer);
    Ok(all.filter(|size| !size.is_empty()).collect())
}

impl LayerSize {
    fn is_empty(&self) -> bool {
        let mut parts = [self.program, self.whole].into_iter().flatten();
        parts.all(|bytes| bytes == Bytes::default())
    }
}
