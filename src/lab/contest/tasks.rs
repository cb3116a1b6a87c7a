//! Tasks of the programs: the puzzles, which are pairs of a tray and its goal, and inputs made for the contest.
//!
//! All programs get a few invalid inputs, which they should answer with the contract's statuses. Checkers get the solution
//! of each puzzle, the same cut short, with an impossible move and with a malformed line, and no move if no solution is
//! known.

use std::collections::HashSet;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicU64;

use crate::contest::process::MOST_BYTES;
use crate::contest::results::{End, Known, Title, Verdict};
use traybit_app::collection::{Entry, Oddity, find, read};
use traybit_app::run::output::unwritable;
use traybit_core::shown;
use traybit_family::of_family;
use traybit_program::checker::{replay, verdict};
use traybit_program::status::CheckerStatus;
use traybit_program::{bytes, counted, text};
use traybit_sliding::{Puzzle, Slide};

#[derive(Debug)]
pub(super) struct Task {
    pub(super) title: Title,
    /// The start and the goal.
    pub(super) files: [Option<PathBuf>; 2],
    /// The file for standard input.
    pub(super) moves: Option<PathBuf>,
    pub(super) expected: Expected,
}

#[derive(Debug)]
pub(super) enum Expected {
    /// A solution of a puzzle, or the statement that there is none.
    Solution(Puzzle),
    Status(i32),
}

impl Task {
    /// Verdict on an answer, and its solution, replayed by the plain rules; claims of impossibility are accepted until all
    /// runs are done.
    pub(super) fn judge(&self, end: &End, output: &[u8]) -> (Verdict, Option<Vec<Slide>>) {
        let verdict = match (&self.expected, end) {
            (Expected::Status(expected), End::Status(status)) if status == expected => Verdict::Right,
            (Expected::Status(expected), _) => Verdict::Wrong(format!("expected status {expected}")),
            (Expected::Solution(problem), End::Status(0)) => {
                let (status, sentence, made) = check(problem, output);
                if status == CheckerStatus::Verified {
                    return (Verdict::Solved { moves: made.len() as u64 }, Some(made));
                }
                Verdict::Wrong(format!("status 0, but {sentence}"))
            }
            (_, End::Status(1)) => Verdict::Impossible,
            (_, End::Status(5)) => Verdict::Failed("gave up".to_owned()),
            (_, End::Status(status)) => Verdict::Wrong(format!("status {status} for a valid puzzle")),
            (_, End::Signal(number)) => Verdict::Failed(format!("died of signal {number}")),
            (_, End::Limit) => Verdict::Failed("over the limit".to_owned()),
            (_, End::Flood) => Verdict::Failed(format!("printed more than {}", bytes(MOST_BYTES))),
            (_, End::Unstarted(reason)) => Verdict::Failed(format!("cannot be started: {reason}")),
        };
        (verdict, None)
    }
}

/// Status that `checker` has for a list of moves, why it is not a solution, and the moves.
fn check(problem: &Puzzle, list: &[u8]) -> (CheckerStatus, String, Vec<Slide>) {
    let mut made = Vec::new();
    let replayed = replay(Some(problem), "its moves", list, &AtomicU64::new(0), |step| made.push(step));
    let (status, sentences) = verdict(None, &replayed);
    (status, sentences.concat(), made)
}

/// The pairs of folders, indexes and files that belong to these sets (to any if no set is named), each with a title of
/// its own; and reports about all other files.
pub(super) fn pairs(names: &[OsString], sets: &[String], threads: usize) -> (Vec<Task>, Vec<Oddity>) {
    let (mut pairs, oddities) = find(names).of_sets(sets).read(threads, pair);
    shorten(&mut pairs);
    (pairs, oddities)
}

fn pair(entry: &Entry) -> Result<Task, Oddity> {
    // Other programs know no built-in puzzles.
    let found = if entry.goal.is_some() && entry.start.is_file() { read(entry, None)? } else { Vec::new() };
    let problem = found.iter().find_map(|found| of_family(&*found.puzzle).cloned());
    let problem = problem.ok_or_else(|| {
        Oddity::skipped(format!("{}: no pair of a tray and its goal", shown(entry.start.as_os_str())))
    })?;
    Ok(Task {
        title: Title { set: entry.set.clone(), name: entry.name.clone() },
        files: [Some(entry.start.clone()), entry.goal.clone()],
        moves: None,
        expected: Expected::Solution(problem),
    })
}

/// Drops folders from the names of listed files, unless another pair would then have the same name.
fn shorten(pairs: &mut [Task]) {
    let mut titles: HashSet<Title> = pairs.iter().map(|pair| pair.title.clone()).collect();
    for Task { title, .. } in pairs {
        let file = Path::new(&title.name).file_name().filter(|_| !title.name.contains(' '));
        let short = Title { name: file.map_or_else(|| title.name.clone(), shown), ..title.clone() };
        if titles.insert(short.clone()) {
            *title = short;
        }
    }
}

/// Names and contents of the files, valid ones beside the invalid ones.
const FILES: [(&str, &str); 6] = [
    ("start", "1 2\n0 0 0 0\n"),
    ("goal", "0 1 0 1\n"),
    ("bad-start", "1 2\n0 0 0\n"),
    ("bad-goal", "0 1 0 x\n"),
    ("moves", "0 0 0 1\n"),
    ("bad-moves", "0 0 0 1\n0 1 0 x\n"),
];

/// Inputs in words; names of the start, the goal and the moves; and the expected statuses of a solver, if the input is for
/// one, and of a checker.
type Case = (&'static str, [Option<&'static str>; 2], &'static str, [Option<i32>; 2]);

const CASES: [Case; 7] = [
    ("no argument", [None, None], "moves", [Some(2), Some(2)]),
    ("one argument", [Some("start"), None], "moves", [Some(2), Some(2)]),
    ("a start that does not exist", [Some("missing"), Some("goal")], "moves", [Some(3), Some(3)]),
    ("a goal that does not exist", [Some("start"), Some("missing")], "moves", [Some(3), Some(3)]),
    ("a malformed start", [Some("bad-start"), Some("goal")], "moves", [Some(4), Some(5)]),
    ("a malformed goal", [Some("start"), Some("bad-goal")], "moves", [Some(4), Some(5)]),
    ("malformed moves", [Some("start"), Some("goal")], "bad-moves", [None, Some(4)]),
];

/// Rows and columns beyond all trays.
const BEYOND: u32 = 256;

fn write(folder: &Path, name: &str, text: &str) -> Result<PathBuf, String> {
    let path = folder.join(name);
    fs::write(&path, text).map_err(|reason| unwritable(&path, &reason))?;
    Ok(path)
}

/// Writes the invalid inputs for a solver or a checker.
pub(super) fn invalid(folder: &Path, is_checker: bool) -> Result<Vec<Task>, String> {
    for (name, text) in FILES {
        write(folder, name, text)?;
    }
    let task = |(what, files, moves, expected): Case| {
        Some(Task {
            title: Title { set: String::new(), name: what.to_owned() },
            files: files.map(|name| name.map(|name| folder.join(name))),
            moves: is_checker.then(|| folder.join(moves)),
            expected: Expected::Status(expected[usize::from(is_checker)]?),
        })
    };
    Ok(CASES.into_iter().filter_map(task).collect())
}

/// Writes the lists of moves for checkers.
pub(super) fn trials(folder: &Path, pairs: &[Task], known: &[Known]) -> Result<Vec<Task>, String> {
    let mut tasks = Vec::new();
    for (pair, known) in pairs.iter().zip(known) {
        let Expected::Solution(problem) = &pair.expected else { continue };
        let solution = if let Known::Solved { moves, .. } = known { Some(&moves[..]) } else { None };
        for (what, list) in lists(problem, solution) {
            tasks.push(Task {
                title: Title { set: pair.title.set.clone(), name: format!("{}, {what}", pair.title.name) },
                files: pair.files.clone(),
                moves: Some(write(folder, &format!("trial-{}", tasks.len()), &list)?),
                expected: Expected::Status((check(problem, list.as_bytes()).0 as u8).into()),
            });
        }
    }
    Ok(tasks)
}

fn lists(problem: &Puzzle, solution: Option<&[Slide]>) -> Vec<(String, String)> {
    let Some(moves) = solution else { return vec![("no move".to_owned(), String::new())] };
    let whole = text::moves(moves);
    let mut lists = vec![(counted(moves.len() as u64, "move"), whole.clone())];
    // A solution may continue after the goal is met.
    let short = (0..moves.len()).rev().find(|&length| {
        let mut game = problem.begin();
        moves[..length].iter().all(|step| game.apply(*step).is_ok()) && game.missing().is_some()
    });
    lists.extend(short.map(|length| ("cut short".to_owned(), text::moves(&moves[..length]))));
    let mut spoilt = moves.to_vec();
    match spoilt.get_mut(moves.len() / 2) {
        Some(step) => step.to.0 += BEYOND,
        None => spoilt.push(Slide { from: (BEYOND, BEYOND), to: (BEYOND, BEYOND) }),
    }
    lists.push(("an impossible move".to_owned(), text::moves(&spoilt)));
    lists.push(("a malformed line".to_owned(), whole + "0 0 0 x\n"));
    lists
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;
    use std::fs;

    use tempfile::TempDir;

    use super::{Expected, Task, check, lists, pairs};
    use crate::contest::results::{End, Title, Verdict};
    use traybit_sliding::Slide;
    use traybit_sliding::formats::course::read_pair;

    fn statuses(goal: &str, solution: Option<&[Slide]>) -> Vec<u8> {
        let problem = read_pair(("t", &b"1 4\n0 0 0 0\n"[..]), ("g", goal.as_bytes())).unwrap();
        lists(&problem, solution).iter().map(|(_, list)| check(&problem, list.as_bytes()).0 as u8).collect()
    }

    #[test]
    fn solutions_are_spoilt_in_every_way() {
        let step = |from, to| Slide { from: (0, from), to: (0, to) };
        assert_eq!(statuses("0 2 0 2\n", Some(&[step(0, 1), step(1, 2)])), [0, 1, 6, 4]);
        // It went past the goal and came back: one move less still meets nothing, three less do.
        let wandering = [step(0, 2), step(2, 3), step(3, 2), step(2, 2)];
        assert_eq!(statuses("0 2 0 2\n", Some(&wandering)), [0, 1, 6, 4]);
        // A goal that is met at the start cannot be cut short.
        assert_eq!(statuses("0 0 0 0\n", Some(&[])), [0, 6, 4]);
        assert_eq!(statuses("0 0 0 1\n", None), [1]);
    }

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
            (pairs.iter().map(|pair| pair.title.to_string()).collect::<Vec<_>>(), oddities.len())
        };
        let short = ["easy/a", "hard/a"].map(str::to_owned).to_vec();
        assert_eq!(found(["q/set.csv", "b.txt"], &[]), (short, 2));
        let longer = ["hard/a", "hard/../a"].map(str::to_owned).to_vec();
        assert_eq!(found(["q/set.csv", "q"], &["hard".into()]), (longer, 2));
    }

    #[test]
    fn answers_are_judged_by_status_and_moves() {
        let problem = read_pair(("t", &b"1 3\n0 0 0 0\n"[..]), ("g", &b"0 2 0 2\n"[..])).unwrap();
        let title = Title { set: String::new(), name: "t".to_owned() };
        let task = Task { title, files: [None, None], moves: None, expected: Expected::Solution(problem) };
        let verdict = |end: End, output: &str| task.judge(&end, output.as_bytes()).0;
        assert_eq!(verdict(End::Status(0), "0 0 0 1\n0 1 0 2"), Verdict::Solved { moves: 2 });
        assert_eq!(verdict(End::Status(1), ""), Verdict::Impossible);
        for (status, output) in
            [(0, ""), (0, "0 0 0 1\n"), (0, "0 0 0 3\n"), (0, "0 0 0 2\nx\n"), (2, ""), (255, "0 0 0 2\n")]
        {
            let judged = verdict(End::Status(status), output);
            assert!(matches!(judged, Verdict::Wrong(_)), "{status} {output:?} {judged:?}");
        }
        for end in [End::Status(5), End::Signal(9), End::Limit, End::Flood, End::Unstarted("x".into())] {
            let judged = verdict(end, "0 0 0 2\n");
            assert!(matches!(judged, Verdict::Failed(_)), "{judged:?}");
        }
    }
}
