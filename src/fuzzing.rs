//! Inner parts, for the fuzz targets. Only there is this module public, and only when they are built.

use crate::error::Error;
use crate::importer::Importer;
use crate::inflate::Gunzip;
use crate::options::Options;

/// An importer that leaves everything to the state machine.
pub fn importer_without_compact(options: Options) -> Importer {
    Importer::without_compact(options)
}

/// Unpacks gzip data, handed over in pieces of this length.
///
/// # Errors
/// If it is damaged or cut off.
pub fn gunzip(bytes: &[u8], piece: usize) -> Result<Vec<u8>, Error> {
    let mut gunzip = Gunzip::new();
    let mut text = Vec::new();
    for part in bytes.chunks(piece) {
        gunzip.push(part, &mut |buffer, len| {
            text.extend_from_slice(&buffer[..len]);
            Ok(())
        })?;
    }
    gunzip.finish()?;
    Ok(text)
}
