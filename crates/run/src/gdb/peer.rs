//! Finds the user whose program is at the other end of a connection.

use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::os::unix::net::UnixStream;

/// The system's table of connections; proc_pid_net(5) describes its columns.
const CONNECTIONS: &str = "/proc/net/tcp";
const LOCAL: usize = 1;
const REMOTE: usize = 2;
const USER: usize = 7;

/// The administrator, who has the rights of every user anyway.
const ADMINISTRATOR: u32 = 0;

/// Is `user` the user of this process, or the administrator?
pub fn is_trusted(user: u32) -> bool {
    [ADMINISTRATOR, rustix::process::geteuid().as_raw()].contains(&user)
}

/// The user at the other end of a socket.
pub fn of_socket(stream: &UnixStream) -> Option<u32> {
    let peer = rustix::net::sockopt::socket_peercred(stream).ok()?;
    Some(peer.uid.as_raw())
}

/// The user at the other end, `from`, of a connection within this machine.
pub fn of_port(stream: &TcpStream, from: SocketAddr) -> Option<u32> {
    let here = stream.local_addr().ok()?;
    let table = std::fs::read_to_string(CONNECTIONS).ok()?;
    user_in(&table, &written(from)?, &written(here)?)
}

/// The user of the connection from `local` to `remote`.
fn user_in(table: &str, local: &str, remote: &str) -> Option<u32> {
    table.lines().skip(1).find_map(|line| {
        let columns: Vec<&str> = line.split_whitespace().collect();
        let ends = [columns.get(LOCAL)?, columns.get(REMOTE)?];
        (ends == [&local, &remote]).then(|| columns.get(USER)?.parse().ok())?
    })
}

/// Formats an address as in the table: the four bytes as a number in this machine's byte order, then the port.
fn written(address: SocketAddr) -> Option<String> {
    let SocketAddr::V4(address) = address else {
        return None;
    };
    let number = |ip: &Ipv4Addr| u32::from_ne_bytes(ip.octets());
    Some(format!(
        "{:08X}:{:04X}",
        number(address.ip()),
        address.port()
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::TcpListener;

    #[test]
    fn a_connection_of_ours_is_ours() {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let _client = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let (stream, from) = listener.accept().unwrap();
        let user = of_port(&stream, from).unwrap();
        assert_eq!(user, rustix::process::geteuid().as_raw());
        let (one, _other) = UnixStream::pair().unwrap();
        assert!(is_trusted(of_socket(&one).unwrap()));
    }

    #[test]
    fn the_user_is_that_of_the_other_end() {
        let table = "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n\
            \x20  0: 0100007F:0D05 0100007F:C350 01 00000000:00000000 00:00000000 00000000     0        0 1 1\n\
            \x20  1: 0100007F:C350 0100007F:0D05 01 00000000:00000000 00:00000000 00000000  1001        0 2 1\n";
        let user = |local, remote| user_in(table, local, remote);
        assert_eq!(user("0100007F:C350", "0100007F:0D05"), Some(1001));
        assert_eq!(user("0100007F:0D05", "0100007F:C350"), Some(0));
        assert_eq!(user("0100007F:C351", "0100007F:0D05"), None);
        assert!(!is_trusted(rustix::process::geteuid().as_raw() + 1));
    }
}
