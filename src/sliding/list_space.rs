//! The space of any tray: positions are unpacked into sorted lists of anchors and a board of taken cells.
//!
//! A thread keeps its board from one state to the next: only blocks that differ are lifted and put down again.
//!
//! If nearly everything is taken, the key holds the free cells in place of the largest class. If that is the
//! class of unit blocks, it is not even unpacked: only unit blocks beside a free cell are expanded. For a
//! 256×256 tray with one free cell the key then has 16 bits, and a move costs the same as in a small tray.

mod guide;
mod moves;
mod sorted;

use std::collections::HashMap;

use crate::layout::LayoutKind;
use crate::list_space::guide::Corridor;
use crate::list_space::sorted::{Units, marked, unmarked};
use crate::space::Sliding;
use crate::{Cell, Classes, Metric, Shift};
use traybit_core::Key;
use traybit_core::bits::bits_for;
use traybit_core::space::{End, Expander, Guide, Guided, Move, Space};

/// A compiled puzzle on lists of anchors.
#[derive(Debug)]
pub struct ListSpace<K> {
    puzzle: Classes,
    metric: Metric,
    /// Bits of an anchor or a cell in the key: 1 to 16.
    bits: u32,
    /// The key without values.
    empty: K,
    /// The class left out of the key, which holds the free cells instead.
    omitted: Option<usize>,
    /// That class, when its blocks are unit blocks and not listed either.
    units: Option<Units>,
    /// Indices of the goals by the class and the anchor that they name first, if there are many goals.
    goals: Option<HashMap<(usize, u16), Vec<usize>>>,
}

/// One thread's working storage.
#[derive(Debug, Default)]
struct Lists {
    /// Sorted anchors of each class; those of unlisted unit blocks stay empty.
    anchors: Vec<Vec<u16>>,
    /// Sorted free cells, if a class is omitted.
    free: Vec<u16>,
    /// Cells of listed blocks, while they are marked.
    listed: Vec<bool>,
    /// The board of taken cells, with the lists it was last set from.
    board: Vec<bool>,
    shown: Vec<Vec<u16>>,
    /// Places that one block can go to, and for each anchor the last round in which a path met it.
    targets: Vec<Cell>,
    met: Vec<u64>,
    round: u64,
    corridor: Corridor,
}

impl<K: Key> ListSpace<K> {
    /// Compiles `puzzle` for one metric; `kind` is [`LayoutKind::Anchors`] or [`LayoutKind::FreeCells`].
    pub fn new(puzzle: &Classes, kind: LayoutKind, metric: Metric) -> Self {
        let omitted = if let LayoutKind::FreeCells { omitted } = kind { Some(omitted) } else { None };
        let units = omitted.filter(|&class| puzzle.classes[class].shape.area() == 1);
        let bits = bits_for(puzzle.size.cells()).max(1);
        Self {
            puzzle: puzzle.clone(),
            metric,
            bits,
            empty: K::from_limbs(&vec![0; kind.bits(puzzle).div_ceil(64).max(1)]),
            omitted,
            goals: index(&puzzle.goals),
            units: units.map(|class| Units::new(puzzle, class)),
        }
    }

    fn is_listed(&self, class: usize) -> bool {
        self.units.as_ref().is_none_or(|units| units.class != class)
    }

    /// The key: the anchors of all classes in it, then the free cells if it holds them.
    fn pack(&self, anchors: &[Vec<u16>], free: &[u16]) -> K {
        let kept = anchors.iter().enumerate().filter(|&(class, _)| Some(class) != self.omitted);
        let values = (0..).zip(kept.flat_map(|(_, list)| list).chain(free));
        values.fold(self.empty.clone(), |key, (index, &value)| key.flipped(index * self.bits, value.into()))
    }

    fn unpack(&self, key: &K, lists: &mut Lists) {
        let mut values = (0..).map(|index| key.field(index * self.bits, self.bits) as u16);
        let mut read = |list: &mut Vec<u16>, count: usize| {
            list.clear();
            list.extend(values.by_ref().take(count));
        };
        for (class, list) in lists.anchors.iter_mut().enumerate() {
            if Some(class) != self.omitted {
                read(list, self.puzzle.classes[class].start.len());
            }
        }
        if let Some(omitted) = self.omitted {
            read(&mut lists.free, self.puzzle.free);
            if self.units.is_none() {
                self.fill(omitted, lists);
            }
        }
    }

    /// Updates the board to match the lists.
    fn show(&self, lists: &mut Lists) {
        let Lists { anchors, free, board, shown, .. } = lists;
        if self.omitted.is_some() {
            sorted::changes(&shown[0], free, |cell, is_free| board[usize::from(cell)] = !is_free);
            shown[0].clone_from(free);
        } else {
            // Blocks are lifted first: one may be put down where another one stood.
            for stage in [false, true] {
                for (class, (shown, anchors)) in shown.iter_mut().zip(anchors.iter()).enumerate() {
                    sorted::changes(shown, anchors, |anchor, put| {
                        if put == stage {
                            self.puzzle.classes[class].put(board, self.puzzle.row_column(anchor), put);
                        }
                    });
                }
            }
            shown.clone_from(anchors);
        }
    }

    fn listed_cells(&self, anchors: &[Vec<u16>]) -> impl Iterator<Item = u16> {
        let listed = anchors.iter().zip(&self.puzzle.classes).flat_map(move |(anchors, class)| {
            anchors.iter().flat_map(move |&anchor| class.shape.cells_at(self.puzzle.row_column(anchor)))
        });
        listed.map(|cell| self.puzzle.number(cell))
    }

    /// All cells that hold no unlisted unit block.
    fn other_cells(&self, lists: &Lists) -> impl Iterator<Item = u16> {
        lists.free.iter().copied().chain(self.listed_cells(&lists.anchors))
    }

    /// Lists the blocks of a class, rectangles, that fill what the free cells and the other classes leave.
    fn fill(&self, class: usize, lists: &mut Lists) {
        let (width, shape) = (usize::from(self.puzzle.size.width), &self.puzzle.classes[class].shape);
        lists.anchors[class].clear();
        let mut covered = marked(self.puzzle.size, self.other_cells(lists));
        for anchor in 0..covered.len() {
            if !covered[anchor] {
                for row in 0..usize::from(shape.height()) {
                    covered[anchor + row * width..][..usize::from(shape.width())].fill(true);
                }
                lists.anchors[class].push(anchor as u16);
            }
        }
    }

    /// Marks the cells of listed blocks, or takes the marks away.
    fn mark_listed(&self, lists: &mut Lists, is_marked: bool) {
        for cell in self.listed_cells(&lists.anchors) {
            lists.listed[usize::from(cell)] = is_marked;
        }
    }

    fn lists(&self) -> Lists {
        let (classes, cells) = (self.puzzle.classes.len(), self.puzzle.size.cells());
        Lists {
            anchors: vec![Vec::new(); classes],
            listed: if self.units.is_some() { vec![false; cells] } else { Vec::new() },
            board: if self.omitted.is_some() { vec![true; cells] } else { self.puzzle.walls.clone() },
            shown: vec![Vec::new(); classes.max(1)],
            met: if self.metric == Metric::Path { vec![0; cells] } else { Vec::new() },
            ..Lists::default()
        }
    }

    fn meets_goal(&self, state: &K, lists: &mut Lists) -> bool {
        self.unpack(state, lists);
        let meets = |goal: &Vec<Vec<u16>>| {
            let listed = goal.iter().zip(&lists.anchors).enumerate();
            let mut classes = listed.filter(|&(class, _)| self.is_listed(class)).map(|(_, pair)| pair);
            classes.all(|(goal, anchors)| goal.iter().all(|target| anchors.binary_search(target).is_ok()))
        };
        let met = match &self.goals {
            None => self.puzzle.goals.iter().any(meets),
            Some(index) => {
                let taken = lists.anchors.iter().enumerate();
                let mut taken = taken.flat_map(|(class, list)| list.iter().map(move |&at| (class, at)));
                taken.any(|place| {
                    index.get(&place).into_iter().flatten().any(|&goal| meets(&self.puzzle.goals[goal]))
                })
            }
        };
        met && self
            .units
            .as_ref()
            .is_none_or(|units| units.missing(End::Goal, self.other_cells(lists)).is_empty())
    }
}

impl<K: Key> Space<K> for ListSpace<K> {
    fn start(&self) -> K {
        self.position(&self.puzzle.classes.iter().map(|class| class.start.clone()).collect::<Vec<_>>())
    }

    fn expander(&self) -> Box<dyn Expander<K> + '_> {
        Box::new(Worker { space: self, lists: self.lists() })
    }
}

impl<K: Key> Guided<K> for ListSpace<K> {
    fn goal_state(&self) -> Option<K> {
        let [goal] = &self.puzzle.goals[..] else { return None };
        self.puzzle.is_whole(goal).then(|| self.position(goal))
    }

    fn feature(&self, step: Move) -> u32 {
        let step = Shift::from(step);
        (u32::from(step.class) << 16) + u32::from(step.to)
    }

    fn guide(&self) -> Box<dyn Guide<K> + '_> {
        Box::new(Worker { space: self, lists: self.lists() })
    }
}

struct Worker<'a, K> {
    space: &'a ListSpace<K>,
    lists: Lists,
}

impl<K: Key> Sliding<K> for ListSpace<K> {
    fn position(&self, anchors: &[Vec<u16>]) -> K {
        let free = self.omitted.map(|_| unmarked(&marked(self.puzzle.size, self.listed_cells(anchors))));
        self.pack(anchors, &free.unwrap_or_default())
    }

    fn anchors(&self, position: &K) -> Vec<Vec<u16>> {
        let mut lists = self.lists();
        self.unpack(position, &mut lists);
        if let Some(units) = &self.units {
            self.fill(units.class, &mut lists);
        }
        lists.anchors
    }
}

/// Minimum number of goals for an index; fewer are compared one by one.
const MANY: usize = 9;

/// Indexes goals by the class and the anchor that they name first; `None` if they are few, or if one names nothing.
fn index(goals: &[Vec<Vec<u16>>]) -> Option<HashMap<(usize, u16), Vec<usize>>> {
    let mut filed: HashMap<(usize, u16), Vec<usize>> = HashMap::new();
    for (number, goal) in goals.iter().enumerate() {
        let mut named = goal.iter().enumerate().filter_map(|(class, list)| Some((class, *list.first()?)));
        filed.entry(named.next()?).or_default().push(number);
    }
    (goals.len() >= MANY).then_some(filed)
}
