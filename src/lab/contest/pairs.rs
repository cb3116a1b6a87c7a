//! The puzzles of a contest: pairs of a tray and its goal, as the course's programs take them.

use std::collections::HashSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use crate::contest::results::Title;
use traybit_app::collection::finding::find;
use traybit_app::collection::reading::read;
use traybit_app::collection::{Entry, Oddity, Weight};
use traybit_core::input::shown;
use traybit_core::parallel_map::parallel_map;
use traybit_family::interface::of_family;
use traybit_family::sliding::SlidingPuzzle;
use traybit_sliding::puzzle::Puzzle;

/// A puzzle that the programs are given.
#[derive(Clone, Debug)]
pub(super) struct Pair {
    pub(super) title: Title,
    pub(super) start: PathBuf,
    pub(super) goal: PathBuf,
    /// Puzzle in the files, for the judge.
    pub(super) problem: Puzzle,
}

/// The pairs of folders, indexes and files that belong to these sets (to any if no set is named), each with a title of
/// its own; and reports about all other files.
pub(super) fn pairs(names: &[OsString], sets: &[String], threads: usize) -> (Vec<Pair>, Vec<Oddity>) {
    let mut collection = find(names);
    if !sets.is_empty() {
        collection.entries.retain(|entry| sets.contains(&entry.set));
    }
    let mut oddities = collection.oddities;
    let mut pairs: Vec<Pair> = Vec::new();
    for pair in parallel_map(collection.entries, threads, pair) {
        match pair {
            Ok(pair) => pairs.push(pair),
            Err(oddity) => oddities.push(oddity),
        }
    }
    shorten(&mut pairs);
    (pairs, oddities)
}

fn pair(entry: Entry) -> Result<Pair, Oddity> {
    let left_out = |entry: &Entry| {
        let sentence = format!("{}: no pair of a tray and its goal", shown(entry.start.as_os_str()));
        Oddity { weight: Weight::Passed, sentence }
    };
    let Some(goal) = entry.goal.clone() else { return Err(left_out(&entry)) };
    let found = read(&entry)?;
    let mut problems = found.iter().filter_map(|found| of_family::<SlidingPuzzle>(&*found.puzzle));
    let problem = problems.next().map(|puzzle| puzzle.0.clone());
    let problem = problem.ok_or_else(|| left_out(&entry))?;
    let title = Title { set: entry.set, name: entry.name };
    Ok(Pair { title, start: entry.start, goal, problem })
}

/// Leaves the folders of listed files out of names where that leaves them apart, and numbers equal ones.
fn shorten(pairs: &mut [Pair]) {
    let short = |pair: &Pair| match Path::new(&pair.title.name).file_name() {
        Some(name) if !pair.title.name.contains(' ') => shown(name),
        _ => pair.title.name.clone(),
    };
    let shorts: HashSet<(&str, String)> =
        pairs.iter().map(|pair| (pair.title.set.as_str(), short(pair))).collect();
    if shorts.len() == pairs.len() {
        for pair in pairs {
            pair.title.name = short(pair);
        }
        return;
    }
    let mut titles = HashSet::new();
    for pair in pairs {
        let (name, mut number) = (pair.title.name.clone(), 1);
        while !titles.insert((pair.title.set.clone(), pair.title.name.clone())) {
            number += 1;
            pair.title.name = format!("{name} ({number})");
        }
    }
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;
    use std::fs;

    use tempfile::TempDir;

    use super::pairs;

    #[test]
    fn pairs_have_titles_of_their_own() {
        let folder = TempDir::new().unwrap();
        let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
        fs::create_dir(folder.path().join("q")).unwrap();
        write("a", "1 3\n0 0 0 0\n");
        write("a.goal", "0 2 0 2\n");
        write("b.txt", "2\n 1  \n 3  2\n");
        write("q/set.csv", "set,start,goal\neasy,../a,../a.goal\nhard,../a,../a.goal\nhard,../a,no\n");
        let found = |names: [&str; 2], sets: &[String]| {
            let names = names.map(|name| OsString::from(folder.path().join(name)));
            let (pairs, oddities) = pairs(&names, sets, 2);
            let titles: Vec<String> = pairs.iter().map(|pair| pair.title.to_string()).collect();
            (titles, oddities.len())
        };
        let short = ["easy/a", "hard/a"].map(str::to_owned).to_vec();
        assert_eq!(found(["q/set.csv", "b.txt"], &[]), (short, 2));
        let numbered = ["hard/../a", "hard/../a (2)"].map(str::to_owned).to_vec();
        assert_eq!(found(["q/set.csv", "q"], &["hard".into()]), (numbered, 2));
    }
}
