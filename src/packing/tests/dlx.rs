//! Exports for DLX3, counted by a reader and a search of their own, which know nothing but the exported text.

use std::collections::HashMap;
use std::time::Instant;

use proptest::sample::select;
use proptest::{prop_assert, prop_assert_eq, proptest};

use crate::formats::shipped;
use crate::random::{Judged, cases, puzzles, read, twins};
use crate::solve::listed;
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::GaveUp;
use traybit_packing::checker::{Checker, check};
use traybit_packing::formats::dlx;
use traybit_packing::pack::Pack;
use traybit_packing::solve::count::count;
use traybit_packing::solve::enumerate::Selection;

fn export(pack: &Pack) -> String {
    dlx::write(pack, &Limits::default()).unwrap()
}

/// A program: items by number, primary ones with bounds and secondary ones with at most one option.
struct Program {
    /// The fewest and the most options that each item is still to be in.
    bounds: Vec<(u64, u64)>,
    options: Vec<Vec<usize>>,
    /// Options that are neither chosen nor left out.
    is_open: Vec<bool>,
    positions: u64,
}

impl Program {
    fn read(text: &str) -> Self {
        let mut lines = text.lines().filter(|line| !line.starts_with('|'));
        let mut numbers: HashMap<&str, usize> = HashMap::new();
        let (mut bounds, mut is_primary) = (Vec::new(), true);
        for word in lines.next().expect("a line of items").split(' ') {
            if word == "|" {
                assert!(std::mem::replace(&mut is_primary, false), "one bar");
                continue;
            }
            let (range, name) = word.split_once('|').unwrap_or(("1", word));
            let (least, most) = range.split_once(':').unwrap_or((range, range));
            let (least, most): (u64, u64) = (least.parse().unwrap(), most.parse().unwrap());
            assert!(least <= most && most > 0 && !name.is_empty() && name.len() <= 8, "{word}");
            assert_eq!(numbers.insert(name, bounds.len()), None, "{name} comes twice");
            bounds.push(if is_primary { (least, most) } else { (0, 1) });
        }
        let options: Vec<Vec<usize>> =
            lines.map(|line| line.split(' ').map(|name| numbers[name]).collect()).collect();
        Self { bounds, is_open: vec![true; options.len()], options, positions: 0 }
    }

    fn is_possible(&self, option: usize) -> bool {
        self.is_open[option] && self.options[option].iter().all(|&item| self.bounds[item].1 > 0)
    }

    /// Number of ways to choose options so that each item is in as many as its bounds say: of the item that has the fewest
    /// to spare an option is chosen or left out.
    fn solutions(&mut self) -> u64 {
        self.positions += 1;
        let mut possible = vec![0; self.bounds.len()];
        let mut first = vec![None; self.bounds.len()];
        for option in (0..self.options.len()).filter(|&option| self.is_possible(option)) {
            for &item in &self.options[option] {
                possible[item] += 1;
                first[item].get_or_insert(option);
            }
        }
        let due = (0..self.bounds.len()).filter(|&item| self.bounds[item].0 > 0);
        let tightest = due.min_by_key(|&item| possible[item] as i64 - self.bounds[item].0 as i64);
        let any = || (0..self.options.len()).find(|&option| self.is_possible(option));
        let chosen = match tightest {
            Some(item) if possible[item] < self.bounds[item].0 => return 0,
            Some(item) => first[item],
            None => any(),
        };
        let Some(option) = chosen else { return 1 };
        self.is_open[option] = false;
        let left_out = self.solutions();
        let before = self.bounds.clone();
        for &item in &self.options[option] {
            let (least, most) = self.bounds[item];
            self.bounds[item] = (least.saturating_sub(1), most - 1);
        }
        let taken = self.solutions();
        self.bounds = before;
        self.is_open[option] = true;
        left_out + taken
    }
}

fn solutions(pack: &Pack) -> u64 {
    Program::read(&export(pack)).solutions()
}

#[test]
fn equal_pieces_are_one_item() {
    let two = read("piece A: 1\nXX\n\npiece B: 1\nX\nX\n\nboard: 2x2\n");
    assert_eq!(solutions(&two), 2);
    assert_eq!(
        export(&two).lines().skip(1).take(2).collect::<Vec<_>>(),
        ["| p1 is piece A or B, 2 to 2 of it still to place", "2:2|p1 0,0 0,1 1,0 1,1"]
    );
    // Of another freedom it is another piece, though its shape is the same.
    let other = read("piece A: 1\nXX\n\npiece B: 1 fixed\nXX\n\nboard: 2x2\n");
    assert_eq!(solutions(&other), 2);
    assert!(export(&other).contains("\np1 p2 0,0 0,1 1,0 1,1\n"));
}

#[test]
fn cells_are_primary_where_none_may_stay_empty() {
    let strip = shipped("pentominoes-3x20.txt");
    let text = export(&strip);
    let items = text.lines().find(|line| !line.starts_with('|')).unwrap();
    // An item for each piece and cell, and no bounds: any program for exact covers reads it.
    assert_eq!((items.contains('|'), items.split(' ').count()), (false, 72));
    let mut program = Program::read(&text);
    assert_eq!(program.solutions(), 8);
    assert!(program.positions < 100_000, "{} positions", program.positions);
}

#[test]
fn what_stays_empty_is_secondary_or_an_option() {
    let popinjay = export(&shipped("popinjay.txt"));
    assert!(popinjay.contains("\n11:11|p1 | 0,0 0,1 "), "{}", &popinjay[..200]);
    assert_eq!(popinjay.lines().filter(|line| line.starts_with("p1 ")).count(), 8 * 8 * 6);
    let overlapping = read("piece A: ..2\nXX\n\npiece B: 1.. fixed\nXX\n\nboard: 3x3\nempty: 1..4\n");
    assert!(export(&overlapping).contains(" 1:4|e 0,0 0,1 "));
}

#[test]
fn programs_with_nothing_to_decide_have_one_solution() {
    let placed = read("piece A: 1\nXX\n\nboard: 1x2\n\nplaced:\n1111\n");
    assert!(export(&placed).ends_with("\ndone\ndone\n"));
    assert_eq!(solutions(&placed), 1);
}

#[test]
fn an_export_ends_at_its_limits() {
    let large = read("piece A: any\nXXXXXXXX\nXXXXXXXX\n\nboard: 256x256\n");
    let late = Limits { deadline: Some(Instant::now()), ..Limits::default() };
    assert_eq!(dlx::write(&large, &late), Err(GaveUp::Time));
    let small = Limits { memory: 1 << 20, ..Limits::default() };
    assert_eq!(dlx::write(&large, &small), Err(GaveUp::Memory));
}

proptest! {
    #![proptest_config(cases(1000))]

    #[test]
    fn count_list_check_and_export_agree(small in puzzles(), twin in select(twins())) {
        let pack = twin(small.0);
        let known = Judged::of(&pack).packings.len() as u64;
        let counted = count(&pack, None, &Limits::default()).expect("no checkpoint");
        prop_assert_eq!(counted.total, Ok(known.into()));
        let all = listed(&pack, Selection { most: u64::MAX, distinct: false }, &Limits::default());
        prop_assert_eq!(all.len() as u64, known);
        prop_assert!(all.iter().all(|packing| check(&pack, packing) == Ok(())));
        prop_assert_eq!(Checker::of(&pack).repeated(&all), None);
        prop_assert_eq!(solutions(&pack), known, "{}", export(&pack));
    }
}
