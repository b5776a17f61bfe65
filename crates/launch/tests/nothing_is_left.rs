//! However a job ends, none of its processes remains, even if the launcher is killed.

mod common;

use std::io::{BufRead, BufReader};
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use common::weftrun;
use rustix::process::{kill_process, Pid, Signal};

/// Starts ranks that sleep for ever. Returns the launcher and the process IDs of the ranks.
fn sleepers(ranks: usize) -> (Child, Vec<u32>) {
    let mut command = weftrun(&format!("-n {ranks}"), "sleep");
    let mut launcher = command
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let lines = BufReader::new(launcher.stdout.take().unwrap()).lines();
    let processes = lines
        .take(ranks)
        .map(|line| line.unwrap().parse().unwrap())
        .collect();
    (launcher, processes)
}

/// Does the process still run? One that has ended but has not been waited for (a zombie) does not.
fn is_running(process: u32) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let state = status
        .rsplit(')')
        .next()
        .and_then(|rest| rest.trim().chars().next());
    !matches!(state, None | Some('Z' | 'X'))
}

fn assert_gone(processes: &[u32]) {
    let deadline = Instant::now() + Duration::from_secs(20);
    while processes.iter().any(|&process| is_running(process)) {
        assert!(
            Instant::now() < deadline,
            "of the ranks {processes:?} some still run"
        );
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn launcher_gets(signal: Signal) -> (Child, Vec<u32>) {
    let (launcher, processes) = sleepers(3);
    assert!(processes.iter().all(|&process| is_running(process)));
    kill_process(Pid::from_child(&launcher), signal).unwrap();
    (launcher, processes)
}

#[test]
fn ranks_end_with_a_launcher_that_is_killed() {
    let (mut launcher, processes) = launcher_gets(Signal::KILL);
    launcher.wait().unwrap();
    assert_gone(&processes);
}

#[test]
fn a_signal_is_passed_on() {
    let (mut launcher, processes) = launcher_gets(Signal::TERM);
    assert_eq!(launcher.wait().unwrap().code(), Some(143));
    assert_gone(&processes);
}

#[test]
fn an_interrupted_job_says_so() {
    let (mut launcher, processes) = launcher_gets(Signal::INT);
    assert_eq!(launcher.wait().unwrap().code(), Some(130));
    assert_gone(&processes);
}

#[test]
fn a_rank_that_is_killed_takes_the_others_along() {
    let (mut launcher, processes) = sleepers(3);
    let victim = Pid::from_raw(i32::try_from(processes[1]).unwrap()).unwrap();
    kill_process(victim, Signal::KILL).unwrap();
    assert_eq!(launcher.wait().unwrap().code(), Some(137));
    assert_gone(&processes);
}

/// Returns the processes that the launcher's threads have started so far.
fn children_of(launcher: &Child) -> Vec<Pid> {
    let threads = std::fs::read_dir(format!("/proc/{}/task", launcher.id()));
    let threads = threads.into_iter().flatten().flatten();
    let texts =
        threads.filter_map(|thread| std::fs::read_to_string(thread.path().join("children")).ok());
    let texts: Vec<String> = texts.collect();
    let numbers = texts.iter().flat_map(|text| text.split_whitespace());
    numbers
        .filter_map(|number| Pid::from_raw(number.parse().ok()?))
        .collect()
}

/// This holds also between fork and exec, while a rank still has the launcher's signal handlers.
#[test]
fn a_rank_that_is_told_to_end_does_so_however_early() {
    for _ in 0..100 {
        let mut launcher = weftrun("-n 1 --timeout 5", "sleep")
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let rank = loop {
            if let [rank] = children_of(&launcher)[..] {
                break rank;
            }
        };
        kill_process(rank, Signal::TERM).unwrap();
        assert_eq!(launcher.wait().unwrap().code(), Some(143));
    }
}

/// The launcher never blocks on a single rank, neither before that rank has started its program nor after.
#[test]
fn a_rank_that_is_stopped_does_not_stop_the_launcher_however_early() {
    for _ in 0..40 {
        let mut launcher = weftrun("-n 2 --timeout 20", "sleep")
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let stopped = loop {
            if let [rank, ..] = children_of(&launcher)[..] {
                break rank;
            }
        };
        let process = u32::try_from(stopped.as_raw_nonzero().get()).unwrap();
        kill_process(stopped, Signal::STOP).unwrap();
        let start = Instant::now();
        kill_process(Pid::from_child(&launcher), Signal::TERM).unwrap();
        assert_eq!(launcher.wait().unwrap().code(), Some(143));
        assert!(start.elapsed() < Duration::from_secs(10));
        assert_gone(&[process]);
    }
}
