//! Tests of the console: input of one core, output of all; lines of several cores are not mixed.

use super::*;

#[test]
fn the_console_has_an_input_and_two_outputs() {
    let mut program = Program::new();
    let (input, output, error) = (
        program.open(":tt", 0),
        program.open(":tt", 4),
        program.open(":tt", 8),
    );
    assert_eq!(program.write(output, b"out"), 0);
    assert_eq!(program.write(error, b"err"), 0);
    assert_eq!(program.printed(0, Stream::Stdout), b"out");
    assert_eq!(program.printed(0, Stream::Stderr), b"err");
    assert_eq!(program.value(0x09, &[output]), 1, "ISTTY");
    assert_eq!(program.call(0x0C, &[output]), FAILED, "FLEN");
    assert_eq!(program.call(0x0A, &[input, 0]), FAILED, "SEEK");
    assert_eq!(program.errno(), 29);
    assert_eq!(
        program.read(input, 100),
        (89, b"first line\n".to_vec()),
        "one line"
    );
    assert_eq!(program.write(input, b"x"), 1);
    assert_eq!(program.value(0x06, &[output, DATA, 4]), 4);
}

#[test]
fn characters_go_in_and_out() {
    let mut program = Program::new();
    let address = program.put(0, b"text\0");
    assert_eq!(
        program.try_call(0x04, address),
        Ok(Reply::Value(0)),
        "WRITE0"
    );
    assert_eq!(
        program.try_call(0x03, address),
        Ok(Reply::Value(0)),
        "WRITEC"
    );
    program.host.console(0, b'!');
    assert_eq!(program.printed(0, Stream::Stdout), b"textt!");
    let read: Vec<u32> = (0..16).map(|_| program.value(0x07, &[])).collect();
    assert_eq!(&read[..2], [u32::from(b'f'), u32::from(b'i')]);
    assert_eq!(read[15], u32::MAX, "READC at the end of the input");
}

#[test]
fn only_the_input_core_reads_the_input() {
    let mut program = Program::new();
    program.core = 1;
    let input = program.open(":tt", 0);
    assert_eq!(program.read(input, 10), (10, Vec::new()));
    program.core = 0;
    assert_eq!(
        program.call(0x02, &[input]),
        FAILED,
        "handles are each core's own"
    );
    assert_eq!(program.errno(), 9);
    program.core = 1;
    assert_eq!(program.errno(), 0, "and so is errno");
}

#[test]
fn lines_of_cores_are_not_mixed() {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let mut lines = LineOutput::new(&mut out, &mut err, false);
    let mut print = |core, text: &str| lines.write(core, Stream::Stdout, text.as_bytes());
    for (core, text) in [
        (0, "ze"),
        (1, "one\nun"),
        (0, "ro\n"),
        (2, "prompt"),
        (1, "o\n"),
    ] {
        print(core, text).expect("a vector takes all");
    }
    lines.flush(2).expect("a vector takes all");
    lines
        .write(2, Stream::Stdout, b" and\n")
        .expect("a vector takes all");
    lines
        .write(0, Stream::Stdout, b"end")
        .expect("a vector takes all");
    lines
        .write(0, Stream::Stderr, b"oh\n")
        .expect("a vector takes all");
    lines.flush(0).expect("a vector takes all");
    lines
        .write(1, Stream::Stdout, b"last\n")
        .expect("a vector takes all");
    drop(lines);
    let text = String::from_utf8(out).expect("UTF-8");
    assert_eq!(text, "one\nzero\nuno\nprompt and\nend\nlast\n");
    assert_eq!(err, b"oh\n");
}

#[test]
fn lines_are_labelled_once() {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let mut lines = LineOutput::new(&mut out, &mut err, true);
    lines
        .write(7, Stream::Stdout, b"a")
        .expect("a vector takes all");
    lines.flush(7).expect("a vector takes all");
    lines
        .write(7, Stream::Stdout, b"b\nc\n")
        .expect("a vector takes all");
    lines
        .write(1, Stream::Stderr, b"d\n")
        .expect("a vector takes all");
    drop(lines);
    assert_eq!(out, b"core 7: ab\ncore 7: c\n");
    assert_eq!(err, b"core 1: d\n");
}
