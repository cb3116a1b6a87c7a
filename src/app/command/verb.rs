//! Commands that take a puzzle of any family: the options of all families under one verb, and the work of each family.
//!
//! ```text
//!   traybit solve FILE --fast ──▶ the family whose puzzle FILE is ──▶ its row's verb `solve` ──▶ its options ──▶ its work
//! ```

use std::ffi::OsString;
use std::path::Path;

use clap::builder::{PossibleValue, PossibleValuesParser, Resettable};
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches, value_parser};

use crate::command::verb::table::verbs_of;
use crate::command::verb::text::{PUZZLE, TEXTS, Text};
use crate::command::work::Verb;
use crate::current::command;
use crate::run::{Ended, Failure, PROGRAM, shared_search};
use traybit_core::input::InputError;
use traybit_core::search::limits::Progress;
use traybit_family::{FAMILIES, Family, USUAL, recognise, unknown};
use traybit_program::files::Source;
use traybit_program::signals::Signals;
use traybit_program::text::{Activity, unfinished};

mod table;
#[cfg(test)]
mod tests;
mod text;

/// The work of a family under the name of a command, where the family has it.
fn verb_of(family: &Family, name: &str) -> Option<&'static Verb> {
    verbs_of(family).iter().find(|verb| verb.name == name)
}

/// Files and options as typed.
#[derive(Clone, Debug)]
pub struct Arguments {
    files: Vec<OsString>,
    matches: ArgMatches,
}

impl FromArgMatches for Arguments {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let files = ["puzzle", "others"].into_iter().filter_map(|id| matches.try_get_many(id).ok()?);
        Ok(Self { files: files.flatten().cloned().collect(), matches: matches.clone() })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Args for Arguments {
    /// Gives the command of a verb, told by its name, its files and the options of all families.
    fn augment_args(command: Command) -> Command {
        let Some(text) = TEXTS.iter().find(|text| text.name == command.get_name()) else { return command };
        let command = command.about(text.about).after_help(text.after_help());
        let instead = verbs(text.name).find_map(|(_, verb)| verb.instead);
        options(text.name).into_iter().fold(files(command, text, instead), Command::arg)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

/// The families that have a command, each with its work.
fn verbs(name: &'static str) -> impl Iterator<Item = (&'static Family, &'static Verb)> {
    FAMILIES.into_iter().filter_map(move |family| Some((family, verb_of(family, name)?)))
}

/// Adds the files. The puzzle's is required unless the option in its place is given.
fn files(command: Command, text: &Text, instead: Option<&'static str>) -> Command {
    let file = |id| Arg::new(id).value_parser(value_parser!(OsString));
    let puzzle = file("puzzle").value_name("PUZZLE").help(PUZZLE);
    let command = command.arg(match instead {
        Some(option) => puzzle.required_unless_present(option),
        None => puzzle.required(true),
    });
    let Some((names, help)) = text.others else { return command };
    command.arg(file("others").value_names(names.iter().copied()).num_args(0..=names.len()).help(help))
}

/// The options of all families for a verb. One that several families have stands with the common options.
fn options(verb: &'static str) -> Vec<Arg> {
    let mut families = FAMILIES;
    // The order of detection is another one: here the usual family's come first.
    families.sort_by_key(|family| family.name != USUAL.name);
    let mut options: Vec<(Option<&Family>, Arg)> = Vec::new();
    for (family, verb) in families.into_iter().filter_map(|family| Some((family, verb_of(family, verb)?))) {
        for option in (verb.options)(Command::new(verb.name)).get_arguments() {
            match options.iter_mut().find(|(_, known)| known.get_id() == option.get_id()) {
                Some((owner, known)) => {
                    *owner = None;
                    merge(known, option, family);
                }
                None => options.push((Some(family), option.clone())),
            }
        }
    }
    let merged = |(owner, option): (Option<&Family>, Arg)| {
        // Which of them exclude each other depends on the family: `parse_as` checks it.
        let option = option.requires(Resettable::Reset).conflicts_with(Resettable::Reset);
        owner.map(|family| family.heading).into_iter().fold(option, Arg::help_heading)
    };
    options.into_iter().map(merged).collect()
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

/// Adds the help and the values that another family has for an option.
fn merge(option: &mut Arg, other: &Arg, family: &Family) {
    if !option.get_action().takes_values() || option.get_possible_values().is_empty() {
        return;
    }
    let (known, added) = (with_values(option.clone()), with_values(other.clone()));
    let help = |option: &Arg| option.get_help().map(ToString::to_string).unwrap_or_default();
    if help(&known) == help(&added) {
        return;
    }
    let both = format!("{}; {}: {}", help(&known), family.title, help(&added));
    *option = known.help(both);
    let mut values = option.get_possible_values();
    for value in added.get_possible_values() {
        if values.iter().all(|known| known.get_name() != value.get_name()) {
            values.push(value);
        }
    }
    // The defaults may differ, too: `parse_as` sets that of the family.
    let values = PossibleValuesParser::new(values);
    *option = option.clone().value_parser(values).default_value(Resettable::Reset);
}

/// Options that a search which processes share does not have.
const UNSHARED: [&str; 4] = ["fast", "checkpoint", "checkpoint_every", "graph"];

/// Hides an option of a verb that a search which processes share does not have.
pub fn hide_unshared(verb: &str, option: Arg) -> Arg {
    let families = FAMILIES.into_iter().filter(|family| family.is_shared);
    let own: Vec<_> = families.filter_map(|family| verb_of(family, verb)).flat_map(Verb::own).collect();
    let id = option.get_id().as_str();
    let is_shared = !UNSHARED.contains(&id) && own.iter().any(|own| own == id);
    let is_hidden = option.get_long().is_some() && !is_shared;
    if is_hidden { option.hide(true) } else { option }
}

/// Does a verb's work for the family of the puzzle.
///
/// # Errors
/// Why there is no answer.
pub fn run(name: &'static str, arguments: &Arguments) -> Ended {
    // A pipe may take its time.
    let activity =
        TEXTS.iter().find(|text| text.name == name).map_or(Activity::Describing, |text| text.activity);
    let waiting = arguments.files.first().filter(|file| !Path::new(file).is_file());
    let waiting = waiting
        .and_then(|_| Signals::install(PROGRAM, move || unfinished(activity, &Progress::default())).ok());
    let recognised = arguments.family(name);
    if let Some(signals) = waiting {
        signals.finish();
    }
    let (family, error) = recognised?;
    let Some(verb) = verb_of(family, name) else { return Err(arguments.refuse(name, family)) };
    shared_search::refuse(!family.is_shared, family.title)?;
    if let Err(refused) = arguments.check_options(name, family, verb) {
        // The family of a file that cannot be read is not known.
        return Err(error.map_or(refused, Failure::from));
    }
    for id in UNSHARED {
        shared_search::refuse(arguments.is_typed(id), &format!("--{}", id.replace('_', "-")))?;
    }
    let options = arguments.parse_as(verb).map_err(|error| Failure::arguments(&error))?;
    (verb.run)(&arguments.files, &options)
}

impl Arguments {
    /// The family of the puzzle, or without a file that of the option in its place. A file that cannot be read or is no puzzle
    /// goes to the usual family, whose work begins with an error that tells of all files; its own error is the second part.
    fn family(&self, verb: &'static str) -> Result<(&'static Family, Option<InputError>), Failure> {
        if let Some(puzzle) = self.files.first() {
            let (source, has_more) = (Source::or_input(puzzle), self.files.len() > 1);
            return match recognise(&source, has_more) {
                Ok(Some(family)) => Ok((family, None)),
                Ok(None) => match unknown(&source).filter(|_| !has_more) {
                    Some(error) => Err(error.into()),
                    None => Ok((USUAL, None)),
                },
                Err(error) => Ok((USUAL, Some(error))),
            };
        }
        // The option in place of the file is there, as the command demands.
        let stated = verbs(verb).find(|(_, verb)| verb.instead.is_some_and(|option| self.is_typed(option)));
        Ok((stated.map_or(USUAL, |(family, _)| family), None))
    }

    fn is_typed(&self, id: &str) -> bool {
        let is_known = self.matches.try_contains_id(id).is_ok();
        is_known && self.matches.value_source(id) == Some(ValueSource::CommandLine)
    }

    /// Refuses options of other families.
    fn check_options(&self, name: &'static str, family: &Family, verb: &Verb) -> Result<(), Failure> {
        let (own, stated) = (verb.own(), verb.instead);
        for (other, verb) in verbs(name) {
            let is_strange = |id: &String| !own.contains(id) && self.is_typed(id);
            if let Some(id) = verb.own().into_iter().find(is_strange) {
                let file = self.files.first().map(|file| Source::or_input(file).name());
                let here = file.unwrap_or_else(|| format!("--{}", stated.unwrap_or_default()));
                let (option, title) = (id.replace('_', "-"), other.title);
                let one = family.one;
                return Err(Failure::usage(format_args!("--{option} is for {title}, and {here} is {one}")));
            }
        }
        Ok(())
    }

    /// Parses files and options again by the definitions of one family: its defaults, requirements and conflicts.
    fn parse_as(&self, verb: &Verb) -> Result<ArgMatches, clap::Error> {
        let command =
            Command::new(verb.name).bin_name(format!("{PROGRAM} {}", command())).no_binary_name(true);
        let text = TEXTS.iter().find(|text| text.name == verb.name);
        let command = (verb.options)(
            text.into_iter().fold(command, |command, text| files(command, text, verb.instead)),
        );
        let mut words = Vec::new();
        for (option, name) in command.get_arguments().filter_map(|option| Some((option, option.get_long()?)))
        {
            let id = option.get_id().as_str();
            let values = self.is_typed(id).then(|| self.matches.get_raw(id)).flatten();
            for value in values.into_iter().flatten() {
                let mut word = OsString::from(format!("--{name}"));
                if option.get_action().takes_values() {
                    word.push("=");
                    word.push(value);
                }
                words.push(word);
            }
        }
        words.push("--".into());
        command.try_get_matches_from(words.iter().chain(&self.files))
    }

    /// The failure of a verb that a family does not have, with the commands that take such a file.
    fn refuse(&self, name: &'static str, family: &Family) -> Failure {
        let file = self.files.first().map_or_else(String::new, |file| Source::or_input(file).name());
        Failure::usage(format_args!(
            "{file} is {}, which `traybit {name}` does not take; {} do",
            family.one,
            commands_of(family)
        ))
    }
}

/// The commands that take the files of a family, in words.
fn commands_of(family: &Family) -> String {
    let names = verbs_of(family).iter().map(|verb| verb.name);
    let drawn = ["show", "play"].into_iter().filter(|_| family.has_board);
    let mut names: Vec<String> = names.chain(drawn).map(|name| format!("`traybit {name}`")).collect();
    let last = names.pop().unwrap_or_default();
    names.join(", ") + " and " + &last
}
