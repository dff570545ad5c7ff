//! Bytes in, for `isHeapProfile()`.

use crate::probe::Probe as Inner;
use wasm_bindgen::prelude::*;

/// So many bytes at a time.
const CAPACITY: usize = 4 * 1024;

/// Looks at the beginning of a file.
#[wasm_bindgen]
pub struct Probe {
    inner: Inner,
    staging: Vec<u8>,
}

#[wasm_bindgen]
impl Probe {
    /// A probe that has seen nothing.
    #[wasm_bindgen(constructor)]
    #[allow(clippy::new_without_default)] // for JavaScript
    pub fn new() -> Probe {
        Probe { inner: Inner::new(), staging: vec![0; CAPACITY] }
    }

    /// The address of the staging buffer.
    #[wasm_bindgen(js_name = inputPointer)]
    pub fn input_pointer(&mut self) -> *mut u8 {
        self.staging.as_mut_ptr()
    }

    /// The size of the staging buffer in bytes.
    #[wasm_bindgen(js_name = inputCapacity)]
    pub fn input_capacity(&self) -> usize {
        self.staging.len()
    }

    /// Looks at the first `length` bytes of the staging buffer: 0 more are needed, 1 a heap profile, 2 something else.
    pub fn push(&mut self, length: usize) -> u32 {
        let length = length.min(self.staging.len());
        match self.inner.push(&self.staging[..length]) {
            None => 0,
            Some(true) => 1,
            Some(false) => 2,
        }
    }

    /// The answer, if there are no more bytes.
    pub fn finish(self) -> bool {
        self.inner.finish()
    }
}
