use std::cell::Cell;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use super::*;

fn key(name: &str) -> Key {
    let mut key = Key::default();
    key.add(name);
    key
}

fn fill(folder: &Path) -> Result<()> {
    Ok(std::fs::write(folder.join("object"), "code")?)
}

/// The entry `a` of a cache whose entries are all in its folder.
fn get(root: &Path, fill: impl FnOnce(&Path) -> Result<()>) -> Result<PathBuf> {
    Ok(entry_in(root, root, key("a"), fill)?.place)
}

#[test]
fn an_entry_is_filled_once() {
    let root = tempfile::tempdir().unwrap();
    let first = get(root.path(), fill).unwrap();
    let text = std::fs::read_to_string(first.join("object"));
    assert_eq!(text.unwrap(), "code");
    let second = get(root.path(), |_| panic!("filled again")).unwrap();
    assert_eq!(first, second);
}

#[test]
fn of_recent_entries_those_used_last_stay() {
    let root = tempfile::tempdir().unwrap();
    let filled = Cell::new(0);
    let get = |number: usize| {
        let fill = |folder: &Path| {
            filled.set(filled.get() + 1);
            Ok(std::fs::write(folder.join("program"), number.to_string())?)
        };
        let read = |folder: &Path| Ok(std::fs::read_to_string(folder.join("program"))?);
        let name = number.to_string();
        let text = recent_in(root.path(), 4, key(&name), fill, read).unwrap();
        assert_eq!(text, name);
        std::thread::sleep(Duration::from_millis(5));
        filled.get()
    };
    assert_eq!([0, 1, 2, 3].map(&get), [1, 2, 3, 4]);
    assert_eq!([0, 4].map(&get), [4, 5]); // and 1 and 2 go
    let left = std::fs::read_dir(root.path().join(RECENT)).unwrap();
    assert_eq!(left.count(), 3);
    assert_eq!([0, 3, 4, 1].map(&get), [5, 5, 5, 6]);
}

#[test]
fn a_damaged_entry_is_made_again() {
    let root = tempfile::tempdir().unwrap();
    let object = get(root.path(), fill).unwrap().join("object");
    std::fs::write(&object, "coke").unwrap();
    get(root.path(), fill).unwrap();
    assert_eq!(std::fs::read_to_string(&object).unwrap(), "code");
    std::fs::remove_file(&object).unwrap();
    get(root.path(), fill).unwrap();
    assert_eq!(std::fs::read_to_string(&object).unwrap(), "code");
}

#[test]
fn a_failed_entry_leaves_nothing() {
    let root = tempfile::tempdir().unwrap();
    assert!(get(root.path(), |_| anyhow::bail!("no")).is_err());
    let drafts = std::fs::read_dir(root.path().join(DRAFTS)).unwrap();
    assert_eq!(drafts.count(), 0);
    assert!(!root.path().join(key("a").name()).exists());
}

#[test]
fn many_that_want_an_entry_at_the_same_time_build_it_once() {
    let root = tempfile::tempdir().unwrap();
    let built = AtomicUsize::new(0);
    let build = |folder: &Path| {
        built.fetch_add(1, Ordering::Relaxed);
        std::thread::sleep(Duration::from_millis(50));
        fill(folder)
    };
    std::thread::scope(|threads| {
        let get = || get(root.path(), build).unwrap().join("object");
        let all: Vec<_> = (0..8).map(|_| threads.spawn(get)).collect();
        let found = all.into_iter().map(|one| one.join().unwrap());
        assert!(found.into_iter().all(|object| object.is_file()));
    });
    assert_eq!(built.into_inner(), 1);
}

#[test]
fn a_full_disk_is_called_so() {
    let root = tempfile::tempdir().unwrap();
    let full = |_: &Path| Err(std::io::Error::from(ErrorKind::StorageFull).into());
    let error = get(root.path(), full).unwrap_err().to_string();
    assert!(error.contains("is full"), "{error}");
    assert!(error.contains("weft cache prune"), "{error}");
    let other = get(root.path(), |_| anyhow::bail!("does not compile"));
    assert_eq!(other.unwrap_err().to_string(), "does not compile");
}

#[test]
fn what_has_not_been_used_for_long_is_pruned() {
    let root = tempfile::tempdir().unwrap();
    let day = Duration::from_secs(24 * 60 * 60);
    for (name, days) in [("new", 1), ("old", 40)] {
        let place = entry_in(root.path(), root.path(), key(name), fill);
        let place = place.unwrap().place;
        let used = SystemTime::now() - day * days;
        let folder = std::fs::File::open(place).unwrap();
        folder.set_modified(used).unwrap();
    }
    std::fs::create_dir_all(root.path().join(DRAFTS).join("left")).unwrap();
    let before = inventory::survey_of(root.path()).unwrap();
    assert_eq!(before.entries.len(), 2);
    let pruned = inventory::prune_in(root.path(), day * 30).unwrap();
    assert_eq!((pruned.entries, pruned.drafts), (1, 1));
    assert!(pruned.bytes > 4);
    let after = inventory::survey_of(root.path()).unwrap();
    let names: Vec<_> = after.entries.into_iter().map(|entry| entry.key).collect();
    assert_eq!(names, [key("new").name()]);
}

#[test]
fn what_is_in_use_is_not_pruned() {
    let root = tempfile::tempdir().unwrap();
    let entry = entry_in(root.path(), root.path(), key("a"), fill).unwrap();
    let reader = Held::take(&entry.place).unwrap();
    let prune = || inventory::prune_in(root.path(), Duration::ZERO).unwrap();
    for held in [entry, reader] {
        assert_eq!(prune().entries, 0);
        assert!(held.place.join("object").exists());
    }
    assert_eq!(prune().entries, 1);
    let drafts = std::fs::read_dir(root.path().join(DRAFTS)).unwrap();
    assert_eq!(drafts.count(), 0);
}

#[test]
fn a_reader_beside_a_pruner_finds_its_files_or_makes_them() {
    let root = tempfile::tempdir().unwrap();
    let ended = std::sync::atomic::AtomicBool::new(false);
    let pruned = std::thread::scope(|threads| {
        let readers = (0..2).map(|_| {
            threads.spawn(|| {
                for _ in 0..300 {
                    let entry = entry_in(root.path(), root.path(), key("a"), fill).unwrap();
                    let text = std::fs::read_to_string(entry.place.join("object"));
                    assert_eq!(text.unwrap(), "code");
                }
            })
        });
        let readers: Vec<_> = readers.collect();
        let pruner = threads.spawn(|| {
            let mut pruned = 0;
            while !ended.load(Ordering::Relaxed) {
                pruned += inventory::prune_in(root.path(), Duration::ZERO)
                    .unwrap()
                    .entries;
            }
            pruned
        });
        let read: Vec<_> = readers.into_iter().map(|reader| reader.join()).collect();
        ended.store(true, Ordering::Relaxed);
        assert!(read.iter().all(Result::is_ok));
        pruner.join().unwrap()
    });
    assert!(pruned > 0, "the pruner met no entry");
}
