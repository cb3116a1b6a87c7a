//! Puzzles that are refuted without a search.

use crate::random;
use traybit_core::reference::Position;
use traybit_core::reference::layers::Layers;
use traybit_core::rng::Rng;
use traybit_sliding::formats::drawn;
use traybit_sliding::metric::Metric;
use traybit_sliding::puzzle::{Piece, Puzzle, Target};
use traybit_sliding::reference::Rules;
use traybit_sliding::solve::{Proof, refute};

/// The proof that the puzzle of a drawing has no solution, if one needs no search.
fn proof(drawing: &str) -> Option<Proof> {
    refute(&drawn::read("drawing", drawing.as_bytes()).expect(drawing).classes())
}

#[test]
fn blocks_on_one_row_keep_their_order() {
    let row = |goal: &str| proof(&format!("tray:\na.bb..c.ddd....\n\ngoal: {goal}\n"));
    assert!(matches!(row("b 0 6, d 0 8, a 0 12"), Some(Proof::Pairs(_))));
    assert_eq!(row("a 0 2, b 0 6, d 0 12"), None);
    // The equal blocks are a and c: two of them are left of d, none right of it.
    assert!(matches!(row("d 0 3, a 0 7"), Some(Proof::Pairs(_))));
    assert_eq!(row("a 0 7, b 0 4, c 0 0, d 0 12"), None);
}

#[test]
fn nothing_passes_a_bar_as_wide_as_the_tray() {
    let tray = |goal: &str| proof(&format!("tray:\na....\nxxxxx\n.....\n.b.c.\n\ngoal: {goal}\n"));
    // The three unit blocks are equal, and one is above the bar.
    assert_eq!(tray("a 3 0"), None);
    assert!(matches!(tray("a 1 0, b 0 2, c 0 4"), Some(Proof::Pairs(_))));
    assert_eq!(tray("a 1 0, b 0 2, c 3 4"), None);
}

#[test]
fn a_car_beyond_another_in_its_row_is_out_of_reach() {
    let board = |row: &str| proof(&format!("across: r b\ntray:\n......\n{row}\n......\n\ngoal: r 1 4\n"));
    assert!(matches!(board("rr.bbb"), Some(Proof::Pairs(_))));
    assert_eq!(board("bbb.rr"), None);
}

#[test]
fn blocks_wait_in_line_where_a_corridor_has_no_siding() {
    let tray = |walls: &str| proof(&format!("labels: a b\ntray:\na.b..\n{walls}\n\ngoal: a 0 4, b 0 0\n"));
    assert!(matches!(tray("####."), Some(Proof::Pairs(_))));
    assert_eq!(tray("#.###"), None);
}

#[test]
fn fifteen_blocks_of_wrong_parity_are_refuted() {
    let tray = |last: &str| {
        let blocks = "labels: a b c d e f g h i j k l m n o\ntray:\nabcd\nefgh\nijkl\nmno.\n\ngoal:\n";
        proof(&format!("{blocks}abcd\nefgh\nijkl\n{last}\n"))
    };
    assert_eq!(tray("mon."), Some(Proof::Parity));
    assert_eq!(tray("mno."), None);
}

#[test]
fn one_unnamed_block_leaves_the_parity_right_one_way_or_none() {
    let tray = |goal: &str| {
        let blocks = "labels: a b c d e\ntray:\nabc\nde.\n";
        proof(&format!("{blocks}\ngoal: {goal}\n"))
    };
    // The two cells that are left have different colours, or the same one.
    assert_eq!(tray("b 0 0, a 0 1, c 0 2, d 1 0"), Some(Proof::Parity));
    assert_eq!(tray("b 0 0, a 0 1, c 0 2, e 1 1"), None);
    assert_eq!(tray("b 0 0, a 0 1, c 0 2"), None);
}

#[test]
fn nothing_moves_in_a_room_without_a_free_cell() {
    let tray = |floor: &str| proof(&format!("labels: a b\ntray:\nab{floor}\n\ngoal: a 0 1\n"));
    assert_eq!(tray("#..c"), Some(Proof::OutOfReach));
    assert_eq!(tray("..#c"), None);
}

#[test]
fn what_is_refuted_has_no_solution() {
    const MOST: usize = 1000;
    let (mut refuted, mut missed) = (0, 0);
    for number in 0..600 {
        let Some(puzzle) = random::puzzle(number).and_then(|puzzle| exchanged(&puzzle, number)) else {
            continue;
        };
        let rules = Rules::of(&puzzle);
        let expand =
            |position: &Position, found: &mut Vec<Position>| rules.expand(position, Metric::Step, found);
        let mut layers = Layers::new(rules.start(), expand);
        let mut met = false;
        while !met && !layers.layer().is_empty() {
            met = layers.layer().iter().any(|position| rules.is_won(position));
            if !layers.advance(MOST) {
                break;
            }
        }
        let whole = layers.layer().is_empty();
        let proof = refute(&puzzle.classes());
        assert!(!met || proof.is_none(), "puzzle {number} has a solution, not {proof:?}: {puzzle:?}");
        refuted += usize::from(proof.is_some());
        missed += usize::from(proof.is_none() && whole && !met);
    }
    assert!(refuted > 50, "{refuted} refuted, {missed} not");
}

/// A puzzle whose blocks are all told apart, and whose goal is the start with two alike blocks exchanged, or one of them
/// in the other's place.
fn exchanged(puzzle: &Puzzle, number: u64) -> Option<Puzzle> {
    let mut dice = Rng::new(7, number);
    let mut parts = puzzle.clone().into_parts();
    let alike: Vec<(usize, usize)> = (0..parts.blocks.len())
        .flat_map(|one| (0..one).map(move |other| (one, other)))
        .filter(|&(one, other)| puzzle.are_alike(&parts.blocks[one], &parts.blocks[other]))
        .collect();
    let &(one, other) = alike.get(dice.below(alike.len().max(1) as u64) as usize)?;
    let target = |block: usize, at: &Piece| Target { block, anchor: at.anchor };
    let both = vec![target(one, &parts.blocks[other]), target(other, &parts.blocks[one])];
    let all = (0..parts.blocks.len()).map(|block| match block {
        _ if block == one => both[0],
        _ if block == other => both[1],
        _ => target(block, &parts.blocks[block]),
    });
    let goal = match dice.below(3) {
        0 => all.collect(),
        1 => both,
        _ => both[..1].to_vec(),
    };
    parts.goals = vec![goal];
    for block in &mut parts.blocks {
        block.labelled = true;
    }
    Puzzle::new(parts).ok()
}
