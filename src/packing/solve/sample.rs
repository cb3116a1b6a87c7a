//! Packings drawn uniformly at random, from the states that count them.

use std::ops::{ControlFlow, RangeInclusive};
use std::time::Duration;

use crate::budget::Budget;
use crate::cover::Cover;
use crate::kinds::Kinds;
use crate::solve::count::cover_of;
use crate::space::maximal::{self, Maximal};
use crate::space::{self, EMPTY, States};
use crate::symmetry::symmetries;
use crate::{Enumerated, Pack, Packing, Unknown};
use traybit_core::search::counting::CountKey;
use traybit_core::search::sampling::Sampler;
use traybit_core::{Cost, GaveUp, Limits, MoveCode, Register, Rng, Staged, Wide, Width};

/// True if packings of a puzzle can be drawn: the states support all its rules.
pub fn can_sample(pack: &Pack) -> bool {
    let pack = &pack.reduced();
    pack.is_plain() || maximal::pieces(pack, &Kinds::of(pack)).is_some()
}

/// Draws packings of a puzzle for which [`can_sample`] holds, some of which may be equal, and passes them to `take`, which may
/// break off. The random seed determines the packing with each number, up to `most`.
pub fn sample(
    pack: &Pack,
    most: u64,
    seed: u64,
    limits: &Limits,
    take: &mut dyn FnMut(Packing) -> ControlFlow<()>,
) -> Enumerated {
    let pack = &pack.reduced();
    let kinds = Kinds::of(pack);
    let mut enumerated = Enumerated {
        found: 0,
        ended: None,
        symmetries: symmetries(pack, &kinds).len(),
        cost: Cost::default(),
        method: "draws from the states of a count".to_owned(),
    };
    let mut budget = Budget::of(limits);
    let ended = (|| {
        let (cover, bits) = cover_of(pack, &kinds, &mut budget)?;
        let pieces = maximal::pieces(pack, &kinds).filter(|_| !pack.is_plain());
        let bits = pieces.as_ref().map_or(bits, |pieces| maximal::bits(&cover, pieces));
        let mut take = |moves: &[MoveCode]| {
            enumerated.found += 1;
            let placements: Vec<u32> = moves.iter().copied().filter(|&step| step != EMPTY).collect();
            take(cover.packing(pack, &kinds, &placements))
        };
        let draw = match space::word(bits)? {
            Width::W64 => draw::<u64>,
            Width::W128 => draw::<u128>,
            _ => draw::<Wide<8>>,
        };
        draw(&cover, pieces, [most, seed], &mut budget, &mut enumerated.cost, &mut take)
            .map_err(Unknown::GaveUp)
    })();
    enumerated.ended = ended.err();
    enumerated.cost = budget.cost(enumerated.cost);
    enumerated
}

fn draw<W: Register + CountKey>(
    cover: &Cover,
    pieces: Option<RangeInclusive<u64>>,
    [most, seed]: [u64; 2],
    budget: &mut Budget<'_>,
    cost: &mut Cost,
    take: &mut dyn FnMut(&[MoveCode]) -> ControlFlow<()>,
) -> Result<(), GaveUp> {
    let space: Box<dyn Staged<W> + '_> = match pieces {
        Some(pieces) => Box::new(Maximal::new(cover, pieces, budget)?),
        None => space::compile(cover, States::Merged, budget)?,
    };
    let limits = budget.rest();
    let sampler = Sampler::new(&*space, &limits)?;
    *cost = Cost { time: Duration::ZERO, ..sampler.cost };
    for number in 0..most {
        limits.check()?;
        let moves = sampler.draw(&mut Rng::new(seed, number));
        if moves.is_none_or(|moves| take(&moves).is_break()) {
            break;
        }
    }
    Ok(())
}
