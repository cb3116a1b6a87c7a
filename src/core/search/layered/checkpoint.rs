//! Checkpoints of a search by layers: written now and then, and resumed.

use std::cell::{Cell, RefCell};
use std::collections::HashSet;
use std::io::Write;
use std::sync::atomic::Ordering;

use crate::search::disk::block_file::BlockFile;
use crate::search::layered::Layered;
use crate::search::layered::snapshot::{Restored, SavedState, SideState, read};
use crate::search::peers::{Peers, words_of};
use crate::{Checkpoint, CheckpointStore, GaveUp, Key, Limits, ReadError, Space};

/// Writes the checkpoints of a search by layers.
pub(in crate::search) struct CheckpointWriter<'a> {
    checkpoint: Checkpoint<'a>,
    /// The state written last, by its numbers of layers, of layers searched for goals, and of goals.
    last: Cell<Option<[usize; 4]>>,
    /// Files of the state written last, where the one before it is kept, too.
    before: Option<RefCell<HashSet<u64>>>,
}

impl CheckpointWriter<'_> {
    /// True if it is time to save the search, or if a layer is in a file: then that says little more than where.
    pub(in crate::search) fn is_due<K: Key>(&self, search: &Layered<K>) -> bool {
        // Processes have to save the same layers.
        search.is_stored() || self.before.is_none() && self.checkpoint.store.is_due()
    }

    /// Saves a search as it was when its last layer was finished, unless that was saved already. Alone it goes on where that
    /// fails.
    pub(crate) fn save<K: Key>(&self, search: &Layered<K>, side: &SideState<K>) -> Result<(), GaveUp> {
        let now = stage(&search.sizes, side);
        if self.last.get() == Some(now) {
            return Ok(());
        }
        if !self.checkpoint.store.save(&|to: &mut dyn Write| search.write(self.checkpoint.digest, side, to)) {
            return if self.before.is_some() { Err(GaveUp::Disk) } else { Ok(()) };
        }
        self.last.set(Some(now));
        self.keep_files(search, side);
        Ok(())
    }

    /// Keeps the files of the state, and those of the state before it if that is kept, too; no others.
    fn keep_files<K: Key>(&self, search: &Layered<K>, side: &SideState<K>) {
        let Some(disk) = &search.limits.disk else { return };
        let files = || search.files(side);
        files().for_each(BlockFile::keep);
        let mut files: HashSet<u64> = files().map(|file| file.number).collect();
        if let Some(before) = &self.before {
            let before = before.replace(files.clone());
            files.extend(before);
        }
        disk.keep_only(&files);
    }

    /// Finishes the store if the search has its answer, else saves the search; one of several processes has saved all that the
    /// others have, too.
    pub(in crate::search) fn end<K: Key>(&self, search: &Layered<K>, side: &SideState<K>, has_answer: bool) {
        if has_answer {
            self.checkpoint.store.finish();
        } else if self.before.is_none() {
            // Alone it has no error.
            let _ = self.save(search, side);
        }
    }
}

/// Makes sure that all processes search one space, in which equal positions have equal keys.
fn compare_starts<K: Key>(start: &K, peers: Option<&dyn Peers>) -> Result<(), ReadError> {
    let Some(peers) = peers else { return Ok(()) };
    let words: Vec<u64> = [start.hash64()].into_iter().chain(words_of(start)).collect();
    let all = peers.gather(&words).map_err(ReadError::Ended)?;
    if all.iter().all(|of| *of == words) { Ok(()) } else { Err(ReadError::OtherSpace) }
}

/// The state of the same layer in all processes: the one before if another process has not come as far; `None` if one of
/// them has none. (No process is two layers ahead: it needs the others for each layer in files, and saves each one.)
fn agreed<'a, K: Key>(
    last: Option<Restored<'a, K>>,
    peers: Option<&dyn Peers>,
    store: &dyn CheckpointStore,
    read: impl Fn(&SavedState) -> Result<Option<Restored<'a, K>>, ReadError>,
) -> Result<Option<Restored<'a, K>>, ReadError> {
    let Some(peers) = peers else { return Ok(last) };
    let layers = |restored: &Option<Restored<K>>| {
        let stage = restored.as_ref().map_or([0; 4], |(side, search)| stage(&search.sizes, side));
        (stage[0] + stage[1]) as u64
    };
    let has_two = store.saved_before()?.is_some();
    let all = peers.gather(&[layers(&last), has_two.into()]).map_err(ReadError::Ended)?;
    let least = all.iter().map(|of| of[0]).min().unwrap_or(0);
    if least == 0 {
        // A process saves a second layer only after all others have saved one.
        let without = all.iter().position(|of| of[0] == 0).filter(|_| all.iter().any(|of| of[1] == 1));
        if let Some(process) = without {
            return Err(ReadError::NoState(process));
        }
        store.forget();
        return Ok(None);
    }
    if layers(&last) == least {
        return Ok(last);
    }
    store.go_back();
    let restored = read(&|| store.saved_before())?;
    if layers(&restored) == least { Ok(restored) } else { Err(ReadError::Damaged) }
}

/// Numbers that tell a state from those before it.
fn stage<K>(sizes: &[u64], side: &SideState<K>) -> [usize; 4] {
    let first = side.first.as_ref().map_or(0, |first| first.sizes.len());
    [first, sizes.len(), side.goal_counts.len(), side.goals.len()]
}

/// A search that is about to begin or to resume, its side state, and the writer of its checkpoints.
type Begun<'a, 'k, K> = (Layered<'a, K>, SideState<K>, Option<CheckpointWriter<'k>>);

impl<'a, K: Key> Layered<'a, K> {
    /// A search that has seen nothing but the start, or a resumed one.
    pub(in crate::search) fn begin<'k>(
        space: &'a dyn Space<K>,
        limits: &'a Limits,
        with_path: bool,
        checkpoint: Option<Checkpoint<'k>>,
    ) -> Result<Begun<'a, 'k, K>, ReadError> {
        let begun = || Self::new(space, limits, with_path);
        let peers = limits.peers.as_deref();
        let start = space.canonical(space.start());
        compare_starts(&start, peers)?;
        let Some(checkpoint) = checkpoint else { return Ok((begun(), SideState::default(), None)) };
        let checkpoint = match peers {
            Some(peers) => checkpoint.with(&format!("process {} of {}", peers.number(), peers.count())),
            None => checkpoint,
        };
        // Buckets and filters depend on the hash of keys, and keys on how positions are packed.
        let has_masks = space.neighbours().used_moves;
        let checkpoint = checkpoint.with(&format!("{} {:x} {has_masks}", start.limbs(), start.hash64()));
        let before = peers.map(|_| RefCell::default());
        let writer = CheckpointWriter { checkpoint, last: Cell::new(None), before };
        let read = |saved: &SavedState| read((space, limits), saved, checkpoint.digest, with_path);
        let store = checkpoint.store;
        let last = read(&|| store.saved())?;
        let (mut search, side) = match agreed(last, peers, store, read)? {
            None => (begun(), SideState::default()),
            Some((side, search)) => {
                writer.last.set(Some(stage(&search.sizes, &side)));
                limits.progress.positions.store(search.spent.positions, Ordering::Relaxed);
                limits.progress.layer.store(search.sizes.len() as u32 - 1, Ordering::Relaxed);
                (search, side)
            }
        };
        search.is_saved = true;
        // An earlier run may have left files that its snapshot does not name.
        writer.keep_files(&search, &side);
        Ok((search, side, Some(writer)))
    }
}
