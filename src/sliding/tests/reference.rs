//! The plain rules.

use crate::formats::read::pair;
use crate::{KLOTSKI, drawing, layers};
use traybit_core::reference::Position;
use traybit_sliding::{Metric, Rules};

fn rules(text: &str) -> Rules {
    Rules::of(&drawing(text))
}

fn after_one_move(rules: &Rules, metric: Metric) -> Vec<Position> {
    let mut found = Vec::new();
    rules.expand(&rules.start(), metric, &mut found);
    found.sort_unstable();
    found
}

#[test]
fn equal_blocks_stand_in_the_order_of_their_cells() {
    let rules = rules("tray:\nabb\na.c\ndd.\n");
    assert_eq!((&rules.start()[..], &rules.kind_at[..]), (&[0, 1, 6, 5][..], &[0, 1, 1, 2][..]));
    let steps = [[0, 1, 6, 4], [0, 1, 6, 8], [0, 1, 7, 5]].map(Position::from);
    assert_eq!(after_one_move(&rules, Metric::Step), steps);
}

#[test]
fn the_metrics_differ_in_how_far_one_move_goes() {
    let rules = rules("tray:\na..\n.#.\n");
    let reached = |metric| {
        let all = after_one_move(&rules, metric);
        all.iter().map(|position| position[0]).collect::<Vec<u16>>()
    };
    assert_eq!(reached(Metric::Step), [1, 3]);
    assert_eq!(reached(Metric::Slide), [1, 2, 3]);
    assert_eq!(reached(Metric::Path), [1, 2, 3, 5]);
}

#[test]
fn gates_lines_and_labels_count() {
    let gated = rules("gate +: a\nacross: b\ntray:\na+b\n...\n\ngoal: a 0 2\n");
    assert_eq!(after_one_move(&gated, Metric::Step), [[1, 2], [3, 2]].map(Position::from));
    let told_apart = rules("labels: ab\ntray:\nab.\n\ngoal: b 0 1\n");
    assert_eq!(told_apart.kind_at, [0, 1]);
    assert!(told_apart.is_won(&told_apart.start()));
    let nobody_asks = rules("labels: ab\ntray:\nab.\n");
    assert_eq!(nobody_asks.kind_at, [0, 0]);
    assert!(!nobody_asks.is_won(&nobody_asks.start()));
}

/// Klotski has 25,955 positions; the big block is at the exit after 116 steps at the earliest.
#[test]
fn order_and_names_that_do_not_count_make_no_other_puzzle() {
    let rules = |tray: &str, goal: &str| Rules::of(&pair(&format!("2 3\n{tray}"), goal));
    let one = rules("0 0 0 1\n1 0 1 1\n0 2 0 2\n", "1 1 1 2\n0 0 0 0\n");
    assert_eq!(one, rules("0 2 0 2\n1 0 1 1\n0 0 0 1\n", "0 0 0 0\n1 1 1 2\n"));
    assert_eq!(one, self::rules("tray:\nyyx\nzz.\n\ngoal: x 0 0, z 1 1\n"));
    for (tray, goal) in [
        ("0 0 0 1\n1 0 1 1\n0 2 0 2\n", "1 1 1 2\n0 1 0 1\n"),
        ("0 0 0 1\n1 0 1 1\n0 2 0 2\n", "1 1 1 2\n"),
        ("0 0 0 1\n1 0 1 1\n1 2 1 2\n", "1 1 1 2\n0 0 0 0\n"),
    ] {
        assert_ne!(one, rules(tray, goal));
    }
    let labelled = |label: &str| self::rules(&format!("{label}tray:\nab.\n\ngoal: a 0 2\n"));
    assert_ne!(labelled(""), labelled("labels: a\n"));
}

#[test]
fn klotski_is_known() {
    let rules = rules(KLOTSKI);
    let mut layers = layers(&rules, Metric::Step);
    let (mut depth, mut nearest, mut positions) = (0, None, 0);
    while !layers.layer().is_empty() {
        let won = layers.layer().iter().any(|position| rules.is_won(position));
        nearest = nearest.or(won.then_some(depth));
        depth += 1;
        positions += layers.layer().len();
        assert!(layers.advance(30_000));
    }
    assert_eq!((positions, nearest), (25_955, Some(116)));
}
