//! Whole files: a profile that the validator accepts, or an error. So for each table, and after an error.
#![no_main]

use heapprofile_importer::{Importer, Table};
use heapprofile_importer_fuzz::{options, to_value, validate};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let mut options = options();
    options.table = match bytes.len() % 8 {
        0 => Table::NativeAllocations,
        1 => Table::JsAllocations,
        _ => Table::Samples,
    };
    let mut importer = Importer::new(options);
    if importer.push(bytes).is_err() {
        // Bytes behind an error make no sense, but no harm.
        let _ = importer.push(bytes);
        let _ = importer.end_file();
        importer.skip_file();
        return;
    }
    if let Ok(profile) = importer.finish() {
        let profile = to_value(&profile);
        let problems = validate::problems(&profile);
        assert!(problems.is_empty(), "{problems:?}");
    }
});
