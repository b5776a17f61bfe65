//! Balances the load of the DSPs: among selections of nearly the same cost, finds one with a more even load, so that requests wait less for
//! each other.
//!
//! The selection with the least load is changed step by step: a class gets another place, or two classes change their DSPs. A
//! step counts if it lowers the time of the fullest DSP, [`WORTH`] times the load that it adds paid for; at the same time of the
//! fullest, if it brings the DSPs nearer to each other. The steps are tried in one order, so that the same classes end in the same selection.

use super::{Accept, Bins, Item, Place, Selection};
use crate::PerMillion;

/// The most load of the GPP, a thousandth of its time, that is given for balance.
pub const NEAR: PerMillion = PerMillion(1_000);
/// The time of the fullest DSP that a load must be worth.
const WORTH: u64 = 10;
/// Steps taken and tried until the selection is left as it is.
const MAX_STEPS: usize = 1_000;
const MAX_TRIED: usize = 4_000_000;

/// A selection as even as the steps make it, all of whose steps `accepts` takes.
pub(super) fn balance(
    classes: &[Vec<Item>],
    bins: &Bins,
    found: Selection,
    accepts: &Accept,
) -> Selection {
    if bins.count == 1 {
        return found;
    }
    let mut balance = Balance {
        classes,
        bins,
        most: found.load + NEAR,
        tried: 0,
        accepts,
    };
    let mut places = found.places;
    for _ in 0..MAX_STEPS {
        let Some(better) = balance.step(&places) else {
            break;
        };
        places = better;
    }
    Selection {
        load: super::items(classes, &places).map(|item| item.load).sum(),
        places,
        bound: found.bound,
    }
}

struct Balance<'a> {
    classes: &'a [Vec<Item>],
    bins: &'a Bins,
    most: PerMillion,
    tried: usize,
    accepts: &'a Accept<'a>,
}

/// The demand on a DSP.
#[derive(Clone, Copy, Default)]
struct Used {
    memory: u64,
    dsp: u64,
    burst: u64,
}

/// What a step lowers: the fullest DSP's time with the load at its price, then the sum of the squares of all DSPs' times.
type Cost = (u64, u128);

impl Balance<'_> {
    /// Returns the selection after the first step that is an improvement; none if no step is.
    fn step(&mut self, places: &[Place]) -> Option<Vec<Place>> {
        let cost = self.cost(places);
        for class in 0..places.len() {
            for change in self.changes(class, places) {
                self.tried += places.len();
                if self.tried > MAX_TRIED {
                    return None;
                }
                let mut changed = places.to_vec();
                for (class, place) in change {
                    changed[class] = place;
                }
                let counts = self.cost(&changed) < cost && self.fits(&changed);
                if counts && (self.accepts)(&super::numbered(&changed)) {
                    return Some(changed);
                }
            }
        }
        None
    }

    /// Returns other places for a class, and swaps of its DSP with those of later classes.
    fn changes(&self, class: usize, places: &[Place]) -> Vec<Vec<(usize, Place)>> {
        let own = places[class];
        let all = 0..self.classes[class].len();
        let moved = all.flat_map(|item| {
            let dsps = 0..self.bins.count;
            dsps.map(move |dsp| vec![(class, Place { item, dsp })])
        });
        let others = (class + 1..places.len()).filter(|&other| places[other].dsp != own.dsp);
        let swapped = others.map(|other| {
            let to = |place: Place, dsp| Place { dsp, ..place };
            let theirs = places[other];
            vec![(class, to(own, theirs.dsp)), (other, to(theirs, own.dsp))]
        });
        moved.chain(swapped).collect()
    }

    fn used(&self, places: &[Place]) -> Vec<Used> {
        let mut used = vec![Used::default(); self.bins.count];
        for (item, place) in super::items(self.classes, places).zip(places) {
            let here = &mut used[place.dsp];
            here.memory += item.memory.0;
            here.dsp += item.dsp.0;
            here.burst += item.demand.burst.0;
        }
        used
    }

    fn cost(&self, places: &[Place]) -> Cost {
        let load: PerMillion = super::items(self.classes, places)
            .map(|item| item.load)
            .sum();
        let used = self.used(places);
        let fullest = used.iter().map(|one| one.dsp).max().unwrap_or(0);
        let squares = used.iter().map(|one| u128::from(one.dsp).pow(2)).sum();
        (fullest + WORTH * load.0, squares)
    }

    fn fits(&self, places: &[Place]) -> bool {
        let items = || super::items(self.classes, places);
        let load: PerMillion = items().map(|item| item.load).sum();
        let used = self.used(places);
        let has_room = |one: &Used| one.memory <= self.bins.memory.0 && one.dsp <= self.bins.dsp.0;
        let waits =
            |(item, place): (&Item, &Place)| used[place.dsp].burst <= item.demand.patience.0;
        load <= self.most && used.iter().all(has_room) && items().zip(places).all(waits)
    }
}
