//! Blocks grouped by what tells them apart.

use std::collections::BTreeMap;
use std::iter::zip;

use crate::puzzle::{Freedom, Lacking, Puzzle};
use traybit_core::shape::Shape;

/// Properties that tell a class from others.
#[derive(PartialEq, Eq, PartialOrd, Ord, Clone)]
pub(super) struct Kind {
    pub(super) shape: Shape,
    pub(super) freedom: Freedom,
    pub(super) label: Option<char>,
    /// True if each gate admits it.
    pub(super) gates: Vec<bool>,
}

/// The kinds of a puzzle's blocks, and the blocks of each.
pub(super) struct Grouping {
    /// Kinds of blocks that move, ascending.
    pub(super) kinds: Vec<Kind>,
    /// Index of each block's kind; none for fixed blocks.
    pub(super) of_blocks: Vec<Option<usize>>,
    /// Index of the kind of each block that the tray lacks.
    pub(super) of_lacking: Vec<usize>,
}

impl Grouping {
    /// Labels count where a goal names a block that would be an equal without them.
    pub(super) fn of(puzzle: &Puzzle) -> Self {
        let mut kinds = Kinds::default();
        let mut unlabelled = Vec::with_capacity(puzzle.blocks.len());
        for (block, piece) in puzzle.blocks.iter().enumerate() {
            // Equal blocks often follow one another.
            let before =
                unlabelled.last().copied().filter(|_| puzzle.are_alike(&puzzle.blocks[block - 1], piece));
            unlabelled.push(before.unwrap_or_else(|| {
                let gates = puzzle.gates.iter().map(|gate| gate.admits.contains(&piece.name)).collect();
                kinds.number(Kind { shape: piece.shape.clone(), freedom: piece.freedom, label: None, gates })
            }));
        }
        let mut is_asked = vec![false; kinds.0.len()];
        for target in puzzle.goals.iter().flatten() {
            is_asked[unlabelled[target.block]] = true;
        }
        let of_blocks: Vec<Option<usize>> = zip(&puzzle.blocks, &unlabelled)
            .map(|(piece, &kind)| match piece.freedom {
                Freedom::Fixed => None,
                _ if piece.labelled && is_asked[kind] => {
                    let kind = kinds.kind(kind).clone();
                    Some(kinds.number(Kind { label: Some(piece.name), ..kind }))
                }
                _ => Some(kind),
            })
            .collect();
        let gates = vec![false; puzzle.gates.len()];
        let lacking = |lacking: &Lacking| Kind {
            shape: lacking.shape.clone(),
            freedom: Freedom::Both,
            label: None,
            gates: gates.clone(),
        };
        let of_lacking: Vec<usize> =
            puzzle.lacking.iter().map(|block| kinds.number(lacking(block))).collect();
        Self::sorted(kinds, of_blocks, of_lacking)
    }

    /// Puts the kinds in order, and leaves out those without blocks.
    fn sorted(kinds: Kinds, of_blocks: Vec<Option<usize>>, of_lacking: Vec<usize>) -> Self {
        let mut is_used = vec![false; kinds.0.len()];
        for &kind in of_blocks.iter().flatten().chain(&of_lacking) {
            is_used[kind] = true;
        }
        let mut place = vec![0; kinds.0.len()];
        let used: Vec<Kind> = kinds
            .0
            .into_iter()
            .filter(|(_, number)| is_used[*number])
            .zip(0..)
            .map(|((kind, number), at)| {
                place[number] = at;
                kind
            })
            .collect();
        Self {
            kinds: used,
            of_blocks: of_blocks.into_iter().map(|kind| kind.map(|kind| place[kind])).collect(),
            of_lacking: of_lacking.into_iter().map(|kind| place[kind]).collect(),
        }
    }
}

/// Kinds, each with the number that it got when it was met first.
#[derive(Default)]
struct Kinds(BTreeMap<Kind, usize>);

impl Kinds {
    fn number(&mut self, kind: Kind) -> usize {
        let next = self.0.len();
        *self.0.entry(kind).or_insert(next)
    }

    fn kind(&self, number: usize) -> &Kind {
        self.0
            .iter()
            .find(|(_, other)| **other == number)
            .map(|(kind, _)| kind)
            .expect("a number that was given")
    }
}
