//! Solutions as the threads of a search make them ready: checked, and written where text is the answer.

use traybit_packing::solve::collector::Ready;

/// A solution, checked and written on one of several threads.
#[derive(Clone)]
pub(crate) struct Made<S> {
    /// None where only its text is needed.
    pub(crate) solution: Option<S>,
    pub(crate) text: String,
    /// The rule that it breaks, a sentence without its full stop.
    pub(crate) refusal: Option<String>,
}

impl<S: Ready> Ready for Made<S> {
    fn bytes(&self) -> usize {
        size_of::<Self>() + self.text.len() + self.solution.as_ref().map_or(0, Ready::bytes)
    }
}

impl<S> Made<S> {
    /// The error of the engine that a solution is which breaks a rule, called `what`.
    pub(crate) fn error(&self, what: &str) -> Option<String> {
        let refusal = self.refusal.as_ref()?;
        Some(format!("a {what} was found that is none ({refusal}); please report this puzzle"))
    }
}
