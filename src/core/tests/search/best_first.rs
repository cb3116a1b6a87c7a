//! Best-first search on one thread and on several, in half a cube: a move flips two bits.

use std::time::Instant;

use traybit_core::search::best_first::{BestFirst, Pause, solve};
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::{Answer, GaveUp};
use traybit_core::space::{End, Expander, Guide, Guided, Move, Sink, Space};

const BITS: u32 = 15;
/// States with an even number of ones: those that can be reached.
const REACHED: u64 = 1 << (BITS - 1);
const EVEN: u64 = 0b10_1011_0111_0111;
const ODD: u64 = EVEN | 1 << (BITS - 1);

struct Half {
    goal: u64,
    from_both_ends: bool,
}

impl Space<u64> for Half {
    fn start(&self) -> u64 {
        0
    }
    fn expander(&self) -> Box<dyn Expander<u64> + '_> {
        Box::new(self)
    }
}

impl Guided<u64> for Half {
    fn goal_state(&self) -> Option<u64> {
        self.from_both_ends.then_some(self.goal)
    }
    fn feature(&self, step: Move) -> u32 {
        step.0 as u32
    }
    fn guide(&self) -> Box<dyn Guide<u64> + '_> {
        Box::new(self)
    }
}

impl Expander<u64> for &Half {
    fn is_goal(&mut self, state: &u64) -> bool {
        *state == self.goal
    }
    fn successors(&mut self, state: &u64, sink: &mut Sink<u64, Move>) {
        for bit in 1..BITS {
            let flipped = 0b11 << (bit - 1);
            if sink.push(state ^ flipped, Move(flipped)).is_break() {
                return;
            }
        }
    }
}

impl Guide<u64> for &Half {
    fn describe(&mut self, state: &u64, from: End, features: &mut Vec<u32>) -> u32 {
        features.extend((0..BITS).filter(|bit| state >> bit & 1 == 1));
        let end = if from == End::Goal { self.goal } else { 0 };
        (state ^ end).count_ones()
    }
    fn refine(&mut self, state: &u64, _from: End) -> Option<u32> {
        Some((state.count_ones() + 1) * 2)
    }
}

fn limits(threads: usize) -> Limits {
    Limits { threads, ..Limits::default() }
}

#[test]
fn solutions_lead_to_the_goal_on_any_number_of_threads() {
    for (threads, from_both_ends) in (1..=5).flat_map(|threads| [(threads, false), (threads, true)]) {
        let Answer::Solved(moves) = solve(&Half { goal: EVEN, from_both_ends }, &limits(threads)).answer
        else {
            panic!("it is solvable on {threads} threads")
        };
        assert_eq!(moves.iter().fold(0, |state, step| state ^ step.0), EVEN);
    }
}

#[test]
fn every_state_is_seen_once_before_it_is_refuted() {
    for threads in 1..=5 {
        let one = solve(&Half { goal: ODD, from_both_ends: false }, &limits(threads));
        assert_eq!((one.answer, one.cost.positions), (Answer::Unsolvable, REACHED), "{threads} threads");
        let both = solve(&Half { goal: ODD, from_both_ends: true }, &limits(threads));
        assert_eq!(both.answer, Answer::Unsolvable, "{threads} threads");
        assert!((REACHED..=2 * REACHED).contains(&both.cost.positions));
    }
}

#[test]
fn more_threads_take_over_what_one_has_found() {
    let space = Half { goal: ODD, from_both_ends: false };
    let mut search = BestFirst::on_threads(&space, 3);
    let mut threads = [1, 2, 1, 3].into_iter().cycle();
    let mut before = 1;
    let ended = loop {
        let limits = limits(threads.next().expect("there is always one more"));
        // One look at the limits is between two pauses at most.
        match search.run(&limits, Some(Instant::now() + std::time::Duration::from_micros(300))) {
            Ok(Pause::Reached) => {}
            ended => break ended,
        }
        assert!(search.cost().positions >= before, "nothing is lost");
        before = search.cost().positions;
    };
    assert_eq!((ended, search.cost().positions), (Ok(Pause::Exhausted), REACHED));
}

#[test]
fn limits_end_all_threads() {
    for threads in 1..=3 {
        let space = Half { goal: ODD, from_both_ends: true };
        let little = Limits { memory: (2 << 20) + (64 << 10), ..limits(threads) };
        assert_eq!(solve(&space, &little).answer, Answer::GaveUp(GaveUp::Memory), "{threads} threads");
        let past = Limits { deadline: Some(Instant::now()), ..limits(threads) };
        assert_eq!(solve(&space, &past).answer, Answer::GaveUp(GaveUp::Time), "{threads} threads");
    }
}

/// Numbers with 200 successors each, whose expansion takes until a moment is over.
struct Slow(Instant);

impl Space<u64> for Slow {
    fn start(&self) -> u64 {
        0
    }
    fn expander(&self) -> Box<dyn Expander<u64> + '_> {
        Box::new(self)
    }
}

impl Guided<u64> for Slow {
    fn goal_state(&self) -> Option<u64> {
        None
    }
    fn feature(&self, step: Move) -> u32 {
        step.0 as u32
    }
    fn guide(&self) -> Box<dyn Guide<u64> + '_> {
        Box::new(self)
    }
}

impl Expander<u64> for &Slow {
    fn is_goal(&mut self, _: &u64) -> bool {
        false
    }
    fn successors(&mut self, state: &u64, sink: &mut Sink<u64, Move>) {
        std::thread::sleep(self.0.saturating_duration_since(Instant::now()));
        for digit in 1..=200 {
            if sink.push(state * 200 + digit, Move(digit)).is_break() {
                return;
            }
        }
    }
}

impl Guide<u64> for &Slow {
    fn describe(&mut self, _: &u64, _: End, _: &mut Vec<u32>) -> u32 {
        1
    }
}

#[test]
fn a_turn_ends_after_the_state_in_which_its_time_is_over() {
    let until = Instant::now() + std::time::Duration::from_millis(20);
    let space = Slow(until);
    let mut search = BestFirst::on_threads(&space, 1);
    assert_eq!(search.run(&limits(1), Some(until)), Ok(Pause::Reached));
    assert!(search.cost().positions <= 201, "{} positions", search.cost().positions);
}
