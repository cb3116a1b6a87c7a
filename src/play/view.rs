//! The whole screen: the board, the panel beside or below it, and the keys at the bottom.

use ratatui::Frame;
use ratatui::layout::Constraint;
use ratatui::style::{Color, Style, Stylize};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Clear, Paragraph, Wrap};

use crate::drawing::{self, Places};
use crate::keys::{self, Mode};
use crate::session::Session;
use crate::table::Goal;
use crate::timeline::moves;
use traybit_picture::playback::{Cell, Handling};
use traybit_picture::terminal::{Colours, legend};
use traybit_program::text::{counted, grouped};

/// Number of rows above which the panel has blank rows.
const AIRY: u16 = 14;

/// Draws everything, including the progress of a search, and returns the layout.
pub(crate) fn draw(session: &Session, search: Option<&str>, colours: Colours, frame: &mut Frame) -> Places {
    let places = Places::of(session.playback, frame.area(), interest(session));
    drawing::draw(session, &places, colours, frame.buffer_mut());
    let mut told = panel(session, search, colours);
    if places.is_part {
        told[0].push(Line::raw("This window is too small for the whole board: make it larger"));
    }
    // Blank lines between groups, if there is room.
    let between = if places.panel.height > AIRY { vec![Line::default()] } else { Vec::new() };
    let lines = told.into_iter().filter(|lines| !lines.is_empty()).collect::<Vec<_>>().join(&between[..]);
    frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: true }), places.panel);
    frame.render_widget(bottom(session, places.keys.width), places.keys);
    if let Some(first) = session.help {
        help(frame, first);
    }
    places
}

/// The cell to keep in view: that of the chosen piece or of the last one moved.
fn interest(session: &Session) -> Cell {
    let Session { playback, table, timeline, .. } = session;
    let last = timeline.last().map(|step| step.piece);
    let piece = session.chosen.filter(|_| session.mode == Mode::Play).or(last);
    match piece.and_then(|piece| table.corners[piece]) {
        Some(corner) => corner,
        None if playback.handling == Handling::Push => table.blank(),
        None => (0, 0),
    }
}

/// The panel's lines, the most important first, so that a small panel shows those: state, goal, news, moves.
fn panel(session: &Session, search: Option<&str>, colours: Colours) -> [Vec<Line<'static>>; 4] {
    let Session { playback, timeline, .. } = session;
    let bold = Style::new().bold();
    let mut state: Vec<Line> = playback.title.iter().map(|title| Line::styled(title.clone(), bold)).collect();
    let counts = Span::raw(format!("  {}", counts(session)));
    state.push(Line::from(vec![Span::styled(doing(session), bold), counts]));
    let is_packing = playback.handling == Handling::Place;
    let said = |what: &str, words: &str| Line::raw(format!("{what}: {words}"));
    let mut goal = match session.table.goal() {
        Goal::Nothing => Vec::new(),
        Goal::Met => {
            let style = if colours == Colours::None { bold } else { bold.fg(Color::Green) };
            let sentence = if is_packing { "★ All pieces are placed" } else { "★ The goal is reached" };
            vec![Line::styled(sentence, style)]
        }
        Goal::Missing(reason) if playback.task.is_empty() => vec![said("Goal", &reason)],
        Goal::Missing(reason) if is_packing => vec![said("Goal", &playback.task), said("Missing", &reason)],
        Goal::Missing(_) => vec![said("Goal", &playback.task)],
    };
    let home = (playback.handling == Handling::Push).then_some(Line::raw("• tiles in their places"));
    goal.extend(home.into_iter().chain(legend(playback).map(Line::raw)));
    let news = search.into_iter().chain((!session.message.is_empty()).then_some(session.message.as_str()));
    let news = news.map(|sentence| Line::styled(sentence.to_owned(), bold)).collect();
    let last = timeline.last().map(|last| format!("Last move: {}", session.table.words(last)));
    let next = match session.mode {
        Mode::Watch => timeline.next().map(|next| format!("Next move: {}", session.table.words(next))),
        Mode::Play => session.chosen.map(|piece| format!("Chosen: {}", playback.pieces[piece].label)),
    };
    [state, goal, news, last.into_iter().chain(next).map(Line::raw).collect()]
}

fn doing(session: &Session) -> String {
    let (at, all) = (session.timeline.at, session.timeline.steps.len());
    let place = format!("{} of {}", grouped(at as u64), grouped(all as u64));
    match session.mode {
        Mode::Watch if session.is_running => format!("▶ {place}, {} a second", moves(session.speed)),
        Mode::Watch => format!("Watching: {place}"),
        Mode::Play => "Playing".to_owned(),
    }
}

fn counts(session: &Session) -> String {
    let Session { playback, table, timeline, .. } = session;
    if playback.handling == Handling::Place {
        let placed = playback.on_board(&table.corners).count();
        return format!("{} placed", counted(placed as u64, "piece"));
    }
    let lengths = table.puzzle.lengths(&timeline.moves());
    lengths.into_iter().map(|(number, unit)| counted(number, unit)).collect::<Vec<_>>().join(", ")
}

/// The bottom line: the keys for which there is room, the most useful first.
fn bottom(session: &Session, width: u16) -> Line<'static> {
    let keys = match (session.awaited.is_some(), session.mode, session.playback.handling) {
        (true, ..) => "Esc stop the search|q quit",
        (_, Mode::Watch, Handling::Place) => "←→ step|Space play|q quit|+- speed|Home/End ends|? help",
        (_, Mode::Watch, _) => "←→ step|Space play|p take over|q quit|+- speed|? help|Home/End ends",
        (_, _, Handling::Push) => "arrows move|u undo|n hint|? help|q quit|s solve|m least moves|r redo",
        (_, _, Handling::Place) => "Tab choose|arrows move|t turn|f flip|? help|q quit|u undo|r redo",
        _ => "Tab choose|arrows move|n hint|? help|q quit|u undo|s solve|m least moves|r redo|w watch",
    };
    let mut line = Line::default();
    for (key, meaning) in keys.split('|').filter_map(|pair| pair.split_once(' ')) {
        let pair = [key.reversed(), Span::raw(format!(" {meaning}  "))];
        let long: usize = pair.iter().map(Span::width).sum();
        if line.width() + long > usize::from(width) + 2 {
            break;
        }
        line.extend(pair);
    }
    line
}

/// Draws the list of keys over everything, from line `first` on; on a narrow screen meanings are below keys.
fn help(frame: &mut Frame, first: usize) {
    let screen = frame.area();
    let widest = keys::ALL.iter().map(|(key, _)| Span::raw(*key).width()).max().unwrap_or(0);
    let beside = keys::ALL
        .iter()
        .map(|(key, meaning)| Line::from(vec![format!("{key:<widest$}  ").bold(), Span::raw(*meaning)]));
    let mut lines: Vec<Line> = beside.collect();
    let mut width = lines.iter().map(Line::width).max().unwrap_or(0) as u16 + 2;
    if width > screen.width {
        let below = keys::ALL
            .iter()
            .flat_map(|(key, meaning)| [Line::raw(*key).bold(), Line::raw(format!("  {meaning}"))]);
        lines = below.collect();
        width = screen.width;
    }
    let height = (lines.len() as u16 + 2).min(screen.height);
    let area = screen.centered(Constraint::Length(width), Constraint::Length(height));
    let hidden = (lines.len() as u16 + 2).saturating_sub(height);
    let title = if hidden > 0 { " Keys, ↑↓: any other goes back " } else { " Keys: any key goes back " };
    let edge = Block::bordered().border_type(BorderType::Rounded).title(title);
    frame.render_widget(Clear, area);
    frame.render_widget(Paragraph::new(lines).block(edge).scroll(((first as u16).min(hidden), 0)), area);
}

#[cfg(test)]
mod tests {
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;
    use ratatui::buffer::Cell;

    use super::draw;
    use crate::keys::{Action, Purpose};
    use crate::session::Session;
    use crate::table::tests::{board, drawn, pair};
    use traybit_family::interface::Advice;
    use traybit_picture::playback::Move;
    use traybit_picture::terminal::Colours;
    use traybit_tiles::direction::Direction;

    /// The lines of a screen, without trailing blanks.
    fn screen(session: &Session, width: u16, height: u16) -> Vec<String> {
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        terminal.draw(|frame| _ = draw(session, None, Colours::None, frame)).unwrap();
        let line = |cells: &[Cell]| cells.iter().map(Cell::symbol).collect::<String>().trim_end().to_owned();
        terminal.backend().buffer().content().chunks(width.into()).map(line).collect()
    }

    #[test]
    fn lines_are_heavy_round_the_chosen_block() {
        let (puzzle, playback) = pair("2 3\n0 0 0 0\n0 1 1 1\n", "0 2 1 2\n");
        let lines = screen(&Session::new(&playback, &*puzzle, 2.0), 40, 10);
        let board = [
            "┌─────┲━━━━━┱─────┐",
            "│  a  ┃     ┃  ×  │",
            "│     ┃     ┃     │",
            "├─────┨  b  ┃     │",
            "│     ┃     ┃  ×  │",
            "│     ┃     ┃     │",
            "└─────┺━━━━━┹─────┘",
        ];
        assert!(lines.iter().zip(board).all(|(line, expected)| line.starts_with(expected)), "{lines:#?}");
        assert!(lines[0].contains("Playing  0 steps, 0"), "{lines:#?}");
        assert!(lines[9].starts_with("Tab choose  arrows move  n hint  ? help"), "{lines:#?}");
    }

    #[test]
    fn hints_are_drawn_and_said() {
        let (puzzle, playback) = drawn("tray:\n#a..\naab.\n\ngoal: b 1 3\n");
        let mut session = Session::new(&playback, &*puzzle, 2.0);
        session.perform(Action::Ask(Purpose::Hint));
        let moves = vec![Move { piece: 1, to: (1, 3) }];
        session.answered(Ok(Advice { moves, length: (1, "slide"), is_shortest: true }));
        let lines = screen(&session, 60, 6);
        // Nothing is drawn outside the outline.
        assert!(lines[0].starts_with("    ┌─") && lines[3].contains("┃ b ┃ → │"), "{lines:#?}");
        assert!(lines.iter().any(|line| line.contains("Hint: b right (the last move)")), "{lines:#?}");
    }

    #[test]
    fn tiles_at_home_are_marked_and_small_screens_are_used() {
        let (puzzle, playback) = board();
        let mut session = Session::new(&playback, &*puzzle, 2.0);
        session.perform(Action::Click((0, 2)));
        let lines = screen(&session, 60, 6);
        assert!(lines[1].contains("│ 1•│ 2•│   │") && lines[0].contains("Playing  2 moves"), "{lines:#?}");
        assert_eq!(screen(&session, 20, 9)[..2], [" 1 2 ·", " 3 4 5"]);
        for (width, height) in [(1, 1), (3, 2), (9, 1), (200, 3)] {
            screen(&session, width, height);
        }
    }

    #[test]
    fn all_keys_are_listed_where_they_are_asked_for() {
        let (puzzle, playback) = board();
        let mut session = Session::new(&playback, &*puzzle, 2.0);
        session.perform(Action::Help);
        assert!(screen(&session, 80, 24).iter().any(|line| line.contains("solve from here")));
        session.perform(Action::Ask(Purpose::Hint));
        assert!(session.help.is_none() && session.awaited.is_none());
        session.perform(Action::Help);
        assert!(screen(&session, 40, 15)[1].contains("Tab, Shift-Tab"));
        for _ in 0..100 {
            session.perform(Action::Arrow { towards: Direction::Down, is_far: false });
        }
        assert!(screen(&session, 40, 15)[13].contains("quit"));
    }
}
