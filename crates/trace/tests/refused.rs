//! Traces that no run can have written: each is refused with one clear error, at once, or analysed without harm.

use std::path::Path;
use std::time::{Duration, Instant};

use weft_trace::analysis::analyse;
use weft_trace::file;

const HEADER: &str = "time,location,event,name,peer,tag,context,bytes,value\n,,trace,,,,,,2\n";
const DEFINITIONS: &str = ",,clock,by hand,,,,,1000\n,,location,rank 0,0,,,,\n,,location,rank 1,1,,,,\n\
    ,,function,main,,,,,\n,,mpi,MPI_Barrier,,,,,\n,,mpi,MPI_Send,,,,,\n,,mpi,MPI_Recv,,,,,\n,,mpi,MPI_Wait,,,,,\n";

/// Analyses a table with these rows after its header. Returns its length in ticks, or the error.
fn analysed(rows: &str) -> Result<u64, String> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.csv");
    std::fs::write(&path, format!("{HEADER}{rows}")).unwrap();
    let began = Instant::now();
    let result = analyse(|| file::open(&path));
    assert!(began.elapsed() < Duration::from_secs(5));
    result.map(|it| it.end).map_err(|error| error.to_string())
}

fn refused(rows: &str, why: &str) {
    let error = analysed(rows).unwrap_err();
    assert!(error.contains(why), "{error}");
}

/// A table with these events after the usual definitions.
fn with(events: &str) -> String {
    format!("{DEFINITIONS}{events}")
}

#[test]
fn the_header_is_that_of_a_trace() {
    let rows = "0,0,enter,main,,,,,\n9,0,leave,main,,,,,\n10,,end,,,,,,\n";
    assert_eq!(analysed(&with(rows)), Ok(10));
}

#[test]
fn times_that_fall() {
    let rows = "5,0,enter,main,,,,,\n4,0,leave,main,,,,,\n10,,end,,,,,,\n";
    refused(&with(rows), "an event at 4 follows one at 5");
    // With this one the search for the critical path did not end.
    let rows =
        "0,0,enter,MPI_Wait,,,,,\n1,0,send,,1,0,0,1,\n18446744073709551615,1,enter,MPI_Recv,,,,,\n\
        18446744073709551615,1,receive,,0,0,0,1,\n2,0,leave,MPI_Wait,,,,,\n10,,end,,,,,,\n";
    refused(&with(rows), "18446744073709551615");
}

#[test]
fn an_event_after_the_end() {
    let rows = "0,0,enter,main,,,,,\n4294967295,0,leave,main,,,,,\n10,,end,,,,,,\n";
    refused(
        &with(rows),
        "ends at 10, before its last event at 4294967295",
    );
}

#[test]
fn an_end_that_no_run_comes_to() {
    let rows = "0,0,enter,main,,,,,\n18446744073709551615,,end,,,,,,\n";
    refused(&with(rows), "18446744073709551615");
}

#[test]
fn a_clock_that_does_not_tick() {
    refused(",,clock,p,,,,,0\n0,,end,,,,,,\n", "a clock of 0 ticks");
    refused(",,location,a,,,,,\n0,,end,,,,,,\n", "a clock of 0 ticks");
}

#[test]
fn a_second_call_inside_a_barrier() {
    let rows = "0,0,enter,MPI_Barrier,,,,,\n1,0,call,,0,,0,,2\n2,0,call,,0,,6,,2\n3,0,leave,MPI_Barrier,,,,,\n4,,end,,,,,,\n";
    assert_eq!(analysed(&with(rows)), Ok(4));
}

#[test]
fn more_locations_than_any_run_has() {
    let location = ",,location,a,,,,,\n";
    let rows = format!(
        ",,clock,p,,,,,1000\n{}0,,end,,,,,,\n",
        location.repeat(5000)
    );
    refused(&rows, "5000 locations");
}

#[test]
fn regions_that_nest_without_end() {
    let rows = "0,0,enter,main,,,,,\n".repeat(200_000) + "10,,end,,,,,,\n";
    refused(&with(&rows), "nest deeper");
}

#[test]
fn sums_that_no_number_holds() {
    let message = "1,0,send,,1,0,0,18446744073709551615,\n";
    let rows = format!("{}10,,end,,,,,,\n", message.repeat(3));
    assert_eq!(analysed(&with(&rows)), Ok(10));
}

#[test]
fn a_line_without_end() {
    let rows = "0,0,enter,".to_owned() + &"x".repeat(4 << 20);
    refused(&with(&rows), "longer than any of weft's");
}

/// A name in OTF2 ends with one.
#[test]
fn a_zero_byte() {
    refused(",,clock,a\0b,,,,,1000\n0,,end,,,,,,\n", "zero byte");
}

#[test]
fn a_file_that_is_none() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["a.csv", "a.perfetto-trace"] {
        let path = folder.path().join(name);
        std::os::unix::fs::symlink("/dev/zero", &path).unwrap();
        let error = file::open(&path).err().expect("refused").to_string();
        assert!(error.contains("not a regular file"), "{error}");
    }
    assert!(file::open(Path::new("/dev.csv")).is_err());
}
