//! `--html FILE`: a page that plays the solution, written once the answer is verified.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use clap::Args;

use crate::run::{Failure, Output, Run, settled, tried_apart};
use traybit_core::input::shown;
use traybit_packing::pack::{Pack, Packing};
use traybit_picture::packing::playback;
use traybit_picture::page::{MAX_MOVES, MAX_SOLUTIONS, page};
use traybit_picture::playback::Playback;
use traybit_program::status::Status;
use traybit_program::text::{capital, grouped};

#[derive(Args, Clone, Debug)]
pub(crate) struct Paging {
    /// Also write to FILE a web page to play the puzzle and to see its solution; it needs no network
    #[arg(long, value_name = "FILE")]
    html: Option<OsString>,
}

pub(crate) struct Page {
    pub(super) file: Output,
    /// The title of a puzzle without one.
    name: Option<String>,
}

/// The first packings, for one page.
pub(crate) struct Album {
    page: Page,
    packings: Vec<Packing>,
    pieces: usize,
    found: u64,
}

impl Paging {
    pub(crate) fn is_given(&self) -> bool {
        self.html.is_some()
    }

    /// The page of a puzzle, if the option asks for one, apart from all other outputs; tested at once.
    pub(crate) fn place(&self, puzzle: &OsStr, others: &[Output]) -> Result<Option<Page>, Failure> {
        let Some(name) = &self.html else { return Ok(None) };
        let file = tried_apart("page", "--html", name, others)?;
        Ok(Some(Page { file, name: name_of(puzzle) }))
    }
}

impl Page {
    /// Writes the page of a puzzle and its solutions, playbacks of one board; the status, unless that fails. `note` follows
    /// the number of solutions.
    pub(crate) fn write(
        self,
        puzzle: Playback,
        solutions: Result<Vec<Playback>, String>,
        note: &str,
        status: Status,
    ) -> Status {
        let title = puzzle.title.clone().or(self.name);
        let text = solutions.and_then(|solutions| page(Playback { title, ..puzzle }, &solutions, note));
        let text = text.map_err(|sentence| format!("--html: no page is written: {sentence}"));
        settled(text.and_then(|page| self.file.write(&page)), status)
    }
}

impl Album {
    pub(crate) fn new(page: Page) -> Self {
        Self { page, packings: Vec::new(), pieces: 0, found: 0 }
    }

    /// Keeps a packing that was found, unless the page is full.
    pub(crate) fn see(&mut self, packing: &Packing) {
        self.found += 1;
        self.pieces += packing.len();
        if self.packings.len() < MAX_SOLUTIONS && self.pieces <= MAX_MOVES {
            self.packings.push(packing.clone());
        }
    }

    /// Writes the page of the puzzle and the packings; the status, unless that fails.
    pub(crate) fn finish(self, run: &Run, pack: &Pack, status: Status) -> Status {
        let Self { page, packings, found, .. } = self;
        let mut note = String::new();
        if found > packings.len() as u64 {
            let (shown, found) = (packings.len(), grouped(found));
            run.options.remark(format_args!("the page shows the first {shown} of {found} packings"));
            note = format!(" ({found} were found)");
        }
        let solutions = packings.iter().map(|packing| playback(pack, Some(packing))).collect();
        page.write(playback(pack, None), Ok(solutions), &note, status)
    }
}

/// The name of a puzzle without a title: that of its file, in words. Standard input has none.
pub(crate) fn name_of(puzzle: &OsStr) -> Option<String> {
    let stem = Path::new(puzzle).file_stem().filter(|_| puzzle != "-").map(shown)?;
    let words = stem.replace(['-', '_'], " ");
    Some(capital(words.trim())).filter(|name| !name.is_empty())
}

#[cfg(test)]
mod tests {
    use super::{Album, Page};
    use crate::run::output::Output;
    use traybit_packing::pack::Placed;
    use traybit_picture::page::MAX_SOLUTIONS;

    #[test]
    fn an_album_keeps_the_first_packings() {
        let mut album = Album::new(Page { file: Output::Standard, name: None });
        let packing = |column| vec![Placed { piece: 0, cells: vec![(0, column)] }];
        for column in 0..250 {
            album.see(&packing(column));
        }
        assert_eq!((album.packings.len(), album.found), (MAX_SOLUTIONS, 250));
        assert_eq!(album.packings[1], packing(1));
        let many = (0..60_000).map(|_| Placed { piece: 0, cells: vec![(0, 0)] }).collect();
        let mut album = Album::new(album.page);
        album.see(&many);
        album.see(&many);
        assert_eq!((album.packings.len(), album.found), (1, 2));
    }
}
