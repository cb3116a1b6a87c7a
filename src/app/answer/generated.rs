//! The answers of `traybit generate` and `traybit generate packing`: random puzzles.

use crate::answer::{Answer, Body, Ending, Object, given_up};
use crate::runner::folder::Folder;
use crate::runner::{Failure, Run, Status};
use traybit_core::generation::GenerateError;
use traybit_core::search::outcome::{Cost, GaveUp};
use traybit_program::text::{counted, search_cost};

/// A puzzle with its proven property in words, its text, and its file where it has one.
pub(crate) struct Entry {
    pub(crate) number: u64,
    pub(crate) tries: u64,
    /// The length of a shortest solution, where it is known.
    pub(crate) length: Option<u64>,
    pub(crate) told: String,
    pub(crate) text: String,
    pub(crate) file: Option<String>,
}

/// Refuses to print several puzzles one after the other.
pub(crate) fn needs_folder(count: u32) -> Failure {
    Failure::usage(format_args!("{count} puzzles need as many files: name a folder with --files DIR"))
}

/// The title of a puzzle in its file.
pub(crate) fn title(seed: u64, number: u64, told: &str) -> String {
    format!("random puzzle {number} of seed {seed}: {told}")
}

/// Writes the puzzles to the folder, if there is one.
pub(crate) fn written(mut puzzles: Vec<Entry>, folder: Option<&Folder>) -> Result<Vec<Entry>, Failure> {
    let texts: Vec<(usize, &String)> =
        puzzles.iter().map(|entry| (entry.number as usize, &entry.text)).collect();
    let files = folder.map(|folder| folder.write(&texts)).transpose().map_err(Failure::unwritable)?;
    for (entry, file) in puzzles.iter_mut().zip(files.into_iter().flatten()) {
        entry.file = Some(file);
    }
    Ok(puzzles)
}

/// Reason why puzzles are missing of which so many boards are tried for each: the `answer`, and the ending. Options without a
/// board, and what to do where no board fits, are told in own words.
pub(crate) fn missing(
    reason: Option<GenerateError>,
    tries: u64,
    words: [&str; 2],
    cost: &Cost,
    run: &Run,
) -> (&'static str, Ending) {
    let [no_board, advice] = words;
    match reason {
        None => ("generated", Ending::DONE),
        Some(GenerateError::GaveUp(reason)) => (given_up(reason), run.gave_up(reason, cost)),
        Some(GenerateError::NoBoard) => ("unsolvable", Ending::because(no_board, Status::Impossible)),
        Some(GenerateError::NotFound { number, too_large }) => {
            let tried = counted(tries, "random board");
            let advice = match too_large {
                0 => advice.to_owned(),
                1 => format!("1 has more positions than --max-positions: raise that; or {advice}"),
                more => format!("{more} have more positions than --max-positions: raise that; or {advice}"),
            };
            let sentence = format!("gave up: none of {tried} for puzzle {number} fits; {advice}");
            (given_up(GaveUp::Exhausted), Ending::because(sentence, Status::GaveUp))
        }
    }
}

/// The answer with so many puzzles of so many: what is missing is told, or the cost.
pub(crate) fn answer(body: Body, ending: Ending, cost: Cost, [made, count]: [usize; 2]) -> Answer {
    let remark = if ending == Ending::DONE {
        Some(search_cost(&cost))
    } else {
        (count > 1).then(|| format!("{made} of {count} puzzles are made"))
    };
    Answer::found(body, ending, cost).remark(remark)
}

/// Random puzzles with the first fields of their document. The text is the puzzles themselves, or a line for each that has a
/// file.
pub(crate) fn body(fields: Object, puzzles: &[Entry]) -> Body {
    let entry = |Entry { number, tries, length, text, file, .. }: &Entry| {
        Object::default()
            .with("number", number)
            .maybe("length", *length)
            .with("tries", tries)
            .maybe("file", file.as_ref())
            .with("text", text)
    };
    let line = |Entry { told, text, file, .. }: &Entry| match file {
        Some(file) => format!("{file}  {told}\n"),
        None => text.clone(),
    };
    let fields = fields.with("puzzles", puzzles.iter().map(entry).collect::<Vec<_>>());
    Body { text: puzzles.iter().map(line).collect(), fields }
}
