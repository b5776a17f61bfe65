//! Checks that `lib/symbols.txt`, the list of the symbols that each source of the library defines, matches the compiled library.
//! `WEFT_REFRESH=1` regenerates it:
//!
//! ```text
//! WEFT_REFRESH=1 cargo test -p weft-run --test run -- --ignored symbols::
//! ```

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use object::{Object, ObjectSymbol};
use weft_run::build::Library;
use weft_run::Unobserved;
use weft_sim::platform::{platform_directories, Platform};

/// The symbols that each source defines.
type Symbols = BTreeMap<PathBuf, BTreeSet<String>>;

/// Adds the symbols that the library for a platform defines. Returns the folder of the library.
fn add_symbols(platform: &Platform, define: &[&str], symbols: &mut Symbols) -> PathBuf {
    let define: Vec<String> = define.iter().map(ToString::to_string).collect();
    let library = Library::new(platform, &define).expect("a library");
    for (object, source) in library.all(&mut Unobserved).expect("its object files") {
        let bytes = std::fs::read(object).expect("an object file");
        let file = object::File::parse(&*bytes).expect("an object file");
        let defined = file
            .symbols()
            .filter(|symbol| symbol.is_definition() && symbol.is_global());
        let names = defined.map(|symbol| symbol.name().expect("Unicode").to_owned());
        let of_source = symbols.entry(source.to_owned()).or_default();
        of_source.extend(names.filter(|name| !name.is_empty()));
    }
    library.folder
}

fn lines(symbols: &Symbols) -> String {
    let line = |(source, names): (&PathBuf, &BTreeSet<String>)| {
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        format!("{}: {}\n", source.display(), names.join(" "))
    };
    symbols.iter().map(line).collect()
}

#[test]
fn what_the_sources_of_a_library_define_is_listed() {
    let mut found = Symbols::new();
    let asip8 = Platform::load("asip8", &platform_directories()).expect("a platform");
    let folder = add_symbols(&asip8, &[], &mut found);
    let listed = std::fs::read_to_string(folder.join("symbols.txt")).expect("a list");
    let listed: BTreeMap<_, BTreeSet<&str>> = listed
        .lines()
        .filter_map(|line| line.split_once(": "))
        .map(|(source, names)| (PathBuf::from(source), names.split(' ').collect()))
        .collect();
    for (source, names) in found {
        let names = names.iter().map(String::as_str).collect::<BTreeSet<_>>();
        let of_source = listed.get(&source).cloned().unwrap_or_default();
        assert!(
            names.is_subset(&of_source),
            "{}: {names:?}",
            source.display()
        );
    }
}

/// Macros with which sources define other functions, and platforms for which they are set.
const OPTIONS: [&[&str]; 2] = [&["WEFT_CHECKED_LINK=1"], &["WEFT_TIMEOUT=1000"]];
const OTHERWISE: [&str; 6] = [
    "asip8",
    "asip8-dma",
    "asip8-ipcm",
    "cortex16",
    "hibi8",
    "nagam",
];

#[test]
#[ignore = "compiles the whole library for every platform"]
fn the_list_has_what_any_platform_defines_and_no_more() {
    let mut found = Symbols::new();
    let mut folder = PathBuf::new();
    for (name, platform) in Platform::list(&platform_directories()) {
        let platform = platform.expect(&name);
        folder = add_symbols(&platform, &[], &mut found);
        if OTHERWISE.contains(&name.as_str()) {
            OPTIONS.iter().for_each(|define| {
                add_symbols(&platform, define, &mut found);
            });
        }
    }
    let list = folder.join("symbols.txt");
    if std::env::var_os("WEFT_REFRESH").is_some() {
        std::fs::write(&list, lines(&found)).expect("a list");
    }
    let listed = std::fs::read_to_string(&list).expect("a list");
    assert_eq!(lines(&found), listed);
}
