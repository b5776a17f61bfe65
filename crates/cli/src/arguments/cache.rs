//! Arguments of `weft cache`.

use std::time::Duration;

use clap::{Args, Subcommand};

const SECONDS_OF_A_DAY: u64 = 24 * 60 * 60;

/// Arguments of `weft cache`.
#[derive(Args)]
#[command(after_help = "Examples:
  weft cache                      where the cache is, and how large
  weft cache list                 its entries, the one used last first
  weft cache prune                remove what has not been used for 30 days
  weft cache prune --unused 0     remove all of it; later runs build again

The cache is in $XDG_CACHE_HOME/weft, else in ~/.cache/weft, else in a folder of this user among the temporary files.")]
pub struct CacheArguments {
    /// What to do [default: tell the size]
    #[command(subcommand)]
    pub action: Option<CacheAction>,
}

/// What to do with the cache.
#[derive(Subcommand)]
pub enum CacheAction {
    /// Print where the cache is, and its size
    Size,
    /// List the entries: name, kind, size, days since the last use
    List,
    /// Remove leftovers of killed runs, and entries that have not been used for long
    Prune {
        /// Remove the entries that have not been used for DAYS days
        #[arg(long, value_name = "DAYS", default_value = "30", value_parser = days)]
        unused: Duration,
    },
}

fn days(text: &str) -> Result<Duration, String> {
    let days: Option<u64> = text.parse().ok();
    let seconds = days.and_then(|days| days.checked_mul(SECONDS_OF_A_DAY));
    let seconds = seconds.ok_or_else(|| format!("`{text}` is not a number of days"))?;
    Ok(Duration::from_secs(seconds))
}
