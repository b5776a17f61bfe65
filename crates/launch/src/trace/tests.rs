//! Corrupt records, which no rank can have written: each is refused, and no value in it is used unchecked as a length or an index.

use super::*;

const BEGIN: u32 = 0;
const NAME: u32 = 1;
const MPI_ENTER: u32 = 4;
const FINISH: u32 = 13;

/// `struct weft_trace_record`.
fn record(time: u64, kind: u32, peer: u32, value: u64) -> Vec<u8> {
    let mut bytes = time.to_ne_bytes().to_vec();
    bytes.extend([kind, peer, 0, 0].map(u32::to_ne_bytes).concat());
    bytes.extend(value.to_ne_bytes());
    bytes
}

/// Merges the trace of one rank that has written these records after its first one.
fn merged(records: &[Vec<u8>]) -> Result<()> {
    let folder = tempfile::tempdir()?;
    let (source, program) = (folder.path().join("p.c"), folder.path().join("p"));
    std::fs::write(
        &source,
        "void weft_trace_begin(void) {}\nint main(void) { return 0; }\n",
    )?;
    let mut compile = std::process::Command::new("cc");
    assert!(compile
        .arg(source)
        .arg("-o")
        .arg(&program)
        .status()?
        .success());
    let mut recording = Recording::begin(&folder.path().join("run.csv"))?;
    let job = recording.folder_of(0);
    std::fs::create_dir(&job)?;
    recording.jobs.push(Rank::all(&program, 1));
    let all = [vec![record(1000, BEGIN, 0, 0)], records.to_vec()].concat();
    std::fs::write(job.join("0"), all.concat())?;
    recording.finish("p")
}

fn refused(records: &[Vec<u8>], why: &str) {
    let error = merged(records).expect_err("refused").to_string();
    assert!(
        error.contains(why) && error.contains("the trace of rank 0"),
        "{error}"
    );
}

#[test]
fn what_a_rank_writes_is_taken() {
    let named = [record(1001, NAME, 1, 8), b"MPI_Send".to_vec(), vec![0; 24]].concat();
    let records = [
        named,
        record(1002, MPI_ENTER, 1, 0),
        record(1009, FINISH, 0, 0),
    ];
    merged(&records).expect("a trace");
}

#[test]
fn a_name_longer_than_memory() {
    for length in [u64::MAX, 3 << 40, 1 << 17] {
        refused(&[record(1001, NAME, 1, length)], "a name that is too long");
    }
}

#[test]
fn times_that_fall() {
    let records = [record(1005, MPI_ENTER, 1, 0), record(999, MPI_ENTER, 1, 0)];
    refused(&records, "goes back in time");
}

#[test]
fn a_name_that_comes_after_its_use() {
    let named = [record(1003, NAME, 1, 8), b"MPI_Send".to_vec(), vec![0; 24]].concat();
    let records = [
        record(1002, MPI_ENTER, 1, 0),
        named,
        record(1004, FINISH, 0, 0),
    ];
    refused(&records, "names a region after its use");
}
