//! `--html FILE`: a page that plays the solution, written once the answer is verified.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use clap::Args;

use crate::run::{Failure, Output, Run, settled, tried_apart};
use traybit_core::input::shown;
use traybit_packing::pack::{Pack, Packing};
use traybit_picture::packing::playback;
use traybit_picture::playback::Playback;
use traybit_picture::player::{MAX_MOVES, MAX_PLAYBACKS, page};
use traybit_program::status::Status;
use traybit_program::text::{capital, grouped};

/// Claim of a solution that may not be a shortest one.
pub(crate) const NOT_PROVEN: &str = "not necessarily the shortest";

#[derive(Args, Clone, Debug)]
pub(crate) struct Paging {
    /// Also write to FILE a web page that plays the solution; it needs no network
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
    /// Writes the page of a solution, if there is one, with a claim about its length; the status, unless that fails.
    pub(crate) fn finish(
        self,
        run: &Run,
        playback: Option<Result<Playback, String>>,
        claim: String,
        status: Status,
    ) -> Status {
        let Some(playback) = playback else { return without(run, status) };
        self.write(playback.map(|playback| vec![Playback { claim: Some(claim), ..playback }]), "", status)
    }

    /// Writes a page of these playbacks, on the same board; the status, unless that fails.
    pub(crate) fn write(
        self,
        playbacks: Result<Vec<Playback>, String>,
        note: &str,
        status: Status,
    ) -> Status {
        let text = playbacks.and_then(|mut playbacks| {
            for playback in &mut playbacks {
                playback.title = playback.title.take().or_else(|| self.name.clone());
            }
            page(&playbacks, note)
        });
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
        if self.packings.len() < MAX_PLAYBACKS && self.pieces <= MAX_MOVES {
            self.packings.push(packing.clone());
        }
    }

    /// Writes the page of the packings, if any; the status, unless that fails.
    pub(crate) fn finish(self, run: &Run, pack: &Pack, status: Status) -> Status {
        let Self { page, packings, found, .. } = self;
        if packings.is_empty() {
            return without(run, status);
        }
        let mut note = String::new();
        if found > packings.len() as u64 {
            let (shown, found) = (packings.len(), grouped(found));
            run.options.remark(format_args!("the page shows the first {shown} of {found} packings"));
            note = format!(" ({found} were found)");
        }
        let playbacks = packings.iter().map(|packing| playback(pack, Some(packing))).collect();
        page.write(Ok(playbacks), &note, status)
    }
}

/// The name of a puzzle without a title: that of its file, in words. Standard input has none.
pub(crate) fn name_of(puzzle: &OsStr) -> Option<String> {
    let stem = Path::new(puzzle).file_stem().filter(|_| puzzle != "-").map(shown)?;
    let words = stem.replace(['-', '_'], " ");
    Some(capital(words.trim())).filter(|name| !name.is_empty())
}

fn without(run: &Run, status: Status) -> Status {
    run.options.remark("--html: no page is written, since no solution was found");
    status
}

#[cfg(test)]
mod tests {
    use super::{Album, Page};
    use crate::run::output::Output;
    use traybit_packing::pack::Placed;
    use traybit_picture::player::MAX_PLAYBACKS;

    #[test]
    fn an_album_keeps_the_first_packings() {
        let mut album = Album::new(Page { file: Output::Standard, name: None });
        let packing = |column| vec![Placed { piece: 0, cells: vec![(0, column)] }];
        for column in 0..250 {
            album.see(&packing(column));
        }
        assert_eq!((album.packings.len(), album.found), (MAX_PLAYBACKS, 250));
        assert_eq!(album.packings[1], packing(1));
        let many = (0..60_000).map(|_| Placed { piece: 0, cells: vec![(0, 0)] }).collect();
        let mut album = Album::new(album.page);
        album.see(&many);
        album.see(&many);
        assert_eq!((album.packings.len(), album.found), (1, 2));
    }
}
