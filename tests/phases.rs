//! The phases of *asip*'s figure 10 and table 7: each is observed alone, and together they are the whole.

use serde_json::Value;
use weft_tests::command::Folder;

/// Two programs: in one the phases of hand-overs are observed, in the other one hand-over is timed as a whole.
#[test]
fn the_phases_of_a_hand_over_by_messages_add_up_to_the_whole() {
    let folder = Folder::default();
    let rows = "lock-hand-over-message,hand-over-message,synchronization-request,request";
    let command = format!("paper asip --quick --only {rows} --json rows.json");
    folder.weft(&command).exits(0);
    let json: Value = serde_json::from_slice(&folder.read("rows.json")).expect("valid JSON");
    let rows = json["rows"].as_array().expect("rows");
    let measured = |id: &str| {
        let row = rows.iter().find(|row| row["id"] == id);
        let cycles = row.and_then(|row| row["measured"].as_f64());
        cycles.unwrap_or_else(|| panic!("no figure of {id}"))
    };
    let phases =
        ["notify", "wake", "retry"].map(|phase| measured(&format!("hand-over-message-{phase}")));
    assert_eq!(
        phases.iter().sum::<f64>(),
        measured("lock-hand-over-message")
    );
    let phases = measured("request-sent") + measured("request-processed");
    assert_eq!(phases, measured("synchronization-request"));
}
