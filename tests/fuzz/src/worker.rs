//! The process that gives cases to a reader. Its memory is limited; what it does it tells line by line to the one that watches it.
//!
//! ```text
//! begin SEED          a case begins
//! accepted            it was taken
//! refused WHY         it was refused clearly
//! failed MESSAGE      it was not: a panic, or an unclear refusal
//! over                all cases were given
//! ```

use std::io::{self, Write};
use std::panic::{self, AssertUnwindSafe};
use std::path::Path;
use std::sync::Mutex;

use anyhow::Result;
use fastrand::Rng;
use rustix::process::{setrlimit, Resource, Rlimit};

use crate::refusal;
use crate::target::{Entry, Target, Verdict};

/// Bytes of memory that reading one case may need, and all before it.
const MEMORY: u64 = 1 << 30;

/// Where the last panic was, in any thread.
static PANIC: Mutex<Option<String>> = Mutex::new(None);

/// Gives the cases of these seeds to the target.
///
/// # Errors
/// When the target cannot be opened, or its output is closed.
pub fn seeds(entry: &Entry, folder: &Path, seeds: std::ops::Range<u64>) -> Result<()> {
    let mut target = begin(entry, folder)?;
    for seed in seeds {
        let case = target.make(&mut Rng::with_seed(seed));
        tell(&format!("begin {seed}"))?;
        tell(&outcome(entry, target.as_mut(), &case))?;
    }
    tell("over")
}

/// Gives the target one case.
///
/// # Errors
/// As [`seeds`].
pub fn one(entry: &Entry, folder: &Path, case: &[u8]) -> Result<()> {
    let mut target = begin(entry, folder)?;
    tell("begin 0")?;
    tell(&outcome(entry, target.as_mut(), case))?;
    tell("over")
}

/// The case of a seed.
///
/// # Errors
/// When the target cannot be opened.
pub fn case(entry: &Entry, folder: &Path, seed: u64) -> Result<Vec<u8>> {
    Ok((entry.open)(folder)?.make(&mut Rng::with_seed(seed)))
}

fn begin(entry: &Entry, folder: &Path) -> Result<Box<dyn Target>> {
    let target = (entry.open)(folder)?;
    let limit = Rlimit {
        current: Some(MEMORY),
        maximum: None,
    };
    setrlimit(Resource::As, limit)?;
    panic::set_hook(Box::new(|panic| {
        let text = panic.to_string().replace('\n', " ");
        PANIC.lock().expect("not poisoned").get_or_insert(text);
    }));
    Ok(target)
}

fn tell(line: &str) -> Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{line}")?;
    Ok(out.flush()?)
}

fn outcome(entry: &Entry, target: &mut dyn Target, case: &[u8]) -> String {
    let checked = panic::catch_unwind(AssertUnwindSafe(|| target.check(case)));
    if let Some(panic) = PANIC.lock().expect("not poisoned").take() {
        return format!("failed {panic}");
    }
    match checked {
        Ok(Verdict::Accepted) => "accepted".into(),
        Ok(Verdict::Refused(why)) => match refusal::objection(&why, entry.places) {
            None => format!("refused {}", why.replace('\n', " ")),
            Some(objection) => {
                let shown: String = why.chars().take(300).collect();
                format!("failed the refusal is unclear: {objection}: {shown:?}")
            }
        },
        Err(_) => "failed a panic".into(),
    }
}
