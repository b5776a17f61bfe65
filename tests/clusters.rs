//! The parallel programs of J. Joven et al., 2013 (section VII.B): the same source computes the same on every chip and on this machine,
//! however many ranks there are.

use weft_tests::command::{Ended, Folder};
use weft_tests::share::some;

/// Where they run: a platform and a number of ranks; those first that differ most.
const PLACES: [&str; 8] = [
    "host -n 3",
    "asip8",
    "cortex4",
    "cortex16 --engine step -n 9",
    "host -n 1",
    "cortex4 -n 1",
    "cortex8",
    "cortex16",
];

/// <https://oeis.org/A000796>
const PI: &str =
    "3.1415926535897932384626433832795028841971693993751058209749445923078164062862089986280348253421170679";

/// What `apps/NAME/NAME.c` does in a place.
fn run(folder: &Folder, program: &str, place: &str, options: &str, arguments: &str) -> Ended {
    let source = format!(
        "{}/../apps/{program}/{program}.c",
        env!("CARGO_MANIFEST_DIR")
    );
    let run = format!("run --quiet --platform {place} {options} {source} -- {arguments}");
    folder.weft(&run)
}

/// Requires this output in every place, and that the time is reported apart from it.
#[track_caller]
fn prints_everywhere(program: &str, options: &str, arguments: &str, expected: &str) {
    for place in some(PLACES, 4) {
        let ended = run(&Folder::default(), program, place, options, arguments).exits(0);
        assert_eq!(ended.stdout.trim_end(), expected, "{program} on {place}");
    }
    let options = format!("--reports {options}");
    let ended = run(&Folder::default(), program, PLACES[0], &options, arguments).exits(0);
    assert!(ended.stdout.contains("nanoseconds "), "{}", ended.stdout);
}

#[test]
fn decimals_of_pi() {
    for decimals in [7, 100] {
        prints_everywhere("pi", "", &decimals.to_string(), &PI[..2 + decimals]);
    }
}

/// The last of 1,000 are 6420198 9 (<https://oeis.org/A000796>).
#[test]
fn a_thousand_decimals_of_pi() {
    let ended = run(&Folder::default(), "pi", "cortex16", "", "1000").exits(0);
    let printed = ended.stdout.trim_end();
    assert_eq!(printed.len(), 1002);
    assert!(printed.starts_with(PI) && printed.ends_with("2164201989"));
}

#[test]
fn dot_products_of_bytes() {
    for length in [1, 2048] {
        prints_everywhere("dot", "", &length.to_string(), &dot(length));
    }
}

/// The program prints whole numbers alone, so that it fits with the C library's smaller `printf`.
#[test]
fn dot_products_of_floating_point_numbers() {
    for (element, length) in [("float", 67), ("double", 256)] {
        let option = format!("-D ELEMENT={element} -D PICOLIBC_INTEGER_PRINTF_SCANF");
        prints_everywhere("dot", &option, &length.to_string(), &dot(length));
    }
}

/// Of the vectors that the program makes: place i has i mod 7 and (i mod 5) - 1.
fn dot(length: i64) -> String {
    let sum: i64 = (0..length).map(|i| (i % 7) * (i % 5 - 1)).sum();
    sum.to_string()
}

/// Grids that do and do not divide by the number of ranks, one of them not square.
#[test]
fn heat_spreads_alike() {
    for (columns, rows, steps) in [(17, 5, 9), (40, 40, 3)] {
        let expected = plate(columns, rows, steps);
        for place in some(PLACES, 4) {
            let folder = Folder::default();
            let arguments = format!("{columns} {rows} {steps} plate.pgm");
            run(&folder, "heat", place, "", &arguments).exits(0);
            let drawn = folder.read("plate.pgm");
            assert_eq!(drawn, expected, "{columns} x {rows} on {place}");
        }
    }
}

/// The picture of the plate by one loop over all of it, with a second plate for the next step.
fn plate(columns: usize, rows: usize, steps: usize) -> Vec<u8> {
    let share = |at: usize, length: usize| {
        let last = length - 1;
        (4 * at * (last - at)) as f32 / (last * last) as f32
    };
    let line = |y| (0..columns).map(move |x| 100.0 * share(x, columns) * share(y, rows));
    let mut now: Vec<Vec<f32>> = (0..rows).map(|y| line(y).collect()).collect();
    for _ in 0..steps {
        let mut next = now.clone();
        for y in 1..rows - 1 {
            for x in 1..columns - 1 {
                let here = now[y][x];
                let around = now[y][x - 1] + now[y][x + 1] + now[y - 1][x] + now[y + 1][x];
                next[y][x] = here + 0.1 * (around - 4.0 * here);
            }
        }
        now = next;
    }
    let mut picture = format!("P5\n{columns} {rows}\n255\n").into_bytes();
    picture.extend(now.iter().flatten().map(|degrees| (degrees * 2.55) as u8));
    picture
}

/// Nine points, of which the one in the middle has 100 degrees.
#[test]
fn heat_prints_the_mean() {
    for place in ["host -n 3", "cortex4 -n 2"] {
        let ended = run(&Folder::default(), "heat", place, "", "3 3 0").exits(0);
        assert_eq!(ended.stdout, "mean 11.111 degrees\n", "{place}");
    }
}

/// Told once, on the standard error stream.
#[test]
fn wrong_arguments_are_refused() {
    let wrong = [
        ("pi", "0", "usage: pi DECIMALS"),
        ("pi", "9801", "usage: pi DECIMALS"),
        ("pi", "7x", "usage: pi DECIMALS"),
        ("dot", "", "usage: dot LENGTH"),
        ("dot", "-1", "usage: dot LENGTH"),
        ("heat", "40 40", "usage: heat COLUMNS ROWS STEPS"),
        ("heat", "40 1 10", "usage: heat COLUMNS ROWS STEPS"),
        ("heat", "2 40 10", "2 columns are fewer than the 4 ranks"),
    ];
    for (program, arguments, complaint) in wrong {
        for place in ["cortex4", "host -n 4"] {
            let ended = run(&Folder::default(), program, place, "", arguments).exits(2);
            assert_eq!(ended.stdout, "", "{program} {arguments}");
            assert_eq!(
                ended.stderr.matches(complaint).count(),
                1,
                "{}",
                ended.stderr
            );
        }
    }
}

#[test]
fn more_than_a_small_memory_holds() {
    for (program, arguments) in [("dot", "100000"), ("heat", "400 400 1")] {
        run(&Folder::default(), program, "cortex4", "", arguments)
            .exits(1)
            .says(&["no memory for"]);
    }
}

#[test]
fn a_picture_that_cannot_be_written() {
    let ended = run(
        &Folder::default(),
        "heat",
        "cortex4",
        "",
        "8 8 1 missing/plate.pgm",
    );
    ended
        .exits(1)
        .says(&["missing/plate.pgm: cannot be written"]);
}

/// Who polls backs off, so that those further from a memory, which a fixed order serves last, write what is polled for.
#[test]
fn the_published_library_starts_where_switches_have_fixed_priorities() {
    let place = "cortex16-fixed-priority --set library.link=rendezvous --max-cycles 1000000";
    let ended = run(&Folder::default(), "hello", place, "", "").exits(0);
    assert_eq!(ended.stdout.lines().count(), 16, "{}", ended.stdout);
}

/// Cycles of a step of apps/halo on a grid of 2 x 8 ranks, and how many of these have another number than in MPI_COMM_WORLD.
fn halo(platform: &str, how: &str) -> (u32, u32) {
    let arguments = format!("2 8 {how} 4 32");
    let options = "-D PICOLIBC_INTEGER_PRINTF_SCANF";
    let ended = run(&Folder::default(), "halo", platform, options, &arguments).exits(0);
    let words: Vec<&str> = ended.stdout.split_whitespace().collect();
    (words[3].parse().unwrap(), words[5].parse().unwrap())
}

#[test]
fn neighbours_in_a_grid_get_cores_near_each_other() {
    for platform in ["cortex16", "cortex16-ocmpi"] {
        let (kept, none) = halo(platform, "keep");
        let (reordered, moved) = halo(platform, "reorder");
        assert!(none == 0 && moved > 0, "{platform}: {none} {moved}");
        assert!(
            f64::from(reordered) < 0.9 * f64::from(kept),
            "{platform}: {kept} {reordered}"
        );
    }
}
