//! Puzzles that are refuted without a search.

use crate::formats::read::pair;
use crate::{drawing, layers};
use traybit_core::Rng;
use traybit_sliding::solve::{Proof, refute};
use traybit_sliding::{Metric, Piece, Puzzle, Rules, Target};

#[test]
fn proofs_need_no_search() {
    let row = "tray:\na.bb..c.ddd....\n";
    let bar = "tray:\na....\nxxxxx\n.....\n.b.c.\n";
    let [open, shut] = ["rr.bbb", "bbb.rr"].map(|row| format!("across: r b\ntray:\n......\n{row}\n......\n"));
    let [blocked, siding] = ["####.", "#.###"].map(|walls| format!("labels: a b\ntray:\na.b..\n{walls}\n"));
    let fifteen = "labels: a b c d e f g h i j k l m n o\ntray:\nabcd\nefgh\nijkl\nmno.\n";
    let [wrong, right] = ["mon.", "mno."].map(|last| format!("\nabcd\nefgh\nijkl\n{last}"));
    let five = "labels: a b c d e\ntray:\nabc\nde.\n";
    let [room, way] = ["#..c", "..#c"].map(|floor| format!("labels: a b\ntray:\nab{floor}\n"));
    for (tray, goal, expected) in [
        // Blocks on one row keep their order. The equal ones are a and c: two are left of d, none right of it.
        (row, "b 0 6, d 0 8, a 0 12", "pairs"),
        (row, "a 0 2, b 0 6, d 0 12", "none"),
        (row, "d 0 3, a 0 7", "pairs"),
        (row, "a 0 7, b 0 4, c 0 0, d 0 12", "none"),
        // Nothing passes a bar as wide as the tray. The three unit blocks are equal, and one is above the bar.
        (bar, "a 3 0", "none"),
        (bar, "a 1 0, b 0 2, c 0 4", "pairs"),
        (bar, "a 1 0, b 0 2, c 3 4", "none"),
        // A car beyond another one in its row.
        (&open, "r 1 4", "pairs"),
        (&shut, "r 1 4", "none"),
        // Blocks wait in line in a corridor without a siding.
        (&blocked, "a 0 4, b 0 0", "pairs"),
        (&siding, "a 0 4, b 0 0", "none"),
        (fifteen, &wrong, "parity"),
        (fifteen, &right, "none"),
        // One unnamed block leaves the parity right one way or none: two cells are left, of different colours or of the same.
        (five, "b 0 0, a 0 1, c 0 2, d 1 0", "parity"),
        (five, "b 0 0, a 0 1, c 0 2, e 1 1", "none"),
        (five, "b 0 0, a 0 1, c 0 2", "none"),
        // Blocks that are equal, or two free cells, make either parity right.
        ("labels: b c\ntray:\nbca\nde.\n", "b 0 1, c 0 0, a 0 2, d 1 0, e 1 1", "none"),
        ("labels: a b\ntray:\na.\n.b\n", "a 1 1, b 0 0", "none"),
        // Past the inner corner of another shape.
        ("tray:\nb..\nbaa\n..a\n", "b 1 1", "none"),
        // Nothing moves in a room without a free cell.
        (&room, "a 0 1", "out of reach"),
        (&way, "a 0 1", "none"),
    ] {
        let text = format!("{tray}\ngoal: {goal}\n");
        let found = match refute(&drawing(&text).classes()) {
            Some(Proof::Pairs(named)) if !named.is_empty() => "pairs",
            Some(Proof::Parity) => "parity",
            Some(Proof::OutOfReach) => "out of reach",
            Some(proof) => panic!("{proof:?}"),
            None => "none",
        };
        assert_eq!(found, expected, "{text}");
    }
    for (goal, sentence) in [
        ("0 0 1 0\n0 1 1 1", "the goal needs 2 blocks of 2×1, and the tray has 1"),
        ("0 0 0 0", "the goal needs 1 block of 1×1, and the tray has none"),
    ] {
        let proof = refute(&pair("2 3\n0 0 1 0\n", goal).classes());
        assert!(matches!(proof, Some(Proof::Shortage(found)) if found.to_string() == sentence));
    }
}

#[test]
fn crowds_are_left_to_the_search() {
    let mut cells: Vec<char> = ('\u{4e00}'..).take(128 * 64).collect();
    cells[0] = '#';
    cells[128 * 32..].fill('.');
    let rows: Vec<String> = cells.chunks(128).map(String::from_iter).collect();
    let puzzle = drawing(&format!("tray:\n{}\n\ngoal: {} 63 127\n", rows.join("\n"), cells[1])).classes();
    assert!(refute(&puzzle).is_none());
}

#[test]
fn what_is_refuted_has_no_solution() {
    const MOST: usize = 1000;
    let mut refuted = 0;
    for number in 0..600 {
        let Some(puzzle) = crate::puzzle(number).and_then(|puzzle| exchanged(&puzzle, number)) else {
            continue;
        };
        let rules = Rules::of(&puzzle);
        let mut layers = layers(&rules, Metric::Step);
        let mut met = false;
        while !met && !layers.layer().is_empty() {
            met = layers.layer().iter().any(|position| rules.is_won(position));
            if !layers.advance(MOST) {
                break;
            }
        }
        let proof = refute(&puzzle.classes());
        assert!(!met || proof.is_none(), "puzzle {number} has a solution, not {proof:?}: {puzzle:?}");
        refuted += usize::from(proof.is_some());
    }
    assert!(refuted > 50, "{refuted} refuted");
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
