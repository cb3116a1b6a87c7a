//! Puzzles as numbered files of one folder, all of them or none; existing files are never overwritten.

use std::borrow::Cow;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{Error, ErrorKind, Write};
use std::path::{Path, PathBuf};

use clap::Args;

use crate::run::{Failure, unwritable};
use traybit_core::shown;
use traybit_picture::markup::escaped;
use traybit_picture::svg::{Picture, usual_cell};
use traybit_program::counted;

const INDEX: &str = "index.html";

/// The beginning of the page; `COUNT` stands for the number of puzzles.
const PAGE: &str = include_str!("index.html");

/// Maximum number of files of one run.
pub(crate) const MOST_FILES: i64 = 99_999;

/// The options for a new folder of puzzles.
#[derive(Args, Clone, Debug)]
pub(crate) struct NewFiles {
    /// Write the puzzles to new files 001.txt, 002.txt … in the folder DIR
    #[arg(long, value_name = "DIR")]
    pub(crate) files: Option<OsString>,

    /// Also draw each puzzle of --files as SVG, and write the page index.html of all, with their lengths and difficulties
    #[arg(long, requires = "files")]
    pictures: bool,
}

/// A folder for files `001.txt`, `002.txt` …, perhaps with pictures.
#[derive(Debug)]
pub(crate) struct Folder {
    path: PathBuf,
    /// Minimum digits of a number.
    digits: usize,
    has_pictures: bool,
}

/// A puzzle for a file: its number, its text, and its length and difficulty in words.
pub(crate) type Numbered = (usize, String, [String; 2]);

impl Folder {
    /// The folder that the options name, if any: created if missing, without files of these numbers. Tested at once,
    /// so that no work is done in vain.
    pub(crate) fn place(new: &NewFiles, files: usize) -> Result<Option<Self>, Failure> {
        let Some(name) = &new.files else { return Ok(None) };
        let digits = files.to_string().len().max(3);
        let folder = Self { path: name.into(), digits, has_pictures: new.pictures };
        // An empty name would mean the current folder.
        let created =
            if name.is_empty() { Err(ErrorKind::InvalidFilename.into()) } else { fs::create_dir_all(name) };
        created.map_err(|reason| refusal(&folder.path, &reason))?;
        let texts = (1..=files).map(|number| folder.file(number));
        let others = (1..=files).map(|number| folder.file(number).with_extension("svg"));
        let others = others.chain([folder.path.join(INDEX)]).filter(|_| new.pictures);
        let mut paths = texts.chain(others);
        if let Some(path) = paths.find(|path| fs::symlink_metadata(path).is_ok()) {
            return Err(refusal(&path, &ErrorKind::AlreadyExists.into()));
        }
        let first = folder.file(1);
        let tried = File::create_new(&first).and_then(|_| fs::remove_file(&first));
        tried.map_err(|reason| refusal(&first, &reason))?;
        Ok(Some(folder))
    }

    /// The path of a file, counted from 1.
    fn file(&self, number: usize) -> PathBuf {
        self.path.join(format!("{number:0digits$}.txt", digits = self.digits))
    }

    /// Writes puzzles to the files of their numbers in a folder, if there is one, and their pictures; returns the
    /// names of the puzzles' files.
    pub(crate) fn fill(folder: Option<&Self>, puzzles: &[Numbered]) -> Result<Vec<String>, Failure> {
        let Some(folder) = folder else { return Ok(Vec::new()) };
        let texts = puzzles.iter().map(|(number, text, _)| (folder.file(*number), Cow::from(text)));
        let mut files: Vec<(PathBuf, Cow<'_, str>)> = texts.collect();
        if folder.has_pictures {
            files.extend(folder.pictures(puzzles).map_err(Failure::unwritable)?);
        }
        let mut written = Vec::new();
        for (path, text) in &files {
            let made = File::create_new(path).and_then(|mut file| {
                written.push(path.clone());
                file.write_all(text.as_bytes())
            });
            if let Err(reason) = made {
                // Files that cannot be written may not be removable either.
                for path in &written {
                    let _ = fs::remove_file(path);
                }
                return Err(refusal(path, &reason));
            }
        }
        Ok(written.iter().take(puzzles.len()).map(|path| shown(path.as_os_str())).collect())
    }

    /// The pictures of puzzles, and the page with all of them.
    fn pictures(&self, puzzles: &[Numbered]) -> Result<Vec<(PathBuf, Cow<'static, str>)>, String> {
        let (mut files, mut page) =
            (Vec::new(), PAGE.replace("COUNT", &counted(puzzles.len() as u64, "puzzle")));
        for (number, text, [length, difficulty]) in puzzles {
            let path = self.file(*number);
            let name = path.file_stem().map(shown).unwrap_or_default();
            let contents =
                traybit_family::read(&name, text.as_bytes()).map_err(|(error, _)| error.to_string())?;
            let playback = contents.puzzles[0].puzzle.playback(None, 1);
            let playback = playback.map_err(|failure| failure.sentences.concat())?;
            let picture = Picture::new(&playback, usual_cell(&playback)).document(0);
            files.push((path.with_extension("svg"), picture.into()));
            let [title, length, difficulty] =
                [playback.title.as_ref().unwrap_or(&name), length, difficulty].map(|words| escaped(words));
            page += &format!(
                "<figure><a href=\"{name}.txt\"><img src=\"{name}.svg\" alt=\"{title}\"></a>\n\
                 <figcaption>{title}<br>{length}<br>{difficulty}</figcaption></figure>\n"
            );
        }
        files.push((self.path.join(INDEX), page.into()));
        Ok(files)
    }
}

/// The failure of a file that cannot be written, or is there already.
fn refusal(path: &Path, reason: &Error) -> Failure {
    Failure::unwritable(if reason.kind() == ErrorKind::AlreadyExists && path.is_file() {
        format!("{}: is there already, and is not overwritten", shown(path.as_os_str()))
    } else {
        unwritable(path, reason)
    })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use tempfile::TempDir;

    use super::{Folder, NewFiles};

    #[test]
    fn files_are_new_and_all_there_or_none() {
        let temporary = TempDir::new().unwrap();
        let path = temporary.path().join("deep/er");
        let new = NewFiles { files: Some(path.clone().into()), pictures: false };
        let place = |files| Folder::place(&new, files);
        let folder = place(1000).unwrap();
        assert_eq!(fs::read_dir(&path).unwrap().count(), 0);
        let texts = [(1, "one"), (2, "two")].map(|(at, text)| (at, text.into(), <[String; 2]>::default()));
        Folder::fill(folder.as_ref(), &texts).unwrap();
        assert_eq!(fs::read_to_string(path.join("0002.txt")).unwrap(), "two");
        let told = &place(1000).unwrap_err().sentences[0];
        assert!(told.ends_with("0001.txt: is there already, and is not overwritten"), "{told}");
        fs::remove_file(path.join("0001.txt")).unwrap();
        assert!(Folder::fill(folder.as_ref(), &texts).unwrap_err().sentences[0].contains("0002.txt"));
        assert_eq!(fs::read_dir(&path).unwrap().count(), 1, "only what was there before");
        assert_eq!(place(20).unwrap().unwrap().file(20), path.join("020.txt"));
    }

    #[test]
    fn folders_that_cannot_be_are_refused() {
        let temporary = TempDir::new().unwrap();
        let file = temporary.path().join("file");
        fs::write(&file, "").unwrap();
        for path in [file.clone(), file.join("below"), "".into()] {
            let new = NewFiles { files: Some(path.into()), pictures: false };
            let told = &Folder::place(&new, 1).unwrap_err().sentences[0];
            assert!(told.contains(": cannot be written") || told.contains(": is there already"), "{told}");
        }
    }
}
