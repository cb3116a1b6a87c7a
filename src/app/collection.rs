//! Collections of puzzles of any family: files, folders and indexes.
//!
//! ```text
//!  hard/                  pairs.csv                       alone
//!    c64    ┐             set,init,goal,…                 fifteen.txt   board of tiles, or a list of them
//!    c64.goal┘ a pair     hard,c64,c64.goal               rush.txt      drawing or board of sliding blocks
//!    notes  no puzzle     easy,1x1,1x1.goal               popinjay.txt  packing
//! ```
//!
//! An index covers its folder and all folders in it: files that it does not name are skipped and reported.
//! Without one, files are paired by their names, and all others are tried.

mod index;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs::{self, File, read_dir};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::built_in;
use traybit_core::input::current;
use traybit_core::parallel_map::parallel_map;
use traybit_core::{InputError, Likeness, Size, digest, shown};
use traybit_family::aim::Aim;
use traybit_family::{GoalSource, Listed, Puzzle, tiles};
use traybit_program::{Failure, Source, Status, note_read};
use traybit_sliding::formats::course::read_pair;

/// The files of a puzzle, not yet read.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Entry {
    /// Set of the puzzle: as listed, or the folder.
    pub set: String,
    /// The puzzle's title.
    pub name: String,
    pub start: PathBuf,
    /// The file with its goal, if there is one.
    pub goal: Option<PathBuf>,
    /// The text of an index in place of a goal's file.
    remark: String,
    origin: Origin,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Origin {
    /// They were found in a folder, and may not be puzzles.
    Found,
    /// They were named on the command line.
    Named,
    /// A line of an index names them: the index and the line, as messages show them.
    Listed(String),
}

#[derive(Clone, Debug)]
pub struct Found {
    pub set: String,
    /// Its name, unique in the set.
    pub name: String,
    pub puzzle: Arc<dyn Puzzle>,
    /// Digest of its files or its content.
    pub(crate) digest: u64,
    /// Length of its shortest solution, where its file states it.
    pub(crate) stated: Option<u64>,
}

/// A file that is not a puzzle; the report has a line for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Oddity {
    /// The exit status of a run with such a file; `None` if it is skipped.
    pub status: Option<Status>,
    /// The reason, as a sentence without its full stop that names the file.
    pub sentence: String,
}

impl Oddity {
    pub fn skipped(sentence: String) -> Self {
        Self { status: None, sentence }
    }

    pub fn is_error(&self) -> bool {
        self.status.is_some()
    }
}

/// The worst status among the files that are not puzzles.
pub fn errors(oddities: &[Oddity]) -> Option<Status> {
    oddities.iter().filter_map(|oddity| oddity.status).min_by_key(|status| status.code())
}

impl From<InputError> for Oddity {
    fn from(error: InputError) -> Self {
        let Failure { sentences, status } = error.into();
        Self { status: Some(status), sentence: sentences.concat() }
    }
}

/// A collection as found, not yet read.
#[derive(Debug, Default)]
pub struct Collection {
    /// Puzzles in the order in which they were found.
    pub entries: Vec<Entry>,
    pub oddities: Vec<Oddity>,
}

/// The puzzles of some folders, indexes and files.
pub fn find(names: &[OsString]) -> Collection {
    let mut collection = Collection::default();
    for path in names.iter().map(Path::new) {
        match fs::metadata(path) {
            _ if path == "-" => collection.add("", path, None, Origin::Named),
            Ok(found) if found.is_dir() => collection.folder(path, path, &BTreeSet::new()),
            Err(_) if built_in::folder(path).is_some() => collection.folder(path, path, &BTreeSet::new()),
            Ok(_) if is_index(path) => {
                if collection.index(path, &folder_name(path)).is_some_and(|listed| listed.is_empty()) {
                    let what = "expected the files of puzzles, found an index that names none";
                    let sentence = format!("{}: {what}", shown(path.as_os_str()));
                    collection.oddities.push(InputError::Invalid(sentence).into());
                }
            }
            found => {
                let name = path.as_os_str();
                let unreadable = |reason| format!("{}: cannot be opened: {reason}", shown(name));
                let own = Some(path.with_added_extension("goal")).filter(|goal| goal.is_file());
                let found = found.map(drop).map_err(|reason| InputError::Unreadable(unreadable(reason)));
                match found.or_else(|error| built_in::read(name, error).map(drop)) {
                    Ok(()) => {
                        let goal = own.or_else(|| built_in::goal(name).map(PathBuf::from));
                        collection.add(&folder_name(path), path, goal, Origin::Named);
                    }
                    Err(error) => collection.oddities.push(error.into()),
                }
            }
        }
    }
    collection
}

pub(crate) fn is_index(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("csv"))
}

pub(crate) fn is_goal(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "goal")
}

fn folder_name(path: &Path) -> String {
    path.parent().and_then(Path::file_name).map(shown).unwrap_or_default()
}

impl Collection {
    /// Keeps the puzzles of these sets; of all sets if none is named.
    #[must_use]
    pub fn of_sets(mut self, sets: &[String]) -> Self {
        self.entries.retain(|entry| sets.is_empty() || sets.contains(&entry.set));
        self
    }

    /// Reads all entries with `read`, in order, and adds the reports of those that are not puzzles.
    pub fn read<T: Send>(
        self,
        threads: usize,
        read: impl Fn(&Entry) -> Result<T, Oddity> + Sync,
    ) -> (Vec<T>, Vec<Oddity>) {
        let mut oddities = self.oddities;
        let found = parallel_map(self.entries, threads, |entry| {
            current::with(&shown(entry.start.as_os_str()), || read(&entry))
        });
        let found = found.into_iter().filter_map(|found| found.map_err(|oddity| oddities.push(oddity)).ok());
        (found.collect(), oddities)
    }

    fn add(&mut self, set: &str, start: &Path, goal: Option<PathBuf>, origin: Origin) {
        let name = start.file_name().map(|name| Source::or_input(name).name()).unwrap_or_default();
        let (set, start) = (set.to_owned(), start.to_owned());
        self.entries.push(Entry { set, name, start, goal, remark: String::new(), origin });
    }

    fn skip(&mut self, path: &Path, reason: &str) {
        self.oddities.push(Oddity::skipped(format!("{}: {reason}", shown(path.as_os_str()))));
    }

    /// Adds the puzzles of an index, and returns its files; `None` if it cannot be read.
    fn index(&mut self, path: &Path, set: &str) -> Option<BTreeSet<PathBuf>> {
        let (entries, errors) =
            index::read(path, set).map_err(|error| self.oddities.push(error.into())).ok()?;
        let files = entries.iter().flat_map(|entry| [Some(&entry.start), entry.goal.as_ref()]).flatten();
        let files: BTreeSet<PathBuf> = files.cloned().collect();
        if !files.is_empty() {
            self.entries.extend(entries);
            self.oddities.extend(errors);
        }
        Some(files)
    }

    /// Adds the puzzles in a folder within `root`, or reports the files that are not `listed` by an index above it.
    fn folder(&mut self, root: &Path, folder: &Path, listed: &BTreeSet<PathBuf>) {
        let (files, folders) = match contents(folder) {
            Ok(contents) => contents,
            Err(_) if !listed.is_empty() => return,
            Err(error) => return self.oddities.push(error.into()),
        };
        let below = folder.strip_prefix(root).ok().map(Path::as_os_str).filter(|below| !below.is_empty());
        let set = below.or(root.file_name()).map(shown).unwrap_or_default();
        let mut own = listed.clone();
        for path in files.iter().filter(|path| listed.is_empty() && is_index(path)) {
            let named = self.index(path, &set).filter(|named| !named.is_empty());
            own.extend(named.into_iter().flat_map(|named| named.into_iter().chain([path.clone()])));
        }
        for path in files.iter().filter(|path| !own.is_empty() && !own.contains(*path)) {
            self.skip(path, "not listed");
        }
        if own.is_empty() {
            self.by_name(&files, &set);
        }
        for inner in folders {
            self.folder(root, &inner, &own);
        }
    }

    /// Adds the pairs and the single files of a folder.
    fn by_name(&mut self, files: &[PathBuf], set: &str) {
        let all: BTreeSet<&PathBuf> = files.iter().collect();
        for path in files {
            let goal = Some(path.with_added_extension("goal")).filter(|goal| all.contains(goal));
            if goal.is_some() || !is_goal(path) {
                self.add(set, path, goal, Origin::Found);
            } else if !all.contains(&path.with_extension("")) {
                self.skip(path, "a goal without its start");
            }
        }
    }
}

/// Files and folders in a folder, by name, without hidden ones and without folders behind links, which might
/// form a cycle.
fn contents(folder: &Path) -> Result<(Vec<PathBuf>, Vec<PathBuf>), InputError> {
    let refuse =
        |reason| InputError::Unreadable(format!("{}: cannot be read: {reason}", shown(folder.as_os_str())));
    if let Some(found) = built_in::folder(folder) {
        let inside = |path: &Path| folder.join(path.file_name().unwrap_or_default());
        let files = found.files().map(|file| inside(file.path())).collect();
        return Ok((files, found.dirs().map(|found| inside(found.path())).collect()));
    }
    let (mut files, mut folders) = (Vec::new(), Vec::new());
    for entry in read_dir(folder).map_err(refuse)? {
        let entry = entry.map_err(refuse)?;
        let path = entry.path();
        if entry.file_name().as_encoded_bytes().starts_with(b".") {
            continue;
        }
        match entry.file_type().map_err(refuse)? {
            kind if kind.is_dir() => folders.push(path),
            kind if kind.is_file() || path.is_file() => files.push(path),
            _ => {}
        }
    }
    files.sort_unstable();
    folders.sort_unstable();
    Ok((files, folders))
}

/// Reads the puzzles of an entry: one, or those of a list; with a `size`, only boards of tiles of that size.
/// A file that was merely found may not be what it looks like; such a file is skipped.
pub fn read(entry: &Entry, size: Option<Size>) -> Result<Vec<Found>, Oddity> {
    let found = puzzles(entry, size);
    // A file that lies in a folder and is not a puzzle may be the output of an earlier run.
    if found.is_ok() || entry.origin != Origin::Found {
        [Some(&entry.start), entry.goal.as_ref()].into_iter().flatten().for_each(note_read);
    }
    found
}

fn puzzles(entry: &Entry, size: Option<Size>) -> Result<Vec<Found>, Oddity> {
    let (name, start) = (Source::or_input(entry.start.as_os_str()).name(), load(&entry.start)?);
    let found = |name: String, puzzle: Arc<dyn Puzzle>, bytes: &[u8], stated: Option<u64>| {
        let digest = puzzle.digest().unwrap_or_else(|| digest(bytes));
        Found { set: entry.set.clone(), name, puzzle, digest, stated }
    };
    if let (Some(goal), None) = (&entry.goal, size) {
        let (goal, bytes) = (shown(goal.as_os_str()), load(goal)?);
        let puzzle = Arc::new(read_pair((&name, &start[..]), (&goal, &bytes[..]))?);
        let both = [&start[..], b"\0", &bytes[..]].concat();
        return Ok(vec![found(entry.name.clone(), puzzle, &both, None)]);
    }
    let contents = match size {
        None => traybit_family::read(&name, &start)
            .map_err(|(error, likeness)| malformed(entry, &name, error, likeness))?,
        size => tiles::read(&name, &start, size)?,
    };
    if contents.goal == GoalSource::File {
        return Err(goalless(entry, &name));
    }
    let named = Aim::named(&entry.remark).filter(|_| contents.goal == GoalSource::Option);
    let all = contents.puzzles.into_iter().map(|Listed { label, stated, puzzle }| {
        if !puzzle.has_goal() {
            return Err(Oddity::skipped(format!("{name}: a drawing without a goal")));
        }
        let puzzle = named.as_ref().map_or(Ok(Arc::clone(&puzzle)), |aim| puzzle.with_aim(aim));
        let puzzle = puzzle.map_err(InputError::Invalid)?;
        let name = label.map_or_else(|| entry.name.clone(), |label| format!("{}:{label}", entry.name));
        Ok(found(name, puzzle, &start, stated))
    });
    all.collect()
}

/// The report of a file that could not be read; a file that was merely found may not be a puzzle.
fn malformed(entry: &Entry, name: &str, error: InputError, likeness: Likeness) -> Oddity {
    let is_like = likeness >= Likeness::Likely || entry.origin != Origin::Found;
    let error = if is_like { error } else { InputError::Invalid(format!("{name}: not a puzzle")) };
    if likeness < Likeness::Certain && entry.origin == Origin::Found {
        return Oddity::skipped(error.to_string());
    }
    error.into()
}

/// The report of a start whose goal's file is missing.
fn goalless(entry: &Entry, name: &str) -> Oddity {
    let sentence = format!("{name}: a tray without its goal");
    match &entry.origin {
        Origin::Found => Oddity::skipped(sentence),
        Origin::Named => InputError::Invalid(sentence).into(),
        Origin::Listed(place) => {
            let found =
                if entry.remark.is_empty() { "none".to_owned() } else { format!("{:?}", entry.remark) };
            InputError::Invalid(format!("{place}: expected a file with the goal of {name}, found {found}"))
                .into()
        }
    }
}

fn load(path: &Path) -> Result<Vec<u8>, InputError> {
    let name = shown(path.as_os_str());
    if path == "-" {
        return traybit_family::bytes_of(&Source::Input);
    }
    if let Some(file) = built_in::file(path) {
        return traybit_family::load(&name, file.contents());
    }
    let unreadable = |reason| InputError::Unreadable(format!("{name}: cannot be read: {reason}"));
    traybit_family::load(&name, File::open(path).map_err(unreadable)?)
}
