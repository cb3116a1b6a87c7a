//! Reading the files of an entry, of any family.

use std::fs::File;
use std::path::Path;
use std::sync::Arc;

use crate::collection::{Entry, Found, Oddity, Origin, Weight};
use traybit_core::bits::digest;
use traybit_core::input::{InputError, shown};
use traybit_family::aim::Aim;
use traybit_family::{self, FAMILIES, GoalSource, Likeness, Listed, Puzzle, Unread};
use traybit_program::files::note_read;

/// Reads the puzzles of an entry: one, or those of a list.
///
/// # Errors
/// The error in its files, or that they are no puzzle. Files that were merely found may be something else than they
/// look like, and are skipped then.
pub fn read(entry: &Entry) -> Result<Vec<Found>, Oddity> {
    let found = puzzles(entry);
    // What lies in a folder and is no puzzle may be the output of an earlier run.
    if found.is_ok() || entry.origin != Origin::Found {
        [Some(&entry.start), entry.goal.as_ref()].into_iter().flatten().for_each(note_read);
    }
    found
}

fn puzzles(entry: &Entry) -> Result<Vec<Found>, Oddity> {
    let start = load(&entry.start)?;
    let found = |name: String, puzzle: Arc<dyn Puzzle>, bytes: &[u8], stated: Option<u64>| {
        let digest = puzzle.digest().unwrap_or_else(|| digest(bytes));
        Found { set: entry.set.clone(), name, puzzle, digest, stated }
    };
    if let Some(goal) = &entry.goal {
        let bytes = load(goal)?;
        let puzzle = pair((&entry.start, &start), (goal, &bytes))?;
        let both = [&start[..], b"\0", &bytes[..]].concat();
        return Ok(vec![found(entry.name.clone(), puzzle, &both, None)]);
    }
    let name = shown(entry.start.as_os_str());
    let contents = traybit_family::read(&name, &start).map_err(|unread| malformed(entry, unread))?;
    if contents.goal == GoalSource::File {
        return Err(goalless(entry, &name));
    }
    let named = Aim::named(&entry.remark).filter(|_| contents.goal == GoalSource::Option);
    let all = contents.puzzles.into_iter().map(|Listed { label, stated, puzzle }| {
        if !puzzle.has_goal() {
            return Err(Oddity::passed(format!("{name}: a drawing without a goal")));
        }
        let puzzle = named.as_ref().map_or(Ok(Arc::clone(&puzzle)), |aim| puzzle.with_aim(aim));
        let name = label.map_or_else(|| entry.name.clone(), |label| format!("{}:{label}", entry.name));
        Ok(found(name, puzzle.map_err(Oddity::invalid)?, &start, stated))
    });
    all.collect()
}

/// The puzzle of a start and a goal, by the first family that has such pairs.
fn pair(start: (&Path, &[u8]), goal: (&Path, &[u8])) -> Result<Arc<dyn Puzzle>, InputError> {
    let names = [start.0, goal.0].map(|path| shown(path.as_os_str()));
    let read = FAMILIES.iter().find_map(|family| family.read_pair);
    let read = read.ok_or_else(|| InputError::Invalid(format!("{}: a goal without a family", names[1])))?;
    read((&names[0], start.1), (&names[1], goal.1))
}

/// The report of a file that could not be read. A file that was found may be something else.
fn malformed(entry: &Entry, Unread { error, likeness }: Unread) -> Oddity {
    let oddity = match likeness {
        Likeness::Certain => return error.into(),
        Likeness::Likely => error.into(),
        Likeness::None | Likeness::Possible => {
            Oddity::invalid(format!("{}: not a puzzle", shown(entry.start.as_os_str())))
        }
    };
    let weight = if entry.origin == Origin::Found { Weight::Passed } else { oddity.weight };
    Oddity { weight, ..oddity }
}

/// The report of a start whose goal's file is missing.
fn goalless(entry: &Entry, name: &str) -> Oddity {
    let sentence = format!("{name}: a tray without its goal");
    match &entry.origin {
        Origin::Found => Oddity::passed(sentence),
        Origin::Named => Oddity::invalid(sentence),
        Origin::Listed(place) => {
            let found =
                if entry.remark.is_empty() { "none".to_owned() } else { format!("{:?}", entry.remark) };
            Oddity::invalid(format!("{place}: expected a file with the goal of {name}, found {found}"))
        }
    }
}

pub(super) fn load(path: &Path) -> Result<Vec<u8>, Oddity> {
    let name = shown(path.as_os_str());
    let file =
        File::open(path).map_err(|reason| Oddity::unreadable(format!("{name}: cannot be read: {reason}")))?;
    Ok(traybit_family::load(&name, file)?)
}
