import { importHeapProfile, isHeapProfile } from 'heapprofile-importer/inline';

globalThis.importFrom = async (url) => {
  const bytes = new Uint8Array(await (await fetch(url)).arrayBuffer());
  return isHeapProfile(bytes) && importHeapProfile(bytes);
};
