//! Puzzles found by indexes and by the names of files.

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::fs::{self, read_dir};
use std::path::{Path, PathBuf};

use crate::collection::{Entry, Oddity, Origin, index};
use traybit_core::input::{current, shown};
use traybit_core::parallel_map::parallel_map;

/// The greatest depth of folders that is searched.
const DEEPEST: usize = 64;

/// A collection as found, not yet read.
#[derive(Debug, Default)]
pub struct Collection {
    /// Puzzles in the order in which they were found.
    pub entries: Vec<Entry>,
    /// Files that are no puzzles.
    pub oddities: Vec<Oddity>,
}

/// The puzzles of some folders, indexes and files.
pub fn find(names: &[OsString]) -> Collection {
    let mut collection = Collection::default();
    for name in names {
        let path = Path::new(name);
        let set = path.file_name().map(shown).unwrap_or_default();
        match fs::metadata(path) {
            Ok(found) if found.is_dir() => collection.folder(path, path, &set, DEEPEST),
            Ok(_) if is_index(path) => match index::read(path, &folder_name(path)) {
                Ok(Some(index)) => {
                    collection.entries.extend(index.entries);
                    collection.oddities.extend(index.errors);
                }
                Ok(None) => collection.oddities.push(Oddity::invalid(format!(
                    "{}: expected the files of puzzles, found an index that names none",
                    shown(name)
                ))),
                Err(oddity) => collection.oddities.push(oddity),
            },
            Ok(_) => {
                let goal = Some(goal_of(path)).filter(|goal| goal.is_file());
                collection.add((folder_name(path), set), path.to_owned(), goal, Origin::Named);
            }
            Err(reason) => {
                let sentence = format!("{}: cannot be opened: {reason}", shown(name));
                collection.oddities.push(Oddity::unreadable(sentence));
            }
        }
    }
    collection
}

fn is_index(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("csv"))
}

fn folder_name(path: &Path) -> String {
    path.parent().and_then(Path::file_name).map(shown).unwrap_or_default()
}

/// The name of a start with `.goal` after it.
fn goal_of(start: &Path) -> PathBuf {
    let mut name = start.as_os_str().to_owned();
    name.push(".goal");
    name.into()
}

impl Collection {
    /// Keeps the puzzles of these sets; of all sets if none is named.
    #[must_use]
    pub fn of_sets(mut self, sets: &[String]) -> Self {
        self.entries.retain(|entry| sets.is_empty() || sets.contains(&entry.set));
        self
    }

    /// Reads all entries by `read`, in their order, and adds the reports of those that are no puzzles.
    pub fn read<T: Send>(
        self,
        threads: usize,
        read: impl Fn(&Entry) -> Result<T, Oddity> + Sync,
    ) -> (Vec<T>, Vec<Oddity>) {
        let (mut all, mut oddities) = (Vec::new(), self.oddities);
        for found in parallel_map(self.entries, threads, |entry| {
            current::with(&shown(entry.start.as_os_str()), || read(&entry))
        }) {
            match found {
                Ok(found) => all.push(found),
                Err(oddity) => oddities.push(oddity),
            }
        }
        (all, oddities)
    }

    fn add(&mut self, (set, name): (String, String), start: PathBuf, goal: Option<PathBuf>, origin: Origin) {
        self.entries.push(Entry { set, name, start, goal, remark: String::new(), origin });
    }

    /// Adds what is in a folder within `root`.
    fn folder(&mut self, root: &Path, folder: &Path, set: &str, depth: usize) {
        let (files, folders) = match contents(folder) {
            Ok(contents) => contents,
            Err(oddity) => return self.oddities.push(oddity),
        };
        let mut listed: BTreeSet<PathBuf> = BTreeSet::new();
        for path in files.iter().filter(|path| is_index(path)) {
            match index::read(path, set) {
                Ok(Some(index)) => {
                    listed.extend(index.files);
                    listed.insert(path.clone());
                    self.entries.extend(index.entries);
                    self.oddities.extend(index.errors);
                }
                Ok(None) => {}
                Err(oddity) => self.oddities.push(oddity),
            }
        }
        if !listed.is_empty() {
            return self.unlisted(folder, &listed, depth);
        }
        self.by_name(&files, set);
        for inner in folders {
            let set = inner.strip_prefix(root).map_or_else(|_| String::new(), |path| shown(path.as_os_str()));
            if depth > 0 {
                self.folder(root, &inner, &set, depth - 1);
            } else {
                let sentence = format!("{}: too many folders within each other", shown(inner.as_os_str()));
                self.oddities.push(Oddity::passed(sentence));
            }
        }
    }

    /// Adds the pairs and the single files of a folder.
    fn by_name(&mut self, files: &[PathBuf], set: &str) {
        let all: BTreeSet<&PathBuf> = files.iter().collect();
        let starts: BTreeSet<PathBuf> = files.iter().map(|start| goal_of(start)).collect();
        for path in files {
            let name = path.file_name().map(shown).unwrap_or_default();
            let goal = goal_of(path);
            if all.contains(&goal) {
                self.add((set.to_owned(), name), path.clone(), Some(goal), Origin::Found);
            } else if path.extension() == Some(OsStr::new("goal")) {
                if !starts.contains(path) {
                    let sentence = format!("{}: a goal without its start", shown(path.as_os_str()));
                    self.oddities.push(Oddity::passed(sentence));
                }
            } else {
                self.add((set.to_owned(), name), path.clone(), None, Origin::Found);
            }
        }
    }

    /// Reports the files that an index leaves out.
    fn unlisted(&mut self, folder: &Path, listed: &BTreeSet<PathBuf>, depth: usize) {
        let Ok((files, folders)) = contents(folder) else { return };
        for path in files.iter().filter(|path| !listed.contains(*path)) {
            self.oddities.push(Oddity::passed(format!("{}: not listed", shown(path.as_os_str()))));
        }
        for inner in folders.iter().filter(|_| depth > 0) {
            self.unlisted(inner, listed, depth - 1);
        }
    }
}

/// Files and folders in a folder, by name; hidden ones are left out, and so are folders behind links, which might lead
/// round in a circle.
fn contents(folder: &Path) -> Result<(Vec<PathBuf>, Vec<PathBuf>), Oddity> {
    let refuse =
        |reason| Oddity::unreadable(format!("{}: cannot be read: {reason}", shown(folder.as_os_str())));
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
