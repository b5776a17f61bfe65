//! Small runs whose waits, times and critical path can be worked out by hand.

use weft_trace::analysis::{analyse, Analysis, Segment, WaitKind, WaitSum};
use weft_trace::event::{Call, Definitions, Event, Kind, Location, Message, Region, Role};
use weft_trace::file;

/// Regions of all runs here.
const MAIN: u32 = 0;
const SEND: u32 = 1;
const RECEIVE: u32 = 2;
const BARRIER: u32 = 3;
const ISEND: u32 = 4;
const WAIT: u32 = 5;

fn definitions() -> Definitions {
    let location = |rank: u32| Location {
        name: format!("rank {rank}"),
        rank: Some(rank),
    };
    let region = |name: &str, role| Region {
        name: name.to_owned(),
        role,
    };
    Definitions {
        program: "by hand".to_owned(),
        ticks_per_second: 1_000_000,
        locations: vec![location(0), location(1)],
        regions: vec![
            region("main", Role::Function),
            region("MPI_Send", Role::Mpi),
            region("MPI_Recv", Role::Mpi),
            region("MPI_Barrier", Role::Mpi),
            region("MPI_Isend", Role::Mpi),
            region("MPI_Wait", Role::Mpi),
        ],
        metrics: Vec::new(),
    }
}

fn enter(time: u64, location: u32, region: u32) -> Event {
    event(time, location, Kind::Enter { region })
}

fn leave(time: u64, location: u32, region: u32) -> Event {
    event(time, location, Kind::Leave { region })
}

fn event(time: u64, location: u32, kind: Kind) -> Event {
    Event {
        time,
        location,
        kind,
    }
}

fn message(peer: u32) -> Message {
    Message {
        peer,
        tag: 0,
        context: 0,
        bytes: 10,
    }
}

/// Analyses these events in main of both ranks, from 0 to 100.
fn analysis(events: &[Event]) -> Analysis {
    analysis_up_to(100, events)
}

/// As [`analysis`], with another end.
fn analysis_up_to(last: u64, events: &[Event]) -> Analysis {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.csv");
    let mut sink = file::create(&path, &definitions()).unwrap();
    let begin = [enter(0, 0, MAIN), enter(0, 1, MAIN)];
    let end = [leave(last - 1, 0, MAIN), leave(last, 1, MAIN)];
    for event in begin.iter().chain(events).chain(&end) {
        sink.event(event).unwrap();
    }
    sink.finish(last).unwrap();
    analyse(|| file::open(&path)).unwrap()
}

fn wait(kind: WaitKind, waiting: usize, late: usize, ticks: u64) -> WaitSum {
    WaitSum {
        kind,
        waiting,
        late,
        times: 1,
        ticks,
    }
}

#[test]
fn a_receive_waits_for_a_late_sender() {
    let found = analysis(&[
        enter(10, 1, RECEIVE),
        enter(50, 0, SEND),
        event(52, 0, Kind::Send(message(1))),
        leave(53, 0, SEND),
        event(60, 1, Kind::Receive(message(0))),
        leave(60, 1, RECEIVE),
    ]);
    assert_eq!(found.waits, [wait(WaitKind::LateSender, 1, 0, 40)]);
    let on_path = [(0, 0, 52), (1, 52, 100)];
    let segments = on_path.map(|(location, from, to)| Segment { location, from, to });
    assert_eq!(found.path.segments, segments);
    let path = |location, region| found.path.regions.get(&(location, Some(region))).copied();
    assert_eq!(path(0, MAIN), Some(50));
    assert_eq!(path(0, SEND), Some(2));
    assert_eq!(path(1, RECEIVE), Some(8));
    assert_eq!(path(1, MAIN), Some(40));
    assert_eq!(found.traffic.bytes, [[0, 10], [0, 0]]);
    assert_eq!(
        (found.locations[1].computing, found.locations[1].in_mpi),
        (50, 50)
    );
    assert_eq!(
        (found.locations[0].computing, found.locations[0].outside),
        (96, 1)
    );
}

#[test]
fn a_send_waits_for_a_late_receiver_only_while_it_lasts() {
    let run = |left| {
        let mut events = [
            enter(10, 0, SEND),
            event(11, 0, Kind::Send(message(1))),
            leave(left, 0, SEND),
            enter(40, 1, RECEIVE),
            event(70, 1, Kind::Receive(message(0))),
            leave(70, 1, RECEIVE),
        ];
        events.sort_by_key(|event| event.time);
        analysis(&events).waits
    };
    assert_eq!(run(71), [wait(WaitKind::LateReceiver, 0, 1, 30)]);
    assert_eq!(run(12), [], "the message was taken at once");
}

/// Rank 0 begins a send and completes it in MPI_Wait from 20 to 70; rank 1 begins to receive at 50.
fn completed(in_the_wait: &[Event]) -> Analysis {
    let before = [
        enter(10, 0, ISEND),
        event(11, 0, Kind::Send(message(1))),
        leave(12, 0, ISEND),
        enter(20, 0, WAIT),
        enter(50, 1, RECEIVE),
    ];
    let behind = [
        leave(70, 0, WAIT),
        event(75, 1, Kind::Receive(message(0))),
        leave(76, 1, RECEIVE),
    ];
    analysis(&[&before, in_the_wait, &behind].concat())
}

#[test]
fn a_wait_for_a_send_that_was_begun_before_waits_for_a_late_receiver() {
    let found = completed(&[]);
    assert_eq!(found.waits, [wait(WaitKind::LateReceiver, 0, 1, 30)]);
    let on_path = [(1, 0, 100)];
    let segments = on_path.map(|(location, from, to)| Segment { location, from, to });
    assert_eq!(found.path.segments, segments);
}

#[test]
fn a_wait_that_has_received_since_waits_for_nobody_to_receive() {
    let to_itself = |kind: fn(Message) -> Kind, time| event(time, 0, kind(message(0)));
    let found = completed(&[to_itself(Kind::Send, 51), to_itself(Kind::Receive, 60)]);
    assert_eq!(found.waits, []);
}

#[test]
fn a_barrier_without_messages_waits_for_the_last() {
    let call = |time, rank| {
        let (context, ranks) = (0, 2);
        let kind = Kind::Call(Call {
            context,
            ranks,
            rank,
        });
        event(time, rank, kind)
    };
    let found = analysis(&[
        enter(20, 1, BARRIER),
        call(21, 1),
        enter(80, 0, BARRIER),
        call(81, 0),
        leave(90, 0, BARRIER),
        leave(90, 1, BARRIER),
    ]);
    assert_eq!(found.waits, [wait(WaitKind::Collective, 1, 0, 60)]);
    let on_path = [(0, 0, 80), (1, 80, 100)];
    let segments = on_path.map(|(location, from, to)| Segment { location, from, to });
    assert_eq!(found.path.segments, segments);
}

/// Two ranks send each other a word in turn, each 5000 times: the path has as many pieces.
#[test]
fn the_picture_of_a_long_path_has_no_more_pieces_than_columns() {
    let turn = |turn: u64| {
        let (from, to) = ((turn % 2) as u32, (turn + 1) % 2);
        let (time, to) = (100 * turn, to as u32);
        [
            enter(time + 1, to, RECEIVE),
            event(time + 90, from, Kind::Send(message(to))),
            event(time + 92, to, Kind::Receive(message(from))),
            leave(time + 93, to, RECEIVE),
        ]
    };
    let events: Vec<Event> = (0..10_000).flat_map(turn).collect();
    let found = analysis_up_to(1_000_000, &events);
    assert!(found.path.segments.len() > 9_000);
    let shown = &found.timeline.path;
    assert!(shown.len() <= 4096, "{} pieces", shown.len());
    let ticks: u64 = shown.iter().map(|piece| piece.to - piece.from).sum();
    assert!(ticks >= 1_000_000, "{ticks}");
}

#[test]
fn the_picture_shows_each_column_once() {
    let found = analysis(&[enter(10, 1, RECEIVE), leave(60, 1, RECEIVE)]);
    let columns = |location: usize| -> Vec<(u64, Option<u32>)> {
        let runs = found.timeline.rows[location].iter();
        runs.map(|run| (run.columns, run.region)).collect()
    };
    assert_eq!(found.timeline.column, 1);
    assert_eq!(
        columns(1),
        [(10, Some(MAIN)), (50, Some(RECEIVE)), (40, Some(MAIN))]
    );
    assert_eq!(columns(0), [(99, Some(MAIN)), (1, None)]);
}
