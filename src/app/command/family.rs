//! Commands for puzzles of several families: the family is detected, and options that it does not have are refused.
//!
//! ```text
//!   traybit solve FILE --fast ──▶ options as typed ──▶ the family whose puzzle FILE is ──▶ its options ──▶ its work
//! ```

use std::ffi::OsString;
use std::path::Path;

use clap::builder::PossibleValue;
use clap::{Arg, Args};

use crate::built_in::with_own_goal;
use crate::current::{command, typed};
use crate::run::{Failure, shared_search};
use traybit_core::{InputError, Progress};
use traybit_family::tiles::FAMILY as TILES;
use traybit_family::{FAMILIES, Family, USUAL, recognise};
use traybit_program::{Activity, Signals, Source, unfinished};

/// The files of a puzzle.
#[derive(Args, Clone, Debug)]
pub(crate) struct Files {
    /// The puzzle's file; its family and format are detected; `-` is standard input
    #[arg(required = true)]
    puzzle: Option<OsString>,

    /// The goal's file, for a tray
    #[arg(value_name = "GOAL")]
    goal_file: Option<OsString>,
}

impl Files {
    /// The files that are typed, with the goal of a built-in tray if that makes at most `most`.
    pub(crate) fn all(&self, most: usize) -> Vec<OsString> {
        with_own_goal(self.puzzle.iter().chain(&self.goal_file), most)
    }
}

/// The families that a command accepts, each with those of its options, separated by spaces, that not all families have.
pub type Own = &'static [(&'static str, &'static str)];

/// Options that a search shared by several processes does not have.
const UNSHARED: &str = "fast checkpoint checkpoint_every graph";

fn contains(options: &str, id: &str) -> bool {
    options.split(' ').any(|option| option == id)
}

/// The name of the puzzle's family, which has all the options that were typed.
pub(crate) fn family_of(files: &[OsString], own: Own, activity: Activity) -> Result<&'static str, Failure> {
    let family = match detect(files, activity) {
        // The default family's command reports the errors of all files.
        Err(InputError::Unreadable(_)) => return Ok(USUAL.name),
        family => family?,
    };
    let file = files.first().map_or_else(|| "--size".to_owned(), |file| Source::or_input(file).name());
    let titles = |has: &dyn Fn(&str) -> bool| {
        let having = |family: &&Family| own.iter().any(|(name, own)| *name == family.name && has(own));
        FAMILIES.into_iter().filter(having).map(|family| family.title).collect::<Vec<_>>().join(" and ")
    };
    let Some((_, known)) = own.iter().find(|(name, _)| *name == family.name) else {
        let (one, all) = (family.one, titles(&|_| true));
        let sentence = format_args!("{file} is {one}, and `traybit {}` takes {all}", command());
        return Err(Failure::usage(sentence));
    };
    let (one, is_joined) = (family.one, shared_search::join().is_some());
    let sentence = format_args!("{file} is {one}, and processes share searches of sliding blocks only");
    Failure::usage_if(is_joined && !family.is_shared, sentence)?;
    for option in typed().iter().filter(|option| !contains(known, option)) {
        let owners = titles(&|own| contains(own, option));
        let option = option.replace('_', "-");
        let sentence = format_args!("--{option} is for {owners}, and {file} is {one}");
        Failure::usage_if(!owners.is_empty(), sentence)?;
    }
    let unshared = typed().iter().find(|option| is_joined && contains(UNSHARED, option));
    let Some(option) = unshared else { return Ok(family.name) };
    let (option, command) = (option.replace('_', "-"), command());
    let hint = format_args!("`traybit {command} --help` lists the options that are");
    Err(Failure::usage(format_args!("--{option} is not for a search that processes share; {hint}")))
}

/// The family of the puzzle; without a file, tiles, since `--size` is theirs.
fn detect(files: &[OsString], activity: Activity) -> Result<&'static Family, InputError> {
    let Some(puzzle) = files.first() else { return Ok(&TILES) };
    // Reading a pipe may block.
    let is_waiting = !Path::new(puzzle).is_file();
    let stop = || Signals::install(move || unfinished(activity, &Progress::default()));
    let signals = is_waiting.then(stop);
    let (source, has_more) = (Source::or_input(puzzle), files.len() > 1);
    let recognised = recognise(&source, has_more);
    signals.iter().for_each(Signals::finish);
    recognised
}

/// Hides an option that a search of sliding blocks shared by several processes does not have.
pub fn hide_unshared(own: Own, option: Arg) -> Arg {
    let id = option.get_id().as_str();
    let is_shared = |name: &str| FAMILIES.iter().any(|family| family.is_shared && family.name == name);
    let has = |shared: bool| own.iter().any(|(name, own)| is_shared(name) == shared && contains(own, id));
    let is_strange = has(false) && !has(true) || contains(UNSHARED, id);
    if is_strange { option.hide(true) } else { option }
}

/// Adds to the help of an option what each of its values means.
pub fn with_values(option: Arg) -> Arg {
    let values = option.get_possible_values();
    if option.is_hide_possible_values_set() || values.iter().all(|value| value.get_help().is_none()) {
        return option;
    }
    let meaning = |value: &PossibleValue| {
        let name = value.get_name();
        let Some(help) = value.get_help().map(ToString::to_string) else { return name.to_owned() };
        let (first, others) = help.split_at(1);
        format!("{name} ({}{others})", first.to_lowercase())
    };
    let meanings: Vec<String> = values.iter().map(meaning).collect();
    let help = option.get_help().map(ToString::to_string).unwrap_or_default();
    option.help(format!("{help}: {}", meanings.join(", "))).hide_possible_values(true)
}
