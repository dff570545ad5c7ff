import init, { importHeapProfileStream } from 'heapprofile-importer';

globalThis.importFrom = async (url) => {
  await init();
  return importHeapProfileStream(await fetch(url));
};
