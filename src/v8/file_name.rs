//! What a file's name tells: when, in which process and in which thread the profile was taken.

/// A point of local time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LocalTime {
    pub year: u32,
    /// 1–12
    pub month: u32,
    pub day: u32,
    pub hour: u32,
    pub minute: u32,
    pub second: u32,
}

/// The facts in a file name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FileName {
    /// `Heap.<yyyymmdd>.<hhmmss>.<pid>.<tid>.<seq>.heapprofile` (Node's `DiagnosticFilename`): the local time of the
    /// start; thread 0 is the main thread; `sequence` counts the files of the process.
    Node { start: LocalTime, pid: u64, tid: u64, sequence: u64 },
    /// `Heap-<yyyymmdd>T<hhmmss>.heapprofile` (Chrome's DevTools).
    Chrome { start: LocalTime },
}

impl FileName {
    /// Reads a name, with or without a path before it and more extensions behind it.
    pub fn parse(name: &str) -> Option<FileName> {
        let name = name.as_bytes();
        let start = name.iter().rposition(|byte| matches!(byte, b'/' | b'\\')).map_or(0, |slash| slash + 1);
        let name = &name[start..];
        if let Some(rest) = name.strip_prefix(b"Heap-") {
            // Browsers put " (1)" behind the name of a second download.
            let is_whole = matches!(rest.get(15), None | Some(b'.' | b' ' | b'('));
            let start = local_time(rest.get(..8)?, rest.get(9..15)?)?;
            return (rest[8] == b'T' && is_whole).then_some(FileName::Chrome { start });
        }
        let mut parts = name.strip_prefix(b"Heap.")?.split(|&byte| byte == b'.');
        let start = local_time(parts.next()?, parts.next()?)?;
        let mut number = || number(parts.next()?);
        Some(FileName::Node { start, pid: number()?, tid: number()?, sequence: number()? })
    }

    pub fn start(&self) -> LocalTime {
        match *self {
            FileName::Node { start, .. } | FileName::Chrome { start } => start,
        }
    }
}

/// A number below 2^53, so that it is exact in JavaScript.
fn number(digits: &[u8]) -> Option<u64> {
    if digits.is_empty() || digits.len() > 15 {
        return None;
    }
    digits.iter().try_fold(0, |number, byte| byte.is_ascii_digit().then(|| number * 10 + (byte - b'0') as u64))
}

fn local_time(date: &[u8], time: &[u8]) -> Option<LocalTime> {
    if date.len() != 8 || time.len() != 6 {
        return None;
    }
    let (date, time) = (number(date)? as u32, number(time)? as u32);
    let time = LocalTime {
        year: date / 10_000,
        month: date / 100 % 100,
        day: date % 100,
        hour: time / 10_000,
        minute: time / 100 % 100,
        second: time % 100,
    };
    let plausible = (1..=12).contains(&time.month)
        && (1..=31).contains(&time.day)
        && time.hour < 24
        && time.minute < 60
        && time.second < 61;
    plausible.then_some(time)
}

impl LocalTime {
    /// Milliseconds since 1970, taking the time as UTC.
    #[cfg_attr(target_arch = "wasm32", allow(dead_code))]
    pub fn as_utc_milliseconds(&self) -> i64 {
        // Days of the civil calendar, with years that begin in March so that the leap day comes last.
        let (year, month) = if self.month > 2 {
            (self.year as i64, self.month as i64 - 3)
        } else {
            (self.year as i64 - 1, self.month as i64 + 9)
        };
        let leap_days = year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
        let days = year * 365 + leap_days + (month * 153 + 2) / 5 + self.day as i64 - 1 - 719_468;
        let seconds = ((days * 24 + self.hour as i64) * 60 + self.minute as i64) * 60 + self.second as i64;
        seconds * 1000
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn node() {
        let start = LocalTime { year: 2026, month: 12, day: 1, hour: 3, minute: 9, second: 38 };
        let name = FileName::parse("profiles/Heap.20261201.030938.10748.1.004.heapprofile.gz");
        assert_eq!(name, Some(FileName::Node { start, pid: 10748, tid: 1, sequence: 4 }));
        assert_eq!(start.as_utc_milliseconds(), 1_796_094_578_000);
    }

    #[test]
    fn chrome() {
        for name in ["Heap-20240229T235959.heapprofile", "C:\\x\\Heap-20240229T235959 (1).heapprofile"] {
            let Some(FileName::Chrome { start }) = FileName::parse(name) else { panic!("{name}") };
            assert_eq!(start.as_utc_milliseconds(), 1_709_251_199_000);
        }
    }

    #[test]
    fn others() {
        for name in [
            "",
            "Heap.heapprofile",
            "Heap.20261201.030938.heapprofile",
            "Heap.20261301.030938.1.0.1.heapprofile",
            "Heap.2026+201.030938.1.0.1.heapprofile",
            "Heap.20261201.030938.-1.0.1.heapprofile",
            "Heap-20261201.heapprofile",
            "my.heapprofile",
            "Heap.2026120é.030938.1.0.1.heapprofile",
        ] {
            assert_eq!(FileName::parse(name), None, "{name}");
        }
    }
}
