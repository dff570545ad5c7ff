import init, { importHeapProfileStream } from 'heapprofile-importer';
import wasm from 'heapprofile-importer/heapprofile_importer_bg.wasm';

globalThis.importFrom = async (url) => {
  await init(new URL(wasm, import.meta.url));
  return importHeapProfileStream(await fetch(url));
};
