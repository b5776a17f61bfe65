//! The arguments of `weft run` and other commands as a run.

use std::path::Path;

use anyhow::{Context, Result};
use weft_graph::map::record::{MapRecord, PlacedTask};
use weft_run::{
    BuildSpec, Engine, FaultSpec, GraphSpec, MemoryFile, PlatformSpec, Recordings, RunSpec,
    WaveSpec,
};

use crate::arguments::faults::FaultArguments;
use crate::arguments::graph::RunGraphArguments;
use crate::arguments::{BuildArguments, EngineChoice, InsideArguments, RunArguments};

/// The run that the arguments ask for.
///
/// # Errors
/// When the file of `--map` cannot be read.
pub fn of(arguments: &RunArguments) -> Result<RunSpec> {
    let file = |(name, file): &(String, _)| MemoryFile {
        name: name.clone(),
        file: Clone::clone(file),
    };
    Ok(RunSpec {
        files: arguments.files.clone(),
        own: arguments.core.clone(),
        arguments: arguments.arguments.clone(),
        platform: PlatformSpec {
            set: arguments.graph.graph.keys(),
            ..platform(&arguments.build)
        },
        build: build(&arguments.build),
        access: arguments.access.clone().unwrap_or_default(),
        ranks: arguments.ranks,
        load: arguments.load.iter().map(file).collect(),
        graph: graph(&arguments.graph)?,
        pc: arguments.pc.clone(),
        engine: match arguments.engine {
            EngineChoice::Fast => Engine::Fast,
            EngineChoice::Step => Engine::Step,
            EngineChoice::Rtl => Engine::Rtl,
        },
        no_translate: arguments.no_translate,
        threads: arguments.threads,
        faults: faults(&arguments.faults)?,
        max_cycles: arguments.max_cycles,
        timeout: arguments.timeout,
        label: arguments.label,
        record: recordings(&arguments.inside),
        gdb: arguments.inside.gdb.clone(),
    })
}

/// The faults of options, then those of files.
fn faults(arguments: &FaultArguments) -> Result<Vec<FaultSpec>> {
    let mut faults = arguments.fault.clone();
    for file in &arguments.faults {
        faults.extend(FaultSpec::of_file(file)?);
    }
    Ok(faults)
}

/// The platform that programs are built for.
pub fn platform(arguments: &BuildArguments) -> PlatformSpec {
    PlatformSpec {
        instructions: arguments.insn.clone(),
        ..PlatformSpec::from(arguments.platform.as_str())
    }
}

/// How programs are built.
pub fn build(arguments: &BuildArguments) -> BuildSpec {
    BuildSpec {
        optimization: arguments.optimization.clone(),
        define: arguments.define.clone(),
        keep: arguments.keep.clone(),
        ..BuildSpec::default()
    }
}

fn graph(arguments: &RunGraphArguments) -> Result<GraphSpec> {
    let map_file = arguments.map.as_deref();
    let map = map_file.map(placement);
    Ok(GraphSpec {
        flows: arguments.graph.flows,
        set: arguments.graph.parameters(),
        map: map.transpose()?.unwrap_or_default(),
        map_name: map_file.map(|file| file.display().to_string()),
        remap: arguments.remap.clone(),
        input: arguments.input.clone(),
        output: arguments.output.clone(),
    })
}

fn placement(file: &Path) -> Result<Vec<PlacedTask>> {
    let shown = file.display();
    let text =
        std::fs::read_to_string(file).with_context(|| format!("--map: cannot read {shown}"))?;
    let record: MapRecord = serde_json::from_str(&text)
        .with_context(|| format!("--map: {shown} is no placement; `weft map --json` writes one"))?;
    Ok(record.tasks)
}

fn recordings(arguments: &InsideArguments) -> Recordings {
    let wave = |file: &std::path::PathBuf| WaveSpec {
        file: file.clone(),
        signals: arguments.wave_signals.clone(),
        cycles: arguments.wave_cycles,
    };
    Recordings {
        trace: arguments.trace.clone(),
        heatmap: arguments.heatmap.clone(),
        wave: arguments.wave.as_ref().map(wave),
    }
}
