
impl<S: Staged, K: Sink<S::Move>> Listing<'_, S, K> {
    /// Bytes of parts by the meter.
    pub(crate) fn metered(&self) -> usize {
        self.meter.bytes()
    }
}
