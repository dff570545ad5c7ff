//! The public way in: bytes, piece by piece or all at once.

use crate::convert::Converter;
use crate::error::Error;
use crate::file::File;
use crate::json::PADDING;
use crate::options::Options;
use crate::profile::Profile;
use crate::v8::LocalTime;

/// So many bytes are read at a time. Small enough to stay in the cache, and so that engines of WebAssembly can swap
/// in optimized code between two pieces; a running function isn't replaced.
const PIECE: usize = 256 * 1024;

/// Imports one or several files, piece by piece. Memory follows the profile's tables, not the size of the files.
///
/// ```
/// # fn main() -> Result<(), heapprofile_importer::Error> {
/// use heapprofile_importer::{Importer, Options};
///
/// let mut importer = Importer::new(Options::default());
/// importer.push(br#"{"head":{"callFrame":{"functionName":"(root)","#)?;
/// importer.push(br#""scriptId":"0","url":""},"selfSize":8,"id":1,"children":[]}}"#)?;
/// let profile = importer.finish()?;
/// assert_eq!(profile.total_bytes(), 8);
/// # Ok(())
/// # }
/// ```
pub struct Importer {
    options: Options,
    converter: Converter,
    file: Option<(File, Option<String>)>,
    staging: Vec<u8>,
    files: usize,
    /// Files are begun one by one, so there may be several.
    has_begun: bool,
}

impl Importer {
    /// An importer that has read nothing.
    pub fn new(options: Options) -> Self {
        Importer {
            converter: Converter::new(options.clone()),
            options,
            file: None,
            staging: vec![0; PIECE + PADDING],
            files: 0,
            has_begun: false,
        }
    }

    /// One that leaves everything to the reader's state machine, for a single file.
    #[cfg(any(test, fuzzing))]
    pub(crate) fn without_compact(options: Options) -> Self {
        let file = File::without_compact(&options);
        Importer { file: Some((file, options.file_name.clone())), ..Importer::new(options) }
    }

    /// Begins another file; the bytes pushed from now on are its own. The name is that of
    /// [`Options::file_name`], for this file. Not needed for a single file.
    ///
    /// # Errors
    /// Those of [`Importer::end_file`], if a file was open.
    pub fn begin_file(&mut self, name: Option<&str>) -> Result<(), Error> {
        self.end_file()?;
        self.has_begun = true;
        self.file = Some((File::new(&self.options), name.map(str::to_string)));
        Ok(())
    }

    /// Reads the next bytes of the file, gzip or not. Pieces may be cut anywhere.
    ///
    /// # Errors
    /// If the bytes can't be part of a heap profile, or pass a limit. Then the file is lost, see
    /// [`Importer::skip_file`].
    pub fn push(&mut self, bytes: &[u8]) -> Result<(), Error> {
        for piece in bytes.chunks(PIECE) {
            self.staging[..piece.len()].copy_from_slice(piece);
            self.push_staged(piece.len())?;
        }
        Ok(())
    }

    /// Where bytes can be put for [`Importer::push_staged`].
    #[cfg(target_arch = "wasm32")]
    pub(crate) fn staging(&mut self) -> &mut [u8] {
        &mut self.staging[..PIECE]
    }

    /// Reads the first `len` bytes of the staging buffer.
    pub(crate) fn push_staged(&mut self, len: usize) -> Result<(), Error> {
        let (file, _) = self.file.get_or_insert_with(|| (File::new(&self.options), self.options.file_name.clone()));
        file.push(&mut self.staging, len.min(PIECE))
    }

    /// Ends the file that is open, if one is.
    ///
    /// # Errors
    /// If the file isn't complete, or isn't a heap profile.
    pub fn end_file(&mut self) -> Result<(), Error> {
        if let Some((file, name)) = self.file.take() {
            let is_only = self.files == 0 && !self.has_begun;
            self.converter.add(file.finish()?, name, is_only)?;
            self.files += 1;
        }
        Ok(())
    }

    /// Forgets the file that is open, for example after an error in it. Files before it stay.
    pub fn skip_file(&mut self) {
        self.file = None;
    }

    /// The profile of all files.
    ///
    /// # Errors
    /// Those of [`Importer::end_file`]; [`ErrorCode::Empty`](crate::ErrorCode::Empty) if there was no file.
    pub fn finish(self) -> Result<Profile, Error> {
        self.finish_with(LocalTime::as_utc_milliseconds)
    }

    pub(crate) fn finish_with(mut self, to_milliseconds: impl Fn(&LocalTime) -> i64) -> Result<Profile, Error> {
        if self.file.is_none() && self.files == 0 {
            // A file of no bytes, which says so.
            self.push_staged(0)?;
        }
        self.end_file()?;
        Ok(self.converter.finish(to_milliseconds))
    }
}

/// Imports a whole file that is in memory.
///
/// # Errors
/// If it isn't a complete heap profile, or passes a limit of the options.
pub fn import(bytes: &[u8], options: &Options) -> Result<Profile, Error> {
    let mut importer = Importer::new(options.clone());
    importer.push(bytes)?;
    importer.finish()
}
