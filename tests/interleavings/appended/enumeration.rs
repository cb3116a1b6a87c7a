
impl<K: Key + Copy, C: Collector> Enumeration<'_, K, C> {
    /// Bytes of parts by the meter.
    pub(crate) fn metered(&self) -> usize {
        self.meter.bytes()
    }
}
