//! Puzzles built into the program, by the names that they have in its folder `puzzles`; files of the same names come first.
//!
//! ```text
//!   puzzles/sliding/klotski = sliding/klotski = klotski          a file, from any part of its path
//!   puzzles/tiles/eight-31.txt = eight-31                        the extension may be left out
//!   puzzles, puzzles/sliding = sliding                           folders, for `traybit batch`
//! ```

use std::cmp::Reverse;
use std::ffi::{OsStr, OsString};
use std::iter::once;
use std::path::Path;
use std::sync::OnceLock;

use include_dir::{Dir, File};
use strsim::jaro_winkler;

use crate::collection::is_goal;
use traybit_core::{InputError, shown};
use traybit_program::files::BUILT_IN;

static PUZZLES: OnceLock<&'static Dir<'static>> = OnceLock::new();

/// Makes the files of a folder `puzzles` known to all commands.
pub fn begin(puzzles: &'static Dir<'static>) {
    let _ = PUZZLES.set(puzzles);
    let _ = BUILT_IN.set(read);
}

/// The folders of the families.
pub(crate) fn folders() -> impl Iterator<Item = &'static Dir<'static>> {
    PUZZLES.get().into_iter().flat_map(|puzzles| puzzles.dirs())
}

/// True unless the file is an index or a document.
pub(crate) fn is_puzzle(file: &File<'_>) -> bool {
    file.path().extension().is_none_or(|extension| extension != "csv" && extension != "md")
}

/// The built-in file of that name, even if there is another one. A name without a folder is a puzzle's.
pub(crate) fn named(name: &Path) -> Option<&'static File<'static>> {
    let folder = name.parent().filter(|_| name.file_name().is_some())?;
    let is_bare = folder.as_os_str().is_empty();
    let all = || {
        let files = folders().flat_map(Dir::files).filter(|file| !is_bare || is_puzzle(file));
        files.map(|file| (Path::new("puzzles").join(file.path()), file))
    };
    let whole = all().find(|(path, _)| path.ends_with(name));
    // Of a board and a drawing, the drawing.
    let found = whole.or_else(|| all().filter(|(path, _)| path.with_extension("").ends_with(name)).last());
    found.map(|(_, file)| file)
}

/// The built-in file of that name, unless a file or a folder has it.
pub(crate) fn file(name: &Path) -> Option<&'static File<'static>> {
    named(name).filter(|_| !name.exists())
}

/// The built-in folder of that name, unless a file or a folder has it.
pub(crate) fn folder(name: &Path) -> Option<&'static Dir<'static>> {
    let puzzles = PUZZLES.get().filter(|_| name.file_name().is_some() && !name.exists())?;
    let mut all = once(*puzzles).chain(puzzles.dirs());
    all.find(|folder| Path::new("puzzles").join(folder.path()).ends_with(name))
}

/// The content of a built-in file in place of one that cannot be opened with `error`, or the error that says it best.
pub(crate) fn read(name: &OsStr, error: InputError) -> Result<&'static [u8], InputError> {
    let path = Path::new(name);
    match file(path) {
        Some(file) => Ok(file.contents()),
        None if path.exists() => Err(error),
        None => Err(unknown(path, Some(error))),
    }
}

/// The error of a name that no puzzle has, with the names near to it. `error` is that of opening a file; it is given instead
/// where the name has a folder or an extension and is near to none.
pub(crate) fn unknown(name: &Path, error: Option<InputError>) -> InputError {
    let stem = |path: &Path| path.file_stem().map(shown).unwrap_or_default();
    let names = folders().flat_map(Dir::files).filter(|file| is_puzzle(file)).map(|file| stem(file.path()));
    let mut near: Vec<(u32, String)> =
        names.map(|known| ((jaro_winkler(&known, &stem(name)) * 1000.0) as u32, known)).collect();
    near.retain(|(likeness, _)| *likeness > 900);
    near.sort_by_key(|(likeness, _)| Reverse(*likeness));
    near.dedup();
    let near: Vec<String> = near.into_iter().map(|(_, name)| name).take(3).collect();
    let no_file = if error.is_some() { "there is no such file, and " } else { "" };
    let hint = if near.is_empty() { String::new() } else { format!("; did you mean {}?", near.join(" or ")) };
    let is_bare = name.components().count() < 2 && name.extension().is_none();
    let shown = shown(name.as_os_str());
    let own = InputError::Unreadable(format!("{shown}: {no_file}no built-in puzzle of that name{hint}"));
    error.filter(|_| hint.is_empty() && !is_bare).unwrap_or(own)
}

/// The name of the goal that a built-in tray has, if it has one: the whole one where a file has the short one.
pub(crate) fn goal(tray: &OsStr) -> Option<OsString> {
    let goal = file(Path::new(tray))?.path().with_added_extension("goal");
    PUZZLES.get()?.get_file(&goal)?;
    let short: OsString = [tray, OsStr::new(".goal")].into_iter().collect();
    Some(if Path::new(&short).exists() { Path::new("puzzles").join(goal).into() } else { short })
}

/// The files of a command that takes up to `most`, with the goal of a built-in tray if none is typed.
pub(crate) fn with_own_goal<'a>(files: impl IntoIterator<Item = &'a OsString>, most: usize) -> Vec<OsString> {
    let mut files: Vec<OsString> = files.into_iter().cloned().collect();
    let has_goal = files.get(1).is_some_and(|file| is_goal(Path::new(file)));
    if let Some(goal) = files.first().filter(|_| files.len() < most && !has_goal).and_then(|file| goal(file))
    {
        files.insert(1, goal);
    }
    files
}
