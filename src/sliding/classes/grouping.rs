//! Groups blocks by the properties that distinguish them.

use std::collections::BTreeSet;

use crate::puzzle::{Freedom, Piece, Puzzle};
use traybit_core::shape::Shape;

/// Properties that tell a class from others.
#[derive(PartialEq, Eq, PartialOrd, Ord, Clone)]
pub(super) struct Kind<'a> {
    pub(super) shape: &'a Shape,
    pub(super) freedom: Freedom,
    pub(super) label: Option<char>,
    /// True if each gate admits it.
    pub(super) gates: Vec<bool>,
}

/// The kinds of a puzzle's blocks, and the blocks of each.
pub(super) struct Grouping<'a> {
    /// Kinds of blocks that move, ascending.
    pub(super) kinds: Vec<Kind<'a>>,
    /// Index of each block's kind; none for fixed blocks.
    pub(super) of_blocks: Vec<Option<usize>>,
    /// Index of the kind of each block that the tray lacks.
    pub(super) of_lacking: Vec<usize>,
}

impl<'a> Grouping<'a> {
    /// Labels count where a goal names a block that would be an equal without them.
    pub(super) fn of(puzzle: &'a Puzzle) -> Self {
        let unlabelled = |piece: &'a Piece| {
            let gates = puzzle.gates.iter().map(|gate| gate.admits.contains(&piece.name)).collect();
            Kind { shape: &piece.shape, freedom: piece.freedom, label: None, gates }
        };
        let named: BTreeSet<usize> = puzzle.goals.iter().flatten().map(|target| target.block).collect();
        let in_goals: BTreeSet<Kind<'_>> =
            named.into_iter().map(|block| unlabelled(&puzzle.blocks[block])).collect();
        let of_block = |piece: &'a Piece| {
            let kind = unlabelled(piece);
            let counts = piece.labelled && in_goals.contains(&kind);
            let label = counts.then_some(piece.name);
            (piece.freedom != Freedom::Fixed).then_some(Kind { label, ..kind })
        };
        let of_blocks: Vec<Option<Kind<'_>>> = puzzle.blocks.iter().map(of_block).collect();
        let gates = vec![false; puzzle.gates.len()];
        let lacking = puzzle.lacking.iter().map(|block| Kind {
            shape: &block.shape,
            freedom: Freedom::Both,
            label: None,
            gates: gates.clone(),
        });
        let of_lacking: Vec<Kind<'_>> = lacking.collect();
        let kinds: BTreeSet<&Kind<'_>> = of_blocks.iter().flatten().chain(&of_lacking).collect();
        let kinds: Vec<Kind<'_>> = kinds.into_iter().cloned().collect();
        let number = |kind: &Kind<'_>| kinds.partition_point(|other| other < kind);
        Self {
            of_blocks: of_blocks.iter().map(|kind| kind.as_ref().map(number)).collect(),
            of_lacking: of_lacking.iter().map(number).collect(),
            kinds,
        }
    }
}
