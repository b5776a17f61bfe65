//! Prints what is generated from the table of the message extension: `-- header` the C header, `-- markdown` the
//! documentation page docs/contract/instructions.md.

use std::process::ExitCode;

fn main() -> ExitCode {
    match std::env::args().nth(1).as_deref() {
        Some("header") => print!("{}", weft_isa::c_header()),
        Some("markdown") => print!("{}", weft_isa::markdown()),
        _ => {
            eprintln!("usage: message_extension header|markdown");
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
}
