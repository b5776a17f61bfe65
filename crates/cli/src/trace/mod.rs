//! `weft trace`: summarizes a trace that `weft run --trace` has recorded.

use anyhow::Result;
use weft_report::findings::{page, text, TraceRecord};
use weft_trace::analysis;
use weft_trace::file;

use crate::arguments::TraceArguments;
use crate::files::write;
use crate::terminal::print;

/// Carries out `weft trace`.
///
/// # Errors
/// When the trace cannot be read, or a result cannot be written.
pub fn trace(arguments: &TraceArguments) -> Result<()> {
    let analysis = analysis::analyse(|| file::open(&arguments.file))?;
    print(&text(&analysis))?;
    if let Some(path) = &arguments.json {
        write(path, &TraceRecord::of(&analysis).to_json())?;
    }
    if let Some(path) = &arguments.html {
        write(path, &page(&analysis))?;
    }
    Ok(())
}
