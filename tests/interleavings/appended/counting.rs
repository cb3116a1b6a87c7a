
/// Whether a count, however it ended, held as many bytes by its meter as it holds when they are counted anew.
pub(crate) fn meter_holds<K: Key + Copy>(space: &dyn Staged<K>, limits: &Limits) -> bool {
    let Some((stage, start)) = space.start() else { return true };
    let mut live = Live::starting_at(stage);
    let added = live.add(stage, start, 1, &Meter::new(usize::MAX));
    let (Ok(()), Live::Narrow(shard)) = (added, live) else { return false };
    let mut search = Search::new(space, shard, snapshot::Spent::default(), limits);
    let ended = search.run(&mut ());
    search.meter_holds() || ended == Err(Halt::GaveUp(GaveUp::Memory)) && search.is_unmeasured()
}
