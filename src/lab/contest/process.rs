//! Programs that take part: their commands, and their processes, which are timed and ended at the limit.

#[cfg(unix)]
mod group;

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::time::Duration;

#[cfg(unix)]
use crate::contest::process::group::measure;
use crate::contest::results::End;
use traybit_core::Limits;

pub(super) const MOST_BYTES: usize = 64 << 20;

const INIT: &str = "{init}";
const GOAL: &str = "{goal}";

/// A solver or a checker as typed, `NAME=COMMAND {init} {goal}`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entrant {
    pub(super) name: String,
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
    Ok(Entrant { name: name.to_owned(), words })
}

impl Entrant {
    /// The command for these files; words with the placeholder of a missing one are left out. Placeholders in
    /// the names of files are not filled.
    pub(super) fn filled(&self, files: &[Option<PathBuf>; 2]) -> Vec<OsString> {
        let lacks = |word: &&String| {
            [INIT, GOAL].iter().zip(files).any(|(place, file)| file.is_none() && word.contains(place))
        };
        let [init, goal] = files.each_ref().map(|file| file.as_deref().unwrap_or(Path::new("")).as_os_str());
        let fill = |word: &String| {
            let parts =
                word.split(INIT).map(|part| part.split(GOAL).map(OsStr::new).collect::<Vec<_>>().join(goal));
            parts.collect::<Vec<_>>().join(init)
        };
        self.words.iter().filter(|word| !lacks(word)).map(fill).collect()
    }
}

#[derive(Debug)]
pub(super) struct Ended {
    pub(super) end: End,
    pub(super) wall: Duration,
    pub(super) cpu: Duration,
    /// Standard output; empty if it was too long.
    pub(super) output: Vec<u8>,
}

/// Runs a command, its program first, with a file as its standard input, or with an empty one, and ends it after `time`.
/// `None` if the contest was stopped meanwhile.
pub(super) fn run(words: &[OsString], from: Option<&Path>, time: Duration, limits: &Limits) -> Option<Ended> {
    measure(words, from, time, limits).unwrap_or_else(|reason| {
        let end = End::Unstarted(reason.to_string());
        Some(Ended { end, wall: Duration::ZERO, cpu: Duration::ZERO, output: Vec::new() })
    })
}

#[cfg(not(unix))]
fn measure(_: &[OsString], _: Option<&Path>, _: Duration, _: &Limits) -> std::io::Result<Option<Ended>> {
    Err(std::io::ErrorKind::Unsupported.into())
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;
    use std::fs;
    use std::path::PathBuf;
    use std::sync::atomic::Ordering;
    use std::time::Duration;

    use tempfile::TempDir;

    use super::{Ended, parse, run};
    use crate::contest::results::End;
    use traybit_core::Limits;

    const LONG: Duration = Duration::from_mins(1);

    fn shell(script: &str, limit: Duration) -> Ended {
        let words = ["sh", "-c", script].map(OsString::from);
        run(&words, None, limit, &Limits::default()).unwrap()
    }

    #[test]
    fn ends_and_output_are_reported() {
        let ended = shell("echo a; exit 3", LONG);
        assert_eq!((ended.end, &ended.output[..]), (End::Status(3), &b"a\n"[..]));
        assert_eq!(shell("kill -9 $$", LONG).end, End::Signal(9));
        let ended = run(&["/no/such program".into()], None, LONG, &Limits::default()).unwrap();
        assert!(matches!(ended.end, End::Unstarted(_)), "{ended:?}");
        // Standard input is empty, or a file.
        let ended = shell("cat; head -c 300000 /dev/zero", LONG);
        assert_eq!((ended.end, ended.output.len()), (End::Status(0), 300_000));
        let folder = TempDir::new().unwrap();
        let file = folder.path().join("moves");
        fs::write(&file, "1 2 3 4\n").unwrap();
        let ended = run(&["cat".into()], Some(&file), LONG, &Limits::default()).unwrap();
        assert_eq!((ended.end, &ended.output[..]), (End::Status(0), &b"1 2 3 4\n"[..]));
        for script in ["cat /dev/zero", "head -c 100000000 /dev/zero"] {
            let ended = shell(script, LONG);
            assert_eq!((ended.end, ended.output.len()), (End::Flood, 0));
        }
        let limits = Limits::default();
        limits.stop.store(true, Ordering::Relaxed);
        assert!(run(&["sleep".into(), "60".into()], None, LONG, &limits).is_none());
    }

    #[test]
    fn a_limit_ends_the_whole_group() {
        let folder = TempDir::new().unwrap();
        let file = folder.path().join("alive");
        let limit = Duration::from_millis(100);
        assert!(shell("while :; do :; done", limit).cpu > Duration::ZERO);
        let script = format!("(sleep 1; echo > {}) & sleep 60", file.display());
        assert_eq!(shell(&script, limit).end, End::Limit);
        // Processes that stay behind are ended as well.
        let script = format!("(sleep 1; echo > {}) & exit 0", file.display());
        assert_eq!(shell(&script, LONG).end, End::Status(0));
        std::thread::sleep(Duration::from_millis(1200));
        assert!(!file.exists());
    }

    #[test]
    fn commands_are_split_and_filled() {
        let entrant = parse(r#"a b=java -cp 'x y' "S\"" --from={init}:{goal} {goal}"#).unwrap();
        assert_eq!(entrant.name, "a b");
        let [init, goal] = ["{goal} 1", "g"].map(|name| Some(PathBuf::from(name)));
        let filled = entrant.filled(&[init, goal.clone()]);
        assert_eq!(filled, ["java", "-cp", "x y", "S\"", "--from={goal} 1:g", "g"]);
        assert_eq!(entrant.filled(&[None, goal]), ["java", "-cp", "x y", "S\"", "g"]);
        assert_eq!(entrant.filled(&[None, None]), ["java", "-cp", "x y", "S\""]);
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
