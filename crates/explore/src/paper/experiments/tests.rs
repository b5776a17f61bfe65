//! Entries of a paper's experiments, and what is wrong with some.

use super::*;

fn experiments(text: &str, quick: bool) -> Result<Vec<Experiment>> {
    let experiments: Experiments = toml::from_str(text).expect("experiments");
    experiments.all(Path::new("."), &File::default(), quick)
}

const BARRIER: &str = "[[experiment]]\nfiles = ['barrier/barrier.c']\nplatforms = ['asip8', 'asip8x']\n\
    each = { cores = [2, 3] }\nvalues = { loops = 1000 }\nquick = { loops = 100 }\nranks = '{cores}'\n\
    arguments = ['{loops}']\ncases = ['barrier {cores}']\n";

#[test]
fn an_entry_becomes_an_experiment_for_each_choice() {
    let all = experiments(BARRIER, false).unwrap();
    let names: Vec<String> = all.iter().map(Experiment::name).collect();
    let expected = [
        "barrier 2 on asip8",
        "barrier 3 on asip8",
        "barrier 2 on asip8x",
        "barrier 3 on asip8x",
    ];
    assert_eq!(names, expected);
    let run = &all[1].trials[0].0[0];
    assert_eq!(
        (run.ranks, run.arguments.as_slice()),
        (Some(3), &["1000".to_owned()][..])
    );
    assert_eq!(run.platform, PlatformSpec::from("asip8"));
    let quick = experiments(BARRIER, true).unwrap();
    assert_eq!(quick[0].trials[0].0[0].arguments, ["100"]);
}

#[test]
fn trials_differ_in_what_varies() {
    let varied = BARRIER.replace(
        "values = {",
        "vary = { layout = [0, 7], loops = [1, 2, 3] }\nvalues = {",
    );
    let quick = experiments(&varied, true).unwrap();
    assert_eq!(quick[0].trials.len(), 2);
    let all = experiments(&varied, false).unwrap();
    assert_eq!(all.len(), 4);
    let run = |trial: usize| &all[0].trials[trial].0[0];
    let layouts: Vec<u32> = (0..6).map(|trial| run(trial).build.layout).collect();
    assert_eq!(layouts, [0, 0, 0, 7, 7, 7]);
    assert_eq!(run(4).arguments, ["2"]);
    let wrong = varied.replace("[0, 7]", "['other']");
    let error = format!("{:#}", experiments(&wrong, true).err().expect("an error"));
    assert!(error.contains("`layout` is the number"), "{error}");
}

#[test]
fn signals_are_recorded_for_a_computation_on_them() {
    let recorded = |derive: &str| {
        let derived = BARRIER.replace("ranks =", &format!("derive = '{derive}'\nranks ="));
        let all = experiments(&derived, true).unwrap();
        let wave = all[0].trials[0].0[0].record.wave.clone();
        wave.map(|wave| wave.signals)
    };
    assert!(recorded("phases").unwrap().contains("sync.busy"));
    assert_eq!(recorded("order"), None);
}

#[test]
fn what_an_experiment_measures_is_known() {
    let all = experiments(BARRIER, false).unwrap();
    assert!(all[0].measures("asip8", "barrier 2"));
    assert!(!all[0].measures("asip8", "barrier 3"));
    assert!(!all[0].measures("asip8x", "barrier 2"));
}

#[test]
fn what_is_wrong_with_an_entry_is_told() {
    for (right, wrong, why) in [
        ("'{loops}'", "'{lops}'", "`lops`"),
        (
            "barrier/barrier.c",
            "barrier/barier.c",
            "apps/barrier/barier.c",
        ),
        (
            "files = ['barrier/barrier.c']",
            "program = 'bar'",
            "no program `bar`",
        ),
        ("files = ['barrier/barrier.c']", "", "give `files`"),
        ("['barrier {cores}']", "[]", "give `cases`"),
        ("'asip8x'", "'asip9'", "`asip9`"),
        ("ranks = '{cores}'", "ranks = 'all'", "`all` is no number"),
    ] {
        let error = experiments(&BARRIER.replace(right, wrong), false).err();
        let error = format!("{:#}", error.expect(why));
        assert!(error.contains(why), "{error}");
    }
}
