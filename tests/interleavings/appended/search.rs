
impl<K: Key + Copy, N: Number> Search<'_, K, N> {
    pub(super) fn meter_holds(&mut self) -> bool {
        let held = self.meter.held();
        self.measure() == Ok(()) && self.meter.held() == held
    }

    /// Whether it had no room to begin with.
    pub(super) fn is_unmeasured(&self) -> bool {
        self.meter.held() == 0
    }
}
