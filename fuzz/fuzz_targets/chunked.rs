//! Files in pieces, whose lengths the first bytes give: the same as in one piece.
#![no_main]

use heapprofile_importer::Importer;
use heapprofile_importer_fuzz::{assert_same, import, options};
use libfuzzer_sys::fuzz_target;

/// So many bytes are lengths.
const LENGTHS: usize = 4;

fuzz_target!(|bytes: &[u8]| {
    let Some((lengths, file)) = bytes.split_at_checked(LENGTHS) else { return };
    // A good file is still one with lengths before it, so that the same seeds do for all targets.
    let file = if lengths.starts_with(b"{") || lengths.starts_with(b"\x1f\x8b") { bytes } else { file };
    let mut rest = file;
    let mut turn = 0;
    let pieces = std::iter::from_fn(|| {
        let length = 1 + lengths[turn % LENGTHS] as usize;
        turn += 1;
        let (piece, more) = rest.split_at(length.min(rest.len()));
        rest = more;
        (!piece.is_empty()).then_some(piece)
    });
    let in_pieces = import(Importer::new(options()), pieces);
    let whole = import(Importer::new(options()), std::iter::once(file));
    assert_same(&in_pieces, &whole);
});
