//! The threads of a listing: each takes a part, walks it up to its budget, and puts back what it gathered and left.

use std::time::Instant;

use crate::search::limits::Limits;
use crate::search::listing::agenda::{Agenda, Finished, Turn};
use crate::search::listing::meter::Meter;
use crate::search::listing::sink::Sink;
use crate::search::listing::stack::{Part, Stack, Walked};
use crate::search::listing::watch::{View, Watch, Window};
use crate::search::listing::{BUDGET, done};
use crate::search::outcome::GaveUp;
use crate::space::Staged;
use crate::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use crate::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Positions between two looks at the limits.
const STRIDE: u64 = 1 << 8;

/// Shares that wait for an unfinished part may hold this fraction of the memory.
const AHEAD: usize = 4;

/// What all threads share.
pub(super) struct Shared<'a, S: Staged, K: Sink<S::Move>> {
    spaces: &'a [S],
    sink: &'a K,
    digest: u64,
    limits: &'a Limits,
    watch: &'a Watch<'a, S::Move, K::Share>,
    meter: &'a Meter,
    agenda: Mutex<Agenda<S::State, S::Move, K::Share>>,
    /// Something was finished.
    news: Condvar,
    /// Bytes of the agenda when it was last changed.
    bytes: AtomicUsize,
    positions: AtomicU64,
    solutions: AtomicU64,
    /// Which threads' parts are wanted.
    wanted: Vec<AtomicBool>,
}

/// One thread with its working storage.
pub(super) struct Worker<'a, S: Staged, K: Sink<S::Move>> {
    shared: &'a Shared<'a, S, K>,
    number: usize,
    stack: Stack<S::State, S::Move>,
    scratch: Option<(usize, S::Scratch)>,
}

/// The agenda, locked.
type Locked<'a, S, K> = MutexGuard<
    'a,
    Agenda<<S as Staged>::State, <S as Staged>::Move, <K as Sink<<S as Staged>::Move>>::Share>,
>;

impl<'a, S: Staged, K: Sink<S::Move>> Shared<'a, S, K> {
    pub(super) fn new(
        spaces: &'a [S],
        sink: &'a K,
        digest: u64,
        limits: &'a Limits,
        watch: &'a Watch<'a, S::Move, K::Share>,
        agenda: Agenda<S::State, S::Move, K::Share>,
        meter: &'a Meter,
    ) -> Self {
        Self {
            spaces,
            sink,
            digest,
            limits,
            watch,
            meter,
            news: Condvar::new(),
            bytes: AtomicUsize::new(agenda.bytes()),
            positions: AtomicU64::new(agenda.positions),
            solutions: AtomicU64::new(agenda.solutions),
            wanted: (0..limits.threads.max(1)).map(|_| AtomicBool::new(true)).collect(),
            agenda: Mutex::new(agenda),
        }
    }

    pub(super) fn into_agenda(self) -> Agenda<S::State, S::Move, K::Share> {
        self.agenda.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    fn lock(&self) -> Locked<'_, S, K> {
        self.agenda.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells the other threads what has changed.
    fn tell(&self, agenda: &mut Locked<'_, S, K>) {
        self.bytes.store(agenda.bytes(), Ordering::Relaxed);
        let all = 0..if agenda.ended.is_some() { self.wanted.len() } else { 0 };
        for thread in agenda.dropped.drain(..).chain(all) {
            self.wanted[thread].store(false, Ordering::Relaxed);
        }
        self.news.notify_all();
    }

    /// The limits, for a thread whose part has so many bytes.
    fn check(&self, bytes: usize) -> Result<(), GaveUp> {
        let others = self.meter.bytes() + self.bytes.load(Ordering::Relaxed);
        self.limits.check().and(self.limits.within(bytes + others))
    }

    /// How many positions may be visited before the next look around.
    fn stride(&self) -> u64 {
        match self.watch.every {
            Some((every, _)) if self.limits.threads <= 1 => {
                let every = every.max(1);
                STRIDE.min(every - self.positions.load(Ordering::Relaxed) % every)
            }
            _ => STRIDE,
        }
    }

    /// Counts what was visited and found, and shows it to whoever wants to see it.
    fn count(&self, visited: u64, found: u64, stack: &Stack<S::State, S::Move>) {
        let before = self.positions.fetch_add(visited, Ordering::Relaxed);
        self.solutions.fetch_add(found, Ordering::Relaxed);
        self.limits.progress.positions.fetch_add(visited, Ordering::Relaxed);
        if let Some((every, visit)) = self.watch.every
            && before / every.max(1) != (before + visited) / every.max(1)
        {
            visit(stack.space, stack.path());
        }
        if let Some(window) = self.watch.window
            && window.is_asked()
        {
            self.show(window, stack);
        }
    }

    fn show(&self, window: &Window<S::Move>, stack: &Stack<S::State, S::Move>) {
        let agenda = self.lock();
        let (left, parts) = (agenda.weight(), agenda.waiting());
        drop(agenda);
        window.show(View {
            space: stack.space,
            path: stack.path().to_vec(),
            solutions: self.solutions.load(Ordering::Relaxed),
            done: done(left),
            parts,
        });
    }

    /// Delivers the first share, as long as it grows.
    fn deliver<'b>(&'b self, mut agenda: Locked<'b, S, K>) -> Locked<'b, S, K> {
        while let Some(mut share) = agenda.take_first(self.sink) {
            drop(agenda);
            let flow = self.sink.deliver(&mut share);
            agenda = self.lock();
            agenda.put_first(share, flow.is_break(), self.sink);
        }
        agenda
    }

    /// Hands a state over to be kept, when it is time.
    fn save<'b>(&'b self, mut agenda: Locked<'b, S, K>) -> Locked<'b, S, K> {
        let Some((period, keep)) = self.watch.save else { return agenda };
        if agenda.is_delivering || agenda.is_saving || agenda.saved.elapsed() < period {
            return agenda;
        }
        agenda.is_saving = true;
        let state = agenda.save(self.digest, self.spaces.len());
        drop(agenda);
        keep(state);
        agenda = self.lock();
        agenda.is_saving = false;
        agenda.saved = Instant::now();
        agenda
    }
}

impl<'a, S: Staged, K: Sink<S::Move>> Worker<'a, S, K> {
    pub(super) fn new(shared: &'a Shared<'a, S, K>, number: usize) -> Self {
        Self { shared, number, stack: Stack::new(0, 0.0), scratch: None }
    }

    /// Works on part after part, until all are done or so many positions have been visited; tells whether something
    /// is left.
    pub(super) fn attend(mut self, most: u64) -> bool {
        let shared = self.shared;
        let until = shared.positions.load(Ordering::Relaxed).saturating_add(most);
        let mut agenda = shared.deliver(shared.lock());
        shared.tell(&mut agenda);
        loop {
            if shared.positions.load(Ordering::Relaxed) >= until {
                return agenda.ended.is_none() && agenda.waiting() > 0;
            }
            match agenda.take(self.number, shared.limits.memory / AHEAD) {
                Turn::Over => return false,
                Turn::Wait => {
                    agenda = shared.news.wait(agenda).unwrap_or_else(PoisonError::into_inner);
                }
                Turn::Take(part) => {
                    shared.wanted[self.number].store(true, Ordering::Relaxed);
                    drop(agenda);
                    let finished = self.work(&part);
                    agenda = shared.lock();
                    // What it would have held is let go before the part's own bytes are counted.
                    drop(part);
                    agenda.finish(self.number, finished, shared.sink);
                    agenda = shared.save(shared.deliver(agenda));
                    // Only then: waiting threads that told each other of nothing would never rest.
                    shared.tell(&mut agenda);
                }
            }
        }
    }

    /// Walks a part, up to the budget.
    fn work(&mut self, part: &Part<S::State, S::Move>) -> Finished<S::State, S::Move, K::Share> {
        let Shared { spaces, sink, limits, .. } = *self.shared;
        part.load(&mut self.stack);
        let number = part.space();
        let space = &spaces[number];
        let scratch = match &mut self.scratch {
            Some((of, scratch)) if *of == number => scratch,
            other => &mut other.insert((number, space.scratch())).1,
        };
        let (mut share, mut positions, mut solutions) = (K::Share::default(), 0, 0);
        let mut ended = None;
        let walked = loop {
            let mut found = 0;
            let stride = self.shared.stride().min(BUDGET - positions);
            let (visited, walked) = self.stack.walk(space, scratch, stride, |path| {
                found += 1;
                sink.solution(&mut share, number, path)
            });
            positions += visited;
            solutions += found;
            self.shared.count(visited, found, &self.stack);
            if walked != Walked::Paused || positions >= BUDGET {
                break walked;
            }
            if !self.shared.wanted[self.number].load(Ordering::Relaxed) {
                break walked;
            }
            let bytes = self.stack.bytes() * limits.threads.max(1) + sink.bytes(&share);
            ended = self.shared.check(bytes).err();
            if ended.is_some() {
                break walked;
            }
        };
        let left = match walked {
            Walked::Paused => self.stack.take_apart(self.shared.meter),
            Walked::Through | Walked::Enough => Vec::new(),
        };
        let enough = walked == Walked::Enough;
        Finished { share, positions, solutions, left, enough, ended }
    }
}
