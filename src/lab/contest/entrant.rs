//! A program that takes part: its name and its command, with places for the puzzle's two files.

use std::ffi::{OsStr, OsString};
use std::path::Path;

const INIT: &str = "{init}";
const GOAL: &str = "{goal}";

/// A solver or a checker as typed, `NAME=COMMAND {init} {goal}`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entrant {
    pub(super) name: String,
    pub(super) command: String,
    /// The program and its arguments.
    words: Vec<String>,
}

/// Splits the command into words as a shell does, with quotes and backslashes and nothing else.
pub(super) fn parse(text: &str) -> Result<Entrant, String> {
    let refuse = |expected: &str| format!("expected {expected}, found {text:?}");
    let (name, command) =
        text.split_once('=').ok_or_else(|| refuse("NAME=COMMAND, such as 'ours=solver {init} {goal}'"))?;
    let (name, command) = (name.trim(), command.trim());
    if name.is_empty() || name.contains(char::is_control) {
        return Err(refuse("a name before the command's `=`"));
    }
    let words = shlex::split(command).ok_or_else(|| refuse("a command whose quotes are closed"))?;
    let is_place = |word: &String| word.contains(INIT) || word.contains(GOAL);
    if words.first().is_none_or(|program| program.is_empty() || is_place(program)) {
        return Err(refuse("a program that the command begins with"));
    }
    for place in [INIT, GOAL] {
        if !words.iter().any(|word| word.contains(place)) {
            return Err(refuse(&format!("a command with {place}")));
        }
    }
    Ok(Entrant { name: name.to_owned(), command: command.to_owned(), words })
}

impl Entrant {
    /// The command for these files; words with the place of one that is missing are left out. Places in the names of files
    /// are not filled.
    pub(super) fn filled(&self, init: Option<&Path>, goal: Option<&Path>) -> Vec<OsString> {
        let files = [(INIT, init), (GOAL, goal)];
        let lacks = |word: &&String| files.iter().any(|(place, file)| file.is_none() && word.contains(place));
        let [init, goal] = files.map(|(_, file)| file.unwrap_or(Path::new("")).as_os_str());
        let fill = |word: &String| {
            let parts =
                word.split(INIT).map(|part| part.split(GOAL).map(OsStr::new).collect::<Vec<_>>().join(goal));
            parts.collect::<Vec<_>>().join(init)
        };
        self.words.iter().filter(|word| !lacks(word)).map(fill).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::parse;

    #[test]
    fn commands_are_split_and_filled() {
        let entrant = parse(r#"a b=java -cp 'x y' "S\"" --from={init}:{goal} {goal}"#).unwrap();
        assert_eq!(entrant.name, "a b");
        let (init, goal) = (Path::new("{goal} 1"), Path::new("g"));
        let filled = entrant.filled(Some(init), Some(goal));
        assert_eq!(filled, ["java", "-cp", "x y", "S\"", "--from={goal} 1:g", "g"]);
        assert_eq!(entrant.filled(None, Some(goal)), ["java", "-cp", "x y", "S\"", "g"]);
        assert_eq!(entrant.filled(None, None), ["java", "-cp", "x y", "S\""]);
    }

    #[test]
    fn what_is_no_command_is_refused() {
        for (text, expected) in [
            ("solver {init} {goal}", "expected NAME=COMMAND"),
            ("=solver {init} {goal}", "expected a name"),
            ("a=solver '{init} {goal}", "quotes are closed"),
            ("a={init} {goal}", "a program that"),
            ("a=", "a program that"),
            ("a=solver {init}", "a command with {goal}"),
        ] {
            let sentence = parse(text).unwrap_err();
            assert!(sentence.contains(expected), "{sentence}");
        }
    }
}
