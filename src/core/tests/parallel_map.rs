//! Parallel maps.

use traybit_core::parallel_map::parallel_map;

#[test]
fn results_stand_in_the_order_of_the_items() {
    for threads in [1, 3, 100] {
        assert_eq!(parallel_map((0..50).collect(), threads, |item: i32| item * item)[7..9], [49, 64]);
        assert!(parallel_map(Vec::new(), threads, |item: i32| item).is_empty());
    }
}
