//! Packing: counts and enumerations of random small puzzles against placing piece after piece on cell after cell.

#[path = "../../../src/packing/tests/dealt.rs"]
mod dealt;

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use traybit_checks::packing_reference::{self as reference, up_to_symmetry};
use traybit_core::Limits;
use traybit_packing::checker::{Checker, check};
use traybit_packing::solve::count::count;
use traybit_packing::solve::enumerate::{Callbacks, Selection, count as count_listed};
use traybit_packing::solve::extreme::{Extreme, extreme};
use traybit_packing::solve::sample::{can_sample, sample};
use traybit_packing::{Pack, Packing, Rule, exact};

use crate::differential::packings::dealt::Judged;
use crate::differential::{Compared, Dice};

/// The puzzle of a seed, half of them with rules and colours of pieces.
pub(super) fn puzzle(seed: u64) -> Pack {
    let (plain, mut dice) = (dealt::puzzle(seed), Dice::new(seed));
    let mut ruled = plain.clone();
    for piece in &mut ruled.pieces {
        piece.colour = dice.pick(&[None, None, Some("red"), Some("blue")]).map(str::to_owned);
    }
    if !dealt::is_small(&ruled) {
        // Pieces that only a colour tells apart have a packing for each way to exchange them.
        return plain;
    }
    ruled.rules.named = Rule::ALL.into_iter().filter(|_| dice.roll(4) == 0).collect();
    let least = dice.roll(4) as u32;
    ruled.rules.pieces = (dice.roll(4) == 0).then_some(least..=least + dice.roll(3) as u32);
    if dice.roll(2) == 0 { plain } else { ruled.checked().unwrap_or(plain) }
}

/// Compares all there is to compare; panics at the first difference.
pub(super) fn compare(pack: &Pack, turn: u64) -> Compared {
    let judged = Judged::of(pack);
    let (known, distinct) = (&judged.packings, up_to_symmetry(&judged.pack, &judged.packings));
    let numbers = (Ok(known.len().into()), Ok(distinct.into()));
    let text = exact::text::export(pack, &Limits::default()).expect("a small puzzle");
    let problem = exact::text::read("export", text.as_bytes()).expect("it is read");
    let exported = exact::count(&problem, None, &Limits::default()).expect("no checkpoint");
    assert_eq!(exported.found, known.len() as u64, "as an exact cover:\n{text}");
    let lengths = |packings: &BTreeSet<Packing>| {
        let all = packings.iter().map(Vec::len);
        (all.clone().max(), all.min())
    };
    let mut maximal = pack.clone();
    maximal.rules.named.insert(Rule::Maximal);
    let fewest = lengths(&Judged::of(&maximal).packings).1;
    for (puzzle, which, number) in
        [(pack, Extreme::Most, lengths(known).0), (&maximal, Extreme::Fewest, fewest)]
    {
        let (best, found) = extreme(puzzle, which, &Limits::default());
        assert!(best.as_ref().is_none_or(|packing| check(puzzle, packing).is_ok()));
        assert_eq!((found.ended, best.map(|packing| packing.len())), (None, number), "{which:?}");
    }
    if can_sample(pack) {
        let mut drawn = 0;
        let mut take = |packing: Packing| {
            drawn += 1;
            assert!(known.contains(&judged.merged(&packing)), "one that is drawn is none");
            ControlFlow::Continue(())
        };
        let found = sample(pack, 3, turn, &Limits::default(), &mut take);
        assert_eq!((found.ended, drawn), (None, if known.is_empty() { 0 } else { 3 }), "drawn");
    }
    let mut compared = Compared { positions: known.len() as u64, solvable: !known.is_empty(), searches: 3 };
    for threads in [1, 2 + turn as usize % 2] {
        let wide = if turn.is_multiple_of(3) { Limits::default().wide } else { 1 };
        let limits = Limits { threads, wide, ..Limits::default() };
        let counted = count(pack, None, &limits).expect("no checkpoint");
        assert_eq!(
            (&counted.total, &counted.distinct),
            (&numbers.0, &numbers.1),
            "by counting, {threads} threads"
        );
        let counted = count_listed(pack, Callbacks::default(), &limits).expect("no checkpoint");
        assert_eq!(
            (&counted.total, &counted.distinct),
            (&numbers.0, &numbers.1),
            "by enumeration, {threads} threads"
        );
        let all = listed(pack, Selection { most: u64::MAX, distinct: false }, &limits);
        assert!(all.iter().all(|packing| check(pack, packing) == Ok(())));
        assert_eq!(
            (all.len(), Checker::of(pack).repeated(&all)),
            (known.len(), None),
            "none is listed twice"
        );
        for most in [1, 2, all.len().saturating_sub(1)] {
            let some = listed(pack, Selection { most: most as u64, distinct: false }, &limits);
            assert!(some == all[..most.min(all.len())], "the first {most} of all");
        }
        assert!(
            all.iter().map(|packing| judged.merged(packing)).collect::<BTreeSet<_>>() == *known,
            "all are listed"
        );
        let some = listed(pack, Selection { most: u64::MAX, distinct: true }, &limits);
        assert_eq!(some.len(), distinct, "those that a symmetry makes of each other count once");
        assert!(some.iter().all(|packing| known.contains(&judged.merged(packing))));
        compared.searches += 4;
    }
    compared
}

fn listed(pack: &Pack, selection: Selection, limits: &Limits) -> Vec<Packing> {
    dealt::listed(pack, selection, Callbacks::default(), limits)
}
