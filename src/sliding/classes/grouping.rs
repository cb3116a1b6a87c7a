//! Groups blocks by the properties that distinguish them.

use std::collections::{BTreeMap, BTreeSet};
use std::iter::zip;

use crate::puzzle::{Freedom, Lacking, Piece, Puzzle};
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

impl Kind {
    fn unlabelled(puzzle: &Puzzle, piece: &Piece) -> Self {
        let gates = puzzle.gates.iter().map(|gate| gate.admits.contains(&piece.name)).collect();
        Self { shape: piece.shape.clone(), freedom: piece.freedom, label: None, gates }
    }

    fn lacking(puzzle: &Puzzle, block: &Lacking) -> Self {
        let gates = vec![false; puzzle.gates.len()];
        Self { shape: block.shape.clone(), freedom: Freedom::Both, label: None, gates }
    }
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
        // One entry for each run of blocks that are alike, which often follow one another.
        let mut kinds: Vec<Kind> = Vec::new();
        let mut runs = Vec::with_capacity(puzzle.blocks.len());
        for (block, piece) in puzzle.blocks.iter().enumerate() {
            if block == 0 || !puzzle.are_alike(&puzzle.blocks[block - 1], piece) {
                kinds.push(Kind::unlabelled(puzzle, piece));
            }
            runs.push(kinds.len() - 1);
        }
        let mut in_goals: Vec<usize> =
            puzzle.goals.iter().flatten().map(|target| runs[target.block]).collect();
        in_goals.dedup();
        let in_goals: BTreeSet<Kind> = in_goals.into_iter().map(|run| kinds[run].clone()).collect();
        let of_block = |(piece, run): (&Piece, usize)| match piece.freedom {
            Freedom::Fixed => None,
            _ if piece.labelled && in_goals.contains(&kinds[run]) => {
                kinds.push(Kind { label: Some(piece.name), ..kinds[run].clone() });
                Some(kinds.len() - 1)
            }
            _ => Some(run),
        };
        let of_blocks: Vec<Option<usize>> = zip(&puzzle.blocks, runs).map(of_block).collect();
        let first_lacking = kinds.len();
        kinds.extend(puzzle.lacking.iter().map(|block| Kind::lacking(puzzle, block)));
        let mut used: Vec<usize> =
            of_blocks.iter().flatten().copied().chain(first_lacking..kinds.len()).collect();
        used.dedup();
        let used: BTreeSet<&Kind> = used.into_iter().map(|kind| &kinds[kind]).collect();
        let numbers: BTreeMap<&Kind, usize> = used.iter().copied().zip(0..).collect();
        let number: Vec<usize> = kinds.iter().map(|kind| numbers.get(kind).copied().unwrap_or(0)).collect();
        Self {
            kinds: used.into_iter().cloned().collect(),
            of_blocks: of_blocks.into_iter().map(|kind| kind.map(|kind| number[kind])).collect(),
            of_lacking: number[first_lacking..].to_vec(),
        }
    }
}
