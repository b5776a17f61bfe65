//! `weft run --gdb`, spoken to without a debugger: wrong threads, what is no packet, connections that break, and who may connect.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, Command, Stdio};
use std::time::Duration;

/// A run that waits for a debugger.
struct Run {
    weft: Child,
    stderr: BufReader<ChildStderr>,
    socket: PathBuf,
    _folder: tempfile::TempDir,
}

impl Run {
    fn start() -> Run {
        let folder = tempfile::tempdir().expect("a folder");
        let socket = folder.path().join("gdb.sock");
        let mut run = Run::at(socket.to_str().expect("Unicode"), folder);
        let said = run.line();
        let advice = format!("target remote {}", socket.display());
        assert!(said.contains(&advice), "{said}");
        Run { socket, ..run }
    }

    fn at(place: &str, folder: tempfile::TempDir) -> Run {
        let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/debugger/counting.c");
        let mut weft = Command::new(env!("CARGO_BIN_EXE_weft"));
        weft.args(["run", "--quiet", "-n", "2", "--gdb", place])
            .arg(program)
            .stdout(Stdio::null())
            .stderr(Stdio::piped());
        let mut weft = weft.spawn().expect("weft runs");
        let stderr = BufReader::new(weft.stderr.take().expect("piped"));
        Run {
            weft,
            stderr,
            socket: PathBuf::new(),
            _folder: folder,
        }
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.stderr.read_line(&mut line).expect("a line");
        line
    }

    fn connect(&self) -> Session<UnixStream> {
        let stream = UnixStream::connect(&self.socket).expect("a connection");
        let patience = Some(Duration::from_secs(20));
        stream.set_read_timeout(patience).expect("a timeout");
        Session(stream)
    }

    /// What is left on standard error, and the exit status.
    fn end(mut self) -> (String, Option<i32>) {
        let mut said = String::new();
        self.stderr.read_to_string(&mut said).expect("text");
        (said, self.weft.wait().expect("weft ends").code())
    }
}

/// A connection.
struct Session<S>(S);

impl<S: Read + Write> Session<S> {
    /// Sends a packet and returns the answer.
    fn ask(&mut self, packet: &str) -> String {
        self.send(packet);
        self.answer()
    }

    fn send(&mut self, packet: &str) {
        let sum = packet.bytes().fold(0, u8::wrapping_add);
        write!(self.0, "${packet}#{sum:02x}").expect("sent");
    }

    fn answer(&mut self) -> String {
        let mut byte = || {
            let mut one = [0];
            self.0.read_exact(&mut one).expect("an answer");
            one[0]
        };
        while byte() != b'$' {}
        let mut answer = Vec::new();
        loop {
            match byte() {
                b'#' => break,
                other => answer.push(other),
            }
        }
        let _sum = [byte(), byte()];
        self.0.write_all(b"+").expect("acknowledged");
        String::from_utf8(answer).expect("text")
    }
}

#[test]
fn threads_that_are_none_are_refused() {
    let run = Run::start();
    let mut session = run.connect();
    session.ask("qSupported:multiprocess+");
    session.ask("?");
    session.ask("Hg63");
    let registers = session.ask("g");
    assert!(registers.starts_with('E'), "{registers}");
    assert!(session.ask("m20000,4").starts_with('E'));
    let zeros = "0".repeat(34 * 8);
    assert!(session.ask(&format!("G{zeros}")).starts_with('E'));
    assert!(session.ask("vCont;s:63").starts_with('T'));
    assert!(session.ask("vCont;c:63").starts_with('T'));
    session.ask("Hc63");
    assert!(session.ask("s").starts_with('T'));
    assert_eq!(session.ask("qThreadExtraInfo,63"), "6e6f20636f7265"); // no core
    session.ask("Hg1");
    assert!(!session.ask("g").starts_with('E'));
    session.send("k");
    let (said, status) = run.end();
    assert!(said.starts_with("\ninterrupted after 0 cycles"), "{said}");
    assert_eq!(status, Some(130));
}

#[test]
fn what_is_no_packet_and_a_broken_connection_end_no_run() {
    let mut run = Run::start();
    for rubbish in ["$g#00", "$vCont;s:zz#12", "GET / HTTP/1.0\r\n\r\n$$$#", "$"] {
        let mut session = run.connect();
        session.0.write_all(rubbish.as_bytes()).expect("sent");
        session.0.shutdown(Shutdown::Write).expect("closed");
        let said = run.line();
        assert!(said.contains("waiting for a debugger"), "{said}");
        assert!(!said.contains("Error") && !said.contains('{'), "{said}");
    }
    let mut session = run.connect();
    session.ask("?");
    session.send("k");
    assert_eq!(run.end().1, Some(130));
}

#[test]
fn the_socket_is_its_users_alone_and_goes_with_the_run() {
    let run = Run::start();
    let mode = run
        .socket
        .metadata()
        .expect("a socket")
        .permissions()
        .mode();
    assert_eq!(mode & 0o777, 0o600);
    let socket = run.socket.clone();
    let mut session = run.connect();
    session.ask("?");
    session.send("k");
    let (_, status) = run.end();
    assert_eq!(status, Some(130));
    assert!(!socket.exists());
}

#[test]
fn a_file_is_not_replaced_by_a_socket_but_one_left_by_a_killed_run_is() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("notes.txt");
    std::fs::write(&file, "mine").expect("a file");
    let place = file.to_str().expect("Unicode").to_owned();
    let (said, status) = Run::at(&place, folder).end();
    assert!(said.contains("is there already"), "{said}");
    assert_eq!(status, Some(2));
    let mut killed = Run::start();
    killed.weft.kill().expect("killed");
    killed.weft.wait().expect("weft ends");
    assert!(killed.socket.exists());
    let place = killed.socket.to_str().expect("Unicode").to_owned();
    let mut again = Run::at(&place, tempfile::tempdir().expect("a folder"));
    assert!(again.line().contains("waiting for a debugger"));
    again.weft.kill().expect("killed");
    again.weft.wait().expect("weft ends");
}

#[test]
fn a_port_serves_this_user_and_is_warned_of() {
    let mut run = Run::at("0", tempfile::tempdir().expect("a folder"));
    let said = run.line();
    let port = said.trim_end_matches(['\'', '\n']).rsplit(':').next();
    let port: u16 = port.expect("a port").parse().expect("a number");
    assert!(run.line().contains("any program of your user"));
    let stream = TcpStream::connect(("127.0.0.1", port)).expect("a connection");
    let mut session = Session(stream);
    assert!(session.ask("?").starts_with('T'));
    let help = session.ask("qRcmd,68656c70");
    assert!(help.contains("6d6f6e69746f7220"), "{help}"); // monitor
    session.send("k");
    assert_eq!(run.end().1, Some(130));
}
