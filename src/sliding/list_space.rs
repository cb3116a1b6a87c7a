//! The space of any tray: positions are unpacked into sorted lists of anchors and a board of taken cells.
//!
//! A thread's board is kept from one state to the next: only what differs is lifted and put down again, so that
//! expanding neighbouring states costs what differs and not what the tray holds.
//!
//! Where nearly everything is taken, the largest class is left out of the key and the free cells stand in it
//! instead. If that class is the unit blocks', it is not even unpacked: only unit blocks beside a free cell are
//! looked at. A 256×256 tray with one free cell is then a key of 16 bits, and a move costs the same as in a
//! small tray.

use std::marker::PhantomData;

use crate::bits::{Key, bits_for};
use crate::sliding::board::{Area, Board, Towards};
use crate::sliding::classes::Classes;
use crate::sliding::corridor::Corridor;
use crate::sliding::layout::LayoutKind;
use crate::sliding::metric::{Metric, Shift};
use crate::sliding::tray::Size;
use crate::sliding::{nearest, reading};
use crate::space::{End, Guided, Reversible, StateSpace};

/// At most this many blocks of a class count as features of a state.
const FEATURES: usize = 256;

/// A compiled puzzle on lists of anchors.
#[derive(Debug)]
pub struct ListSpace<K> {
    puzzle: Classes,
    metric: Metric,
    /// Bits of one field of the key.
    bits: u32,
    limbs: usize,
    /// The class that is not in the key, where the free cells are.
    omitted: Option<usize>,
    /// The same, when its blocks are unit blocks and not listed either.
    units: Option<Units>,
    key: PhantomData<K>,
}

/// What the goal and the start say of unit blocks that are not listed.
#[derive(Debug)]
struct Units {
    class: usize,
    /// For each end: the cells that must hold unit blocks, as a table, and the cells that need not, ascending.
    ends: [(Vec<bool>, Vec<u16>); 2],
}

/// One thread's working storage.
#[derive(Debug)]
pub struct Lists {
    /// Sorted anchors of each class; those of unlisted unit blocks stay empty.
    anchors: Vec<Vec<u16>>,
    /// Sorted free cells, where a class is omitted.
    free: Vec<u16>,
    /// What the board shows, with the list it was last set from.
    board: Board,
    shown: Vec<Vec<u16>>,
    /// For the next key.
    limbs: Vec<u64>,
    spare: Vec<u16>,
    /// Where one block can go, and which anchors a path has met (those with the number of this round).
    targets: Vec<Area>,
    met: Vec<u32>,
    round: u32,
    corridor: Corridor,
}

impl<K: Key> ListSpace<K> {
    /// Compiles `puzzle` for one metric; `kind` is [`LayoutKind::Anchors`] or [`LayoutKind::FreeCells`].
    pub fn new(puzzle: &Classes, kind: LayoutKind, metric: Metric) -> Self {
        let omitted = match kind {
            LayoutKind::FreeCells { omitted } => Some(omitted),
            _ => None,
        };
        let units = omitted.filter(|&class| puzzle.classes[class].area() == 1).map(|class| Units {
            class,
            ends: [&puzzle.classes[class].goal, &puzzle.classes[class].start].map(|wanted| {
                let mut must = vec![false; puzzle.size.cells()];
                for &cell in wanted {
                    must[usize::from(cell)] = true;
                }
                let need_not = (0..=u16::MAX).zip(&must).filter(|&(_, &must)| !must).map(|(cell, _)| cell);
                let need_not = need_not.collect();
                (must, need_not)
            }),
        });
        Self {
            puzzle: puzzle.clone(),
            metric,
            bits: bits_for(puzzle.size.cells()).max(1),
            limbs: kind.bits(puzzle).div_ceil(64).max(1),
            omitted,
            units,
            key: PhantomData,
        }
    }

    fn area(&self, class: usize, anchor: u16) -> Area {
        let (row, column) = self.puzzle.row_column(anchor);
        let class = &self.puzzle.classes[class];
        (row, column, class.height, class.width)
    }

    fn anchor(&self, (row, column, ..): Area) -> u16 {
        (u32::from(row) * u32::from(self.puzzle.size.width) + u32::from(column)) as u16
    }

    fn is_listed(&self, class: usize) -> bool {
        self.units.as_ref().is_none_or(|units| units.class != class)
    }

    /// The lists that the key is made of: all classes in it, then the free cells.
    fn key_lists<'a>(&self, lists: &'a Lists) -> impl Iterator<Item = &'a Vec<u16>> {
        let omitted = self.omitted;
        let kept = lists.anchors.iter().enumerate().filter(move |&(class, _)| Some(class) != omitted);
        kept.map(|(_, list)| list).chain(omitted.map(|_| &lists.free))
    }

    fn pack(&self, lists: &mut Lists) -> K {
        let mut limbs = std::mem::take(&mut lists.limbs);
        limbs.clear();
        limbs.resize(self.limbs, 0);
        let mut offset = 0;
        for &value in self.key_lists(lists).flatten() {
            let (limb, shift) = (offset / 64, offset % 64);
            limbs[limb] |= u64::from(value) << shift;
            if shift + self.bits as usize > 64 {
                limbs[limb + 1] |= u64::from(value) >> (64 - shift);
            }
            offset += self.bits as usize;
        }
        let key = K::from_limbs(&limbs);
        lists.limbs = limbs;
        key
    }

    fn unpack(&self, key: &K, lists: &mut Lists) {
        let (bits, mask) = (self.bits as usize, (1u64 << self.bits) - 1);
        let mut offset = 0;
        let mut read = |list: &mut Vec<u16>, count: usize| {
            list.clear();
            list.extend((0..count).map(|_| {
                let (limb, shift) = (offset / 64, offset % 64);
                let mut value = key.limb(limb) >> shift;
                if shift + bits > 64 {
                    value |= key.limb(limb + 1) << (64 - shift);
                }
                offset += bits;
                (value & mask) as u16
            }));
        };
        for (class, list) in lists.anchors.iter_mut().enumerate() {
            if Some(class) != self.omitted {
                read(list, self.puzzle.classes[class].start.len());
            }
        }
        if let Some(omitted) = self.omitted {
            read(&mut lists.free, self.puzzle.free);
            if self.units.is_none() {
                reading::fill(&self.puzzle, omitted, &mut lists.anchors, &lists.free);
            }
        }
    }

    /// Brings the board up to the lists.
    fn show(&self, lists: &mut Lists) {
        let Lists { anchors, free, board, shown, .. } = lists;
        if self.omitted.is_some() {
            difference(&mut shown[0], free, |cell, is_free| {
                let (row, column) = self.puzzle.row_column(cell);
                board.set((row, column, 1, 1), !is_free);
            });
        } else {
            // Lifted first: a block may stand where another one stood.
            for stage in [false, true] {
                for (class, (shown, anchors)) in shown.iter_mut().zip(anchors.iter()).enumerate() {
                    changes(shown, anchors, |anchor, put| {
                        if put == stage {
                            board.set(self.area(class, anchor), put);
                        }
                    });
                }
            }
            shown.clone_from(anchors);
        }
    }

    /// Whether a listed block covers the cell.
    fn is_covered(&self, lists: &Lists, (row, column): (u16, u16)) -> bool {
        lists.anchors.iter().enumerate().any(|(class, anchors)| {
            anchors.iter().any(|&anchor| {
                let (top, left, height, width) = self.area(class, anchor);
                (top..top + height).contains(&row) && (left..left + width).contains(&column)
            })
        })
    }

    /// Unlisted unit blocks beside a free cell, ascending.
    fn units_at_free_cells(&self, lists: &Lists) -> Vec<u16> {
        let mut units = Vec::new();
        for &cell in &lists.free {
            let (row, column) = self.puzzle.row_column(cell);
            for towards in Towards::ALL {
                let area = (row, column, 1, 1);
                if towards.stays_inside(area, self.puzzle.size) {
                    let (row, column, ..) = towards.step(area);
                    if !lists.board.is_free(row, column) && !self.is_covered(lists, (row, column)) {
                        units.push(self.anchor((row, column, 1, 1)));
                    }
                }
            }
        }
        units.sort_unstable();
        units.dedup();
        units
    }

    /// Fills `lists.targets` with the places that a block can reach in one move.
    fn find_targets(&self, from: Area, lists: &mut Lists) {
        let size = self.puzzle.size;
        lists.targets.clear();
        if self.metric == Metric::Path {
            self.find_paths(from, lists);
            return;
        }
        for towards in Towards::ALL {
            let mut area = from;
            while towards.stays_inside(area, size) && lists.board.is_open(area, towards) {
                area = towards.step(area);
                lists.targets.push(area);
                if self.metric == Metric::Step {
                    break;
                }
            }
        }
    }

    fn find_paths(&self, from: Area, lists: &mut Lists) {
        let Lists { board, targets, met, round, .. } = lists;
        *round += 1;
        board.set(from, false);
        met[usize::from(self.anchor(from))] = *round;
        let mut next = 0;
        let mut area = from;
        loop {
            for towards in Towards::ALL {
                if towards.stays_inside(area, self.puzzle.size) && board.is_open(area, towards) {
                    let reached = towards.step(area);
                    let met = &mut met[usize::from(self.anchor(reached))];
                    if *met != *round {
                        *met = *round;
                        targets.push(reached);
                    }
                }
            }
            let Some(&queued) = targets.get(next) else { break };
            area = queued;
            next += 1;
        }
        board.set(from, true);
    }

    /// The key after one move; the lists are left as they were.
    fn moved(&self, lists: &mut Lists, class: usize, from: Area, to: Area) -> K {
        let (start, end) = (self.anchor(from), self.anchor(to));
        if self.is_listed(class) {
            replace(&mut lists.anchors[class], start, end);
        }
        if self.omitted.is_some() {
            let mut free = std::mem::take(&mut lists.spare);
            free.clear();
            free.extend(lists.free.iter().filter(|&&cell| !holds(to, self.puzzle.row_column(cell))));
            for row in from.0..from.0 + from.2 {
                for column in from.1..from.1 + from.3 {
                    if !holds(to, (row, column)) {
                        free.push(self.anchor((row, column, 1, 1)));
                    }
                }
            }
            free.sort_unstable();
            lists.spare = std::mem::replace(&mut lists.free, free);
        }
        let key = self.pack(lists);
        if self.omitted.is_some() {
            std::mem::swap(&mut lists.spare, &mut lists.free);
        }
        if self.is_listed(class) {
            replace(&mut lists.anchors[class], end, start);
        }
        key
    }

    /// The wanted unit cells that hold no unit block.
    fn missing_units(&self, lists: &Lists, must: &[bool]) -> Vec<u16> {
        let mut missing: Vec<u16> =
            lists.free.iter().copied().filter(|&cell| must[usize::from(cell)]).collect();
        for (class, anchors) in lists.anchors.iter().enumerate() {
            for &anchor in anchors {
                let (top, left, height, width) = self.area(class, anchor);
                for row in top..top + height {
                    let cells = (left..left + width).map(|column| self.anchor((row, column, 1, 1)));
                    missing.extend(cells.filter(|&cell| must[usize::from(cell)]));
                }
            }
        }
        missing
    }

    /// Calls `visit` with the class of each listed anchor that is wanted and not taken, the nearest block that
    /// could take it, the anchor, and the steps between them.
    fn for_each_missing(
        &self,
        lists: &Lists,
        from: End,
        mut visit: impl FnMut(usize, Option<u16>, u16, u32),
    ) {
        let listed = lists.anchors.iter().enumerate().filter(|&(class, _)| self.is_listed(class));
        for (class, anchors) in listed {
            let wanted = self.wanted(class, from);
            let spare = |anchor: u16| wanted.binary_search(&anchor).is_err();
            for &target in wanted.iter().filter(|target| anchors.binary_search(target).is_err()) {
                let (steps, block) = nearest::to(target, anchors, self.puzzle.size.width, spare);
                visit(class, block, target, steps);
            }
        }
    }

    fn wanted(&self, class: usize, from: End) -> &[u16] {
        match from {
            End::Goal => &self.puzzle.classes[class].goal,
            End::Start => &self.puzzle.classes[class].start,
        }
    }
}

/// Whether a cell lies in an area.
fn holds((top, left, height, width): Area, (row, column): (u16, u16)) -> bool {
    (top..top + height).contains(&row) && (left..left + width).contains(&column)
}

/// Calls `change` with each anchor that is in just one of two ascending lists, and whether it is in the second.
fn changes(old: &[u16], new: &[u16], mut change: impl FnMut(u16, bool)) {
    let (mut old, mut new) = (old.iter().copied().peekable(), new.iter().copied().peekable());
    loop {
        match (old.peek().copied(), new.peek().copied()) {
            (Some(a), Some(b)) if a == b => {
                old.next();
                new.next();
            }
            (Some(a), b) if b.is_none_or(|b| a < b) => {
                change(a, false);
                old.next();
            }
            (_, Some(b)) => {
                change(b, true);
                new.next();
            }
            (_, None) => break,
        }
    }
}

/// The same, and `old` becomes `new`.
fn difference(old: &mut Vec<u16>, new: &[u16], change: impl FnMut(u16, bool)) {
    if old[..] != *new {
        changes(old, new, change);
        old.clear();
        old.extend_from_slice(new);
    }
}

/// Replaces one anchor in an ascending list by another.
fn replace(list: &mut [u16], old: u16, new: u16) {
    let at = list.partition_point(|&anchor| anchor < old);
    if new > old {
        let end = list.partition_point(|&anchor| anchor < new);
        list[at..end].rotate_left(1);
        list[end - 1] = new;
    } else {
        let begin = list.partition_point(|&anchor| anchor < new);
        list[begin..=at].rotate_right(1);
        list[begin] = new;
    }
}

impl<K: Key> StateSpace for ListSpace<K> {
    type State = K;
    type Move = Shift;
    type Scratch = Lists;

    fn scratch(&self) -> Lists {
        let classes = self.puzzle.classes.len();
        let mut board = Board::new(self.puzzle.size);
        if self.omitted.is_some() {
            board.set((0, 0, self.puzzle.size.height, self.puzzle.size.width), true);
        }
        Lists {
            anchors: vec![Vec::new(); classes],
            free: Vec::new(),
            board,
            shown: vec![Vec::new(); classes.max(1)],
            limbs: Vec::new(),
            spare: Vec::new(),
            targets: Vec::new(),
            met: if self.metric == Metric::Path { vec![0; self.puzzle.size.cells()] } else { Vec::new() },
            round: 0,
            corridor: Corridor::default(),
        }
    }

    fn start(&self) -> K {
        self.pack_end(End::Start)
    }

    fn is_goal(&self, state: &K, lists: &mut Lists) -> bool {
        self.unpack(state, lists);
        let listed = self.puzzle.classes.iter().zip(&lists.anchors).enumerate();
        let mut classes = listed.filter(|&(class, _)| self.is_listed(class)).map(|(_, pair)| pair);
        classes.all(|(class, anchors)| class.goal.iter().all(|wanted| anchors.binary_search(wanted).is_ok()))
            && self.units.as_ref().is_none_or(|units| self.missing_units(lists, &units.ends[0].0).is_empty())
    }

    fn expand(&self, state: &K, lists: &mut Lists, mut emit: impl FnMut(K, Shift)) {
        self.unpack(state, lists);
        self.show(lists);
        for class in 0..self.puzzle.classes.len() {
            let unlisted = if self.is_listed(class) { Vec::new() } else { self.units_at_free_cells(lists) };
            let count = lists.anchors[class].len() + unlisted.len();
            for index in 0..count {
                let from = unlisted.get(index).copied().unwrap_or_else(|| lists.anchors[class][index]);
                let area = self.area(class, from);
                self.find_targets(area, lists);
                for index in 0..lists.targets.len() {
                    let target = lists.targets[index];
                    let key = self.moved(lists, class, area, target);
                    emit(key, Shift { class: class as u16, from, to: self.anchor(target) });
                }
            }
        }
    }
}

impl<K: Key> ListSpace<K> {
    fn pack_end(&self, end: End) -> K {
        let mut lists = self.scratch();
        let whole: Vec<Vec<u16>> =
            (0..self.puzzle.classes.len()).map(|class| self.wanted(class, end).to_vec()).collect();
        if self.omitted.is_some() {
            lists.free = reading::free_cells(&self.puzzle, whole.iter());
        }
        lists.anchors = whole;
        self.pack(&mut lists)
    }
}

impl<K: Key> Reversible for ListSpace<K> {
    fn reverse(&self, step: Shift) -> Shift {
        step.reversed()
    }
}

impl<K: Key> Guided for ListSpace<K> {
    fn goal_state(&self) -> Option<K> {
        let whole = self.puzzle.classes.iter().all(|class| class.goal.len() == class.start.len());
        whole.then(|| self.pack_end(End::Goal))
    }

    fn describe(&self, state: &K, from: End, lists: &mut Lists, features: &mut Vec<u32>) -> u32 {
        self.unpack(state, lists);
        let width = self.puzzle.size.width;
        let mut estimate = 0;
        for (class, anchors) in lists.anchors.iter().enumerate() {
            let first = (class as u32) << 16;
            features.extend(anchors.iter().take(FEATURES).map(|&anchor| first + u32::from(anchor)));
        }
        self.for_each_missing(lists, from, |_, _, _, steps| estimate += steps);
        if let Some(units) = &self.units {
            let first = (self.puzzle.classes.len() as u32) << 16;
            features.extend(lists.free.iter().take(FEATURES).map(|&cell| first + u32::from(cell)));
            let (must, need_not) = &units.ends[usize::from(from == End::Start)];
            let missing = self.missing_units(lists, must);
            let is_unit = |cell: u16| {
                lists.free.binary_search(&cell).is_err()
                    && !self.is_covered(lists, self.puzzle.row_column(cell))
            };
            estimate +=
                missing.iter().map(|&cell| nearest::to(cell, need_not, width, is_unit).0).sum::<u32>();
        }
        estimate
    }

    fn refine(&self, state: &K, from: End, lists: &mut Lists) -> Option<u32> {
        // Unlisted unit blocks fill the tray: there is no way that could be clear.
        if self.units.is_some() {
            return None;
        }
        self.unpack(state, lists);
        self.show(lists);
        let mut corridor = std::mem::take(&mut lists.corridor);
        let mut board = std::mem::replace(&mut lists.board, Board::new(Size { height: 1, width: 1 }));
        let mut estimate = 0;
        self.for_each_missing(lists, from, |class, block, target, steps| {
            estimate += block.map_or(steps, |block| {
                let (at, to) = (self.area(class, block), self.area(class, target));
                board.set(at, false);
                let cost = corridor.cost(&board, self.puzzle.size, at, to);
                board.set(at, true);
                cost
            });
        });
        (lists.corridor, lists.board) = (corridor, board);
        Some(estimate)
    }

    fn feature(&self, step: Shift) -> u32 {
        (u32::from(step.class) << 16) + u32::from(step.to)
    }
}
