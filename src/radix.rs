//! Sorting by a number, in linear time whatever the numbers are, and with less code than a comparison sort.

/// A number to sort by, and what it belongs to.
pub(crate) type Keyed = (u64, u32);

/// Makes signed numbers keys that sort the same.
#[inline]
pub(crate) fn key_of(number: i64) -> u64 {
    number as u64 ^ 1 << 63
}

/// The items, sorted by key; equal keys stay in order.
pub(crate) fn sorted(items: &mut dyn Iterator<Item = Keyed>) -> Vec<Keyed> {
    let mut list = Vec::with_capacity(items.size_hint().0);
    for item in items {
        list.push(item);
    }
    sort(&mut list);
    list
}

/// Sorts by key, byte for byte from the lowest; equal keys stay in order. Bytes that are the same in all keys cost one
/// look.
fn sort(items: &mut Vec<Keyed>) {
    let mut other = Vec::new();
    for shift in (0..64).step_by(8) {
        let byte = |key: u64| (key >> shift) as usize & 0xff;
        let mut counts = [0u32; 256];
        for &(key, _) in items.iter() {
            counts[byte(key)] += 1;
        }
        if counts.iter().any(|&count| count as usize == items.len()) {
            continue;
        }
        let mut start = 0;
        for count in &mut counts {
            start += std::mem::replace(count, start);
        }
        other.resize(items.len(), (0, 0));
        for &item in items.iter() {
            let place = &mut counts[byte(item.0)];
            other[*place as usize] = item;
            *place += 1;
        }
        std::mem::swap(items, &mut other);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_a_stable_sort() {
        for spread in [1u64, 3, 256, 1 << 20, u64::MAX] {
            let mut state = 1u64;
            let mut items: Vec<Keyed> = (0..5000)
                .map(|index| {
                    state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                    (state.rotate_left(29) % spread, index)
                })
                .collect();
            let mut expected = items.clone();
            expected.sort_by_key(|&(key, _)| key);
            sort(&mut items);
            assert_eq!(items, expected);
        }
        sort(&mut Vec::new());
    }

    #[test]
    fn signed_numbers() {
        let numbers = [i64::MIN, -5, -1, 0, 1, 1 << 40, i64::MAX];
        assert!(numbers.map(key_of).is_sorted());
    }
}
