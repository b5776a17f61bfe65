//! How large messages are copied, once or through the ring, and that the library reports its choice.

mod common;

use common::weftrun;

/// Returns the library's messages about its choice, without the launcher's lines about the placement of ranks.
fn told(behaviour: &str, copy: Option<&str>) -> Vec<String> {
    let mut command = weftrun("-n 3 --verbose", behaviour);
    command.env_remove("WEFT_SINGLE_COPY");
    if let Some(copy) = copy {
        command.env("WEFT_SINGLE_COPY", copy);
    }
    let output = command.output().unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{text}");
    let lines = text.lines().filter(|line| !line.starts_with("weftrun: "));
    lines.map(str::to_owned).collect()
}

#[test]
fn a_wish_is_followed() {
    assert_eq!(
        told("ring", Some("always")),
        ["weft: rank 0: messages of 65536 bytes or more are copied once, by process_vm_readv, as WEFT_SINGLE_COPY says"]
    );
    assert_eq!(
        told("ring", Some("never")),
        ["weft: rank 0: messages of 65536 bytes or more are copied through the ring, as WEFT_SINGLE_COPY says"]
    );
}

#[test]
fn without_a_wish_the_quicker_way_is_taken() {
    let lines = told("ring", None);
    let words: Vec<&str> = lines[0].split(' ').collect();
    let time = |place: usize| words[place].parse::<i32>().unwrap();
    let (ring, once) = (time(6), time(11));
    assert!(words[10] == "ring," && words[7] == "ns", "{}", lines[0]);
    let way = if once < ring - ring / 8 {
        "once, by process_vm_readv"
    } else {
        "through the ring"
    };
    assert_eq!(
        lines[1],
        format!("weft: rank 0: messages of 65536 bytes or more are copied {way}")
    );
}

#[test]
fn where_one_rank_may_not_read_nobody_does() {
    for copy in [None, Some("always")] {
        let lines = told("forbid", copy);
        assert_eq!(
            lines[0],
            "weft: rank 0: a single copy is not permitted: Operation not permitted"
        );
        assert!(
            lines[1].contains("are copied through the ring"),
            "{}",
            lines[1]
        );
    }
}

#[test]
fn another_wish_is_an_error() {
    let mut command = weftrun("-n 2", "ring");
    let output = command
        .env("WEFT_SINGLE_COPY", "sometimes")
        .output()
        .unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success());
    assert!(
        text.contains("the environment variable WEFT_SINGLE_COPY is \"sometimes\""),
        "{text}"
    );
}
