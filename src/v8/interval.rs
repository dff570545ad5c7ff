//! The sampling interval, which the file doesn't contain.

/// Round numbers that people choose as sampling interval, largest step first.
const STEPS: [i64; 16] =
    [1 << 20, 1_000_000, 500_000, 100_000, 65_536, 50_000, 16_384, 10_000, 5_000, 1_024, 1_000, 500, 100, 50, 10, 1];

/// Guesses the sampling interval in bytes from the smallest sample's size.
///
/// A sample of `s` bytes stands for `s · round(1 / (1 - exp(-s / interval)))` bytes
/// (`SamplingHeapProfiler::ScaleSample`), which is never much below the interval: in every file seen the smallest
/// sample was at most 16 bytes above it. So the interval is a number a little below; the roundest one is taken, powers
/// of two first.
pub(crate) fn estimate_interval(smallest_sample: i64) -> Option<i64> {
    if smallest_sample <= 0 {
        return None;
    }
    let lowest = (smallest_sample - (smallest_sample / 250).max(24)).max(1);
    let power_of_two = 1i64 << (63 - smallest_sample.leading_zeros());
    if power_of_two >= lowest {
        return Some(power_of_two);
    }
    STEPS.iter().map(|step| smallest_sample / step * step).find(|&multiple| multiple >= lowest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usual_intervals() {
        for interval in [64, 128, 256, 512, 1024, 2048, 4096, 8192, 16_384, 32_768, 65_536, 131_072, 524_288] {
            for above in [0, 1, 8, 16] {
                assert_eq!(estimate_interval(interval + above), Some(interval), "{interval} + {above}");
            }
        }
        for interval in [1_000, 10_000, 50_000, 100_000, 500_000, 1_000_000, 3 << 20] {
            assert_eq!(estimate_interval(interval + 8), Some(interval), "{interval}");
        }
    }

    #[test]
    fn unusual_sizes() {
        assert_eq!(estimate_interval(0), None);
        assert_eq!(estimate_interval(1), Some(1));
        assert_eq!(estimate_interval(1 << 53), Some(1 << 53));
    }
}
