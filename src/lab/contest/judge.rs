//! Verdicts: a solver's moves are replayed by the plain rules, as `checker` does it.

use std::sync::atomic::AtomicU64;

use crate::contest::process::MOST_BYTES;
use crate::contest::results::{End, Verdict};
use traybit_program::checker::{Replay, replay};
use traybit_program::status::CheckerStatus;
use traybit_program::text::bytes;
use traybit_sliding::puzzle::Puzzle;
use traybit_sliding::slide::RawMove;

/// Status that `checker` has for a list of moves, why it is no solution, and the moves.
pub(super) fn check(problem: &Puzzle, list: &[u8]) -> (CheckerStatus, String, Vec<RawMove>) {
    let mut made = Vec::new();
    let replayed = replay(Some(problem), "its moves", list, &AtomicU64::new(0), |step| made.push(step));
    let (status, sentence) = match replayed {
        Err(error) => (CheckerStatus::MovesMalformed, error.to_string()),
        Ok(Replay { impossible: Some(sentence), .. }) => (CheckerStatus::ImpossibleMove, sentence),
        Ok(Replay { game, .. }) => match game.and_then(|game| game.missing()) {
            Some(unmet) => (CheckerStatus::GoalNotMet, format!("after its moves {unmet}")),
            None => (CheckerStatus::Verified, String::new()),
        },
    };
    (status, sentence, made)
}

/// Verdict on an answer, and its solution; claims of impossibility are accepted until all runs are done.
pub(super) fn judge(problem: &Puzzle, end: &End, output: &[u8]) -> (Verdict, Option<Vec<RawMove>>) {
    let verdict = match end {
        End::Status(0) => {
            let (status, sentence, made) = check(problem, output);
            if status == CheckerStatus::Verified {
                return (Verdict::Solved { moves: made.len() as u64 }, Some(made));
            }
            Verdict::Wrong(format!("status 0, but {sentence}"))
        }
        End::Status(1) => Verdict::Impossible,
        End::Status(5) => Verdict::Failed("gave up".to_owned()),
        End::Status(status) => Verdict::Wrong(format!("status {status} for a valid puzzle")),
        End::Signal(number) => Verdict::Failed(format!("died of signal {number}")),
        End::Limit => Verdict::Failed("over the limit".to_owned()),
        End::Flood => Verdict::Failed(format!("printed more than {}", bytes(MOST_BYTES))),
        End::Unstarted(reason) => Verdict::Failed(format!("cannot be started: {reason}")),
    };
    (verdict, None)
}

#[cfg(test)]
mod tests {
    use super::{End, Verdict, judge};
    use traybit_sliding::formats::course::{self, read_goal, read_tray};

    #[test]
    fn answers_are_judged_by_status_and_moves() {
        let tray = read_tray("t", &b"1 3\n0 0 0 0\n"[..]).unwrap();
        let goal = read_goal("g", &b"0 2 0 2\n"[..], Some(tray.size)).unwrap();
        let problem = course::puzzle(&tray, Some(&goal));
        let verdict = |end: End, output: &str| judge(&problem, &end, output.as_bytes()).0;
        assert_eq!(verdict(End::Status(0), "0 0 0 1\n0 1 0 2"), Verdict::Solved { moves: 2 });
        assert_eq!(verdict(End::Status(1), ""), Verdict::Impossible);
        for (status, output) in
            [(0, ""), (0, "0 0 0 1\n"), (0, "0 0 0 3\n"), (0, "0 0 0 2\nx\n"), (2, ""), (255, "0 0 0 2\n")]
        {
            let judged = verdict(End::Status(status), output);
            assert!(matches!(judged, Verdict::Wrong(_)), "{status} {output:?} {judged:?}");
        }
        for end in [End::Status(5), End::Signal(9), End::Limit, End::Flood, End::Unstarted("x".into())] {
            let judged = verdict(end, "0 0 0 2\n");
            assert!(matches!(judged, Verdict::Failed(_)), "{judged:?}");
        }
    }
}
