//! Where a debugger connects to a run.

use std::path::PathBuf;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A socket in the file system, or a port of this machine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum GdbSpec {
    /// The port; 0 chooses a free one.
    Port(u16),
    /// The socket's file, which is created.
    Socket(PathBuf),
}

impl FromStr for GdbSpec {
    type Err = String;

    /// Digits alone are a port.
    fn from_str(text: &str) -> Result<GdbSpec, String> {
        match text.parse() {
            Ok(port) => Ok(GdbSpec::Port(port)),
            Err(_) if text.is_empty() => Err("the name of a socket, or a port, is needed".into()),
            Err(_) if text.bytes().all(|byte| byte.is_ascii_digit()) => {
                Err(format!("there is no port {text}"))
            }
            Err(_) => Ok(GdbSpec::Socket(text.into())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_a_port_and_all_else_a_socket() {
        assert_eq!("3333".parse(), Ok(GdbSpec::Port(3333)));
        let socket = GdbSpec::Socket("build/gdb.sock".into());
        assert_eq!("build/gdb.sock".parse(), Ok(socket));
        assert!("65536".parse::<GdbSpec>().is_err());
        assert!("".parse::<GdbSpec>().is_err());
    }
}
