//! Listings that end before all is found, and go on later.

use std::sync::Mutex;
use std::sync::atomic::Ordering;
use std::time::Duration;

use super::{Piece, Tilings, count, dominoes, listed, threads, with_monominoes};
use crate::search::listing::Listing;
use crate::search::listing::saved::{Saved, Stretch, Unfit};
use crate::search::listing::sink::{AtMost, Counting, Paths};
use crate::search::listing::watch::Watch;
use crate::search::outcome::GaveUp;

#[test]
fn a_stopped_listing_goes_on() {
    let spaces = [with_monominoes(4, 5), dominoes(6, 6)];
    let sink = AtMost(usize::MAX);
    let mut whole = Listing::new(&spaces, &sink, 7);
    assert_eq!(whole.run(&threads(1), &Watch::default()), Ok(()));
    let positions = whole.positions();
    let whole = listed(&whole.into_share());
    for (number, every) in [(1, 9_973), (2, 20_011), (3, 70_001)] {
        let mut listing = Listing::new(&spaces, &sink, 7);
        let mut stops = 0;
        loop {
            let limits = threads(number);
            let stop = |_: usize, _: &[Piece]| limits.stop.store(true, Ordering::Relaxed);
            let ended = listing.run(&limits, &Watch { every: Some((every, &stop)), ..Watch::default() });
            assert!(limits.progress.positions.load(Ordering::Relaxed) > 0);
            if ended.is_ok() {
                break;
            }
            assert_eq!(ended, Err(GaveUp::Stopped));
            stops += 1;
            // Every second time by way of a text, as a new process would.
            if stops % 2 == 0 {
                let text = listing.save().to_text().expect("shares have a form");
                let saved = Saved::<Paths<Piece>>::from_text(text.as_bytes()).expect("as written");
                assert!(saved.parts_left() > 0 && saved.positions() == listing.positions());
                listing = Listing::resume(&spaces, &sink, 7, saved).expect("the same spaces");
            }
        }
        assert!(stops > 3);
        assert_eq!((listing.positions(), listing.solutions()), (positions, whole.len() as u64));
        assert!(listed(&listing.into_share()) == whole, "{number} threads");
    }
}

#[test]
fn a_killed_listing_goes_on_from_what_was_saved() {
    let spaces = [with_monominoes(4, 5), dominoes(7, 6)];
    let (solutions, positions) = count(&spaces, &threads(1));
    for number in 1..=3 {
        let kept = Mutex::new(Vec::new());
        let keep = |saved: Saved<u64>| kept.lock().expect("no panic").push(saved);
        let watch = Watch { save: Some((Duration::ZERO, &keep)), ..Watch::default() };
        assert_eq!(Listing::new(&spaces, &Counting, 7).run(&threads(number), &watch), Ok(()));
        let kept = kept.into_inner().expect("no panic");
        assert!(kept.len() > 10);
        for saved in kept.into_iter().step_by(7) {
            let saved = Saved::from_text(saved.to_text().expect("numbers").as_bytes()).expect("as written");
            let mut listing = Listing::resume(&spaces, &Counting, 7, saved).expect("the same spaces");
            assert_eq!(listing.run(&threads(4 - number), &Watch::default()), Ok(()));
            assert_eq!((listing.positions(), listing.into_share()), (positions, solutions));
        }
    }
}

/// Some saved state of a listing by counting.
fn saved(spaces: &[Tilings]) -> Saved<u64> {
    let limits = threads(1);
    let stop = |_: usize, _: &[Piece]| limits.stop.store(true, Ordering::Relaxed);
    let mut listing = Listing::new(spaces, &Counting, 7);
    let ended = listing.run(&limits, &Watch { every: Some((20_000, &stop)), ..Watch::default() });
    assert_eq!(ended, Err(GaveUp::Stopped));
    listing.save()
}

#[test]
fn damaged_and_foreign_texts_are_refused() {
    let spaces = [dominoes(6, 6)];
    let saved = saved(&spaces);
    let text = saved.to_text().expect("numbers").into_bytes();
    for place in 0..text.len() {
        let mut other = text.clone();
        other[place] ^= 1 << (place % 8);
        assert!(Saved::<u64>::from_text(&other).is_err());
        assert!(Saved::<u64>::from_text(&text[..place]).is_err());
    }
    let unfit = |spaces: &[Tilings], digest| Listing::resume(spaces, &Counting, digest, saved.clone()).err();
    assert_eq!(unfit(&spaces, 7), None);
    assert_eq!(unfit(&spaces, 8), Some(Unfit::Foreign));
    assert_eq!(unfit(&[], 7), Some(Unfit::Foreign));
    assert_eq!(unfit(&[dominoes(2, 2)], 7), Some(Unfit::Foreign));
    assert_eq!(Unfit::Damaged.to_string(), "the saved listing is damaged");
}

#[test]
fn no_place_makes_it_panic() {
    let spaces = [dominoes(4, 4)];
    let ranks =
        [vec![], vec![0], vec![1, 0], vec![2], vec![u32::MAX], vec![0, u32::MAX], vec![0; 9], vec![0; 500]];
    let mut fit = 0;
    for ranks in ranks {
        for floor in [0, 1, 8, 400, usize::MAX] {
            for stop in [0, 1, 2, 3, u32::MAX] {
                for space in [0, 1] {
                    let left = Stretch::Left { space, ranks: ranks.clone(), floor, stop };
                    let stretches = vec![Stretch::Gathered(1), left.clone(), Stretch::Gathered(1), left];
                    let saved = Saved { digest: 7, spaces: 1, positions: 0, solutions: 0, stretches };
                    if let Ok(mut listing) = Listing::resume(&spaces, &Counting, 7, saved) {
                        fit += 1;
                        assert_eq!(listing.run(&threads(2), &Watch::default()), Ok(()));
                        assert!(listing.into_share() <= 2 + 2 * 36);
                    }
                }
            }
        }
    }
    assert!(fit > 0);
}
