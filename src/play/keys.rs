//! The meaning of keys and clicks.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use traybit_picture::playback::Cell;
use traybit_tiles::direction::Direction;

/// An action of the player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Action {
    Quit,
    Help,
    /// Stops a search, or playing.
    Escape,
    Hint,
    Solve,
    /// States the fewest moves from here.
    Least,
    /// Turns a piece of a packing clockwise, or flips it.
    Turn {
        flips: bool,
    },
    /// Arrows step from now on.
    Watch,
    /// Arrows move blocks from now on.
    Play,
    /// The next key is a piece's name.
    AwaitName,
    /// The piece of this name is chosen.
    Name(char),
    /// The next piece is chosen, or the one before.
    Choose(bool),
    /// Begins or stops playing by itself.
    Run,
    /// Multiplies the speed.
    Speed(f64),
    /// A click on a cell.
    Click(Cell),
    Arrow {
        towards: Direction,
        /// True if the piece moves as far as it can.
        far: bool,
    },
    Forward,
    Back,
    First,
    Last,
    /// Interrupts the program, as SIGINT does.
    Interrupt,
    /// Suspends the program, as SIGTSTP does.
    Suspend,
    /// Draws the screen anew.
    Redraw,
}

/// The meaning of a key. A letter names a piece if it has no other meaning, or if a name is awaited; those that move as
/// arrows do give way to names.
pub(crate) fn meaning(key: KeyEvent, awaits_name: bool, is_name: impl Fn(char) -> bool) -> Option<Action> {
    if key.kind == KeyEventKind::Release {
        return None;
    }
    let control = key.modifiers.contains(KeyModifiers::CONTROL);
    Some(match key.code {
        KeyCode::Char('c') if control => Action::Interrupt,
        KeyCode::Char('z') if control => Action::Suspend,
        KeyCode::Char('l') if control => Action::Redraw,
        KeyCode::Char('r') if control => Action::Forward,
        KeyCode::Char(_) if control => return None,
        KeyCode::Char(name) if awaits_name => Action::Name(name),
        KeyCode::Char(letter @ ('h' | 'j' | 'k' | 'l')) if is_name(letter) => Action::Name(letter),
        KeyCode::Char(letter) => of_letter(letter),
        code => of_key(code, key.modifiers)?,
    })
}

fn of_letter(letter: char) -> Action {
    let arrow = |towards| Action::Arrow { towards, far: false };
    match letter {
        'q' => Action::Quit,
        '?' => Action::Help,
        'n' => Action::Hint,
        's' => Action::Solve,
        'm' => Action::Least,
        't' => Action::Turn { flips: false },
        'f' => Action::Turn { flips: true },
        'w' => Action::Watch,
        'p' => Action::Play,
        '\'' => Action::AwaitName,
        ' ' => Action::Run,
        '+' | '=' => Action::Speed(2.0),
        '-' => Action::Speed(0.5),
        'h' => arrow(Direction::Left),
        'j' => arrow(Direction::Down),
        'k' => arrow(Direction::Up),
        'l' => arrow(Direction::Right),
        'r' | '.' => Action::Forward,
        'u' | ',' => Action::Back,
        '0' => Action::First,
        '$' => Action::Last,
        name => Action::Name(name),
    }
}

fn of_key(code: KeyCode, modifiers: KeyModifiers) -> Option<Action> {
    // Not every terminal sends every one of them.
    let far = modifiers.intersects(KeyModifiers::SHIFT | KeyModifiers::ALT | KeyModifiers::CONTROL);
    let arrow = |towards| Action::Arrow { towards, far };
    Some(match code {
        KeyCode::Left => arrow(Direction::Left),
        KeyCode::Right => arrow(Direction::Right),
        KeyCode::Up => arrow(Direction::Up),
        KeyCode::Down => arrow(Direction::Down),
        KeyCode::Tab => Action::Choose(true),
        KeyCode::BackTab => Action::Choose(false),
        KeyCode::Enter => Action::Play,
        KeyCode::Backspace => Action::Back,
        KeyCode::Home => Action::First,
        KeyCode::End => Action::Last,
        KeyCode::Esc => Action::Escape,
        KeyCode::F(1) => Action::Help,
        _ => return None,
    })
}

/// All keys and their meanings, for the help.
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

    use super::{Action, meaning};
    use traybit_tiles::direction::Direction;

    fn pressed(code: KeyCode, modifiers: KeyModifiers) -> Option<Action> {
        meaning(KeyEvent::new(code, modifiers), false, |name| name == 'k')
    }

    #[test]
    fn keys_mean_actions() {
        let none = KeyModifiers::NONE;
        let arrow = |towards, far| Some(Action::Arrow { towards, far });
        assert_eq!(pressed(KeyCode::Left, none), arrow(Direction::Left, false));
        assert_eq!(pressed(KeyCode::Up, KeyModifiers::SHIFT), arrow(Direction::Up, true));
        assert_eq!(pressed(KeyCode::Char('j'), none), arrow(Direction::Down, false));
        assert_eq!(pressed(KeyCode::Char('r'), KeyModifiers::CONTROL), Some(Action::Forward));
        assert_eq!(pressed(KeyCode::Char('c'), KeyModifiers::CONTROL), Some(Action::Interrupt));
        assert_eq!(pressed(KeyCode::Char('z'), KeyModifiers::CONTROL), Some(Action::Suspend));
        assert_eq!(pressed(KeyCode::Char('?'), KeyModifiers::SHIFT), Some(Action::Help));
        assert_eq!(pressed(KeyCode::Char('k'), none), Some(Action::Name('k')), "a block of that name");
        assert_eq!(pressed(KeyCode::Char('H'), KeyModifiers::SHIFT), Some(Action::Name('H')));
        assert_eq!(pressed(KeyCode::F(1), none), Some(Action::Help));
        assert_eq!(pressed(KeyCode::F(9), none), None);
    }

    #[test]
    fn letters_that_mean_something_else_name_pieces_where_one_is_awaited() {
        let key = KeyEvent::new(KeyCode::Char('h'), KeyModifiers::NONE);
        assert_eq!(meaning(key, true, |_| false), Some(Action::Name('h')));
        let key = KeyEvent::new(KeyCode::Char('b'), KeyModifiers::NONE);
        assert_eq!(meaning(key, false, |_| false), Some(Action::Name('b')));
    }
}
