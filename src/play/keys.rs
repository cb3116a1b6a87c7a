//! The meaning of keys and clicks.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use traybit_picture::playback::Cell;
use traybit_program::status::Signal;
use traybit_tiles::direction::Direction;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    Quit,
    /// A signal arrived, or the key for it was pressed.
    Signal(Signal),
}

/// Effect of the arrow keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// They step through the moves.
    Watch,
    /// They move the chosen block, or a tile.
    Play,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// Showing its first move.
    Hint,
    /// Stepping through it.
    Solution,
    /// Telling its length.
    Length,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Action {
    End(End),
    Help,
    /// Stops a search or automatic play.
    Escape,
    /// Requests a solution from the current position, for a purpose.
    Ask(Purpose),
    /// Turns a piece of a packing clockwise, or flips it.
    Turn {
        flips: bool,
    },
    /// Changes the effect of the arrow keys.
    Mode(Mode),
    AwaitName,
    Name(char),
    /// Chooses the next piece, or the previous one.
    Next {
        forwards: bool,
    },
    /// Starts or stops automatic play.
    Run,
    Speed(f64),
    Click(Cell),
    /// Moves a piece one cell, or as far as possible.
    Arrow {
        towards: Direction,
        is_far: bool,
    },
    Walk(isize),
    /// Suspends the program, as SIGTSTP does.
    Suspend,
    /// Takes over the terminal again: the program was resumed, and another process may have used the terminal meanwhile.
    #[cfg_attr(not(unix), expect(dead_code, reason = "there are no signals"))]
    Resume,
    Redraw,
}

/// The action of a key. A letter names a piece if it has no other meaning, or if a name is awaited; names take
/// precedence over letters that act as arrow keys.
pub(crate) fn meaning(key: KeyEvent, awaits_name: bool, is_name: impl Fn(char) -> bool) -> Option<Action> {
    if key.kind == KeyEventKind::Release {
        return None;
    }
    let control = key.modifiers.contains(KeyModifiers::CONTROL);
    // Not every terminal sends all of these modifiers.
    let far = key.modifiers.intersects(KeyModifiers::SHIFT | KeyModifiers::ALT | KeyModifiers::CONTROL);
    let is_far = far && !matches!(key.code, KeyCode::Char(_));
    let arrow = |towards| Action::Arrow { towards, is_far };
    Some(match key.code {
        KeyCode::Char('c') if control => Action::End(End::Signal(Signal::Interrupt)),
        KeyCode::Char('z') if control => Action::Suspend,
        KeyCode::Char('l') if control => Action::Redraw,
        KeyCode::Char('r') if control => Action::Walk(1),
        KeyCode::Char(_) if control => return None,
        KeyCode::Char(name) if awaits_name => Action::Name(name),
        KeyCode::Char(letter @ ('h' | 'j' | 'k' | 'l')) if is_name(letter) => Action::Name(letter),
        KeyCode::Char('q') => Action::End(End::Quit),
        KeyCode::Char('?') | KeyCode::F(1) => Action::Help,
        KeyCode::Char('n') => Action::Ask(Purpose::Hint),
        KeyCode::Char('s') => Action::Ask(Purpose::Solution),
        KeyCode::Char('m') => Action::Ask(Purpose::Length),
        KeyCode::Char('t') => Action::Turn { flips: false },
        KeyCode::Char('f') => Action::Turn { flips: true },
        KeyCode::Char('w') => Action::Mode(Mode::Watch),
        KeyCode::Char('p') | KeyCode::Enter => Action::Mode(Mode::Play),
        KeyCode::Char('\'') => Action::AwaitName,
        KeyCode::Char(' ') => Action::Run,
        KeyCode::Char('+' | '=') => Action::Speed(2.0),
        KeyCode::Char('-') => Action::Speed(0.5),
        KeyCode::Char('h') | KeyCode::Left => arrow(Direction::Left),
        KeyCode::Char('j') | KeyCode::Down => arrow(Direction::Down),
        KeyCode::Char('k') | KeyCode::Up => arrow(Direction::Up),
        KeyCode::Char('l') | KeyCode::Right => arrow(Direction::Right),
        KeyCode::Char('r' | '.') => Action::Walk(1),
        KeyCode::Char('u' | ',') | KeyCode::Backspace => Action::Walk(-1),
        KeyCode::Char('0') | KeyCode::Home => Action::Walk(isize::MIN),
        KeyCode::Char('$') | KeyCode::End => Action::Walk(isize::MAX),
        KeyCode::Char(name) => Action::Name(name),
        KeyCode::Tab => Action::Next { forwards: true },
        KeyCode::BackTab => Action::Next { forwards: false },
        KeyCode::Esc => Action::Escape,
        _ => return None,
    })
}

/// All keys and their meanings, for the help screen.
pub(crate) const ALL: [(&str, &str); 22] = [
    ("Tab, Shift-Tab", "choose the next block, the one before"),
    ("a letter", "choose the block of that name"),
    ("' and a letter", "the same, where the letter means something else"),
    ("a click", "choose a block; move tiles; put the chosen piece there"),
    ("arrows, h j k l", "playing: move the block, or a tile into the blank cell"),
    ("Shift and an arrow", "as far as it goes"),
    ("u, Backspace", "undo"),
    ("r, Ctrl-R", "redo"),
    ("t, f", "turn a piece of a packing, flip it"),
    ("n", "a hint: the next move of a solution"),
    ("m", "the least number of moves from here"),
    ("s", "solve from here"),
    ("w, p", "watch the moves; play on from here"),
    ("left, right", "watching: a move back, a move on"),
    ("up, down", "watching: ten moves back, ten on"),
    (", and .", "a move back, a move on"),
    ("Home or 0, End or $", "to the start, to the last move"),
    ("Space", "let the moves play, or stop"),
    ("+ and -", "quicker, slower"),
    ("Esc", "stop the search"),
    ("Ctrl-L, Ctrl-Z", "draw anew; leave for a while (fg comes back)"),
    ("?, q", "these keys; quit"),
];

#[cfg(test)]
mod tests {
    use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

    use traybit_program::status::Signal;

    use super::{Action, End, meaning};
    use traybit_tiles::direction::Direction;

    #[test]
    fn keys_mean_actions() {
        let (plain, control) = (KeyModifiers::NONE, KeyModifiers::CONTROL);
        let named = |name| Some(Action::Name(name));
        let arrow = |towards, is_far| Some(Action::Arrow { towards, is_far });
        let meant = |code, modifiers, awaits_name| {
            meaning(KeyEvent::new(code, modifiers), awaits_name, |name| name == 'k')
        };
        assert_eq!(meant(KeyCode::Char('h'), plain, true), named('h'), "where a name is awaited");
        for (code, modifiers, expected) in [
            (KeyCode::Left, plain, arrow(Direction::Left, false)),
            (KeyCode::Up, KeyModifiers::SHIFT, arrow(Direction::Up, true)),
            (KeyCode::Char('j'), plain, arrow(Direction::Down, false)),
            (KeyCode::Char('r'), control, Some(Action::Walk(1))),
            (KeyCode::Char('c'), control, Some(Action::End(End::Signal(Signal::Interrupt)))),
            (KeyCode::Char('z'), control, Some(Action::Suspend)),
            (KeyCode::Char('?'), KeyModifiers::SHIFT, Some(Action::Help)),
            (KeyCode::Char('k'), plain, named('k')),
            (KeyCode::Char('H'), KeyModifiers::SHIFT, named('H')),
            (KeyCode::F(9), plain, None),
        ] {
            assert_eq!(meant(code, modifiers, false), expected);
        }
    }
}
