// The worker of worker.mjs.

const ENTRIES = {
  index: () => import('../../../pkg/index.js'),
  inline: () => import('../../../pkg/inline.js'),
};

addEventListener('message', async ({ data: { entry, file, columns } }) => {
  try {
    const { default: init, importHeapProfileStream } = await ENTRIES[entry]();
    await init();
    postMessage({ profile: await importHeapProfileStream(file, { columns }) });
  } catch ({ code, message, offset }) {
    postMessage({ error: { code, message, offset } });
  }
});
