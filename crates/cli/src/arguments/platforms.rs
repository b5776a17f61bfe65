//! Arguments of `weft platforms`.

use clap::{Args, Subcommand};

/// Arguments of `weft platforms`.
#[derive(Args)]
#[command(after_help = "Examples:
  weft platforms                list the platforms
  weft platforms show asip8     draw the chip: cores, fabrics, devices, memory map
  weft platforms keys bus       what may be written under [bus]")]
pub struct PlatformsArguments {
    /// What to do; without it the platforms are listed
    #[command(subcommand)]
    pub command: Option<PlatformsCommand>,
}

/// The commands of `weft platforms`.
#[derive(Subcommand)]
pub enum PlatformsCommand {
    /// Draw a chip: cores, fabrics, devices, memory map
    #[command(after_help = "Examples:
  weft platforms show asip8          a platform that comes with weft
  weft platforms show ./mine.toml    a file of your own")]
    Show {
        /// The name of a platform, or a platform file
        #[arg(value_name = "NAME|FILE")]
        platform: String,
        /// Set a key of the platform file, for example bus.single_access=6 (repeatable). PART is a table, the name of a device, or a
        /// list of tables with a name or a number: cores.1, bus.segment.far
        #[arg(long, value_name = "PART.KEY=VALUE")]
        set: Vec<String>,
    },
    /// Print the keys of platform files: allowed values, default, meaning
    #[command(after_help = "Examples:
  weft platforms keys                all keys
  weft platforms keys cores          those of [[cores]] and of the tables under it
  weft platforms keys device         those of every [[device]], and of each kind
  weft platforms keys sram           those of a [[device]] of kind \"sram\"")]
    Keys {
        /// A table, or a kind of device; without it all are printed
        #[arg(value_name = "PART")]
        part: Option<String>,
        /// As Markdown
        #[arg(long)]
        markdown: bool,
    },
    /// Print a JSON schema of platform files, for editors
    #[command(after_help = "Example:
  weft platforms schema > platform.schema.json")]
    Schema,
}
