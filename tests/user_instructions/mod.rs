//! Instructions of the user's own, as the `weft` command has them: results, cycles, errors.

mod agreement;
mod command;
mod cycles;
mod in_c;
mod random;
