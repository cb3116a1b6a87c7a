//! `traybit play` in a terminal: keys go in and the screen is read, through tmux; skipped where there is none.

use std::fs;
use std::path::Path;
use std::process::{Command, id};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::programs::{Files, built, here, passed_over, run, traybit};

/// A shell in a terminal of 100 by 40 characters, which ends with it.
struct Terminal {
    socket: String,
    files: Files,
}

impl Terminal {
    /// Opens a terminal; `None` without tmux.
    fn open() -> Option<Self> {
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        if Command::new("tmux").arg("-V").output().is_err() {
            passed_over("skipped: there is no tmux");
            return None;
        }
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let terminal = Self { socket: format!("traybit-{}-{number}", id()), files: Files::new() };
        let mut tmux = terminal.tmux();
        tmux.args(["new-session", "-d", "-x", "100", "-y", "40", "-c"])
            .arg(here(""))
            .arg("PS1='ready> ' exec sh");
        for variable in ["TRAYBIT_MEMORY", "TRAYBIT_TIME", "TRAYBIT_THREADS", "ENV"] {
            tmux.env_remove(variable);
        }
        tmux.env("PROGRAM", built("traybit")).env("FILES", terminal.files.path("."));
        assert!(tmux.status().expect("tmux").success());
        terminal.awaits("ready>");
        terminal.enters("stty -a > $FILES/before; echo was 'here'");
        terminal.awaits("was here");
        Some(terminal)
    }

    fn tmux(&self) -> Command {
        let mut tmux = Command::new("tmux");
        tmux.args(["-L", &self.socket, "-f", "/dev/null"]);
        tmux
    }

    /// Presses keys that tmux has names for.
    fn presses(&self, keys: &[&str]) {
        assert!(self.tmux().arg("send-keys").args(keys).status().expect("tmux").success());
    }

    /// Types a line.
    fn enters(&self, line: &str) {
        assert!(self.tmux().args(["send-keys", "-l", line]).status().expect("tmux").success());
        self.presses(&["Enter"]);
    }

    fn screen(&self) -> String {
        let captured = self.tmux().args(["capture-pane", "-p"]).output().expect("tmux");
        String::from_utf8(captured.stdout).expect("a screen is text")
    }

    /// Waits until something is on the screen, which is given then.
    fn awaits(&self, expected: &str) -> String {
        let patience = Instant::now() + Duration::from_mins(2);
        loop {
            let screen = self.screen();
            if screen.contains(expected) {
                return screen;
            }
            assert!(Instant::now() < patience, "{expected:?} never came:\n{screen}");
            thread::sleep(Duration::from_millis(10));
        }
    }

    /// Presses keys, and waits for what they lead to.
    fn sees(&self, keys: &[&str], expected: &str) -> String {
        self.presses(keys);
        self.awaits(expected)
    }

    /// True if all is as it was before the game, after which the shell says `status`.
    fn is_as_before(&self, status: &str) {
        // What is said differs each time, and from what is typed.
        static TIME: AtomicUsize = AtomicUsize::new(0);
        let screen = self.awaits(status);
        assert!(screen.contains("was here") && !screen.contains("Playing"), "{screen}");
        let time = TIME.fetch_add(1, Ordering::Relaxed);
        self.enters(&format!("stty -a > $FILES/after; echo is 'here' {time}."));
        self.awaits(&format!("is here {time}."));
        let [before, after] = ["before", "after"].map(|name| fs::read_to_string(self.files.path(name)));
        assert_eq!(before.expect("settings"), after.expect("settings"));
        let flags = ["display-message", "-p", "#{cursor_flag} #{mouse_any_flag} #{alternate_on}"];
        let flags = self.tmux().args(flags).output().expect("tmux").stdout;
        assert_eq!(String::from_utf8_lossy(&flags).trim(), "1 0 0", "cursor, mouse, alternate screen");
    }

    /// Makes the move that a hint on the screen speaks of, one cell of it.
    fn follows_hint(&self) {
        let screen = self.awaits("Hint: ");
        let words = screen.split("Hint: ").nth(1).expect("a hint").split([' ', ',']);
        let ways = [("left", "Left"), ("right", "Right"), ("up", "Up"), ("down", "Down")];
        let mut keys = words.filter_map(|word| ways.iter().find(|(way, _)| *way == word));
        self.presses(&[keys.next().expect("a way").1]);
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // Where it did not start there is nothing to end.
        let _ = self.tmux().arg("kill-server").output();
    }
}

const KLOTSKI: &str = "puzzles/sliding/klotski puzzles/sliding/klotski.goal";

#[test]
fn blocks_are_played_solved_and_watched() {
    let Some(terminal) = Terminal::open() else { return };
    terminal.enters(&format!("$PROGRAM play {KLOTSKI}; echo status-$?"));
    terminal.awaits("Playing  0 steps, 0 slides, 0 path moves");
    terminal.presses(&["n"]);
    terminal.follows_hint();
    terminal.awaits("Playing  1 step, 1 slide, 1 path move");
    terminal.sees(&["u"], "Playing  0 steps, 0 slides, 0 path moves");
    // What was undone is replaced by the whole solution.
    terminal.sees(&["s"], "90 slides, the shortest solution, proven");
    terminal.sees(&["Right"], "Watching: 1 of 90");
    let screen = terminal.sees(&["End"], "Watching: 90 of 90");
    assert!(screen.contains("The goal is reached"), "{screen}");
    terminal.sees(&["Left"], "Watching: 89 of 90");
    terminal.presses(&["q"]);
    terminal.is_as_before("status-0");
}

#[test]
fn tiles_are_played_solved_and_watched() {
    let Some(terminal) = Terminal::open() else { return };
    terminal.enters("$PROGRAM play puzzles/tiles/eight-31.txt; echo status-$?");
    terminal.awaits("Playing  0 moves");
    terminal.sees(&["n"], "(then 30 more)");
    terminal.follows_hint();
    terminal.awaits("Playing  1 move");
    terminal.sees(&["BSpace"], "Playing  0 moves");
    terminal.sees(&["s", "End"], "Watching: 31 of 31");
    terminal.awaits("The goal is reached");
    terminal.sees(&["Home"], "Watching: 0 of 31");
    terminal.sees(&["+", "+", "+", "+", "+", "Space"], "Watching: 31 of 31");
    terminal.presses(&["q"]);
    terminal.is_as_before("status-0");
}

#[test]
fn the_terminal_is_left_as_it_was_after_an_interrupt() {
    let Some(terminal) = Terminal::open() else { return };
    terminal.enters(&format!("$PROGRAM play {KLOTSKI}; echo status-$?"));
    terminal.awaits("Playing");
    terminal.presses(&["C-c"]);
    terminal.is_as_before("status-130");
}

#[test]
fn a_signal_from_elsewhere_ends_the_game_in_order() {
    let Some(terminal) = Terminal::open() else { return };
    for (signal, status) in [("TERM", "status-143"), ("INT", "status-130"), ("HUP", "status-129")] {
        // The process that is the game: the shell in between has its number and becomes it.
        let game = format!("echo \\$\\$ > $FILES/number; exec $PROGRAM play {KLOTSKI}");
        terminal.enters(&format!("clear; echo was 'here'; sh -c \"{game}\"; echo status-$?"));
        terminal.awaits("Playing");
        let number = fs::read_to_string(terminal.files.path("number")).expect("a number");
        let kill = format!("kill -{signal} {}", number.trim());
        assert!(Command::new("sh").args(["-c", &kill]).status().expect("a shell").success());
        terminal.is_as_before(status);
    }
}

#[test]
fn a_game_ends_when_its_terminal_is_gone() {
    let Some(terminal) = Terminal::open() else { return };
    // Not by the signal that tells of it, which somebody may have turned off.
    let game = format!("trap '' HUP; echo \\$\\$ > $FILES/number; exec $PROGRAM play {KLOTSKI}");
    terminal.enters(&format!("sh -c \"{game}\""));
    terminal.awaits("Playing");
    let number = fs::read_to_string(terminal.files.path("number")).expect("a number");
    assert!(terminal.tmux().arg("kill-server").status().expect("tmux").success());
    let process = Path::new("/proc").join(number.trim()).join("stat");
    let patience = Instant::now() + Duration::from_mins(2);
    // Dead processes may wait for somebody to ask after them.
    while fs::read_to_string(&process).is_ok_and(|state| !state.contains(") Z ")) {
        assert!(Instant::now() < patience, "the game goes on without a terminal");
        thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn a_game_stops_for_a_while_and_goes_on() {
    let Some(terminal) = Terminal::open() else { return };
    terminal.enters(&format!("$PROGRAM play {KLOTSKI}"));
    terminal.awaits("Playing");
    terminal.presses(&["C-z"]);
    terminal.is_as_before("Stopped");
    terminal.enters("fg");
    terminal.awaits("Playing");
    terminal.sees(&["q"], "was here");
    terminal.enters("echo status-$?");
    terminal.is_as_before("status-0");
}

#[test]
fn a_panic_gives_the_terminal_back_first() {
    if !cfg!(debug_assertions) {
        passed_over("skipped: this build has no way to ask for a panic");
        return;
    }
    let Some(terminal) = Terminal::open() else { return };
    terminal.enters(&format!("TRAYBIT_PLAY_FAULT=1 $PROGRAM play {KLOTSKI}; echo status-$?"));
    terminal.awaits("Playing");
    terminal.sees(&["x"], "a bug in the program");
    terminal.is_as_before("status-8");
}

#[test]
fn what_is_no_terminal_is_refused() {
    let line =
        |arguments: &str| run(traybit().current_dir(here("")).arg("play").args(arguments.split(' ')), "");
    for arguments in [KLOTSKI, "puzzles/tiles/eight-31.txt", "puzzles/packing/popinjay.txt"] {
        let answer = line(arguments);
        answer.refused(2, "a game needs a terminal");
    }
    assert_eq!(line("puzzles/none").status, 3);
    assert!(line("--speed 0 puzzles/sliding/klotski").sentences.contains("moves a second"));
}
