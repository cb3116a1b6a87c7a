//! Exact covers: text, known counts, random problems against all subsets of their options; and packing puzzles as such.

use std::ops::ControlFlow;
use std::time::Instant;

use proptest::collection::vec;
use proptest::prelude::{Just, Strategy, any};
use proptest::{prop_assert_eq, prop_oneof, proptest};

use crate::formats::shipped;
use crate::solve::counts::All;
use crate::solve::stopped;
use crate::{cases, read};
use traybit_core::{Checkpoint, GaveUp, InputError, Likeness, Limits};
use traybit_packing::exact::checker::Checker;
use traybit_packing::exact::text::{
    export as export_within, likeness, read as read_text, write, write_problem,
};
use traybit_packing::exact::{ExactCover, Solution, count, enumerate};
use traybit_packing::pack::Pack;
use traybit_packing::{Enumerated, Unknown};

fn problem(text: &str) -> ExactCover {
    read_text("p", text.as_bytes()).unwrap()
}

fn listed(problem: &ExactCover, most: u64, threads: usize) -> Vec<Solution> {
    let limits = Limits { threads, ..Limits::default() };
    let (all, found) = listed_with(problem, most, None, &limits);
    assert_eq!((found.found, found.ended), (all.len() as u64, None));
    all
}

fn listed_with(
    problem: &ExactCover,
    most: u64,
    checkpoint: Option<Checkpoint<'_>>,
    limits: &Limits,
) -> (Vec<Solution>, Enumerated) {
    let mut all = Vec::new();
    let mut take = |solution| {
        all.push(solution);
        ControlFlow::Continue(())
    };
    let found = enumerate(problem, most, checkpoint, limits, &|solution| solution, &mut take).unwrap();
    (all, found)
}

/// Number of solutions: counted, and listed, each checked, without a second one of the same options.
fn solutions(text: &str) -> u64 {
    let problem = problem(text);
    let counted = count(&problem, None, &Limits::default()).unwrap().found;
    let (checker, mut all) = (Checker::of(&problem), listed(&problem, u64::MAX, 1));
    assert!(all.iter().all(|solution| checker.check(write(&problem, solution).lines()).is_ok()));
    assert_eq!(listed(&problem, u64::MAX, 3), all);
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len() as u64, counted);
    counted
}

/// The queens of a board: items for rows and columns, secondary ones for diagonals.
fn queens(size: usize) -> String {
    let items: Vec<String> = (0..size).map(|line| format!("r{line} c{line}")).collect();
    let diagonals: Vec<String> = (0..2 * size - 1).map(|line| format!("a{line} b{line}")).collect();
    let places = (0..size).flat_map(|row| (0..size).map(move |column| (row, column)));
    let option = |(row, column)| format!("r{row} c{column} a{} b{}\n", row + column, row + size - 1 - column);
    format!("{} | {}\n{}", items.join(" "), diagonals.join(" "), places.map(option).collect::<String>())
}

#[test]
fn small_examples_have_one_solution() {
    let plain = "| (7.2.2.1–5)\na b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n";
    assert_eq!(solutions(plain), 1);
    let first = &listed(&problem(plain), 1, 1)[0];
    assert_eq!(write(&problem(plain), first), "c e\na d f\nb g\n");
    let coloured = "| (7.2.2.1–49)\np q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n";
    assert_eq!(solutions(coloured), 1);
    assert_eq!(listed(&problem(coloured), 1, 1), [[1, 3]]);
    // Options without primary items are left out.
    let idle = problem("a | x y\na x\nx y\ny\n");
    assert_eq!((idle.options.len(), idle.idle, solutions("a | x y\na x\nx y\ny\n")), (1, 2, 1));
}

#[test]
fn a_search_resumes_where_it_was_saved() {
    let own = problem(&queens(11));
    let run = |store: &All| {
        let checkpoint = Some(Checkpoint { store, digest: 7 });
        let (all, found) = listed_with(&own, u64::MAX, checkpoint, &Limits::default());
        (all, found.cost.positions)
    };
    let all = All::default();
    let whole = run(&all);
    assert_eq!((whole.0.len(), listed(&own, u64::MAX, 2) == whole.0), (2680, true));
    let kept = all.kept.into_inner().unwrap();
    assert!(kept.len() > 1);
    for bytes in &kept {
        assert!(run(&All { saved: Some(bytes), ..All::default() }) == whole);
    }
}

#[test]
fn known_problems_have_their_solutions() {
    // Subsets: 3 of 10; 2 to 4 of 6, all equal; any of 5.
    let apart = (0..10).fold(String::new(), |text, number| text + &format!("a x{number}\n"));
    let names: Vec<String> = (0..10).map(|number| format!("x{number}")).collect();
    for (text, known) in [
        (queens(8), 92),
        (format!("3|a | {}\n{apart}", names.join(" ")), 120),
        (format!("2:4|a b\nb\n{}", "a\n".repeat(6)), 50),
        (format!("0:9|a\n{}", "a\n".repeat(5)), 32),
        ("3|a\na\na\n".to_owned(), 0),
        ("a b\na\n".to_owned(), 0),
    ] {
        assert_eq!(solutions(&text), known, "{text}");
    }
}

#[test]
fn wrong_text_is_pointed_at() {
    for (text, place, phrase) in [
        ("", "p:", "a line of items"),
        ("| a\n\n", "p:", "a line of items"),
        ("a b\na c\n", "p, line 2, column 3:", "an item of line 1, found \"c\""),
        ("a b a\n", "p, line 1, column 5:", "found a second \"a\""),
        ("a b\na b a\n", "p, line 2, column 5:", "each item once"),
        ("a b\na b:r\n", "p, line 2, column 3:", "a primary item, which has no colour"),
        ("a | b\na b:\n", "p, line 2, column 3:", "a visible colour"),
        ("a | b | c\n", "p, line 1, column 7:", "one bar"),
        ("a | 2|b\n", "p, line 1, column 5:", "a secondary item, which has no bounds"),
        ("a 3:2|b\n", "p, line 1, column 3:", "bounds before the item"),
        ("a 2|\n", "p, line 1, column 3:", "the name of an item"),
    ] {
        let Err(InputError::Invalid(found)) = read_text("p", text.as_bytes()) else { panic!("{text}") };
        assert!(found.starts_with(place) && found.contains(phrase), "{found}");
    }
}

#[test]
fn text_is_recognised_by_its_first_lines() {
    for (text, expected) in [
        ("| queens\nanything", Likeness::Likely),
        ("a b\nb\n", Likeness::Likely),
        ("2|a 0:3|b | x\n\nb x:1\n", Likeness::Likely),
        ("1 2 3 0\n1 2 0 3\n", Likeness::Possible),
        ("2 2\n0 0 0 0\n", Likeness::None),
        ("aa\naa\n", Likeness::None),
        ("a b\n", Likeness::None),
    ] {
        assert_eq!(likeness(text.as_bytes()), expected, "{text}");
    }
}

#[test]
fn the_checker_names_the_rule_that_is_broken() {
    let own = problem("a 2|b | x\na x\na b\nb x:1\nb x:1\nb x:2\n");
    let check = |lines: &[&str]| Checker::of(&own).check(lines.iter().copied());
    assert_eq!(check(&["b a", "x:1 b"]), Ok(()));
    let again = |option| Checker::of(&own).stands_again(option);
    assert_eq!(["x:1 b", "a b", "y"].map(again), [true, false, false]);
    for (lines, sentence) in [
        (&["a y"][..], "expected options of the problem, found \"a y\""),
        (&["a b", "a b"], "expected each option once, found \"a b\" again"),
        (&["b x:1", "b x:1"], "expected item a in 1 of the options, found it in 0"),
        (&["a b"], "expected item b in 2 of the options, found it in 1"),
        (&["a b", "a x", "b x:1"], "expected item a in 1 of the options, found it in 2"),
        (&["a x", "b x:1", "b x:2"], "expected item x in one option, or in several with one colour"),
    ] {
        assert!(check(lines).unwrap_err().starts_with(sentence));
    }
}

/// Problems of one to four primary and two secondary items with up to eight options.
fn problems() -> impl Strategy<Value = String> {
    let bounds = prop_oneof![3 => Just((1_u32, 1_u32)), 1 => (0..=2_u32, 1..=3_u32)];
    let option = (vec(any::<bool>(), 4), vec(0..=6_u32, 2));
    (vec(bounds, 1..=4), vec(option, 1..=8)).prop_map(|(bounds, options)| {
        let names = ["a", "b", "c", "d"];
        let item = |(&(low, high), name): (&(u32, u32), &&str)| match (low, high.max(low)) {
            (1, 1) => (*name).to_owned(),
            (low, high) => format!("{low}:{high}|{name}"),
        };
        let items: Vec<String> = bounds.iter().zip(&names).map(item).collect();
        let mut text = format!("{} | x y\n", items.join(" "));
        for (primary, secondary) in options {
            let own = names.iter().zip(primary).take(bounds.len()).filter(|(_, is_in)| *is_in);
            let own = own.map(|(name, _)| (*name).to_owned());
            let colour = |(name, colour): (&str, u32)| match colour {
                0..=2 => None,
                3 => Some(name.to_owned()),
                colour => Some(format!("{name}:{}", colour % 2)),
            };
            let words: Vec<String> =
                own.chain(["x", "y"].into_iter().zip(secondary).filter_map(colour)).collect();
            text += &(words.join(" ") + "\n");
        }
        text
    })
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn random_problems_are_solved_as_all_subsets_tell(text in problems()) {
        let own = problem(&text);
        let checker = Checker::of(&own);
        let chosen = |subset: u32| (0..own.options.len() as u32).filter(move |option| subset >> option & 1 > 0);
        let is_solution = |subset: &u32| {
            let solution: Solution = chosen(*subset).collect();
            checker.check(write(&own, &solution).lines()).is_ok()
        };
        let known = (0..1_u32 << own.options.len()).filter(is_solution).count();
        prop_assert_eq!(solutions(&text), known as u64, "{}", text);
    }
}

#[test]
fn problems_are_recognised_as_they_are_written() {
    for (text, count) in [("| c\na |\na\n", 1), ("| c\n0:4294967295|a\n", 1), ("| c\na\n", 0)] {
        let written = write_problem(&problem(text), &Limits::default()).unwrap();
        assert_eq!(likeness(written.as_bytes()), Likeness::Likely, "{written}");
        assert_eq!(solutions(&written), count, "{written}");
    }
}

fn export(pack: &Pack) -> String {
    export_within(pack, &Limits::default()).unwrap()
}

/// The search of exact covers, which knows nothing but the exported text, in whose names Knuth's programs have room.
fn found(text: &str) -> Enumerated {
    let problem = read_text("export", text.as_bytes()).expect("it is read");
    assert!(problem.items.iter().all(|item| item.name.len() <= 8));
    count(&problem, None, &Limits::default()).expect("no checkpoint")
}

fn packings(pack: &Pack) -> u64 {
    found(&export(pack)).found
}

#[test]
fn equal_pieces_are_one_item() {
    let two = read("piece A: 1\nXX\n\npiece B: 1\nX\nX\n\nboard: 2x2\n");
    assert_eq!(packings(&two), 2);
    assert_eq!(
        export(&two).lines().skip(1).take(2).collect::<Vec<_>>(),
        ["| p1 is piece A or B, 2 of it still to place", "2:2|p1 0,0 0,1 1,0 1,1"]
    );
    // Of another freedom it is another piece, though its shape is the same.
    let other = read("piece A: 1\nXX\n\npiece B: 1 fixed\nXX\n\nboard: 2x2\n");
    assert_eq!(packings(&other), 2);
    assert!(export(&other).contains("\np1 p2 0,0 0,1 1,0 1,1\n"));
}

#[test]
fn cells_are_primary_where_none_may_stay_empty() {
    let strip = shipped("pentominoes-3x20.txt");
    let text = export(&strip);
    let items = text.lines().find(|line| !line.starts_with('|')).unwrap();
    // An item for each piece and cell, and no bounds: any program for exact covers reads it.
    assert_eq!((items.contains('|'), items.split(' ').count()), (false, 72));
    let found = found(&text);
    assert_eq!(found.found, 8);
    assert!(found.cost.positions < 100_000, "{} positions", found.cost.positions);
}

#[test]
fn what_stays_empty_is_secondary_or_an_option() {
    let popinjay = export(&shipped("popinjay.txt"));
    assert!(popinjay.contains("\n11:11|p1 | 0,0 0,1 "), "{}", &popinjay[..200]);
    assert_eq!(popinjay.lines().filter(|line| line.starts_with("p1 ")).count(), 8 * 8 * 6);
    let overlapping = read("piece A: ..2\nXX\n\npiece B: 1.. fixed\nXX\n\nboard: 3x3\nempty: 1..4\n");
    assert!(export(&overlapping).contains(" 1:4|e 0,0 0,1 "));
    // With nothing to decide there is one solution.
    let placed = read("piece A: 1\nXX\n\nboard: 1x2\n\nplaced:\n1111\n");
    assert!(export(&placed).ends_with("\ndone\ndone\n"));
    assert_eq!(packings(&placed), 1);
}

#[test]
fn searches_and_exports_end_at_their_limits() {
    let large = read("piece A: any\nXXXXXXXX\nXXXXXXXX\n\nboard: 256x256\n");
    let late = Limits { deadline: Some(Instant::now()), ..Limits::default() };
    let small = |memory| Limits { memory, ..Limits::default() };
    for (limits, reason) in [(late, GaveUp::Time), (small(1 << 20), GaveUp::Memory)] {
        assert_eq!(export_within(&large, &limits), Err(reason));
    }
    for (limits, reason) in [(small(1 << 10), GaveUp::Memory), (stopped(), GaveUp::Stopped)] {
        assert_eq!(count(&problem(&queens(8)), None, &limits).unwrap().ended, Some(Unknown::GaveUp(reason)));
    }
}
