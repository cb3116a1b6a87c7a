//! Options of all families under one verb, against the definitions of each family alone.

use clap::builder::PossibleValue;
use clap::error::ErrorKind;
use clap::{Arg, Args, Command, FromArgMatches};

use crate::command::verb::text::TEXTS;
use crate::command::verb::{Arguments, files, verb_of};
use traybit_family::FAMILIES;

/// An option as it is typed, with a value that it takes.
fn typed(option: &Arg, own: &mut Command) -> String {
    let name = format!("--{}", option.get_long().expect("a long name"));
    let possible = option.get_possible_values();
    let possible = possible.iter().map(PossibleValue::get_name);
    let values = possible.chain(["1", "3x4", "1x1", "1/2", "a"]).map(|value| format!("{name}={value}"));
    let is_taken = |word: &String| {
        let error = own.try_get_matches_from_mut(["traybit", word]).err().map(|error| error.kind());
        !matches!(error, Some(ErrorKind::ValueValidation | ErrorKind::InvalidValue))
    };
    if option.get_action().takes_values() {
        values.into_iter().find(is_taken).expect("a value")
    } else {
        name
    }
}

#[test]
fn each_family_s_requirements_and_conflicts_hold_among_the_options_of_all() {
    let mut conflicts = 0;
    for text in &TEXTS {
        let mut all = Arguments::augment_args(Command::new(text.name));
        for verb in FAMILIES.iter().filter_map(|family| verb_of(family, text.name)) {
            let mut own = (verb.options)(files(Command::new(text.name), text, verb.instead));
            let options: Vec<Arg> =
                own.get_arguments().filter(|option| option.get_long().is_some()).cloned().collect();
            let words: Vec<String> = options.iter().map(|option| typed(option, &mut own)).collect();
            for (place, first) in words.iter().enumerate() {
                for second in &words[..=place] {
                    let mut line = vec![first.as_str(), second];
                    line.sort_unstable();
                    line.dedup();
                    line.insert(0, "traybit");
                    line.push("FILE");
                    let alone = own.try_get_matches_from_mut(&line).map(drop).map_err(|error| error.kind());
                    let merged = all.try_get_matches_from_mut(&line);
                    let merged = merged.and_then(|found| Arguments::from_arg_matches(&found)?.parse_as(verb));
                    assert_eq!(
                        merged.map(drop).map_err(|error| error.kind()),
                        alone,
                        "{} {line:?}",
                        text.name
                    );
                    conflicts += usize::from(alone == Err(ErrorKind::ArgumentConflict));
                }
            }
        }
    }
    assert!(conflicts > 30, "{conflicts}");
}
