// The entry with the wasm inside.

export * from './dist/inline.js';
export { default } from './dist/inline.js';
