//! Enumerates packings: the first, some, or all of them, depth first.

use std::ops::{ControlFlow, RangeInclusive};
use std::time::Duration;

use crate::budget::Budget;
use crate::colouring::refutation;
use crate::cover::{Cover, Kind, Outline};
use crate::exact::cells::Cells;
use crate::exact::packing::problem;
use crate::images::{Images, MOST, Part, split};
use crate::kinds::Kinds;
use crate::solve::collector::{Collected, Collecting, Handing, Ready, Walked, first_of};
use crate::space::{self, EMPTY, States};
use crate::symmetry::{Symmetry, symmetries};
use crate::{Count, Enumerated, Pack, Packing, Unknown, exact};
use traybit_core::search::beam;
use traybit_core::search::enumeration::collector::{Collector, Paths};
use traybit_core::search::enumeration::{Enumeration, Observers, View};
use traybit_core::search::sampling::estimate;
use traybit_core::{Checkpoint, Cost, GaveUp, Limits, MoveCode, Register, Rng, Staged, Wide, Width, sorted};

const METHOD: &str = "depth first";

/// Time between two updates of a display.
const SHOWN_EVERY: Duration = Duration::from_secs(1);

/// Time for estimating how long a full enumeration takes.
const PROBES: Duration = Duration::from_millis(5);

/// Selection of packings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Selection {
    /// Maximum number of packings.
    pub most: u64,
    /// True to select only the first of symmetric packings.
    pub distinct: bool,
}

/// Callbacks of an enumeration.
#[derive(Clone, Copy, Default)]
pub struct Callbacks<'a> {
    /// Callback with the board, and the number of positions between two calls.
    pub every: Option<(u64, &'a (dyn Fn(Packing) + Sync))>,
    /// Callback with the board and a snapshot, called about once per second.
    pub display: Option<&'a (dyn Fn(Packing, View) + Sync)>,
    /// Where checkpoints are saved.
    pub checkpoint: Option<Checkpoint<'a>>,
    /// Called before the first packing with the estimated time of the full enumeration.
    pub likely: Option<&'a (dyn Fn(Duration) + Sync)>,
}

/// A prepared search for the packings of a puzzle, which are the paths of its parts.
struct Prepared<'a> {
    pack: &'a Pack,
    kinds: &'a Kinds,
    /// True if packings symmetric to an earlier one are left out.
    distinct: bool,
    cover: Cover,
    /// The parts to search; of symmetric ones only the first.
    parts: Vec<Part>,
    images: Images,
    word: Width,
    /// Description of the method, or the reason why there is no packing, if one is known.
    method: String,
    /// The exact cover of a puzzle with rules that the spaces of its parts do not support.
    exact: Option<Cells>,
}

impl<'a> Prepared<'a> {
    /// Prepares a search for all or for distinct packings.
    fn new(
        pack: &'a Pack,
        kinds: &'a Kinds,
        group: &[Symmetry],
        distinct: bool,
        budget: &mut Budget<'_>,
    ) -> Result<Self, Unknown> {
        let outline = Outline::of(pack, kinds, budget)?;
        // Without a single piece there are no parts, whose states may be narrower.
        if pack.is_plain() && !outline.cover.kinds.iter().any(Kind::is_single) {
            space::word(space::width(&outline.cover, outline.reach(budget)?))?;
        }
        let cover = outline.fill(budget)?;
        if !pack.is_plain() {
            let images = Images::new(&cover, if distinct { group } else { &[] }, budget)?;
            let limits = budget.rest();
            let problem = problem(pack, &limits)?;
            let cells = Cells::new(&problem.cover, limits.threads, budget)?;
            let name = |placement: Option<_>| placement.and_then(|own| cover.number(own)).unwrap_or(EMPTY);
            let names = problem.placements.into_iter().map(name).collect();
            let parts = vec![Part { cover: cover.clone(), names, placed: None, images: images.clone() }];
            let (word, method, exact) = (Width::W64, exact::METHOD.to_owned(), Some(cells));
            return Ok(Self { pack, kinds, distinct, cover, parts, images, word, method, exact });
        }
        // The parts of a piece that a symmetry exchanges for another one are not images of one another.
        let stays = |kind: u16| group.iter().all(|symmetry| symmetry.kinds[usize::from(kind)] == kind);
        let (mut single, mut group) = (cover.most_constrained(stays, MOST), group);
        if single.is_none() && !distinct {
            (single, group) = (cover.most_constrained(|_| true, MOST), &[]);
        }
        let refuted = refutation(&cover, budget)?;
        let images = Images::new(&cover, group, budget)?;
        let parts = match refuted {
            Some(_) => Vec::new(),
            None => split(&cover, single, &images, budget)?,
        };
        let bits = parts.iter().map(|part| space::bits(&part.cover)).max().unwrap_or(0);
        let word = space::word(bits)?;
        let (name, count) = (word.name(), parts.len());
        let method = refuted.unwrap_or_else(|| match count {
            1 => format!("{METHOD}, in {name}"),
            _ => format!("{METHOD} from {count} places of the piece with the fewest, in {name}"),
        });
        Ok(Self { pack, kinds, distinct, cover, parts, images, word, method, exact: None })
    }

    /// The placements of a packing, by their numbers in the whole cover, ascending.
    fn placements(&self, space: usize, path: &[MoveCode]) -> Vec<u32> {
        let Part { placed, names, .. } = &self.parts[space];
        let options = self.exact.as_ref().map(|cells| cells.options(path));
        let moves = options.as_deref().unwrap_or(path).iter();
        let names = moves.filter_map(|&step| names.get(step as usize).copied());
        sorted(names.filter(|&name| name != EMPTY).chain(*placed))
    }

    /// Adds a path to two numbers: all packings, including those of parts left out; and those that are first of their images.
    fn count(&self, [total, distinct]: &mut [u64; 2], space: usize, path: &[MoveCode]) {
        let (part, packing) = (&self.parts[space], self.placements(space, path));
        let is_first = part.images.is_first(&packing);
        *distinct += u64::from(is_first);
        *total += match part.placed {
            None => 1,
            Some(_) if is_first => self.images.different(&packing).len() as u64,
            Some(_) => 0,
        };
    }

    fn keep(&self, kept: &mut Paths, space: usize, path: &[MoveCode]) {
        let (part, packing) = (&self.parts[space], self.placements(space, path));
        match part.placed {
            None if !self.distinct => kept.push(space, &packing),
            _ if !part.images.is_first(&packing) => {}
            Some(_) if !self.distinct => {
                self.images.different(&packing).iter().for_each(|image| kept.push(space, image));
            }
            _ => kept.push(space, &packing),
        }
    }

    fn read(&self, kept: &[MoveCode]) -> Packing {
        self.cover.packing(self.pack, self.kinds, kept)
    }
}

/// Passes packings of a puzzle, converted by `make` on several threads, to `take`, which may break off. Their order does not
/// depend on the number of threads; they come as they are found, or all at the end if checkpoints are saved.
pub fn enumerate<S: Ready>(
    pack: &Pack,
    selection: Selection,
    callbacks: Callbacks<'_>,
    limits: &Limits,
    make: &(dyn Fn(Packing) -> S + Sync),
    take: &mut (dyn FnMut(S) -> ControlFlow<()> + Send),
) -> Result<Enumerated, String> {
    let handing = Handing::new(selection.most, callbacks.checkpoint.is_some(), limits, make, take);
    let (_, walked) = walk(pack, selection.distinct, Some(&handing), callbacks, limits)?;
    Ok(handing.outcome(walked))
}

/// The first packing of a puzzle, if one is found.
pub fn first(pack: &Pack, limits: &Limits) -> (Option<Packing>, Enumerated) {
    let selection = Selection { most: 1, distinct: false };
    first_of(|take| enumerate(pack, selection, Callbacks::default(), limits, &|found| found, take))
}

/// Counts the packings of a puzzle by enumerating them.
pub fn count(pack: &Pack, callbacks: Callbacks<'_>, limits: &Limits) -> Result<Count, String> {
    let (listed, enumerated) = walk::<Packing>(pack, true, None, callbacks, limits)?;
    let Enumerated { ended, symmetries, cost, method, .. } = enumerated;
    let known = |number: u64| ended.map_or(Ok(number.into()), Err);
    let (total, distinct) = listed.unwrap_or_default();
    Ok(Count { total: known(total), distinct: known(distinct), listed, symmetries, cost, method })
}

/// Enumerates all packings or only distinct ones, and hands them over or counts them. Returns their numbers, all and up to
/// symmetry; `None` if a limit ended the preparations.
fn walk<'h, S: Ready>(
    pack: &Pack,
    distinct: bool,
    handing: Option<&'h Handing<'h, Packing, S>>,
    callbacks: Callbacks<'_>,
    limits: &Limits,
) -> Result<(Option<(u64, u64)>, Enumerated), String> {
    let mut budget = Budget::of(limits);
    let pack = &pack.reduced();
    let kinds = Kinds::of(pack);
    let group = symmetries(pack, &kinds);
    let enumerated =
        |ended, cost, method| Enumerated { found: 0, ended, symmetries: group.len(), cost, method };
    let prepared = match Prepared::new(pack, &kinds, &group, distinct, &mut budget) {
        Ok(prepared) => prepared,
        Err(unknown) => {
            let cost = budget.cost(Cost::default());
            return Ok((None, enumerated(Some(unknown), cost, METHOD.to_owned())));
        }
    };
    let collector = Collecting {
        handing,
        count: &|numbers, space, path| prepared.count(numbers, space, path),
        keep: &|kept, space, path| prepared.keep(kept, space, path),
        read: &|kept| prepared.read(kept),
    };
    let walk = Walk { prepared: &prepared, collector, callbacks };
    let ([total, listed], ended, cost) = match (&prepared.exact, prepared.word) {
        (Some(cells), _) => walk.walk::<u64>(&[cells], &budget)?,
        (_, Width::W64) => walk.run::<u64>(&mut budget)?,
        (_, Width::W128) => walk.run::<u128>(&mut budget)?,
        // Wider states have been rejected.
        _ => walk.run::<Wide<8>>(&mut budget)?,
    };
    let mut method = prepared.method.clone();
    if let Ok(Some(width)) = ended {
        method = format!("{method}, then a beam of {width} states");
    }
    let ended = ended.err().map(Unknown::GaveUp);
    Ok((Some((total, listed)), enumerated(ended, budget.cost(cost), method)))
}

struct Walk<'a, 'h, S> {
    prepared: &'a Prepared<'a>,
    collector: Collecting<'a, 'h, Packing, S, 2>,
    callbacks: Callbacks<'a>,
}

impl<S: Ready> Walk<'_, '_, S> {
    /// Walks within the budget left by the preparations; the result is the width of the beam that found a packing, if any.
    fn run<W: Register>(&self, budget: &mut Budget<'_>) -> Result<Walked<Option<usize>, 2>, String> {
        let spaces =
            self.prepared.parts.iter().map(|part| space::compile::<W>(&part.cover, States::Apart, budget));
        match spaces.collect::<Result<Vec<_>, GaveUp>>() {
            Ok(spaces) => self.walk(&spaces.iter().map(|space| &**space).collect::<Vec<_>>(), budget),
            Err(reason) => Ok(([0; 2], Err(reason), Cost::default())),
        }
    }

    fn walk<W: Register>(
        &self,
        spaces: &[&dyn Staged<W>],
        budget: &Budget<'_>,
    ) -> Result<Walked<Option<usize>, 2>, String> {
        let Self { prepared, collector, callbacks } = self;
        let limits = budget.rest();
        if let Some(likely) = callbacks.likely
            && let Ok(probed) = estimate(spaces, &mut Rng::new(0, 0), PROBES, &limits)
        {
            likely(probed.likely_time() / limits.threads.max(1) as u32);
        }
        // If any packing will do, beam search is used, too.
        let is_for_one = prepared.exact.is_none()
            && !prepared.distinct
            && collector.handing.is_some_and(|handing| handing.most == 1 && !handing.waits);
        let board = |space: usize, path: &[MoveCode]| prepared.read(&prepared.placements(space, path));
        let visit = |space: usize, path: &[MoveCode]| {
            callbacks.every.iter().for_each(|(_, visit)| visit(board(space, path)));
        };
        let show = |view: View| {
            if let Some(display) = callbacks.display {
                display(board(view.space, &view.path), view);
            }
        };
        let observers = Observers {
            every: callbacks.every.map(|(number, _)| (number, &visit as _)),
            store: callbacks.checkpoint.map(|checkpoint| checkpoint.store),
            display: callbacks.display.map(|_| (SHOWN_EVERY, &show as _)),
        };
        collector.walk(spaces, callbacks.checkpoint, |enumeration| {
            if !is_for_one {
                return enumeration.run(&limits, &observers).map(|()| None);
            }
            let found = find(enumeration, spaces, &limits, &observers)?;
            Ok(found.map(|(width, space, path)| {
                let mut found = Collected::default();
                found.paths.push(space, &prepared.placements(space, &path));
                collector.hand_all(found);
                width
            }))
        })
    }
}

/// Time for finding the first packing in the order of the enumeration.
const TURN: Duration = Duration::from_secs(1);

/// Binary logarithms of the widths of beams.
const WIDTHS: RangeInclusive<u32> = 6..=24;

/// Searches for any packing, by enumeration in turns with wider and wider beams: depth first, an early choice may spoil
/// all of the tree that can be searched. If a beam finds one, returns the beam's width, the space and the path.
///
/// ```text
///   depth first  ├─ a second ─┤          ├─ two seconds ─┤               ├ …     nothing is lost between turns
///   beams                     ├ as long ─┤               ├─── as long ───┤       each twice as wide as the last
/// ```
fn find<W: Register, C: Collector>(
    enumeration: &mut Enumeration<'_, W, C>,
    spaces: &[&dyn Staged<W>],
    limits: &Limits,
    observers: &Observers<'_>,
) -> Result<Option<(usize, usize, Vec<MoveCode>)>, GaveUp> {
    let mut beams = WIDTHS.flat_map(|doublings| (0..spaces.len()).map(move |space| (1 << doublings, space)));
    let mut turn = TURN;
    loop {
        let ended = enumeration.run(&limits.for_at_most(turn), observers);
        if ended != Err(GaveUp::Time) || limits.check().is_err() || enumeration.solutions() > 0 {
            return ended.map(|()| None);
        }
        // The enumeration keeps its memory between turns.
        let memory = limits.memory.saturating_sub(enumeration.cost().bytes);
        let limits = Limits { memory, ..limits.for_at_most(turn) };
        for (width, space) in beams.by_ref() {
            match beam::solution(spaces[space], width, &limits) {
                Ok(None) => {}
                Ok(Some(path)) => return Ok(Some((width, space, path))),
                Err(_) => break,
            }
        }
        turn *= 2;
    }
}
