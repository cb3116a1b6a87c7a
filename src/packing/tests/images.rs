//! Images of placements and of packings against the cells that they cover.

use std::collections::{BTreeMap, BTreeSet};

use proptest::{prop_assert, prop_assert_eq, proptest};

use crate::plain::{covered, packings};
use crate::random::{Judged, cases, puzzles};
use traybit_core::search::limits::Limits;
use traybit_packing::budget::Budget;
use traybit_packing::cover::Cover;
use traybit_packing::images::Images;
use traybit_packing::kinds::Kinds;
use traybit_packing::symmetry::{Symmetry, symmetries};

/// The images of a placement under all symmetries, the identity first.
fn all_of(images: &Images, placement: u32) -> Vec<u32> {
    std::iter::once(placement).chain(images.of(placement)).collect()
}

fn image(packing: &[u32], images: &Images, symmetry: usize) -> Vec<u32> {
    let mut image: Vec<u32> = packing.iter().map(|&number| all_of(images, number)[symmetry]).collect();
    image.sort_unstable();
    image
}

fn turned(cells: &[u32], symmetry: &Symmetry) -> Vec<u32> {
    let mut cells: Vec<u32> = cells.iter().map(|&cell| symmetry.cells[cell as usize]).collect();
    cells.sort_unstable();
    cells
}

proptest! {
    #![proptest_config(cases(150))]

    #[test]
    fn images_of_placements_compose(small in puzzles()) {
        let kinds = Kinds::of(&small.0);
        let cover = Cover::of(&small.0, &kinds);
        let group = symmetries(&small.0, &kinds);
        let images = Images::new(&cover.placements(), &group, &mut Budget::of(&Limits::default())).unwrap();
        for placement in 0..cover.placements().count() as u32 {
            let own = all_of(&images, placement);
            let (kind, cells) = covered(&cover, placement);
            for (one, &image) in own.iter().enumerate() {
                let image_kind = group[one].kinds[usize::from(kind)];
                prop_assert_eq!(covered(&cover, image), (image_kind, turned(&cells, &group[one])));
                for (other, &twice) in all_of(&images, image).iter().enumerate() {
                    let cells: Vec<u32> =
                        group[one].cells.iter().map(|&cell| group[other].cells[cell as usize]).collect();
                    let both = group.iter().position(|symmetry| symmetry.cells == cells).unwrap();
                    prop_assert_eq!(twice, own[both]);
                }
            }
            let kept_by = images.fixing(placement);
            prop_assert!(kept_by.of(placement).all(|image| image == placement));
            let kept = own[1..].iter().filter(|image| **image == placement).count();
            prop_assert_eq!(kept_by.of(placement).count(), kept);
        }
    }

    #[test]
    fn one_packing_stands_for_all_its_images(small in puzzles()) {
        let kinds = Kinds::of(&small.0);
        let cover = Cover::of(&small.0, &kinds);
        let group = symmetries(&small.0, &kinds);
        let images = Images::new(&cover.placements(), &group, &mut Budget::of(&Limits::default())).unwrap();
        let mut firsts: BTreeMap<Vec<u32>, usize> = BTreeMap::new();
        for packing in packings(&cover, usize::MAX).unwrap() {
            let class: BTreeSet<Vec<u32>> =
                (0..group.len()).map(|symmetry| image(&packing, &images, symmetry)).collect();
            let is_first = class.first() == Some(&packing);
            prop_assert_eq!(images.is_first(&packing, &mut Vec::new()), is_first);
            prop_assert!(images.different(&packing).iter().eq(&class));
            *firsts.entry(class.into_iter().next().unwrap()).or_default() += usize::from(is_first);
        }
        prop_assert!(firsts.values().all(|firsts| *firsts == 1));
        prop_assert_eq!(firsts.len(), Judged::of(&small.0).distinct());
    }
}
